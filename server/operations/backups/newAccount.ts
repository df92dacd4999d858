import { DEFAULT_SCHEDULE } from '#contract/operations/backups.ts';
import { nextSlot } from '../../platform/archive/slots.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/db/db.ts';
import { saveSchedule } from './schedules.sql.ts';

type Added = { accountId: string; timeZone: string; now: Date };

/** Gives a new account the automatic backups of ACCOUNT_BACKUP, by the clock of its zone; none where the operator wants none. */
export async function scheduleNewAccount(
  tx: Db,
  { accountId, timeZone, now }: Added,
  { accountBackup: frequency }: Pick<Config, 'accountBackup'>,
): Promise<void> {
  if (frequency === 'off') return;
  const schedule = { ...DEFAULT_SCHEDULE, frequency };
  await saveSchedule(tx, accountId, schedule, nextSlot(schedule, timeZone, now), now);
}
