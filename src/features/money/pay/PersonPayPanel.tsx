import { Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MAX_PAY_PERIOD_DAYS } from '#contract/platform/limits.ts';
import { lastDays, type Span } from '../../../lib/dayRange.ts';
import { hours, moneyIn } from '../../../lib/figures.ts';
import { spanLabel } from '../../../lib/spans.ts';
import { AnchorLink } from '../../../shell/links.ts';
import { useNotKept } from '../../../state/reachability.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { Sums } from '../../../ui/Sums.tsx';
import { personEarningsQuery } from './pay.queries.ts';

type Props = { accountId: string; employeeId: string; span: Span };

/** The pay of one person on some days, of a longer span on the last of them, with the way to its lines. */
export default function PersonPayPanel({ accountId, employeeId, span }: Props) {
  const { t } = useLingui();
  const longest = lastDays(MAX_PAY_PERIOD_DAYS, span.to);
  const { from, to } = span.from < longest.from ? longest : span;
  const { data } = useQuery(personEarningsQuery(accountId, employeeId, { from, to }));
  const notKept = useNotKept();
  if (!data)
    return (
      notKept && (
        <Panel title={t`Pay, ${spanLabel(from, to)}`}>
          <Text size="sm">{notKept}</Text>
        </Panel>
      )
    );
  const { sums, currency } = data;
  const money = moneyIn(currency);
  return (
    <Panel
      title={t`Pay, ${spanLabel(data.from, data.to)}`}
      aside={
        <AnchorLink size="sm" to="/employer/payroll/pay" search={{ employee: employeeId, from, to }}>
          <Trans>Lines of pay</Trans>
        </AnchorLink>
      }
    >
      <Sums
        sums={[
          { label: t`Total`, figure: money(sums.total) },
          { label: t`Paid Hours`, figure: hours(sums.paidMs) },
          ...(Number(sums.notSettled) === 0
            ? []
            : [{ label: t({ message: 'Open', context: 'pay' }), figure: money(sums.notSettled) }]),
        ]}
      />
    </Panel>
  );
}
