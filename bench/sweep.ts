import { v7 as newId } from 'uuid';
import { z } from 'zod';
import { ENDPOINTS } from '#contract/all.ts';
import { MAX_SYNC_RECORDS } from '#contract/platform/limits.ts';
import { systemClock } from '#server/platform/clock.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenSyncKey } from '#tests/support/factories.payroll.ts';
import { givenAdmin } from '#tests/support/factories.ts';
import { attlog, givenCrowd, givenPhone } from './support/crowd.ts';
import { openRig, printTable, type Row, rounded, timed } from './support/rig.ts';

/**
 * Measures a large account: payroll syncs, contacts of devices, and then every read of the contract once, listed from the slowest. It shows work that
 * grows faster than what is asked for; it has no ratio, so compare only within one run.
 */
const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 10_000);
const SLOW_MS = 50;
const idRow = z.object({ id: z.string() });

const rig = await openRig();
try {
  const { db } = rig.database;
  const { accountId, serial, token } = await givenCrowd(db, 10);
  const admin = await givenAdmin(db);
  await db.run(sql`update session set created_at = now(), expires_at = now() + interval '12 hours'`);
  await db.run(sql`update account set allowed_system_ids = '{PAY}' where account_id = ${accountId}`);
  const key = await givenSyncKey(db, accountId);
  const phone = await givenPhone(db, accountId);
  const now = systemClock.now();
  const rows: Row[] = [];
  const note = (what: string, ms: number, answer: string) => rows.push({ what, ms: rounded(ms), answer });
  const ask = async (what: string, method: string, path: string, authorization: string, body?: unknown) => {
    let answer = '';
    const isText = typeof body === 'string';
    const ms = await timed(async () => {
      const reply = await fetch(`${rig.origin}${path}`, {
        method,
        headers: {
          authorization,
          ...(body !== undefined && { 'content-type': isText ? 'text/plain' : 'application/json' }),
        },
        body: body === undefined ? undefined : isText ? body : JSON.stringify(body),
      });
      const text = await reply.text();
      answer = `${reply.status}, ${rounded(text.length / 1_000)} kB${reply.ok ? '' : ` ${text.slice(0, 200)}`}`;
    });
    note(what, ms, answer);
  };
  const sync = (what: string, body: unknown) => ask(what, 'POST', '/v2/payroll/PAY/sync', key, body);

  const people = Array.from({ length: PEOPLE }, (_, n) => ({
    code: `E${n}`,
    number: `E${n}`,
    firstName: `First ${n}`,
    lastName: `Last ${n % 97}`,
    timeId: String(100_000 + n),
    timeGroupCode: 'DAY',
  }));
  for (let from = 0; from < PEOPLE; from += MAX_SYNC_RECORDS)
    await sync(`payroll: employees from ${from}`, { employees: people.slice(from, from + MAX_SYNC_RECORDS) });
  await sync('payroll: the same employees again', { employees: people.slice(0, MAX_SYNC_RECORDS) });
  const lookups = Array.from({ length: 1_000 }, (_, n) => ({ lookup: 1, code: `L${n}`, description: `Block ${n}` }));
  await sync('payroll: 1,000 lookups', { lookups });
  const started = new Date(now.getTime() - 3_600_000).toISOString();
  const entry = (n: number) => ({
    code: `P${n}`,
    employeeNumber: `E${n % PEOPLE}`,
    lookup1Code: `L${n % 1_000}`,
    units: '2.5',
    startedAt: started,
    endedAt: now.toISOString(),
  });
  const entries = Array.from({ length: MAX_SYNC_RECORDS }, (_, n) => entry(n));
  await sync(`payroll: ${MAX_SYNC_RECORDS} piecework entries`, { pieceworkEntries: entries });
  await sync(`payroll: ${MAX_SYNC_RECORDS} piecework entries again`, { pieceworkEntries: entries });

  const phoneSync = (what: string) =>
    ask(what, 'POST', '/v2/rc/sync', phone, { sentAt: now.toISOString(), clockRecords: [] });
  await phoneSync('phone: first sync');
  await phoneSync('phone: everything again');
  const terminal = (what: string, method: string, path: string, body?: string) =>
    ask(what, method, `/iclock/${path}`, '', body);
  await terminal('terminal: handshake', 'GET', `cdata?SN=${serial}&options=all`);
  const lines = (from: number) =>
    attlog(now, PEOPLE, from, 1_000).replace(/^\d+/gm, (pin) => String(100_000 + Number(pin) - 1));
  for (let from = 0; from < PEOPLE; from += 1_000)
    await terminal(
      `terminal: 1,000 punches from ${from}`,
      'POST',
      `cdata?SN=${serial}&table=ATTLOG&Stamp=1`,
      lines(from),
    );
  await terminal('terminal: poll', 'GET', `getrequest?SN=${serial}`);
  const deviceId =
    (await db.rows(idRow, sql`select device_id as id from device where serial_number = ${serial}`))[0]?.id ?? '';
  const ids = await db.rows(
    idRow,
    sql`select employee_id as id from employee where account_id = ${accountId} limit 5000`,
  );
  await ask('admin: assign 5,000 people', 'PUT', `/v2/device/by-account/${accountId}/${deviceId}`, admin.token, {
    description: 'Gate',
    employeeIds: ids.map(({ id }) => id),
  });
  await terminal('terminal: poll after it', 'GET', `getrequest?SN=${serial}`);

  const values: Record<string, string> = {
    accountId,
    deviceId,
    userId: admin.userId,
    employeeId: ids[0]?.id ?? newId(),
    status: 'present',
    category: 'lookup1',
  };
  const missing = /^(getRecalculation|downloadBackup|getBackupStatus|getRestoreStatus|getExportChanges)$/;
  const query = (name: string) =>
    new URLSearchParams({
      ...(/^search/.test(name) && { q: 'a' }),
      ...(/^(list|search)(Accounts|AccountUsers|Users|Audit)/.test(name) && { startRow: '0', endRow: '20' }),
    });
  for (const [name, { method, path, access }] of Object.entries(ENDPOINTS)) {
    if (method !== 'GET' || typeof access !== 'object' || missing.test(name)) continue;
    const filled = path.replace(/:(\w+)/g, (_, part: string) =>
      name === 'listAlerts' ? 'attendance' : (values[part] ?? newId()),
    );
    await ask(
      `${name} (${access.role})`,
      'GET',
      `/v2${filled}?${query(name)}`,
      access.role === 'admin' ? admin.token : token,
    );
  }
  printTable(
    `${PEOPLE} employees: what took longer than ${SLOW_MS} ms, or was refused`,
    rows
      .filter(({ ms, answer }) => Number(ms) > SLOW_MS || !/^(200|304)/.test(String(answer)))
      .sort((a, b) => Number(b.ms) - Number(a.ms)),
  );
  console.log(`\n${rows.length} calls`);
} finally {
  await rig.close();
}
