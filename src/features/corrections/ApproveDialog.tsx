import { Text } from '@mantine/core';
import { APPROVED, type ApprovedTime } from '#contract/corrections.ts';
import { spanLabel } from '../../lib/zoned.ts';
import { ActDialog } from './ActDialog.tsx';
import { saveCorrection } from './corrections.queries.ts';
import type { Person } from './subject.ts';
import { nameOf } from './words.ts';

type Props = {
  day: { employee: Person; day: string; basis: string; timeZone: string };
  what: ApprovedTime;
  onClose: () => void;
};

const MEANING: Record<ApprovedTime, string> = {
  'worked-through': 'Breaks that nobody clocked are paid on this day.',
  early: 'Time before the shift is paid on this day.',
};

/** 'Worked through' or 'Time before the shift': pays time of one day that the hours rule takes off (spec/pay.md P1, P2). */
export function ApproveDialog({ day: { employee, day, basis, timeZone }, what, onClose }: Props) {
  return (
    <ActDialog
      title={`${APPROVED[what]}: ${nameOf(employee)}, ${spanLabel(day, day)}`}
      timeZone={timeZone}
      items={[{ day, basis, change: { do: 'approve', employeeId: employee._id, what, day } }]}
      reason={null}
      submit="Approve"
      save={saveCorrection('Time approved')}
      onClose={onClose}
      dirty={false}
    >
      <Text size="sm">{MEANING[what]}</Text>
    </ActDialog>
  );
}
