import { type AccountHealth, MOST_ACCOUNTS } from '#contract/operations/accountStatistics.ts';
import { DEVICE_ONLINE_MS } from '#contract/platform/limits.ts';
import { english, words } from '#contract/platform/words.ts';
import { type ObservedAccount, observedAccounts } from '../../access/accounts/accounts.sql.ts';
import type { Db } from '../../platform/db/db.ts';
import { DAY } from '../../platform/zone.ts';
import { healthOf } from '../backups/health.ts';
import { selectBackupStates } from '../backups/schedules.sql.ts';

/** An account whose devices deliver nothing for this long is not merely having a weekend. */
const QUIET_MS = 4 * DAY;

const isBefore = (instant: string | null, at: number) => instant !== null && Date.parse(instant) < at;

/** Returns what needs attention about an account besides its backups, in sentences. */
export function warningsOf(account: Omit<ObservedAccount, '_id' | 'name' | 'code'>, now: Date): string[] {
  const { people, devices, devicesOnline, lastContactAt, lastRecordAt } = account;
  const at = now.getTime();
  const warnings = [
    people > 0 && devices === 0 && words('No device is enrolled.'),
    devices > 0 && lastContactAt === null && words('No device has called yet.'),
    devices > 0 && devicesOnline === 0 && isBefore(lastContactAt, at - DAY) && words('No device has called for a day.'),
    people > 0 && devices > 0 && lastRecordAt === null && words('No record yet.'),
    people > 0 && devices > 0 && isBefore(lastRecordAt, at - QUIET_MS) && words('No record for four days.'),
  ];
  return warnings.filter((warning) => warning !== false);
}

/** Returns all accounts, those with most warnings first, then by name. Bounded to `MOST_ACCOUNTS`. System path. */
export async function accountsHealth(db: Db, now: Date): Promise<AccountHealth[]> {
  const [accounts, states] = [
    await observedAccounts(db, new Date(now.getTime() - DEVICE_ONLINE_MS)),
    await selectBackupStates(db),
  ];
  const backups = new Map(states.map((state) => [state.accountId, healthOf(state, now)]));
  return accounts
    .map(({ lastContactAt, ...account }) => {
      const backup = backups.get(account._id);
      const ofBackups = backup?.nextAt ? (backup.words ?? backup.warnings) : [words('No backups are scheduled.')];
      const said = account.isActive ? [...warningsOf({ ...account, lastContactAt }, now), ...ofBackups] : [];
      return {
        ...account,
        lastBackupAt: backup?.lastGoodAt ?? null,
        ...{ warnings: said.map(english), words: said },
      };
    })
    .sort((one, other) => other.warnings.length - one.warnings.length || one.name.localeCompare(other.name, 'en'))
    .slice(0, MOST_ACCOUNTS);
}
