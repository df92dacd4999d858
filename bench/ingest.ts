import { z } from 'zod';
import { systemClock } from '#server/clock.ts';
import { sql } from '#server/db/db.ts';
import { asClockRecords, attlog, countRecords, givenCrowd, givenHistory, givenPhone } from './support/crowd.ts';
import { cpuOf, openRig, printTable, rounded, timed } from './support/rig.ts';

/**
 * Durable punches a second through ADMS and through the sync of V2 devices, as a ratio to plain batched inserts of the same lines into the
 * same database; then a replay of what is there already. Every acknowledged batch is on disk.
 */
const BATCH = 100;
const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 1_000);
const PUNCHES = Number(process.env.BENCH_PUNCHES ?? 10_000);
/** Rows that stand there already: four a day and person, back into the past. */
const STORED = Number(process.env.BENCH_STORED ?? 0);

const syncAnswer = z.object({ accepted: z.int(), cursor: z.string() });

const rig = await openRig();
try {
  const { db } = rig.database;
  const { serial, accountId } = await givenCrowd(db, PEOPLE);
  // The same people and punches in another account, so that neither way meets what the other stored.
  const other = await givenCrowd(db, PEOPLE);
  const phone = await givenPhone(db, other.accountId);
  const now = systemClock.now();
  await db.run(sql`create table raw_punch (id bigserial primary key, pin text, at timestamptz, status int)`);
  await db.run(sql`create unique index raw_punch_once on raw_punch (pin, at, status)`);
  if (STORED > 0) await givenHistory(db, accountId, STORED);
  const before = await countRecords(db, accountId);
  const batches = Array.from({ length: PUNCHES / BATCH }, (_, n) => attlog(now, PEOPLE, n * BATCH, BATCH));

  const raw = async (text: string) => {
    const rows = text
      .trim()
      .split('\n')
      .map((line) => line.split('\t'));
    const records = rows.map(([pin, at, status]) => ({ pin, at: `${at}Z`, status: Number(status) }));
    await db.tx((tx) =>
      tx.run(sql`insert into raw_punch (pin, at, status) select pin, at, status
        from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r(pin text, at timestamptz, status int) on conflict do nothing`),
    );
  };
  const post = async (text: string) => {
    const reply = await fetch(`${rig.origin}/iclock/cdata?SN=${serial}&table=ATTLOG&Stamp=9999`, {
      method: 'POST',
      body: text,
    });
    if (!(await reply.text()).startsWith('OK')) throw new Error(`A batch was refused: ${reply.status}`);
  };
  let cursor: string | undefined;
  const sync = async (text: string) => {
    const reply = await fetch(`${rig.origin}/v2/rc/sync`, {
      method: 'POST',
      headers: { authorization: phone, 'content-type': 'application/json' },
      body: JSON.stringify({ sentAt: systemClock.now().toISOString(), cursor, clockRecords: asClockRecords(text) }),
    });
    const answer = syncAnswer.parse(await reply.json());
    cursor = answer.cursor;
    if (answer.accepted !== BATCH) throw new Error(`A sync stored ${answer.accepted} of ${BATCH}`);
  };
  await fetch(`${rig.origin}/iclock/cdata?SN=${serial}&options=all`);

  let [rawMs, admsMs, syncMs, replayMs] = [0, 0, 0, 0];
  let [rawCpu, admsCpu, syncCpu, replayCpu] = [0, 0, 0, 0];
  // Side by side, so that a machine that slows down slows both.
  for (const batch of batches) {
    rawCpu += await cpuOf(async () => {
      rawMs += await timed(() => raw(batch));
    });
    admsCpu += await cpuOf(async () => {
      admsMs += await timed(() => post(batch));
    });
    syncCpu += await cpuOf(async () => {
      syncMs += await timed(() => sync(batch));
    });
  }
  const again = batches.slice(0, 50);
  replayCpu = await cpuOf(async () => {
    for (const batch of again) replayMs += await timed(() => post(batch));
  });
  const replayed = again.length * BATCH;
  const stored = (await countRecords(db, accountId)) - before;
  const inserted = await db.single(z.object({ n: z.int() }), sql`select count(*)::int as n from raw_punch`);
  if (stored !== inserted.n) throw new Error(`${stored} punches stored where the raw table has ${inserted.n}`);
  const row = (what: string, ms: number, cpuMs: number, punches: number) => ({
    what,
    'punches/s': Math.round(punches / (ms / 1_000)),
    ratio: rounded(((rawMs / PUNCHES) * punches) / ms, 3),
    'CPU us/punch': rounded((cpuMs * 1_000) / punches),
  });
  printTable(
    `Ingest: ${PUNCHES} punches of ${PEOPLE} people in batches of ${BATCH}, durable, one connection, ${before} rows stored before`,
    [
      row('raw batched inserts', rawMs, rawCpu, PUNCHES),
      row('ADMS, with day facts', admsMs, admsCpu, PUNCHES),
      row('V2 sync, with day facts', syncMs, syncCpu, PUNCHES),
      row('ADMS, replay of known lines', replayMs, replayCpu, replayed),
    ],
  );
} finally {
  await rig.close();
}
