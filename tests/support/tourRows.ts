import { listAccountDevices } from '#contract/intake/devices.ts';
import { createUnmanagedDevice, updateDevice } from '#contract/intake/enrolment.ts';
import { activateDevice, heartbeat, syncDevice } from '#contract/intake/sync.ts';
import { listWorkPlans, setWorkPlan } from '#contract/intake/workPlans.ts';
import { listAccountEmployees } from '#contract/masterData/employees.ts';
import { listBackups, startBackup, startRestore, uploadRestore } from '#contract/operations/backups.ts';
import { type AlertInput, createAlert } from '#contract/reports/alerts.ts';
import { createCall } from '#server/operations/demo/client.ts';
import type { RemoteWorld } from './e2e.messages.ts';

/** Controls that no client has: let the jobs run, and make a terminal fall silent in the past. */
export type Hidden = Pick<RemoteWorld, 'work' | 'fallSilent'>;
type Place = { origin: string; accountId: string; hidden: Hidden };

const ALERT: Omit<AlertInput, 'category'> = {
  description: 'Who is missing this morning, for the office and the people at the gates of both packhouses',
  viaEmail: true,
  emailRecipients: ['office@example.test', 'a.very.long.address.of.somebody.at.the.northern.packhouse@example.test'],
  daysOfWeek: [1, 2, 3, 4, 5],
  times: [
    { enabled: true, time: '08:00' },
    { enabled: false, time: '14:30' },
  ],
  targetGroups: [],
};

/** Alerts to list and edit; piecework has none. `token`: of an employer. */
export async function givenAlerts(origin: string, token: string) {
  const call = createCall(origin);
  const off = { viaEmail: false, emailRecipients: [], times: [{ enabled: false, time: '10:00' }] };
  await call(createAlert, { body: { ...ALERT, category: 'attendance' } }, token);
  await call(createAlert, { body: { ...ALERT, ...off, category: 'attendance', description: 'Late' } }, token);
  await call(createAlert, { body: { ...ALERT, ...off, category: 'break', daysOfWeek: [6, 7] } }, token);
}

/** A backup, a restore of it that is done and one that waits to be confirmed. `token`: of an administrator. */
export async function givenBackups({ origin, accountId, hidden }: Place, token: string) {
  const call = createCall(origin);
  const params = { accountId };
  await call(startBackup, { params, body: { includeEmployees: true, includeClockRecords: true } }, token);
  await hidden.work();
  const { results } = await call(listBackups, { params, query: {} }, token);
  const headers = { authorization: token, 'x-device-id': 'demo-set-up' };
  const path = `${origin}/v2/backup-restore/${accountId}`;
  const file = await fetch(`${path}/backup/${results[0]?.backupJobId}/download`, { headers });
  const zip = await file.blob();
  const upload = async () => {
    const body = new FormData();
    body.append('backup.zip', zip, 'backup.zip');
    const reply = await fetch(`${path}/restore/upload`, { method: 'POST', headers, body });
    return uploadRestore.response.parse(await reply.json());
  };
  const { restoreJobId } = await upload();
  await call(
    startRestore,
    { params: { accountId, restoreJobId }, body: { items: ['Employees'], strategy: 'merge' } },
    token,
  );
  await hidden.work();
  await upload();
}

/**
 * Terminals that report and one that has not since `since`: whoever clocks on it and has not come is not judged. The last two people
 * clock on another one, so that somebody is absent.
 */
export async function givenSilence({ origin, accountId, hidden }: Place, token: string, since: string) {
  const call = createCall(origin);
  const params = { accountId };
  const { employees } = await call(listAccountEmployees, { params, query: {} }, token);
  const { devices } = await call(listAccountDevices, { params }, token);
  const [silent, reporting, ...others] = devices.filter(({ kind }) => kind === 'adms');
  if (!silent || !reporting) throw new Error('There are no terminals');
  const last = employees.toSorted((one, other) => one.number.localeCompare(other.number)).slice(-2);
  await call(
    updateDevice,
    {
      params: { accountId, deviceId: reporting._id },
      body: { employeeIds: last.map(({ _id }) => _id), description: reporting.description },
    },
    token,
  );
  for (const { serialNumber } of [silent, reporting, ...others])
    await fetch(`${origin}/iclock/getrequest?SN=${serialNumber}`);
  await hidden.fallSilent(accountId, silent._id, since);
}

/** A Recorder with planned work, some of it changed there, and with a person whom a user has named on it, and what two people said of their day. Tokens of both; `ahead`: hours of the account's zone. */
export async function givenRecorder(
  { origin, accountId }: Place,
  { admin, employer }: { admin: string; employer: string },
  { now, day, ahead }: { now: Date; day: string; ahead: number },
) {
  const call = createCall(origin);
  const phone = { serialNumber: 'PHONE OF THE ROWS', imei: '350000000000999' };
  const { activationToken } = await call(createUnmanagedDevice, { params: { accountId }, body: phone }, admin);
  const { deviceId, deviceToken } = await call(activateDevice, { body: { activationToken } });
  const named = { employeeIds: [], description: 'Row 12, behind the cold store of the northern packhouse' };
  await call(updateDevice, { params: { accountId, deviceId }, body: named }, admin);
  const sentAt = now.toISOString();
  const clockRecords = [{ recordId: 'NEW-1', employeeNumber: '4711', at: sentAt, direction: 'in' }];
  const newPeople = [{ number: '4711', name: 'Nomvula Bezuidenhout' }];
  await call(syncDevice, { body: { sentAt, clockRecords, newPeople } }, deviceToken);
  // The first person agreed to today, of which the office has other figures since; the second disputes it.
  const timeIn = new Date(Date.parse(`${day}T07:00:00Z`) - ahead * 3_600_000).toISOString();
  const shown = {
    ...{ in: timeIn, out: null },
    pieces: [{ lookup1Code: 'Product0', lookup2Code: 'Block0', units: '12.5' }],
  };
  const ownDayActs = [{ employeeNumber: '100000' }, { employeeNumber: '100001', wrong: 'hours' as const }].map(
    (act, nth) => ({ ...act, recordId: `SAID-${nth}`, at: sentAt, day, shown }),
  );
  await call(syncDevice, { body: { sentAt, ownDayActs } }, deviceToken);
  const more = { recordId: 'MORE-1', employeeNumber: '100000', startedAt: sentAt, units: '3', lookup1Code: 'Product1' };
  await call(syncDevice, { body: { sentAt, pieceworkEntries: [more] } }, deviceToken);
  const plan = (time: string, code: string) =>
    call(
      setWorkPlan,
      {
        body: {
          ...{ deviceIds: [deviceId], day, time, unitsPerScan: '2.5' },
          ...{ lookup1Code: `Product${code}`, lookup2Code: `Block${code}` },
        },
      },
      employer,
    );
  await plan(new Date(Date.now() + ahead * 3_600_000).toISOString().slice(11, 16), '1');
  await plan('23:58', '2');
  const taken = (await call(listWorkPlans, {}, employer)).plans.map(({ _id }) => _id);
  const changed = taken.slice(0, 1).map((planId) => ({
    ...{ planId, at: sentAt, lookup1Code: 'Product3', lookup2Code: null, unitsPerScan: '1' },
  }));
  await call(heartbeat, { body: { work: { taken, changed } } }, deviceToken);
  await plan('23:59', '0');
}
