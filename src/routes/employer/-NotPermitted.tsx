import { select } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** Things that a user without permission cannot see, do or open. */
export type Refused =
  | ('figures' | 'attendance' | 'records' | 'corrections' | 'pay')
  | ('people' | 'payroll' | 'reports' | 'settings');

/** Shown in place of what the user may not see or do: 'no permission to see attendance'. */
export function NotPermitted({ to }: { to: Refused }) {
  const { t } = useLingui();
  return (
    <EmptyState
      text={t`Your user account has no permission to ${select(to, {
        figures: 'see any figures',
        attendance: 'see attendance',
        records: 'make files of records',
        corrections: 'correct attendance',
        pay: 'see pay',
        people: 'open People',
        payroll: 'open Payroll',
        reports: 'open Reports',
        other: 'open Settings',
      })}. Your administrator can give it.`}
    />
  );
}
