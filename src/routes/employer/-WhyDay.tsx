import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Day } from '../../api/day.ts';
import { WhyDialog } from '../../features/figures/stats/WhyDialog.tsx';
import { explainDayQuery } from '../../features/figures/stats/why.queries.ts';
import { ApproveDialog } from '../../features/office/corrections/ApproveDialog.tsx';
import { CorrectDialog } from '../../features/office/corrections/CorrectDialog.tsx';
import { DayLedger, type Picked } from '../../features/office/corrections/DayLedger.tsx';
import { ExcuseDialog } from '../../features/office/corrections/ExcuseDialog.tsx';
import { PunchMenu } from '../../features/office/corrections/PunchMenu.tsx';

type Props = { day: Day; employeeId: string; onClose: () => void };

/** 'Why?' of one person's day, and the dialog that corrects what it shows. */
export default function WhyDay({ day, employeeId, onClose }: Props) {
  const [picked, setPicked] = useState<Picked>();
  const { data: answer } = useQuery(explainDayQuery(day, employeeId));
  const close = () => setPicked(undefined);
  const shown = answer?.basis !== undefined && {
    employee: answer.employee,
    day: answer.referenceDate,
    basis: answer.basis,
    timeZone: answer.timeZone,
  };
  return (
    <>
      <WhyDialog
        day={day}
        employeeId={employeeId}
        onClose={onClose}
        ledger={{
          punchMenu: (punch, { direction }, of) => (
            <PunchMenu punch={punch} direction={direction} answer={of} onPick={setPicked} />
          ),
          below: (of) => <DayLedger answer={of} onPick={setPicked} />,
        }}
      />
      {shown && picked?.do === 'excuse' && (
        <ExcuseDialog days={[shown]} judgement={judgementOf(answer)} timeZone={shown.timeZone} onClose={close} />
      )}
      {shown && picked?.do === 'approve' && <ApproveDialog day={shown} what={picked.what} onClose={close} />}
      {shown && picked && picked.do !== 'excuse' && picked.do !== 'approve' && (
        <CorrectDialog
          subject={{ ...shown, change: based(picked, shown.basis) }}
          accountId={day.accountId}
          onClose={close}
        />
      )}
    </>
  );
}

/** Returns a change with the day's new basis, because the day may have changed while the dialog was open. */
const based = (change: Exclude<Picked, { do: 'excuse' | 'approve' }>, basis: string) =>
  'records' in change ? { ...change, records: change.records.map((record) => ({ ...record, basis })) } : change;

const judgementOf = ({
  status,
  late,
  irregularBreakTimeMs,
}: {
  status: string | null;
  late: boolean;
  irregularBreakTimeMs: number;
}) => (status !== 'present' ? 'absence' : !late && irregularBreakTimeMs > 0 ? 'breaks' : 'lateness');
