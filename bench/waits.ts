import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { writeXlsx } from 'hucre/xlsx';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import { workbookPreview } from '#contract/office/workbook.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { markRecalculating } from '#server/attendance/recalculating.sql.ts';
import { sendRecalculation } from '#server/intake/terminals/recalculating.ts';
import { rehearse } from '#server/operations/backups/rehearse.ts';
import { RESTORE_JOB } from '#server/operations/backups/restoreJob.ts';
import { claimRestore, insertRestore, selectRestore, setManifest } from '#server/operations/backups/restores.sql.ts';
import { stageArchive } from '#server/operations/backups/stage.ts';
import { swapIn } from '#server/operations/backups/swap.ts';
import { writeBackup } from '#server/operations/backups/write.ts';
import { writeDump } from '#server/operations/instance/dump.ts';
import { systemClock } from '#server/platform/clock.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenSyncKey } from '#tests/support/factories.payroll.ts';
import { givenAccount, givenAdmin, givenEmployer } from '#tests/support/factories.ts';
import { givenGroup } from '#tests/support/factories.work.ts';
import { attlog, givenCrowd } from './support/crowd.ts';
import { lookedAt, toNextMinute } from './support/looking.ts';
import { openRig, printTable, type Row, rounded } from './support/rig.ts';

/**
 * Measures how long others wait beside each long operation of one account (bound: 500 ms): another account of 1,000 people, whose dashboard five
 * people ask for five times a second each, and whose terminal sends punches as often. BENCH_RECORDS: punches of 1,000 people; BENCH_HELD: further
 * punches in quarantine; BENCH_WORKS: only the operations whose names match.
 */
const RECORDS = Number(process.env.BENCH_RECORDS ?? 100_000);
const HELD = Number(process.env.BENCH_HELD ?? 10_000);
const PEOPLE = 1_000;
const ARRIVING = 5_000;
const ASKED_AT_ONCE = 60;
const ASKED_MS = 15_000;
/** More of one session are refused (platform/http/rateLimit.ts). */
const ASKED_A_MINUTE = 600;
const ONLY = new RegExp(process.env.BENCH_WORKS ?? '');
const HELD_FROM = '10.9.0.0/24';

const rig = await openRig();
const { db } = rig.database;
const { services } = rig;
const { secrets, clock } = services;
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-waits-'));
const rows: Row[] = [];

type Ask = { method?: string; token: string; body?: unknown; form?: FormData };
async function ask(path: string, { method, token, body, form }: Ask) {
  const answer = await fetch(`${rig.origin}/v2/${path}`, {
    method: method ?? (body || form ? 'POST' : 'GET'),
    headers: { authorization: token, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form && { body: form }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
  return text;
}

/** Stores four punches of everybody on each day up to yesterday, as a terminal sends them; with `held`, from a network that nobody has accepted. */
const givenPunches = (of: { accountId: string; serial: string }, total: number, held?: string) =>
  db.tx(
    (tx) =>
      tx.run(sql`
        insert into clock_record (account_id, clock_record_id, employee_id, time_id, at, direction, device_id, source, record_id,
          received_at, local_time, sent_status, standing)
        select e.account_id, gen_random_uuid(), e.employee_id, e.time_id, p.at, case p.n % 2 when 0 then 'in' else 'out' end, d.device_id,
          'device:' || d.device_id || ${held ? `@${held}` : ''}, e.time_id || '|' || to_char(p.at, 'YYYY-MM-DD HH24:MI:SS') || '|' || p.n % 2 || '|1',
          p.at + interval '1 minute', to_char(p.at, 'YYYY-MM-DD HH24:MI:SS'), p.n % 2, ${held ? 'quarantined' : 'counted'}
        from employee e join device d on d.account_id = e.account_id,
          lateral (select n, date_trunc('day', now()) - ((n / 4 + 1) || ' days')::interval + ((n % 4) * 3 + 7 || ' hours')::interval
            + (e.number::int % 50 || ' minutes')::interval ${held ? sql`+ interval '30 seconds'` : sql``} as at
            from generate_series(0, ${Math.ceil(total / PEOPLE)}::int - 1) n) p
        where e.account_id = ${of.accountId}`),
    { deadlineMs: 600_000 },
  );

const admin = await givenAdmin(db);
const farm = await givenCrowd(db, PEOPLE);
const otherAccount = await givenCrowd(db, PEOPLE);
const office = await givenEmployer(db, { permissions: [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE'] });
const key = await givenSyncKey(db, farm.accountId);
await db.run(sql`update account set allowed_system_ids = '{PAY,NEW}' where account_id = ${farm.accountId}`);
await db.run(sql`update session set created_at = now(), expires_at = now() + interval '12 hours'`);
await givenPunches(farm, RECORDS);
await givenPunches(farm, HELD, HELD_FROM);
// For people who arrive later.
await db.run(sql`
  insert into clock_record (account_id, clock_record_id, time_id, at, direction, source, record_id, received_at)
  select ${farm.accountId}, gen_random_uuid(), (50000 + n)::text, date_trunc('second', now()) - interval '3 hours', 'in', 'device:gate', 'u' || n, now()
  from generate_series(0, ${ARRIVING}::int - 1) n`);
await db.run(sql`update account set first_record_at = now() - interval '90 days'`);
await db.tx((tx) => tx.run(sql`analyze`), { deadlineMs: 600_000 });
const punchAt = `${rig.origin}/iclock/cdata?SN=${otherAccount.serial}&table=ATTLOG&Stamp=9999`;
await fetch(punchAt, { method: 'POST', body: attlog(systemClock.now(), PEOPLE, 0, PEOPLE) });
const dashboard = {
  url: `${rig.origin}/v2/stats/employee/attendance-status-totals`,
  authorization: otherAccount.token,
  punch: punchAt,
};

async function beside(what: string, work: () => Promise<unknown>) {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const { ms, p99, slowest, slowestPunch } = await lookedAt(dashboard, work);
  delay.disable();
  rows.push({
    'beside it': what,
    seconds: rounded(ms / 1_000),
    'dashboard p99, ms': Math.round(p99),
    slowest: Math.round(slowest),
    'slowest punch': Math.round(slowestPunch),
    'event loop': Math.round(delay.max / 1e6),
  });
  console.error(JSON.stringify(rows.at(-1)));
}
/** Runs and measures an operation, if it was asked for. */
const measured = async (what: string, work: () => Promise<unknown>) =>
  void (ONLY.test(what) && (await beside(what, work)));

const today = clock.now().toISOString().slice(0, 10);
const daysAgo = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);

async function recalculations() {
  await measured('recalculation of 31 days', async () => {
    await ask(`stats/reset-dashboard-state/${farm.accountId}`, {
      token: admin.token,
      body: { dates: { from: daysAgo(30), to: today } },
    });
    await rig.drain();
  });
  await measured('another time zone: every punch read again', async () => {
    await db.run(sql`update account set time_zone = 'Africa/Johannesburg' where account_id = ${farm.accountId}`);
    await db.tx((tx) => markRecalculating(tx, farm.accountId, clock.now()));
    await sendRecalculation(services.jobs, farm.accountId);
    await rig.drain();
  });
  const [device] = await db.rows(
    z.object({ id: z.string() }),
    sql`select device_id as id from device where account_id = ${farm.accountId}`,
  );
  await measured(`${HELD} quarantined records accepted`, async () => {
    await ask(`device/${device?.id}/quarantine`, {
      token: admin.token,
      body: { origin: HELD_FROM, decision: 'accept' },
    });
    await rig.drain();
  });
}

async function backups() {
  const items = ['Payroll Data', 'Employees', 'Clock Records'] as const;
  const path = join(folder, 'backup.zip');
  const order = { accountId: farm.accountId, accountCode: 'B', accountName: 'Bench', items, appVersion: '0', path };
  const backUp = () =>
    writeBackup(
      db,
      secrets,
      { ...order, madeAt: clock.now() },
      async () => undefined,
      () => undefined,
    );
  const isAsked = ['backup', 'check', 'rehearsal', 'swap', 'figures', 'delet'].some((word) => ONLY.test(word));
  if (!isAsked) return;
  await beside('backup', backUp);
  const to = await givenAccount(db);
  const restoreJobId = newId();
  const now = clock.now();
  await insertRestore(db, to, restoreJobId, 'bench', now, path);
  await beside('check of an archive', async () =>
    setManifest(db, to, restoreJobId, await stageArchive({ db, secrets }, to, restoreJobId, path)),
  );
  await measured('rehearsal of a restore', () =>
    rehearse(db, to, restoreJobId, { items, strategy: 'replace', madeAt: now.toISOString() }, now),
  );
  const actor = { accountId: to, userId: newId(), address: '127.0.0.1' };
  await claimRestore(db, to, restoreJobId, { items, strategy: 'merge', actor, now });
  const job = await selectRestore(db, to, restoreJobId);
  if (!job) throw new Error('The restore is gone.');
  await beside('swap of a restore', () =>
    swapIn(services, {
      accountId: to,
      accountName: 'Bench',
      job: { ...job, strategy: 'merge' },
      startedAt: now,
      now,
    }),
  );
  await beside('figures of a restore', async () => {
    await services.jobs.send(RESTORE_JOB, { accountId: to, restoreJobId });
    await rig.drain();
  });
  await measured('backup of the installation', () =>
    writeDump(db, services.config, join(folder, 'instance.zip'), now, { room: () => undefined, accountFiles: false }),
  );
  await measured('deletion of the account', () => ask(`account/${to}`, { method: 'DELETE', token: admin.token }));
}

async function masterData() {
  const employees = Array.from({ length: ARRIVING }, (_, n) => ({
    code: `N${n}`,
    number: `N${n}`,
    firstName: `First ${n}`,
    lastName: `Last ${n}`,
    isActive: true,
    timeId: String(50_000 + n),
    timeGroupCode: 'DAY',
  }));
  const sync = { timeGroups: [{ code: 'DAY', name: 'Day' }], employees };
  await measured(`payroll sync of ${ARRIVING}, all new`, async () => {
    await ask('payroll/NEW/sync', { token: key, body: sync });
    await rig.drain();
  });
  await measured(`payroll sync of ${ARRIVING}, the same again`, () =>
    ask('payroll/NEW/sync', { token: key, body: sync }),
  );
  const times = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    code: `D${weekday}`,
    timeGroupCode: 'DAY',
    weekday,
    startTime: '06:00',
    endTime: '15:00',
    breaks: [],
  }));
  await measured('other hours of 1,000 by payroll sync', async () => {
    await ask('payroll/PAY/sync', { token: key, body: { standardTimes: times } });
    await rig.drain();
  });
  const csv = [
    'Employee Number,Units,Started At',
    ...employees.map(({ number }) => `${number},12.5,${today} 07:00`),
  ].join('\n');
  for (const commit of [false, true])
    await measured(`CSV of ${ARRIVING} pieces, ${commit ? 'imported' : 'preview'}`, () =>
      ask(`account/${farm.accountId}/import`, { token: admin.token, body: { kind: 'piecework', csv, commit } }),
    );
  const head = ['Employee Number', 'First Name', 'Last Name', 'Time ID', 'Time Group'];
  const sheet = await writeXlsx({
    sheets: [
      { name: 'Employees', rows: [head, ...employees.map((one, n) => [one.number, 'A', 'B', String(n + 1), 'Day'])] },
      {
        name: 'Shifts',
        rows: [
          ['Time Group', 'Days', 'Start', 'End'],
          ['Day', 'Mon-Fri', '07:00', '16:00'],
        ],
      },
    ],
  });
  if (!ONLY.test('workbook')) return;
  const form = new FormData();
  form.append('workbook', new Blob([new Uint8Array(sheet)]), 'farm.xlsx');
  let preview: ReturnType<typeof workbookPreview.parse> | undefined;
  await beside(`workbook of ${ARRIVING}, preview`, async () => {
    preview = workbookPreview.parse(JSON.parse(await ask('setup/workbook', { token: office.token, form })));
  });
  await beside(`workbook of ${ARRIVING}, taken`, () =>
    ask(`setup/workbook/${preview?.workbookId}/apply`, {
      token: office.token,
      body: { outcomeHash: preview?.outcomeHash, leaveRefused: false },
    }),
  );
}

async function reading() {
  for (const exportType of ['csv', 'xlsx'])
    await measured(`report of 30 days, ${exportType}`, () =>
      ask('stats/generateReport', {
        token: farm.token,
        body: { reportType: 'employee-attendance', exportType, dates: { from: daysAgo(29), to: today } },
      }),
    );
  await measured('trends of 90 days made anew', () =>
    ask(`stats/trends/attendance?from=${daysAgo(89)}&to=${today}`, { token: farm.token }),
  );
}

/** Sends sixty different requests of one user at once, repeatedly: most filter by groups of the account, some by unknown ids. */
async function questions() {
  const groups = await Promise.all(Array.from({ length: ASKED_AT_ONCE }, () => givenGroup(db, farm.accountId, 'time')));
  const filters = groups.map((group, nth) => `timeGroups=${nth % 5 === 0 ? crypto.randomUUID() : group}`);
  const span = `from=${daysAgo(30)}&to=${today}`;
  const filtered = (path: string) => (nth: number) => `${path}${filters[nth % ASKED_AT_ONCE]}`;
  const pastDay = (nth: number) => daysAgo(1 + (nth % 88));
  const works: Record<string, (nth: number) => string> = {
    exceptions: filtered(`exceptions?${span}&`),
    hours: filtered(`stats/hours?${span}&`),
    roll: filtered(`stats/roll?${span}&`),
    trends: filtered(`stats/trends/attendance?${span}&`),
    'usual days': filtered('stats/usual?'),
    'who is on site': filtered('stats/on-site?'),
    'tiles of past days': (nth) => `stats/employee/attendance-status-totals?referenceDate=${pastDay(nth)}`,
    'lists of past days': (nth) =>
      filtered(`stats/employee/by-attendance-status/present?referenceDate=${pastDay(nth)}&`)(nth),
  };
  for (const [what, urlOf] of Object.entries(works)) {
    const name = `${ASKED_AT_ONCE} questions at once: ${what}`;
    if (!ONLY.test(name)) continue;
    // The days are judged once.
    await ask(`stats/trends/attendance?${span}`, { token: farm.token });
    await ask(urlOf(0), { token: farm.token });
    const statuses = new Map<number, number>();
    let nth = 0;
    await beside(name, async () => {
      const until = performance.now() + ASKED_MS;
      await Promise.all(
        filters.map(async () => {
          while (performance.now() < until && nth < ASKED_A_MINUTE) {
            const url = `${rig.origin}/v2/${urlOf(nth)}&cacheKey=${nth++}`;
            const { status } = await fetch(url, { headers: { authorization: farm.token } });
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
            // Waits as a page does after a 429 with Retry-After.
            if (status === 429) await pause(1_000);
          }
        }),
      );
    });
    console.error(JSON.stringify([...statuses]));
  }
}
async function keeping() {
  const cleanings = ['prune-day-facts', 'session.clean', 'sign-in.clean', 'mail.clean', 'push.clean', 'keep-days'];
  await measured('nightly cleaning', async () => {
    for (const name of cleanings) await services.jobs.send(name, {});
    await rig.drain();
  });
}

try {
  await lookedAt(dashboard, () => pause(3_000));
  await toNextMinute();
  await beside('nothing', () => pause(20_000));
  await recalculations();
  await reading();
  await questions();
  await masterData();
  await backups();
  await keeping();
  printTable(`How long others wait beside one account's work: ${RECORDS} records of ${PEOPLE} people`, rows);
} finally {
  rmSync(folder, { recursive: true, force: true });
  await rig.close();
}
