import { GRANTABLE } from '#contract/platform/permissions.ts';
import { type Db, sql } from '#server/platform/db/db.ts';
import { randomToken, tokenHash } from '#server/platform/secrets/secrets.ts';
import { givenAdmin, givenEmployer, givenUser } from './factories.ts';
import { givenDevice, givenEmployee, givenGroup } from './factories.work.ts';
import type { Ids } from './requests.ts';

/** Creates a caller of every role, one document of every kind, and a second account called `other`. */
export async function givenFuzzWorld(db: Db, otherName: string) {
  const admin = await givenAdmin(db);
  const employer = await givenEmployer(db, {
    permissions: GRANTABLE.employer,
    account: { allowedSystemIds: ['Sage'] },
  });
  const other = await givenEmployer(db, { account: { name: otherName } });
  await givenEmployee(db, other.accountId, { firstName: otherName, lastName: otherName, number: otherName });
  const { accountId } = employer;
  const timeGroupId = await givenGroup(db, accountId, 'time');
  const employeeId = await givenEmployee(db, accountId, { timeGroupId, number: '12', timeId: '12' });
  const { deviceId } = await givenDevice(db, accountId, { kind: 'unmanaged' });
  const terminal = await givenDevice(db, accountId);
  const targetUser = await givenUser(db, accountId);
  const backupJobId = '01980000-0000-7000-8000-000000000001';
  const restoreJobId = '01980000-0000-7000-8000-000000000002';
  const ids: Ids = {
    accountId,
    userId: targetUser,
    employeeId,
    deviceId,
    terminalDevice: terminal.deviceId,
    timeGroupId,
    alertId: backupJobId,
    exportId: backupJobId,
    jobId: backupJobId,
    backupJobId,
    restoreJobId,
    syncKeyId: deviceId,
  };
  await db.tenant(accountId, async (tx) => {
    await tx.run(sql`
      insert into alert (account_id, alert_id, category, description, via_email, email_recipients, days_of_week, times,
        target_groups, active_from)
      values (${accountId}, ${backupJobId}, 'attendance', 'x', false, '{}', '{1}', '[{"enabled":true,"time":"08:00"}]', '[]', now())`);
    await tx.run(sql`
      insert into backup_job (account_id, backup_job_id, started_at, started_by, status, items, heartbeat_at)
      values (${accountId}, ${backupJobId}, now(), 'x', 'Failed', '{}', now())`);
    await tx.run(sql`
      insert into restore_job (account_id, restore_job_id, started_at, started_by, status, heartbeat_at)
      values (${accountId}, ${restoreJobId}, now(), 'x', 'Not Started', now())`);
    await tx.run(sql`
      insert into recalculation_job (account_id, job_id, from_day, to_day, status, days_total, started_at, started_by, heartbeat_at)
      values (${accountId}, ${backupJobId}, '2026-11-20', '2026-11-20', 'Successful', 1, now(), 'x', now())`);
  });
  const [device, payroll] = [randomToken(), `tb_live_00000000_${randomToken()}`];
  await db.run(sql`
    insert into device_token_directory (token_hash, owner_account_id, device_id) values (${tokenHash(device)}, ${accountId}, ${deviceId})`);
  await db.run(sql`
    insert into sync_key (account_id, sync_key_id, rights, description, created_at) values (${accountId}, ${deviceId}, 'both', 'x', now())`);
  await db.run(sql`
    insert into sync_key_directory (key_hash, owner_account_id, sync_key_id) values (${tokenHash(payroll)}, ${accountId}, ${deviceId})`);
  const tokens: Record<string, string> = {
    device,
    payroll,
    employer: employer.token,
    any: employer.token,
    admin: admin.token,
    session: employer.token,
  };
  return { ids, tokens, employer };
}
