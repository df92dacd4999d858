import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { hours, moneyIn } from '../../../lib/figures.ts';
import { spanLabel } from '../../../lib/spans.ts';
import { AnchorLink } from '../../../shell/links.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { Sums } from '../../../ui/Sums.tsx';
import { personEarningsQuery } from './pay.queries.ts';

type Props = { accountId: string; employeeId: string };

/** The pay of one person in the current pay period, with the way to its lines. */
export default function PersonPayPanel({ accountId, employeeId }: Props) {
  const { t } = useLingui();
  const { data } = useQuery(personEarningsQuery(accountId, employeeId, undefined));
  if (!data) return null;
  const { sums, currency } = data;
  const money = moneyIn(currency);
  return (
    <Panel
      title={t`Pay, ${spanLabel(data.from, data.to)}`}
      aside={
        <AnchorLink size="sm" to="/employer/payroll/pay" search={{ employee: employeeId }}>
          <Trans>Lines of pay</Trans>
        </AnchorLink>
      }
    >
      <Sums
        sums={[
          { label: t`Total`, figure: money(sums.total) },
          { label: t`Paid Hours`, figure: hours(sums.paidMs) },
          ...(Number(sums.notSettled) === 0 ? [] : [{ label: t`Not Settled`, figure: money(sums.notSettled) }]),
        ]}
      />
    </Panel>
  );
}
