import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getPayHours } from '#contract/figures/hours.ts';
import {
  getMuster,
  getPersonCards,
  getPersonTrend,
  getRoll,
  getRollFile,
  type PersonTrend,
  type Roll,
  type RollSort,
} from '#contract/figures/people.ts';
import { MAX_ROLL_ROWS } from '#contract/platform/limits.ts';
import { USER_PERIODS } from '#contract/platform/periods.ts';
import { allRows } from '../../../api/allRows.ts';
import { call, callFile } from '../../../api/call.ts';
import type { Crew } from '../../../api/crew.ts';
import { dayOptions, figuresKey } from '../../../api/day.ts';
import { queryOf } from '../../../api/query.ts';
import { type DayRange, rangeKey, rangeRequest } from '../../../api/range.ts';
import type { Span } from '../../../lib/dayRange.ts';

/** `per`: 'account', or a kind of periods with their start; the sums of each are requested too. */
export type RollView = { range: DayRange; q: string; sort: RollSort; per?: string | undefined };

/** Returns the query of a roll; `per` is of the address, which has been read. */
function rollRequest({ range, q, sort, per }: RollView) {
  const [kind, periodStart] = per?.split(' ') ?? [];
  const periods = (['account', ...USER_PERIODS] as const).find((one) => one === kind);
  return {
    ...rangeRequest(range),
    ...(q && { q }),
    sort,
    ...(periods && { periods }),
    ...(periodStart && { periodStart }),
  };
}

const ROWS = 100;

/** The numbers of rolls and people, used last, that are cached on disk, encrypted, for when there is no connection. */
const KEPT_ROLLS = 2;
const KEPT_PEOPLE = 10;

/** The roll, a hundred people at a time. The result of a search is not kept on disk, where it would replace the roll itself. */
export const rollQuery = (view: RollView) => {
  const { range, q, sort, per } = view;
  return infiniteQueryOptions({
    queryKey: rangeKey(range, 'roll', { q, sort, ...(per && { per }) }),
    queryFn: ({ signal, pageParam }) =>
      call(getRoll, { query: { ...rollRequest(view), rows: ROWS, lastIndex: pageParam } }, { signal }),
    initialPageParam: -1,
    getNextPageParam: ({ lastIndex, total }) => (lastIndex >= 0 && lastIndex + 1 < total ? lastIndex : undefined),
    placeholderData: keepPreviousData,
    ...dayOptions({ silent: true, ...(q === '' && { persist: { last: KEPT_ROLLS } }) }),
  });
};

export type WholeRoll = Pick<Roll, 'days' | 'rows' | 'periods'>;
/** Returns every row of the roll, for printing. Throws ApiError. */
export const wholeRoll = (view: RollView): Promise<WholeRoll> =>
  allRows((lastIndex) => call(getRoll, { query: { ...rollRequest(view), rows: MAX_ROLL_ROWS, lastIndex } }));

/** The most people whose time cards are printed at a time. */
export const MAX_TIME_CARDS = 200;
const AT_ONCE = 5;
/** Returns the days of everybody on the roll, in its order, for their time cards; null where there are more than MAX_TIME_CARDS. Throws ApiError. */
export async function timeCards({ range, q, sort }: RollView): Promise<PersonTrend[] | null> {
  const query = { ...rangeRequest(range), ...(q && { q }), sort, rows: MAX_TIME_CARDS, lastIndex: -1 };
  const { rows, total } = await call(getRoll, { query });
  if (total > MAX_TIME_CARDS) return null;
  const people: PersonTrend[] = [];
  for (let next = 0; next < rows.length; next += AT_ONCE)
    people.push(
      ...(await Promise.all(
        rows
          .slice(next, next + AT_ONCE)
          .map(({ employee: { _id: employeeId } }) =>
            call(getPersonTrend, { params: { employeeId }, query: { from: range.from, to: range.to } }),
          ),
      )),
    );
  return people;
}

/** One person over a range. */
export const personQuery = (range: DayRange, employeeId: string) =>
  queryOf(getPersonTrend, rangeKey(range, 'person', { employeeId }), {
    request: () => ({ params: { employeeId }, query: { from: range.from, to: range.to } }),
    ...dayOptions({ persist: { last: KEPT_PEOPLE }, silent: true }),
  });

/** The card numbers of one person. They are not stored on the device. */
export const cardsQuery = (accountId: string, employeeId: string) =>
  queryOf(getPersonCards, [...figuresKey(accountId), 'cards', employeeId], {
    request: () => ({ params: { employeeId } }),
    ...dayOptions({ silent: true }),
  });

/** The paid hours of everybody in a pay period; without a span in the current one. They are not stored on the device. */
export const payHoursQuery = (accountId: string, crew: Crew, span: Span | undefined) =>
  queryOptions({
    queryKey: [...figuresKey(accountId), 'hours', crew, span],
    queryFn: ({ signal }) =>
      allRows((lastIndex) => call(getPayHours, { query: { ...crew, ...span, lastIndex } }, { signal })),
    ...dayOptions({ silent: true }),
  });

/** The whole roll as a file of the server, with the columns that the user chose. */
export const rollFile = (view: RollView, exportType: 'csv' | 'xlsx', chosen: readonly string[] | undefined) =>
  callFile(
    getRollFile,
    { query: { ...rollRequest(view), exportType, ...(chosen && { columns: chosen.join(',') }) } },
    { fallback: `roll.${exportType}` },
  );

/** The muster list. All of it is cached on disk, encrypted: it is needed when a building is evacuated, perhaps without a connection. */
export const musterQuery = (accountId: string, crew: Crew) =>
  queryOf(getMuster, [...figuresKey(accountId), 'on-site', crew], {
    request: () => ({ query: crew }),
    ...dayOptions({ persist: 'large', silent: true }),
  });
