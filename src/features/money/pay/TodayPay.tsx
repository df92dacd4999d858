import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Crew } from '../../../api/crew.ts';
import { moneyIn } from '../../../lib/figures.ts';
import { timeOf } from '../../../lib/zoned.ts';
import { AnchorLink } from '../../../shell/links.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { payTodayQuery } from './today.queries.ts';

type Props = { accountId: string; timeZone: string; crew: Crew };

/** Today's pay so far, for the Overview; nothing until something is priced. */
export default function TodayPay({ accountId, timeZone, crew }: Props) {
  const { t } = useLingui();
  const { data, dataUpdatedAt } = useQuery(payTodayQuery(accountId, crew));
  if (!data || data.earned === null) return null;
  const { currency, earned, perUnit, topUp, topUpPeople } = data;
  const money = moneyIn(currency);
  const needed = money(topUp);
  return (
    <Panel title={t`Pay today`}>
      <Text>
        {perUnit === null
          ? t`Earned so far: ${money(earned)}.`
          : t`Earned so far: ${money(earned)}. Cost per unit: ${money(perUnit)}.`}
      </Text>
      {topUpPeople > 0 && (
        <Text>
          {t`At ${timeOf(dataUpdatedAt, timeZone)}, ${plural(topUpPeople, {
            one: `# person stands to need ${needed} of top-up today, if they go on at their usual pace until their shift ends.`,
            other: `# people stand to need ${needed} of top-up today, if they go on at their usual pace until their shifts end.`,
          })}`}{' '}
          <AnchorLink to="/employer/payroll/pay" inherit underline="always">
            <Trans>Pay</Trans>
          </AnchorLink>
        </Text>
      )}
    </Panel>
  );
}
