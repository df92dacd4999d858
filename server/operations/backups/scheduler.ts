import { v7 as uuidv7 } from 'uuid';
import { backupItem } from '#contract/operations/backups.ts';
import { msg } from '#contract/platform/words.ts';
import { nextSlot } from '../../platform/archive/slots.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Services } from '../../platform/services.ts';
import { sendDueInstallationBackup } from '../instance/nightly.ts';
import { BACKUP_JOB } from './backupJob.ts';
import { insertBackup } from './backups.sql.ts';
import { beginJob } from './oneAtATime.ts';
import { selectBackupState, selectDue, takeSlot } from './schedules.sql.ts';

const SCHEDULE_JOB = 'backup-schedule';

/** Looks each minute for backups that are due, of accounts and of the installation. A slot is taken once, however many processes run. */
export function defineScheduleJob(services: Services) {
  services.jobs.define(SCHEDULE_JOB, () => sendDue(services), { expireInSeconds: 600 });
  services.jobs.schedule(SCHEDULE_JOB, '* * * * *');
}

async function sendDue(services: Services): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  for (const accountId of await selectDue(db, now)) await startDue(services, accountId, now);
  await sendDueInstallationBackup(services, now);
}

/**
 * Starts a due backup. A slot that was missed, because the server was down or a restore ran, is made up for as soon as possible; several missed slots
 * count as one.
 */
async function startDue(services: Services, accountId: string, now: Date): Promise<void> {
  const items = [...backupItem.options];
  const backupJobId = uuidv7({ msecs: now.getTime() });
  await beginJob(services, accountId, now, async (tx, { backups, restores }) => {
    const state = await selectBackupState(tx, accountId);
    if (!state?.schedule || backups + restores > 0) return;
    const { schedule, timeZone } = state;
    if (Date.parse(schedule.nextAt) > now.getTime()) return;
    if (!(await takeSlot(tx, accountId, schedule.nextAt, nextSlot(schedule, timeZone, now)))) return;
    await insertBackup(tx, accountId, backupJobId, { items, by: 'Schedule', kind: 'scheduled', now });
    const trail = {
      accountId,
      at: now,
      actor: 'system',
      target: backupJobId,
      detail: msg('{frequency, select, daily {daily} other {weekly}} schedule', { frequency: schedule.frequency }),
    };
    await audit(tx, { ...trail, action: 'backup.create' });
    await services.jobs.send(BACKUP_JOB, { accountId, backupJobId, items }, { tx });
  });
}
