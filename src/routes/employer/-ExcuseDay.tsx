import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Day } from '../../api/day.ts';
import { messageOf } from '../../api/errors.ts';
import { explainDayQuery } from '../../features/figures/stats/why.queries.ts';
import { ExcuseDialog } from '../../features/office/corrections/ExcuseDialog.tsx';
import { notify } from '../../state/notices.ts';

type Props = { day: Day; employeeId: string; onClose: () => void };

/** 'Excuse' of one person's absence, opened from a list: the day is read first, so that the excuse rests on what is known now. */
export default function ExcuseDay({ day, employeeId, onClose }: Props) {
  const { data: answer, error } = useQuery(explainDayQuery(day, employeeId));
  useEffect(() => {
    if (!error) return;
    notify('error', messageOf(error));
    onClose();
  }, [error, onClose]);
  if (answer?.basis === undefined) return null;
  const { employee, referenceDate, basis, timeZone } = answer;
  return (
    <ExcuseDialog
      days={[{ employee, day: referenceDate, basis }]}
      judgement="absence"
      timeZone={timeZone}
      onClose={onClose}
    />
  );
}
