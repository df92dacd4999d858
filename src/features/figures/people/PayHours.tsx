import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import type { PayHours as Hours, PaidSums } from '#contract/figures/hours.ts';
import type { Crew } from '../../../api/crew.ts';
import type { Span } from '../../../lib/dayRange.ts';
import { count, hours } from '../../../lib/figures.ts';
import { matchesPerson } from '../../../lib/search.ts';
import { dayLabel } from '../../../lib/zoned.ts';
import { HelpLink } from '../../../shell/HelpLink.tsx';
import { AnchorLink } from '../../../shell/links.ts';
import { useMay } from '../../../state/session.ts';
import type { Column } from '../../../ui/DataTable.tsx';
import { FilterBox } from '../../../ui/FilterBox.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageControls } from '../../../ui/PageControls.tsx';
import { PeriodSelect } from '../../../ui/PeriodSelect.tsx';
import { nameColumn, type PersonLink } from '../../../ui/personLink.ts';
import { SumsAndRows } from '../../../ui/SumsAndRows.tsx';
import { paidColumns } from './paid.ts';
import { payHoursQuery } from './people.queries.ts';

type Row = Hours['rows'][number];
type Props = {
  accountId: string;
  crew: Crew;
  /** Absent: the current pay period. */
  span: Span | undefined;
  today: string;
  onPick: (span: Span) => void;
  person: PersonLink;
  /** The button for reports of the dates that are shown. */
  report: (dates: Span) => ReactNode;
  /** The panel below the hours of the dates that are shown. */
  below?: ((dates: Span) => ReactNode) | undefined;
};

/** The paid hours of a pay period (docs/reference/pay.md): sums of everybody on top, a row per person, by class. */
export function PayHours({ accountId, crew, span, ...rest }: Props) {
  const { t } = useLingui();
  return (
    <Loaded
      query={useQuery(payHoursQuery(accountId, crew, span))}
      failed={t`Failed to load hours`}
      height={480}
      label={t`hours`}
    >
      {(shown) => <Shown shown={shown} {...rest} />}
    </Loaded>
  );
}

type ShownProps = Pick<Props, 'today' | 'onPick' | 'person' | 'report' | 'below'> & { shown: Hours };
function Shown({ shown: { from, to, periods, rows, totals, total }, ...props }: ShownProps) {
  const { t } = useLingui();
  const { today, onPick, person, report, below } = props;
  const [words, setWords] = useState('');
  const maySetUp = useMay('Setup.MANAGE');
  const found = useMemo(() => rows.filter(({ employee }) => matchesPerson(employee, words.trim())), [rows, words]);
  const shownColumns = useMemo(() => paidColumns([totals]), [totals, t]);
  const columns = useMemo(
    (): readonly Column<Row>[] => [
      nameColumn<Row>(({ employee }) => ({ ...employee, employeeId: employee._id }), person),
      { key: 'number', title: t`Number`, value: ({ employee }) => employee.number },
      ...shownColumns.map(({ key, title }) => ({ ...figure(key, title, totals[key]), leads: key === 'paidMs' })),
      figure(WEIGHTED.key, t(WEIGHTED.title), totals[WEIGHTED.key]),
      {
        key: 'unsettledDays',
        title: t`Open Days`,
        number: true,
        value: ({ sums }) => sums.unsettledDays,
        show: ({ sums }) => sums.unsettledDays || '',
        sum: count(totals.unsettledDays),
      },
    ],
    [shownColumns, totals, person, t],
  );
  return (
    <>
      <PageControls
        inUse={Number(words !== '')}
        first={
          <PeriodSelect
            label={t`Pay period`}
            span={{ from, to }}
            groups={[{ group: t`Pay period`, periods }]}
            max={today}
            onPick={onPick}
            other={t`${dayLabel(from)} to ${dayLabel(to)}`}
          />
        }
      >
        <FilterBox label={t`Search by number or name`} value={words} onChange={setWords} />
        {total > 0 && report({ from, to })}
      </PageControls>
      {total === 0 ? (
        <Text>
          {maySetUp ? (
            <Trans>
              No paid hours. Hours are paid from the date of an hours rule on:{' '}
              <AnchorLink to="/employer/settings" search={{ page: 'hours' }} inherit underline="always">
                Settings, Hours rules
              </AnchorLink>
              .
            </Trans>
          ) : (
            t`No paid hours. Hours are paid from the date of an hours rule on: Settings, Hours rules.`
          )}
        </Text>
      ) : (
        <SumsAndRows
          sums={[
            [t`Employees`, count(total)],
            [t`Paid`, hours(totals.paidMs)],
            [t(WEIGHTED.title), hours(totals[WEIGHTED.key])],
            ...(totals.unsettledDays > 0 ? [[t`Open Days`, count(totals.unsettledDays)] as const] : []),
          ]}
          note={
            <>
              {t`Weighted: each class times its factor.`}{' '}
              {totals.unsettledDays > 0 &&
                t`Open days: a punch is missing, or work goes on. Their estimated time is not paid.`}{' '}
              <HelpLink to="paidHours" />
            </>
          }
          label={t`Paid hours`}
          stacked
          columns={columns}
          rows={found}
          rowKey={({ employee }) => employee._id}
          exportName={`hours-${from}-${to}`}
          empty={t`No employees match this filter`}
        />
      )}
      {total > 0 && below?.({ from, to })}
    </>
  );
}

const WEIGHTED = { key: 'weightedMs', title: msg`Weighted` } as const;
const figure = (key: keyof PaidSums, title: string, sum: number): Column<Row> => {
  const text = ({ sums }: Row) => (sums[key] > 0 ? hours(sums[key]) : '');
  return { key, title, number: true, value: ({ sums }) => sums[key], show: text, text, sum: hours(sum) };
};
