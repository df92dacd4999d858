import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RollSort } from '#contract/figures/people.ts';
import { useFailed, useStaleSince } from '../../../api/day.ts';
import { useColumns } from '../../../api/ownChoices.ts';
import { count } from '../../../lib/figures.ts';
import { MessageButton } from '../../../shell/messages/MessageButton.tsx';
import { useOnline } from '../../../state/reachability.ts';
import { Age } from '../../../ui/Age.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FailedNote } from '../../../ui/Missing.tsx';
import { Sums } from '../../../ui/Sums.tsx';
import { rollKey } from './cells.ts';
import classes from './people.module.css';
import { rollQuery, type RollView as View } from './people.queries.ts';
import { Roll } from './Roll.tsx';
import { hasDays, totalSums } from './rollColumns.ts';

type Props = {
  view: View;
  onSort: (sort: RollSort) => void;
  onWhy: (employeeId: string, date: string) => void;
  onPerson: (employeeId: string) => void;
};

const NO_DAYS: never[] = [];

/** The roll of a range, loaded as it is scrolled, with the meaning of its letters. */
export function RollView({ view, onSort, onWhy, onPerson }: Props) {
  const { t } = useLingui();
  const roll = useInfiniteQuery(rollQuery(view));
  const { data, fetchNextPage, refetch } = roll;
  const failed = useFailed(roll);
  const staleSince = useStaleSince(roll, view.range);
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows) ?? [], [data]);
  const online = useOnline();
  const [first] = data?.pages ?? [];
  // Without the right to attendance no row has cells.
  const [chosen] = useColumns('roll');
  const days = rows[0]?.cells && hasDays(chosen) ? first?.days : undefined;
  const isPart = !online && first !== undefined && rows.length < first.total;
  return (
    <>
      {failed && <FailedNote text={t`Failed to load employees`} onRetry={() => void refetch()} />}
      {!first && !failed && <Skeleton h={480} role="status" aria-busy aria-label={t`Loading people`} />}
      {first && (
        <>
          <div aria-live="polite">
            <Sums
              sums={[
                { label: t`Employees`, figure: count(first.total) },
                ...(first.totals && first.total > 0 ? totalSums(first.totals, chosen) : []),
              ]}
            />
            {(staleSince !== undefined || isPart) && (
              <Text size="sm" c="dimmed" mt="xs">
                {staleSince !== undefined && <Age at={staleSince} />}{' '}
                {isPart &&
                  t`${plural(rows.length, {
                    one: 'The first # person is stored on this device, the others come once there is a connection.',
                    other: 'The first # people are stored on this device, the others come once there is a connection.',
                  })}`}
              </Text>
            )}
          </div>
          {first.total > 0 && rows.length === first.total && (
            <div>
              <MessageButton about={{ about: 'crew', ids: rows.map(({ employee }) => employee._id) }} />
            </div>
          )}
          {first.total === 0 ? (
            <EmptyState text={view.q ? t`No employees match this filter` : t`No data to display`} />
          ) : (
            <Roll
              days={days ?? NO_DAYS}
              periods={first.periods}
              chosen={chosen}
              rows={rows}
              total={first.total}
              sort={view.sort}
              onSort={onSort}
              onEnd={() => online && void fetchNextPage({ cancelRefetch: false })}
              onWhy={onWhy}
              onPerson={onPerson}
            />
          )}
          {days && <p className={classes.key}>{rollKey()}</p>}
        </>
      )}
    </>
  );
}
