import { type AlertInput, createAlert } from '#contract/alerts.ts';
import { listBackups, startBackup, startRestore, uploadRestore } from '#contract/backups.ts';
import { listAccountDevices } from '#contract/devices.ts';
import { listAccountEmployees } from '#contract/employees.ts';
import { updateDevice } from '#contract/enrolment.ts';
import { createCall } from '#server/demo/client.ts';
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
