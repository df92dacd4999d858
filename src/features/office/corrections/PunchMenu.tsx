import { useLingui } from '@lingui/react/macro';
import type { DayExplanation } from '#contract/figures/explain.ts';
import { timeOf } from '../../../lib/zoned.ts';
import { useMay } from '../../../state/session.ts';
import { RecordMenu } from './RecordMenu.tsx';
import type { Change } from './subject.ts';

type Punch = DayExplanation['events'][number]['punches'][number];
type Props = {
  punch: Punch;
  /** In or out, as the day was judged. */
  direction: 'in' | 'out';
  answer: DayExplanation;
  onPick: (change: Change) => void;
};

/** The menu of a punch; one that was corrected can be undone further below. */
export function PunchMenu({ punch, direction, answer, onPick }: Props) {
  const { t } = useLingui();
  const may = useMay('Attendance.CORRECT');
  const { clockRecordId: recordId, correctionId, at } = punch;
  const { basis, timeZone, referenceDate: day, locked } = answer;
  if (!may || !recordId || correctionId || basis === undefined || locked) return null;
  const shown = punch.direction === 'auto' ? direction : punch.direction;
  const time = timeOf(at, timeZone);
  const what = shown === 'in' ? t`IN ${time}` : t`OUT ${time}`;
  const records = [{ kind: 'punch' as const, recordId, day, basis }];
  return (
    <RecordMenu
      what={what}
      onPick={onPick}
      choices={[
        { label: t`Change direction`, change: { do: 'direction', recordId, at, direction: shown } },
        { label: t`Change time`, change: { do: 'time', recordId, at, direction: shown } },
        { label: t`Give to somebody else`, change: { do: 'give', records, what } },
        { label: t`Does not count`, change: { do: 'void', records, what } },
      ]}
    />
  );
}
