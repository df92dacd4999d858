import type { Crew } from '../../api/crew.ts';
import { CrewButton } from '../../features/figures/crew/Crew.tsx';
import { RefreshControl } from '../../features/figures/dashboard/RefreshControl.tsx';

type Props = { accountId: string; crew: Crew; onApply: (crew: Crew) => void; live?: boolean };

/** The controls of a page of figures in the top bar: its filter and its refresh. */
export const FigureControls = ({ accountId, crew, onApply, live = true }: Props) => (
  <>
    <CrewButton accountId={accountId} crew={crew} onApply={onApply} />
    <RefreshControl accountId={accountId} live={live} />
  </>
);
