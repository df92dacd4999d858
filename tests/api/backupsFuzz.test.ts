import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { givenAccount, givenAdmin } from '../support/factories.ts';
import { fillAccount } from '../support/filledAccount.ts';
import { spoiled } from '../support/spoiledBytes.ts';
import { useTestApp } from '../support/testApp.ts';
import { multipart, unzip, zip } from '../support/zip.ts';

const t = useTestApp();
/** FUZZ_CASES=10000 is the long run. */
const CASES = Number(process.env.FUZZ_CASES ?? 120);
/** The number of archives that are made and tried at a time, so that the test itself takes little memory. */
const SLICE = 500;
/** The bytes by which the server's memory may grow over all archives, without its database; the first slice warms it up. */
const MAY_GROW_BYTES = 150 * 1024 * 1024;
setFlagsFromString('--expose-gc');
// Garbage is collected first, because most of it is the test's own archives.
const collectGarbage: () => void = runInNewContext('gc');
/** An upload that takes longer hangs: it is not only slowed by a busy machine. */
const SLOW_MS = 30_000;

/** Returns everything that an upload may not touch: all data of every account except the restores themselves. */
const contents = async () => {
  const hash = createHash('sha256');
  for (const table of [
    'employee',
    'clock_record',
    'piecework_entry',
    'app_user',
    'work_group',
    'standard_time',
    'device',
  ] as const) {
    const [row] = await t.db.rows(z.object({ all: z.string().nullable() }), {
      text: `select string_agg(r::text, '|' order by r::text) as all from ${table} r`,
      values: [],
    });
    hash.update(`${table} ${row?.all}`);
  }
  return hash.digest('hex');
};

it(
  'whatever bytes are uploaded as a backup are refused or read, at once, and change nothing',
  async () => {
    const { token } = await givenAdmin(t.db);
    const accountId = await givenAccount(t.db);
    await fillAccount(t.db, accountId);
    const base = `/v2/backup-restore/${accountId}`;
    const include = { includePayrollData: true, includeEmployees: true, includeClockRecords: true, includeUsers: true };
    const { backupJobId } = (
      await t.ask(`${base}/backup/start`, { token, body: { ...include, includeBiometricTemplates: true } })
    ).json();
    await t.jobs.drain();
    const good = (await t.ask(`${base}/backup/${backupJobId}/download`, { token })).rawPayload;
    // Half of the changes are made inside the archive, which is packed again, so that the later checks are reached too.
    const inside = await unzip(good);
    const odd = [
      '\0',
      '{',
      '"',
      '\n',
      'PK\x03\x04',
      'PK\x01\x02',
      'PK\x05\x06',
      '\xff\xff\xff\xff',
      '../',
      '"accountId":"x",',
      '9'.repeat(400),
    ];
    const names = [...inside.keys()];
    /** Half of the archives are damaged as files, half inside. */
    const slice = async (from: number): Promise<Buffer[]> => {
      const count = Math.min(SLICE, CASES - from);
      const half = Math.ceil(count / 2);
      const within = spoiled([...inside.values()], odd, count - half, 20_261_122 + from);
      const repacked = within.map((bytes, i) => zip([...new Map(inside).set(names[i % names.length] ?? '', bytes)]));
      return [...spoiled([good], odd, half, 20_261_121 + from), ...(await Promise.all(repacked))];
    };
    const before = await contents();
    const answers: Record<string, number> = {};
    const tryOne = async (archive: Buffer) => {
      t.clock.advance(1_000);
      const { payload, headers } = multipart(archive, {});
      const started = performance.now();
      const reply = await t.app.inject({
        method: 'POST',
        url: `${base}/restore/upload`,
        payload,
        headers: { ...headers, authorization: token },
      });
      const what = `${reply.statusCode} ${reply.body.slice(0, 300)} of ${createHash('sha256').update(archive).digest('hex')}`;
      expect(performance.now() - started, what).toBeLessThan(SLOW_MS);
      expect([200, 400, 413, 415], what).toContain(reply.statusCode);
      if (reply.statusCode !== 200) expect(reply.json().message, what).toMatch(/\S/);
      answers[reply.statusCode] = (answers[reply.statusCode] ?? 0) + 1;
    };
    const memory: number[] = [];
    for (let from = 0; from < CASES; from += SLICE) {
      for (const archive of await slice(from)) await tryOne(archive);
      collectGarbage();
      memory.push(process.memoryUsage.rss());
    }
    const [warm = 0] = memory;
    const grown = Math.max(...memory) - warm;
    console.info('backup bytes:', answers, 'memory grown by', Math.round(grown / 1e6), 'MB');
    expect(grown).toBeLessThan(MAY_GROW_BYTES);
    expect(await contents()).toBe(before);
    expect(readdirSync(join(t.dataDir, 'uploads', accountId))).toEqual([]);
  },
  60_000 + Math.min(CASES * 1_000, 3_600_000),
);
