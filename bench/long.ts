import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { v7 as newId } from 'uuid';
import { claimRestore, insertRestore, selectRestore, setManifest } from '#server/operations/backups/restores.sql.ts';
import { stageArchive } from '#server/operations/backups/stage.ts';
import { swapIn } from '#server/operations/backups/swap.ts';
import { writeBackup } from '#server/operations/backups/write.ts';
import { systemClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { createSecrets } from '#server/platform/secrets/secrets.ts';
import { givenAccount } from '#tests/support/factories.ts';
import { fillAccount } from '#tests/support/filledAccount.ts';
import { unzip } from '#tests/support/zip.ts';
import { attlog, givenCrowd } from './support/crowd.ts';
import { lookedAt, toNextMinute } from './support/looking.ts';
import { openRig, printTable, type Row, rounded, timed } from './support/rig.ts';

/**
 * Backs up a large account, restores it into an empty one and backs that up again: measures records per second, the process's memory, whether the
 * item files are the same to the byte, and how another account's dashboard answers meanwhile. BENCH_RECORDS: clock records (2,000,000 is the long
 * run).
 */
const RECORDS = Number(process.env.BENCH_RECORDS ?? 200_000);
const PEOPLE = 5_000;

const rig = await openRig();
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-long-'));
try {
  const { db } = rig.database;
  const secrets = createSecrets(Buffer.alloc(32, 3));
  const from = await givenAccount(db);
  const to = await givenAccount(db);
  const given = await timed(() =>
    fillAccount(db, from, { employees: PEOPLE, punchesEach: Math.ceil(RECORDS / PEOPLE), from: '2026-01-01' }),
  );
  const otherAccount = await givenCrowd(db, 1_000);
  await fetch(`${rig.origin}/iclock/cdata?SN=${otherAccount.serial}&table=ATTLOG&Stamp=9999`, {
    method: 'POST',
    body: attlog(systemClock.now(), 1_000, 0, 1_000),
  });
  const dashboard = {
    url: `${rig.origin}/v2/stats/employee/attendance-status-totals`,
    authorization: otherAccount.token,
  };
  await lookedAt(dashboard, () => pause(3_000));
  await toNextMinute();
  const quiet = await lookedAt(dashboard, () => pause(20_000));

  const rows: Row[] = [];
  const idle = process.memoryUsage.rss();
  let peak = idle;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 100);
  const step = async (what: string, work: () => Promise<unknown>) => {
    peak = process.memoryUsage.rss();
    const { ms, p95 } = await lookedAt(dashboard, work);
    rows.push({
      what,
      seconds: rounded(ms / 1_000),
      'records/s': Math.round(RECORDS / (ms / 1_000)),
      'MB above idle': Math.round((peak - idle) / 1e6),
      'dashboard p95, ms': rounded(p95),
      'of idle': rounded(p95 / quiet.p95, 2),
    });
    console.log(rows.at(-1));
  };
  const items = ['Payroll Data', 'Employees', 'Clock Records'] as const;
  const backUp = (accountId: string, path: string) =>
    writeBackup(
      db,
      secrets,
      { accountId, accountCode: 'B', accountName: 'Bench', items, appVersion: '0', madeAt: systemClock.now(), path },
      async () => undefined,
      () => undefined,
    );

  const first = join(folder, 'first.zip');
  await step('backup', () => backUp(from, first));
  const restoreJobId = newId();
  const now = systemClock.now();
  await insertRestore(db, to, restoreJobId, 'bench', now, first);
  await step('check and stage', async () =>
    setManifest(db, to, restoreJobId, await stageArchive({ db, secrets }, to, restoreJobId, first)),
  );
  const actor = { accountId: to, userId: newId(), address: '127.0.0.1' };
  await claimRestore(db, to, restoreJobId, { items, strategy: 'merge', actor, now });
  const job = await selectRestore(db, to, restoreJobId);
  if (!job) throw new Error('The restore is gone.');
  await step('swap in', () =>
    swapIn(
      { db, secrets, config: readConfig({}) },
      { accountId: to, accountName: 'Bench', job: { ...job, strategy: 'merge' }, startedAt: now, now },
    ),
  );
  const second = join(folder, 'second.zip');
  await step('backup again', () => backUp(to, second));
  clearInterval(watch);
  printTable(
    `Backup and restore of ${RECORDS} clock records of ${PEOPLE} people (made in ${rounded(given / 1_000)} s, ${rounded(statSync(first).size / 1e6)} MB)`,
    rows,
  );
  const [before, after] = [await unzip(await readFile(first)), await unzip(await readFile(second))];
  const differing = [...before].filter(
    ([name, content]) => name !== 'manifest.json' && !after.get(name)?.equals(content),
  );
  console.log(
    differing.length === 0
      ? 'Item files are the same to the byte.'
      : `DIFFERENT: ${differing.map(([name]) => name).join(', ')}`,
  );
  process.exitCode = differing.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
  await rig.close();
}
