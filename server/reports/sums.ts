import type { PeriodRule } from '#contract/platform/periods.ts';
import { COLUMNS, COUNTED, type Counted } from '#contract/reports/reportColumns.ts';
import type { ReportRequest } from '#contract/reports/reports.ts';
import { loadCalendar } from '../attendance/calendars.ts';
import { type PayPeriod, payPeriodOn, userPeriodOn, withinDates } from '../figures/pay/payPeriods.ts';
import type { Db } from '../platform/db/db.ts';
import { createTotals, type Totals } from '../platform/files/figures.ts';
import type { Row } from '../platform/files/table.ts';
import type { LocalDate } from '../platform/zone.ts';

/** Sums of a report's rows. */
export type ReportSums = {
  /** Adds the rows of a day, the days in order. Returns the sums of a period on its last day, otherwise nothing. */
  add(day: LocalDate, rows: readonly Row[]): Row[];
};

/** Returns what sums up the rows of a request; null for one that asks for the rows of each day. */
export async function reportSums(db: Db, accountId: string, request: ReportRequest): Promise<ReportSums | null> {
  const { reportType, dates, options } = request;
  if (!options?.sums) return null;
  const { by, period, lookups } = options.sums;
  const periodOf = await periodsOf(db, accountId, period);
  return createSums(reportType, {
    periodOf: (day) => (by === 'person' ? dates : withinDates(periodOf(day), dates)),
    byLookup: lookups ?? false,
  });
}

/** Returns the function that finds the period of a date: of the user, or of the account. */
async function periodsOf(db: Db, accountId: string, rule: PeriodRule | undefined) {
  if (rule) return (day: LocalDate) => userPeriodOn(rule, day);
  const { hoursRules } = await db.tenant(accountId, (tx) => loadCalendar(tx, accountId));
  return (day: LocalDate) => payPeriodOn(hoursRules, day);
}

type By = { periodOf: (day: LocalDate) => PayPeriod; byLookup: boolean };
/** Sums up rows by person, or their lookup pairs, and period. Names and groups are those of the last day. */
export function createSums(type: ReportRequest['reportType'], { periodOf, byLookup }: By): ReportSums {
  const columns = COLUMNS[type].filter(({ total }) => total);
  const counted = COUNTED[type] ?? [];
  let open = new Map<string, Sum>();
  return {
    add(day, rows) {
      for (const row of rows) {
        // The key of a row begins with the employee, and has their lookup pair or break after it.
        const key = byLookup ? row.key : (row.key.split(' ')[0] ?? row.key);
        const sum = open.get(key) ?? { last: row, totals: createTotals(columns), counts: new Map<string, Count>() };
        sum.last = row;
        sum.totals.add(columns.map(({ id }) => row.values[id] ?? null));
        count(sum, DAYS, row);
        for (const one of counted) count(sum, one, row);
        open.set(key, sum);
      }
      const { from, to } = periodOf(day);
      if (to !== day) return [];
      const ended = [...open].map(([key, { last, totals, counts }]): Row => {
        const figures = totals.values();
        const values = {
          ...last.values,
          ...(!byLookup && NO_LOOKUPS),
          ...{ from, to },
          ...Object.fromEntries([DAYS, ...counted].map(({ id }) => [id, counts.get(id)?.count ?? 0])),
          ...Object.fromEntries(columns.map(({ id }, nth) => [id, figures[nth] ?? null])),
        };
        return { day, key, values };
      });
      open = new Map();
      return ended;
    },
  };
}

const NO_LOOKUPS = { lookup1Code: null, lookup1: null, lookup2Code: null, lookup2: null };
const DAYS: Counted = { id: 'days', label: 'Days', column: 'date' };
type Count = { count: number; last: LocalDate };
type Sum = { last: Row; totals: Totals; counts: Map<string, Count> };

/** Counts a row that has the value, or its day where that was not counted yet. */
function count({ counts }: Sum, { id, column, is, eachRow }: Counted, { day, values }: Row) {
  if (is !== undefined && values[column] !== is) return;
  const so = counts.get(id) ?? { count: 0, last: '' };
  if (eachRow || so.last !== day) so.count += 1;
  so.last = day;
  counts.set(id, so);
}
