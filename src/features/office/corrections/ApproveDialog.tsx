import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { APPROVED, type ApprovedTime } from '#contract/figures/corrections.ts';
import { labelled } from '../../../lib/lists.ts';
import { spanLabel } from '../../../lib/spans.ts';
import { translated } from '../../../lib/words.tsx';
import { ActDialog } from './ActDialog.tsx';
import { saveCorrection } from './corrections.queries.ts';
import type { Person } from './subject.ts';
import { nameOf } from './words.ts';

type Props = {
  day: { employee: Person; day: string; basis: string; timeZone: string };
  what: ApprovedTime;
  onClose: () => void;
};

const MEANING: Record<ApprovedTime, MessageDescriptor> = {
  'worked-through': msg`Breaks that nobody clocked are paid on this day.`,
  early: msg`Time before the shift is paid on this day.`,
};

/** 'Worked through' or 'Time before the shift': pays time of one day that the hours rule takes off (docs/reference/paid-hours.md#breaks). */
export function ApproveDialog({ day: { employee, day, basis, timeZone }, what, onClose }: Props) {
  const { t } = useLingui();
  return (
    <ActDialog
      title={labelled(translated(APPROVED[what]), `${nameOf(employee)}, ${spanLabel(day, day)}`)}
      timeZone={timeZone}
      items={[{ day, basis, change: { do: 'approve', employeeId: employee._id, what, day } }]}
      reason={null}
      submit={t`Approve`}
      save={saveCorrection(t`Time approved`)}
      onClose={onClose}
      dirty={false}
    >
      <Text size="sm">{t(MEANING[what])}</Text>
    </ActDialog>
  );
}
