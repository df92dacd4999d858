import type { DayChange } from '#contract/figures/people.ts';
import { MAX_DAY_CHANGES } from '#contract/platform/limits.ts';
import { type ListedRow, wordsOf } from '../../attendance/corrections.sql.ts';
import type { Db } from '../../platform/db/db.ts';
import type { LocalDate, Zone } from '../../platform/zone.ts';
import type { Crew } from '../stats/crew.ts';
import { listedOfCrew } from '../stats/crewLedger.ts';
import type { Sight } from './roll.ts';

/** The most rows of the ledger that are read for one person's range. */
const MOST = 1_000;
const KINDS = { add: 'added', void: 'voided', replace: 'changed', excuse: 'excused' } as const;

type Asked = { accountId: string; employeeId: string; zone: Zone; sight: Sight; crew: Crew };
/** Reads the corrections and excuses in force of a person, and returns those of each day. */
export async function readDayChanges(
  tx: Db,
  { accountId, employeeId, zone, sight, crew }: Asked,
  from: LocalDate,
  to: LocalDate,
) {
  const rows = await listedOfCrew(tx, accountId, { from, to, employeeId, offset: 0, limit: MOST }, crew);
  const isSeen = ({ table, undoneAt }: ListedRow) =>
    undoneAt === null && (table === 'entry' ? sight.piecework : sight.attendance);
  const standing = rows.filter(isSeen).reverse();
  return (date: LocalDate): DayChange[] =>
    standing
      .filter(({ days }) => days.includes(date))
      .slice(0, MAX_DAY_CHANGES)
      .map((row) => ({ kind: KINDS[row.kind], ...wordsOf(row, zone) }));
}
