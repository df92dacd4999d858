import { msg, plural, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { EarningSums, Earnings } from '#contract/money/earnings.ts';
import type { Crew } from '../../../api/crew.ts';
import type { Span } from '../../../lib/dayRange.ts';
import { count, hours, moneyIn, units } from '../../../lib/figures.ts';
import { listed } from '../../../lib/lists.ts';
import { matchesPerson } from '../../../lib/search.ts';
import { HelpLink } from '../../../shell/HelpLink.tsx';
import { AnchorLink } from '../../../shell/links.ts';
import { useMay } from '../../../state/session.ts';
import type { Column } from '../../../ui/DataTable.tsx';
import { FilterBox } from '../../../ui/FilterBox.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { PeriodSelect } from '../../../ui/PeriodSelect.tsx';
import { nameColumn, type PersonLink } from '../../../ui/personLink.ts';
import { SumsAndRows } from '../../../ui/SumsAndRows.tsx';
import { earningsQuery } from './pay.queries.ts';
import { OPEN_WORDS } from './words.ts';

type Row = Earnings['rows'][number];
type Props = {
  accountId: string;
  crew: Crew;
  span: Span | undefined;
  today: string;
  onPick: (span: Span) => void;
  person: PersonLink;
};

/** Their classes are under *Hours*. */
const HOURS = [
  ['paidMs', msg`Paid Hours`],
  ['notSettledMs', msg`Open Hours`],
  ['heldMs', msg`Paid Hours Held Back`],
] as const;
const UNITS = [
  ['units', msg`Paid Units`],
  ['notSettledUnits', msg`Open Units`],
] as const;
const AMOUNTS = [
  ['piece', msg`Piecework`],
  ['hourly', msg`Hours`],
  ['topUp', msg`Top-up`],
  ['rest', msg`Rest`],
  ['premium', msg`Premium`],
  ['floor', msg`Least Pay of Days`],
  ['holidayOff', msg`Holidays Not Worked`],
  ['total', msg`Total`],
  ['notSettled', msg({ message: 'Open', context: 'pay' })],
] as const;
const openOf = ({ open }: Row) => open.map((reason) => t(OPEN_WORDS[reason])).join('; ');
/** Returns the first reason, and how many others there are: the page of the person has them by day. */
const firstOpenOf = ({ open: [first, ...others] }: Row) =>
  first && [t(OPEN_WORDS[first]), others.length > 0 && `+${others.length}`].filter(Boolean).join(' ');
const ALWAYS: readonly string[] = ['paidMs', 'units', 'total'];
/** The sums above the table; the others are in its last line. */
const MAIN: readonly string[] = [...ALWAYS, 'notSettled'];
/** Returns the columns of sums that have anything in them; of chosen products no hours, which are of whole days. */
const filled = (totals: EarningSums, isOfProducts: boolean) => ({
  hours: isOfProducts ? [] : HOURS.filter(([key]) => ALWAYS.includes(key) || totals[key] > 0),
  units: UNITS.filter(([key]) => ALWAYS.includes(key) || Number(totals[key]) !== 0),
  amounts: AMOUNTS.filter(([key]) => ALWAYS.includes(key) || Number(totals[key]) !== 0),
});

/** The pay of people in a pay period: the sum of everybody on top, a row per person; what is not settled beside it, never within it. */
export function PayPeople({ accountId, crew, span, ...rest }: Props) {
  const { t } = useLingui();
  return (
    <Loaded
      query={useQuery(earningsQuery(accountId, crew, span))}
      failed={t`Failed to load pay`}
      height={480}
      label={t`pay`}
    >
      {(shown) => <Shown shown={shown} {...rest} />}
    </Loaded>
  );
}

type ShownProps = Pick<Props, 'today' | 'onPick' | 'person'> & { shown: Earnings };
function Shown({
  shown: { from, to, currency, periods, rows, totals, isOfProducts, unpriced, unpricedHours, total },
  today,
  onPick,
  person,
}: ShownProps) {
  const { t } = useLingui();
  const [words, setWords] = useState('');
  const mayManage = useMay('Pay.MANAGE');
  const inactive = rows.filter(({ open }) => open.includes('inactive-clocked')).length;
  const found = useMemo(() => rows.filter(({ employee }) => matchesPerson(employee, words.trim())), [rows, words]);
  const shownColumns = useMemo(() => filled(totals, isOfProducts), [totals, isOfProducts, t]);
  const money = useMemo(() => moneyIn(currency), [currency, t]);
  const notPriced = [
    ...unpriced.map((one) => `${one.units} ${listed([one.lookup1, one.lookup2])}`),
    ...(unpricedHours.people > 0
      ? [
          t`${hours(unpricedHours.ms)} h of ${plural(unpricedHours.people, { one: '# person', other: '# people' })} without an hourly rate`,
        ]
      : []),
  ];
  const columns = useMemo((): readonly Column<Row>[] => {
    const amount = ([key, title]: (typeof AMOUNTS)[number]): Column<Row> => ({
      key,
      title: t(title),
      number: true,
      value: ({ sums }) => Number(sums[key]),
      show: ({ sums }) => (Number(sums[key]) === 0 ? '' : money(sums[key])),
      text: ({ sums }) => sums[key],
      sum: money(totals[key]),
      leads: key === 'total',
    });
    return [
      nameColumn<Row>(({ employee }) => ({ ...employee, employeeId: employee._id }), person),
      { key: 'number', title: t`Number`, value: ({ employee }) => employee.number },
      ...shownColumns.amounts.filter(([key]) => MAIN.includes(key)).map(amount),
      ...shownColumns.hours.map(([key, title]): Column<Row> => {
        const text = ({ sums }: Row) => (sums[key] > 0 ? hours(sums[key]) : '');
        const sum = hours(totals[key]);
        return { key, title: t(title), number: true, value: ({ sums }) => sums[key], show: text, text, sum };
      }),
      ...shownColumns.units.map(
        ([key, title]): Column<Row> => ({
          key,
          title: t(title),
          number: true,
          value: ({ sums }) => Number(sums[key]),
          show: ({ sums }) => units(sums[key]),
          text: ({ sums }) => sums[key],
          sum: units(totals[key]),
        }),
      ),
      ...shownColumns.amounts.filter(([key]) => !MAIN.includes(key)).map(amount),
      {
        key: 'open',
        title: t`Why open`,
        value: openOf,
        show: firstOpenOf,
      },
    ];
  }, [shownColumns, totals, money, person, t]);
  return (
    <Stack gap="md">
      <Group align="flex-end">
        <PeriodSelect
          label={t`Pay period`}
          span={{ from, to }}
          groups={[{ group: t`Pay period`, periods }]}
          max={today}
          onPick={onPick}
        />
        <FilterBox label={t`Search by number or name`} value={words} onChange={setWords} />
      </Group>
      {notPriced.length > 0 && (
        <Panel title={t`Not priced`}>
          <Text>
            {notPriced.join(' · ')}
            {mayManage && (
              <>
                {' '}
                <AnchorLink to="/employer/settings" search={{ page: 'rates' }} inherit underline="always">
                  <Trans>Add a rate</Trans>
                </AnchorLink>
              </>
            )}
          </Text>
        </Panel>
      )}
      {total === 0 ? (
        <Text>
          <Trans>Nobody earned anything on these days. Pay is computed from the date of a rate on.</Trans>
        </Text>
      ) : (
        <SumsAndRows
          sums={[
            [t`With pay`, count(total)],
            ...shownColumns.hours
              .filter(([key]) => MAIN.includes(key))
              .map(([key, title]) => [t(title), hours(totals[key])] as const),
            ...shownColumns.units
              .filter(([key]) => MAIN.includes(key))
              .map(([key, title]) => [t(title), units(totals[key])] as const),
            ...shownColumns.amounts
              .filter(([key]) => MAIN.includes(key))
              .map(([key, title]) => [t(title), money(totals[key])] as const),
          ]}
          note={
            <>
              {isOfProducts && t`Pieces of the chosen products alone, without hours, what is paid by them and top-ups.`}{' '}
              {t`What is open is in no other sum.`}{' '}
              {!isOfProducts &&
                totals.heldMs > 0 &&
                t`The paid hours have those held back in them: other pay of their days is open, and no payroll file has them yet.`}{' '}
              {!isOfProducts &&
                inactive > 0 &&
                t`${plural(inactive, { one: '# employee has', other: '# employees have' })} records of days on which they were not active: what they did then is open here, and in no other figure.`}{' '}
              <HelpLink to="pay" />
            </>
          }
          label={t`Pay`}
          stacked
          columns={columns}
          rows={found}
          rowKey={({ employee }) => employee._id}
          exportName={`pay-${from}-${to}`}
          empty={t`No employees match this filter`}
        />
      )}
    </Stack>
  );
}
