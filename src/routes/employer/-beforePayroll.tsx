import { lazy, Suspense } from 'react';
import { AnchorLink } from '../../shell/links.ts';
import { useMay } from '../../state/session.ts';

const BeforePayroll = lazy(() => import('../../features/office/corrections/BeforePayroll.tsx'));
const PayFileStep = lazy(() => import('../../features/money/pay/PayFileStep.tsx'));

type Props = {
  accountId: string;
  timeZone: string;
  today: string /** Called when the exceptions are opened. */;
  onLeave?: () => void;
};

/** Returns 'Before payroll' of a report's days, with the link to their exceptions and, of what is locked, to the payroll files. */
export const beforePayroll = (props: Props) => (days: { from: string; to: string }) => (
  <Suspense>
    <Steps {...props} {...days} />
  </Suspense>
);

function Steps({ onLeave, ...shown }: Props & { from: string; to: string }) {
  const maySeePay = useMay('Pay.VIEW');
  return (
    <BeforePayroll
      {...shown}
      link={(label, search) => (
        <AnchorLink to="/employer/exceptions" search={search} size="sm" onClick={onLeave}>
          {label}
        </AnchorLink>
      )}
      file={
        maySeePay
          ? (lock) => (
              <PayFileStep
                accountId={shown.accountId}
                lock={lock}
                link={(label) => (
                  <AnchorLink
                    to="/employer/pay"
                    search={{ page: 'files' }}
                    inherit
                    underline="always"
                    onClick={onLeave}
                  >
                    {label}
                  </AnchorLink>
                )}
              />
            )
          : undefined
      }
    />
  );
}
