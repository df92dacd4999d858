import { z } from 'zod';
import { systemClock } from '#server/platform/clock.ts';
import { sql } from '#server/platform/db/db.ts';
import { openCaller } from './support/calling.ts';
import { asClockRecords, attlog, countRecords, givenCrowd, givenHistory, givenPhone } from './support/crowd.ts';
import { cpuOf, openRig, printTable, rounded, timed } from './support/rig.ts';

/**
 * Measures durable punches per second through ADMS and through the sync of V2 devices, as a ratio to plain batched inserts of the same lines into the
 * same database; then sending the same punches again. Every acknowledged batch is on disk. The client is another process. The first batches are not
 * counted, because a server runs for longer than its code takes to compile.
 */
const BATCH = 100;
const WARM_UP = 5_000;
const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 1_000);
const PUNCHES = Number(process.env.BENCH_PUNCHES ?? 10_000);
/** Rows that are stored before the measurement, four per person and day, going back into the past. */
const STORED = Number(process.env.BENCH_STORED ?? 0);

const syncAnswer = z.object({ accepted: z.int(), cursor: z.string() });

const rig = await openRig();
const caller = openCaller();
try {
  const { db } = rig.database;
  const { serial, accountId } = await givenCrowd(db, PEOPLE);
  // The same people and punches in another account, so that neither way finds what the other has stored.
  const other = await givenCrowd(db, PEOPLE);
  const phone = await givenPhone(db, other.accountId);
  const now = systemClock.now();
  await db.run(sql`create table raw_punch (id bigserial primary key, pin text, at timestamptz, status int)`);
  await db.run(sql`create unique index raw_punch_once on raw_punch (pin, at, status)`);
  if (STORED > 0) await givenHistory(db, accountId, STORED);
  const before = await countRecords(db, accountId);
  const batches = Array.from({ length: (WARM_UP + PUNCHES) / BATCH }, (_, n) => attlog(now, PEOPLE, n * BATCH, BATCH));

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
    const url = `${rig.origin}/iclock/cdata?SN=${serial}&table=ATTLOG&Stamp=9999`;
    const reply = await caller.ask(url, { method: 'POST', body: text });
    if (!reply.text.startsWith('OK')) throw new Error(`A batch was refused: ${reply.status}`);
    return reply.ms;
  };
  let cursor: string | undefined;
  const sync = async (text: string) => {
    const reply = await caller.ask(`${rig.origin}/v2/rc/sync`, {
      method: 'POST',
      headers: { authorization: phone, 'content-type': 'application/json' },
      body: JSON.stringify({ sentAt: systemClock.now().toISOString(), cursor, clockRecords: asClockRecords(text) }),
    });
    const answer = syncAnswer.parse(JSON.parse(reply.text));
    cursor = answer.cursor;
    if (answer.accepted !== BATCH) throw new Error(`A sync stored ${answer.accepted} of ${BATCH}`);
    return reply.ms;
  };
  await caller.ask(`${rig.origin}/iclock/cdata?SN=${serial}&options=all`);

  const counted = () => ({ ms: 0, cpuMs: 0, punches: 0 });
  const [ofRaw, ofAdms, ofSync, ofReplay] = [counted(), counted(), counted(), counted()];
  const count = async (work: () => Promise<number>, total?: ReturnType<typeof counted>) => {
    let ms = 0;
    const cpuMs = await cpuOf(async () => {
      ms = await work();
    });
    if (!total) return;
    total.ms += ms;
    total.cpuMs += cpuMs;
    total.punches += BATCH;
  };
  // Side by side, so that a machine that slows down slows both alike.
  for (const [n, batch] of batches.entries()) {
    const isCounted = n * BATCH >= WARM_UP;
    await count(() => timed(() => raw(batch)), isCounted ? ofRaw : undefined);
    await count(() => post(batch), isCounted ? ofAdms : undefined);
    await count(() => sync(batch), isCounted ? ofSync : undefined);
  }
  for (const batch of batches.slice(0, 50)) await count(() => post(batch), ofReplay);
  const stored = (await countRecords(db, accountId)) - before;
  const inserted = await db.single(z.object({ n: z.int() }), sql`select count(*)::int as n from raw_punch`);
  if (stored !== inserted.n) throw new Error(`${stored} punches stored where the raw table has ${inserted.n}`);
  const row = (what: string, { ms, cpuMs, punches }: ReturnType<typeof counted>) => ({
    what,
    'punches/s': Math.round(punches / (ms / 1_000)),
    ratio: rounded(((ofRaw.ms / ofRaw.punches) * punches) / ms, 3),
    'CPU us/punch': rounded((cpuMs * 1_000) / punches),
  });
  printTable(
    `Ingest: ${PUNCHES} punches of ${PEOPLE} people in batches of ${BATCH}, durable, one connection, ${before} rows stored before`,
    [
      row('raw batched inserts', ofRaw),
      row('ADMS, with day facts', ofAdms),
      row('V2 sync, with day facts', ofSync),
      row('ADMS, replay of known lines', ofReplay),
    ],
  );
} finally {
  caller.close();
  await rig.close();
}
