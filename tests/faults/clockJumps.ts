import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount } from '#contract/access/accounts.ts';
import { changePassword, logIn } from '#contract/access/session.ts';
import { createUser } from '#contract/access/users.ts';
import { createAdmsDevice } from '#contract/intake/enrolment.ts';
import { createAlert, listAlertDeliveries } from '#contract/reports/alerts.ts';
import { PASSWORD } from './alertWorld.ts';
import { adminToken, type FaultRow, pause, postLines, recoveryOf, ServerProcess } from './rig.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The first slot; the process's clock starts a little earlier. */
const FIRST = Date.parse('2026-11-20T10:15:00Z');
const LIBRARY = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0];

/**
 * The machine's clock jumps by an hour, forward and back, under a whole process with its database (libfaketime): no slot may be sent twice or
 * left out, no ended session may come back, and no punch of a terminal may be lost. `lost` counts slots that were not sent in time.
 */
export async function clockJumps(): Promise<FaultRow> {
  if (!LIBRARY) throw new Error('libfaketime is not installed: install the package faketime.');
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-clock-'));
  const file = join(folder, 'offset');
  let offset = 0;
  /** The process notices the new time within two seconds. */
  const set = async (at: number) => {
    offset = at - Date.now();
    writeFileSync(file, `${offset < 0 ? '-' : '+'}${Math.abs(offset / 1_000).toFixed(3)}\n`);
    await pause(2_500);
  };
  const now = () => Date.now() + offset;
  await set(FIRST - 30 * 1_000);
  const server = await ServerProcess.create({
    ...{ LD_PRELOAD: LIBRARY, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_CACHE_DURATION: '1', NO_FAKE_STAT: '1' },
    ...{ FAKETIME_DONT_FAKE_MONOTONIC: '1', SESSION_TTL: '1800', LOG_LEVEL: 'fatal' },
  });
  const waits: number[] = [];
  let [lost, doubled, revived, acknowledged, jumps] = [0, 0, 0, 0, 0];
  const failures: string[] = [];
  try {
    await server.start();
    const { call } = server;
    const signIn = (password: string) => call(logIn, { body: { username: 'clock', password } });
    const admin = await adminToken(server);
    const holder = { firstName: 'Fay', lastName: 'Ult', contactNo: '1', emailAddr: 'fay@example.test' };
    const account = { isActive: true, code: 'CLOCK', name: 'Clock', holder, timeZone: 'UTC' };
    const { _id: accountId } = await call(createAccount, { body: account }, admin);
    await call(createAdmsDevice, { params: { accountId }, body: { serial: 'CLOCK1' } }, admin);
    const person = { firstName: 'A', lastName: 'B', username: 'clock', email: 'clock@example.test' };
    await call(createUser, { body: { accountId, ...person, password: 'until-the-first-log-in' } }, admin);
    const first = await signIn('until-the-first-log-in');
    const change = { currentPassword: 'until-the-first-log-in', newPassword: PASSWORD };
    await call(changePassword, { body: change }, first.token);
    await set(FIRST - 30 * 1_000);
    const times = ['10:15', '10:45', '11:15', '11:45'];
    for (const [n, category] of (['attendance', 'piecework'] as const).entries()) {
      const slots = times.slice(n * 2, n * 2 + 2).map((time) => ({ enabled: true, time }));
      const body = { category, viaEmail: false, emailRecipients: [], description: category, targetGroups: [] };
      await call(createAlert, { body: { ...body, daysOfWeek: [1, 2, 3, 4, 5, 6, 7], times: slots } }, first.token);
    }
    const slotsSent = async () => {
      const { token } = await signIn(PASSWORD);
      const { results } = await call(listAlertDeliveries, {}, token);
      return results.filter(({ status }) => status === 'sent').map(({ slot }) => slot);
    };
    /** Waits until that many slots were sent; extra ones are noticed at the end. */
    const until = async (count: number) => {
      const started = performance.now();
      while (performance.now() - started < 150_000) {
        if ((await slotsSent()).length >= count) return waits.push(performance.now() - started);
        await pause(3_000);
      }
      lost++;
      return failures.push(`at ${new Date(now()).toISOString()} only ${(await slotsSent()).join()} were sent`);
    };
    const mayStill = async (token: string) => {
      const reply = await fetch(`${server.origin}/v2/session`, { headers: { authorization: token } });
      return reply.status === 200;
    };
    const punch = async () => {
      const at = new Date(now()).toISOString().slice(0, 19).replace('T', ' ');
      const outcome = await postLines(server, 'CLOCK1', [`${++acknowledged}\t${at}\t0\t1\t\t0\t0\n`]);
      if (outcome !== 'acknowledged') failures.push(`a punch at ${at} was ${outcome}`);
    };
    const jump = async (at: number) => {
      jumps++;
      await set(at);
      await punch();
    };

    await until(1);
    const session = (await signIn(PASSWORD)).token;
    await jump(now() + HOUR);
    // 10:45 and 11:15 are due at once, because both are within the hour.
    await until(3);
    if (await mayStill(session)) failures.push('a session of 30 minutes lives an hour later');
    await jump(now() - HOUR);
    if (await mayStill(session)) revived++;
    await jump(FIRST + 29 * MINUTE);
    await pause(75_000);
    await jump(FIRST + HOUR + 29 * MINUTE);
    await until(4);
    await jump(now() - HOUR);
    await pause(75_000);
    const sent = await slotsSent();
    doubled = sent.length - new Set(sent).size;
    const overview = await fetch(`${server.origin}/v2/system-stats/account/${accountId}/overview`, {
      headers: { authorization: await adminToken(server) },
    });
    const { clockRecords } = (await overview.json()) as { clockRecords: number };
    lost += Math.max(0, acknowledged - clockRecords);
    doubled += Math.max(0, clockRecords - acknowledged);
    for (const failure of failures) console.error(failure);
    return {
      fault: 'the clock of the machine jumps by an hour, bundled',
      tried: `${jumps} jumps; slots sent: ${sent.sort().join(', ')}; sessions revived: ${revived}`,
      ...{ acknowledged: acknowledged + sent.length, lost, doubled },
      serverErrors: failures.length + revived,
      recovery: `a slot after it was due ${recoveryOf(waits)}`,
    };
  } finally {
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}
