import { useEffect } from 'react';
import type { Exception, Proposal } from '#contract/office/exceptions.ts';
import { CorrectDialog } from './CorrectDialog.tsx';
import { recordsOf } from './ExceptionRow.tsx';
import { ExcuseDialog } from './ExcuseDialog.tsx';
import { MakeEmployeeDialog } from './MakeEmployeeDialog.tsx';
import { SettleDialog } from './SettleDialog.tsx';
import { detailOf } from './words.ts';

/** A proposal that needs more than one press. */
export type Opened = { key: string; proposal: Proposal };

type Props = {
  opened: Opened;
  /** The exception as it is listed now; absent once it is settled. */
  exception: Exception | undefined;
  /** The first listed day of the person of an unknown number. */
  firstDay: string;
  accountId: string;
  timeZone: string;
  onClose: () => void;
};

/** The dialog of a proposal: another time, another employee, an excuse. */
export function OpenedException({ opened: { proposal }, exception, firstDay, accountId, timeZone, onClose }: Props) {
  useEffect(() => {
    if (!exception) onClose();
  }, [exception, onClose]);
  if (!exception) return null;
  const { employee, day, basis, kind, newPerson } = exception;
  if (proposal.opens === 'make-employee' && newPerson)
    return <MakeEmployeeDialog accountId={accountId} person={newPerson} firstDay={firstDay} onClose={onClose} />;
  if (proposal.opens === 'settle') return <SettleDialog exception={exception} onClose={onClose} />;
  if (proposal.opens === 'excuse' && employee)
    return <ExcuseDialog days={[{ employee, day, basis }]} judgement="absence" timeZone={timeZone} onClose={onClose} />;
  const change =
    proposal.opens === 'give'
      ? ({ do: 'give', records: recordsOf(exception), what: detailOf(exception) } as const)
      : ({ do: 'add-punch', direction: kind === 'missing-out' ? 'out' : 'in' } as const);
  return <CorrectDialog subject={{ employee, day, basis, timeZone, change }} accountId={accountId} onClose={onClose} />;
}
