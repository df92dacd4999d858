import { createHash } from 'node:crypto';
import type { ChangeScope } from '../../../masterData/change.ts';
import { selectStarts } from './codes.sql.ts';
import type { PieceRecord } from './lines.ts';
import type { Line } from './table.ts';

/** A line that may be stored. */
export type Understood = Pick<Line, 'line' | 'cells'> & { record: PieceRecord };

const hashOf = (content: string) => `csv-${createHash('sha256').update(content).digest('hex').slice(0, 32)}`;
const plain = (cell: string | undefined) => cell?.trim().toLowerCase() ?? '';
/** Returns how often an item has come, this time included. */
function counter() {
  const times = new Map<string, number>();
  return (item: string) => {
    const time = (times.get(item) ?? 0) + 1;
    times.set(item, time);
    return time;
  };
}

/**
 * Returns the codes of lines: their own, or one made from what was understood of each and how often the file has that, so that the same work in another
 * spelling is the same entry, and in another order of dates another. What was imported before that, under a code of the letters of its cells, keeps it.
 */
export async function codesOf(
  { tx, accountId, systemId }: ChangeScope,
  lines: readonly Understood[],
): Promise<Map<number, string>> {
  const [timesRead, timesWritten] = [counter(), counter()];
  const codes = lines.map(({ line, cells, record }) => {
    const { employeeNumber, units, startedAt, endedAt = null, durationMs = null, jobDescription } = record;
    const work = [plain(cells.lookup1), plain(cells.lookup2), plain(jobDescription ?? '')];
    const read = JSON.stringify([employeeNumber, units, startedAt, endedAt, durationMs, work]);
    const written = JSON.stringify(Object.entries(cells).sort());
    const former = hashOf(`${written} ${timesWritten(written)}`);
    return { line, startedAt, former, code: cells.code?.trim() || hashOf(`${read} ${timesRead(read)}`) };
  });
  const known = await selectStarts(tx, accountId, { systemId, recordIds: codes.map(({ former }) => former) });
  return new Map(
    codes.map(({ line, startedAt, former, code }) => [
      line,
      known.get(former) === Date.parse(startedAt) ? former : code,
    ]),
  );
}
