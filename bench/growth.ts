import { z } from 'zod';
import { type Db, sql } from '#server/platform/db/db.ts';
import { givenCrowd } from './support/crowd.ts';
import { cpuOf, openRig, printTable, rounded, timed } from './support/rig.ts';

/**
 * Measures what a punch takes on disk and in the database's log, and whether punches get slower as tables grow: 500 people with four
 * punches on each day, sent through ADMS in batches of 100, on a clock that is moved from day to day. BENCH_PUNCHES: how many; BENCH_DATABASE_URL: a
 * PostgreSQL.
 */
const PEOPLE = 500;
const BATCH = 100;
const HOURS = [8, 12, 13, 17];
const DAYS = Math.ceil(Number(process.env.BENCH_PUNCHES ?? 1_000_000) / (PEOPLE * HOURS.length));
const REPORTS = 5;
const FIRST_DAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

let at = new Date(FIRST_DAY);
const rig = await openRig({ clock: { now: () => new Date(at) } });
const { db } = rig.database;

const sizes = z.object({ heap: z.number(), indexes: z.number(), facts: z.number(), rest: z.number(), wal: z.number() });
/** Returns, in bytes, the rows and indexes of punches, the day facts with theirs, all other tables of the account, and the log written so far. */
const measure = (of: Db) =>
  of.single(
    sizes,
    sql`select pg_table_size('clock_record')::float as heap, pg_indexes_size('clock_record')::float as indexes,
      pg_total_relation_size('day_fact')::float as facts,
      (select sum(pg_total_relation_size(oid))::float from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
        and relname not in ('clock_record', 'day_fact')) as rest,
      (pg_current_wal_lsn() - '0/0'::pg_lsn)::float as wal`,
  );

/** Returns ATTLOG lines of `count` people from number `from`, one second apart. */
const lines = (from: number, count: number, state: number) =>
  Array.from({ length: count }, (_, n) => {
    const instant = new Date(at.getTime() - (count - n) * 1_000).toISOString().slice(0, 19).replace('T', ' ');
    return `${from + n + 1}\t${instant}\t${state}\t1\t\t0\t0\n`;
  }).join('');

try {
  const { serial } = await givenCrowd(db, PEOPLE);
  await fetch(`${rig.origin}/iclock/cdata?SN=${serial}&options=all`);
  const post = async (body: string) => {
    const reply = await fetch(`${rig.origin}/iclock/cdata?SN=${serial}&table=ATTLOG&Stamp=9999`, {
      method: 'POST',
      body,
    });
    if ((await reply.text()).trim() !== `OK: ${BATCH}`) throw new Error(`A batch was refused: ${reply.status}`);
  };
  const before = await measure(db);
  let last = before;
  let [cpuMs, wallMs, punches, reported] = [0, 0, 0, 0];
  const rows = [];
  for (let day = 0; day < DAYS; day++) {
    for (const [n, hour] of HOURS.entries())
      for (let from = 0; from < PEOPLE; from += BATCH) {
        at = new Date(FIRST_DAY + day * DAY_MS + hour * 3_600_000 + from * 1_000);
        const body = lines(from, BATCH, n % 2);
        cpuMs += await cpuOf(async () => {
          wallMs += await timed(() => post(body));
        });
        punches += BATCH;
      }
    if (Math.floor(((day + 1) * REPORTS) / DAYS) > rows.length) {
      const now = await measure(db);
      const each = (of: keyof typeof now) => Math.round((now[of] - before[of]) / punches);
      const row = {
        punches,
        'bytes a punch': each('heap') + each('indexes') + each('facts') + each('rest'),
        row: each('heap'),
        'its indexes': each('indexes'),
        'day facts': each('facts'),
        'log, bytes a punch': Math.round((now.wal - last.wal) / (punches - reported)),
        'CPU us a punch': rounded((cpuMs * 1_000) / (punches - reported)),
        'punches/s': Math.round(((punches - reported) / wallMs) * 1_000),
      };
      rows.push(row);
      // A million take long: a run that is cut short has said what it had measured.
      console.log(JSON.stringify(row));
      [cpuMs, wallMs, reported, last] = [0, 0, punches, now];
    }
  }
  printTable(`Growth: ${PEOPLE} people, four punches on each of ${DAYS} days, batches of ${BATCH}`, rows);
} finally {
  await rig.close();
}
