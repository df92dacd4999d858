import { lazy, Suspense } from 'react';
import { AnchorLink } from '../../shell/links.ts';

const BeforePayroll = lazy(() => import('../../features/corrections/BeforePayroll.tsx'));

type Props = {
  accountId: string;
  timeZone: string;
  today: string /** Called when the exceptions are opened. */;
  onLeave?: () => void;
};

/** Returns 'Before payroll' of a report's days, with the link to their exceptions. */
export const beforePayroll =
  ({ accountId, timeZone, today, onLeave }: Props) =>
  (days: { from: string; to: string }) => (
    <Suspense>
      <BeforePayroll
        accountId={accountId}
        timeZone={timeZone}
        today={today}
        {...days}
        link={(label, search) => (
          <AnchorLink to="/employer/exceptions" search={search} size="sm" onClick={onLeave}>
            {label}
          </AnchorLink>
        )}
      />
    </Suspense>
  );
