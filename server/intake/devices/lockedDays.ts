import { readDayModel } from '../../figures/stats/loadDay.ts';
import { lockMasterData, noteRecalculatedDays } from '../../masterData/account.sql.ts';
import type { Db } from '../../platform/db/db.ts';
import type { LocalDate } from '../../platform/zone.ts';
import { selectSilentLockedDays } from './lockedDays.sql.ts';

/**
 * Makes a change of devices, or of who clocks on them, and marks the locked days on which it judges an employee otherwise, so that their locks tell it as
 * `changed-after-lock` (docs/reference/corrections.md#locks): who was unverified while a device was silent is absent once it is deleted. Called under the account's
 * lock, before the data version is raised. `employeeIds`: the only ones whom it can concern.
 */
export async function tellLocked(
  tx: Db,
  accountId: string,
  now: Date,
  change: () => Promise<void>,
  employeeIds?: readonly string[],
): Promise<void> {
  const days = await selectSilentLockedDays(tx, accountId);
  const buckets = () => bucketsOf(tx, accountId, days, { now, employeeIds });
  const before = await buckets();
  await change();
  const after = await buckets();
  const moved = days.filter((_, i) => before[i] !== after[i]);
  if (moved.length === 0) return;
  const { dataVersion } = await lockMasterData(tx, accountId);
  await noteRecalculatedDays(tx, accountId, dataVersion + 1, moved);
}

type Whose = { now: Date; employeeIds: readonly string[] | undefined };
async function bucketsOf(
  tx: Db,
  accountId: string,
  days: readonly LocalDate[],
  { now, employeeIds }: Whose,
): Promise<string[]> {
  const found: string[] = [];
  for (const day of days) {
    const { people } = await readDayModel(tx, accountId, day, now, { employeeIds });
    found.push(people.map(({ employee, status }) => `${employee._id} ${status}`).join());
  }
  return found;
}
