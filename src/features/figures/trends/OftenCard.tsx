import { msg, plural, t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Skeleton, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AttendanceTrend } from '#contract/figures/trends.ts';
import { useFailed, useStaleSince } from '../../../api/day.ts';
import type { DayRange } from '../../../api/range.ts';
import { listed } from '../../../lib/lists.ts';
import { shortDay } from '../../../lib/zoned.ts';
import { figuresLink } from '../../../shell/ruleHelp.ts';
import { Card } from '../../../ui/Card.tsx';
import { NoData } from '../../../ui/charts/NoData.tsx';
import type { Column } from '../../../ui/DataTable.tsx';
import { LazyTable } from '../../../ui/LazyTable.tsx';
import { FailedNote } from '../../../ui/Missing.tsx';
import line from '../../../ui/name.module.css';
import { stateFill } from '../../../ui/StateLabel.tsx';
import classes from './trends.module.css';
import { attendanceTrendQuery } from './trends.queries.ts';

type Props = {
  range: DayRange;
  kind: 'late' | 'absent';
  report?: ReactNode;
  /** Opens a person. */
  onPerson: (employeeId: string) => void;
};

const EMPTY = msg`No data to display`;
const TITLES = { late: msg`Often late`, absent: msg`Often absent` } as const;
const HELP = {
  late: msg`The ten people who were late on most days. A square is a day; equal counts by number. Press one to open the person.`,
  absent: msg`The ten people who were absent on most days. A square is a day; equal counts by number. Press one to open the person.`,
} as const;
const NOBODY = { late: msg`Nobody was late`, absent: msg`Nobody was absent` } as const;

type Often = AttendanceTrend['oftenLate'][number];
const peopleOf = ({ oftenLate, oftenAbsent }: AttendanceTrend, kind: Props['kind']): readonly Often[] =>
  kind === 'late' ? oftenLate : oftenAbsent;
const nameOf = ({ firstName, lastName }: Often['employee']) => `${firstName} ${lastName}`.trim();
const columns = (): readonly Column<Often>[] => [
  { key: 'number', title: t`Number`, value: ({ employee }) => employee.number },
  { key: 'name', title: t`Name`, value: ({ employee }) => nameOf(employee) },
  { key: 'days', title: t`Days`, number: true, value: ({ dates }) => dates.length },
  { key: 'on', title: t({ message: 'On', context: 'dates' }), value: ({ dates }) => listed(dates.map(shortDay)) },
];

/** Ten people with the number of days and a square a day. */
export function OftenCard({ range, kind, report, onPerson }: Props) {
  const { t } = useLingui();
  const trend = useQuery(attendanceTrendQuery(range));
  const failed = useFailed(trend);
  const staleSince = useStaleSince(trend, range);
  return (
    <Card
      title={t(TITLES[kind])}
      helper={t(HELP[kind])}
      more={figuresLink(9)}
      staleSince={staleSince}
      report={report}
      rawData={
        trend.data &&
        (() => (
          <LazyTable
            label={t(TITLES[kind])}
            columns={columns()}
            rows={peopleOf(trend.data, kind)}
            rowKey={({ employee }) => employee._id}
            exportName={`often-${kind}-${range.from}-${range.to}`}
            empty={t(EMPTY)}
          />
        ))
      }
    >
      {failed && <FailedNote text={t`Failed to load statistics`} onRetry={() => void trend.refetch()} />}
      {trend.data ? (
        <People trend={trend.data} kind={kind} onPerson={onPerson} />
      ) : (
        !trend.isError && <Skeleton h={440} />
      )}
    </Card>
  );
}

function People({ trend, kind, onPerson }: Pick<Props, 'kind' | 'onPerson'> & { trend: AttendanceTrend }) {
  const { t } = useLingui();
  const people = peopleOf(trend, kind);
  // Where nobody counted, nobody was on time either.
  const isJudged = trend.days.some(({ expected, present }) => expected + present > 0);
  if (people.length === 0) return <NoData>{t(isJudged ? NOBODY[kind] : EMPTY)}</NoData>;
  return (
    <ol className={classes.often} aria-label={t(TITLES[kind])}>
      {people.map(({ employee, dates }) => (
        <li key={employee._id}>
          <UnstyledButton className={classes.oftenPerson} onClick={() => onPerson(employee._id)}>
            <span className={line.name}>
              <bdi>{nameOf(employee)}</bdi> <span className={line.number}>{employee.number}</span>
            </span>
            <span className={classes.oftenDays}>{t`${plural(dates.length, { one: '# day', other: '# days' })}`}</span>
            <Squares days={trend.days.map(({ date }) => date)} on={dates} color={stateFill(kind)} />
          </UnstyledButton>
        </li>
      ))}
    </ol>
  );
}

const SQUARE = 10;
/** A square a day, filled on some of them. */
function Squares({ days, on, color }: { days: readonly string[]; on: readonly string[]; color: string }) {
  const { t } = useLingui();
  return (
    <svg
      className={classes.squares}
      viewBox={`0 0 ${days.length * SQUARE} ${SQUARE}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t`on ${listed(on.map(shortDay))}`}
    >
      {days.map((date, index) => (
        <rect
          key={date}
          x={index * SQUARE + 1}
          width={SQUARE - 2}
          height={SQUARE}
          fill={on.includes(date) ? color : 'var(--tb-line)'}
        />
      ))}
    </svg>
  );
}
