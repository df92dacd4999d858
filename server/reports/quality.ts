import { shareOf } from '#contract/figures/quality.ts';
import { loadCalendar } from '../attendance/calendars.ts';
import { lookedAtOf, readSamples } from '../figures/quality/quality.ts';
import { isWithin } from '../figures/stats/crew.ts';
import type { Db } from '../platform/db/db.ts';
import type { PaidReport, Reported, Shown } from './paid.ts';

/** The report 'Quality' (docs/reference/quality.md): a row for each day, person and defect of which samples were looked at. The rows of a day are its people. */
export async function qualityReport(
  db: Db,
  accountId: string,
  { dates }: Reported,
  { crew }: Pick<Shown, 'crew'>,
): Promise<PaidReport> {
  const { defects, seen } = await db.tenant(accountId, async (tx) => {
    const { zone } = await loadCalendar(tx, accountId);
    // The people of each day are those of the scope by then.
    const sees = { isMember: null, isOfWork: (lookup1: string | null) => isWithin(crew.lookup1, lookup1) };
    return readSamples(tx, accountId, zone, { ...dates, ...sees });
  });
  const byDay = Map.groupBy(seen, ({ day }) => day);
  return {
    async complete(day, rows) {
      const byPerson = Map.groupBy(byDay.get(day) ?? [], ({ employeeId }) => employeeId);
      return rows.flatMap((row) => {
        const own = byPerson.get(row.key);
        if (!own) return [];
        const { samples, pieces, found } = lookedAtOf(own, defects);
        return defects.map(({ id, name }, nth) => {
          const some = found[nth] ?? 0;
          const share = String(shareOf(some, pieces) ?? 0);
          return {
            ...row,
            key: `${row.key} ${id}`,
            values: { ...row.values, defect: name, samples, pieces, found: some, share },
          };
        });
      });
    },
    changedBy: (changed) => [...changed],
  };
}
