import { useNavigate } from '@tanstack/react-router';
import { useMay } from '../../state/session.ts';
import { lazyDialog } from '../../ui/lazyDialog.tsx';
import { useGoBack } from './-useGoBack.ts';
import type { WhySearch } from './-whySearch.ts';

const WhyDay = lazyDialog(() => import('./-WhyDay.tsx'));

type Props = WhySearch & { accountId: string; timeZone: string; today: string };

/** 'Why?' over the page on which it was pressed, if the address has one: closing it goes back to that page. */
export function WhyHere({ why, on, accountId, timeZone, today }: Props) {
  const navigate = useNavigate();
  const goBack = useGoBack();
  const maySee = useMay('Stats.GET_ATTENDANCE_INFORMATION');
  if (!why || !on || !maySee) return null;
  const close = () => {
    if (goBack()) return;
    void navigate({
      to: '.',
      search: (before) => ({ ...before, why: undefined, on: undefined }),
      replace: true,
      resetScroll: false,
    });
  };
  return (
    <WhyDay day={{ accountId, timeZone, referenceDate: on, live: on === today }} employeeId={why} onClose={close} />
  );
}
