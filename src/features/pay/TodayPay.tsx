import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Crew } from '../../api/crew.ts';
import { counted } from '../../lib/figures.ts';
import { timeOf } from '../../lib/zoned.ts';
import { AnchorLink } from '../../shell/links.ts';
import { Panel } from '../../ui/Panel.tsx';
import { payTodayQuery } from './pay.queries.ts';
import { moneyIn } from './words.ts';

type Props = { accountId: string; timeZone: string; crew: Crew };

/** Today's pay so far, for the Overview; nothing until something is priced. */
export default function TodayPay({ accountId, timeZone, crew }: Props) {
  const { data, dataUpdatedAt } = useQuery(payTodayQuery(accountId, crew));
  if (!data || data.earned === null) return null;
  const { currency, earned, perUnit, topUp, topUpPeople } = data;
  const money = moneyIn(currency);
  return (
    <Panel title="Pay today">
      <Text>
        Earned so far: {money(earned)}
        {perUnit !== null && `. Cost per unit: ${money(perUnit)}`}.
      </Text>
      {topUpPeople > 0 && (
        <Text>
          At {timeOf(dataUpdatedAt, timeZone)}, {counted(topUpPeople, 'person stands to need', 'people stand to need')}{' '}
          {money(topUp)} of top-up today, if they go on at their usual pace until their shifts end.{' '}
          <AnchorLink to="/employer/pay" inherit underline="always">
            Pay
          </AnchorLink>
        </Text>
      )}
    </Panel>
  );
}
