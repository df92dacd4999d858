import type { AccountSettings, SavedSettings, TimeZonePreview } from '#contract/access/accountSettings.ts';
import { isReservedSystem } from '#contract/masterData/setupRecords.ts';
import { isTimeZone } from '#contract/platform/timeZones.ts';
import { words } from '#contract/platform/words.ts';
import {
  chooseTimeZone,
  countRecorded,
  eraseTemplates,
  findSettings,
  updateSettings,
} from '../../access/accounts/accounts.sql.ts';
import { markRecalculating } from '../../attendance/recalculating.sql.ts';
import { firstRetainedDay } from '../../attendance/refresh.ts';
import { queueCommands } from '../../intake/terminals/dialects/adms/queue.ts';
import { requireZoneUnlocked } from '../../intake/terminals/locked.ts';
import { sendRecalculation } from '../../intake/terminals/recalculating.ts';
import { markForReading, selectTerminals } from '../../intake/terminals/rereading.sql.ts';
import { audit, by, changedFields, type UserCall } from '../../platform/audit/audit.ts';
import { conflict, invalid, notFound } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { lockAccount } from '../../platform/tenant/account.ts';
import { addDays, dayBounds, isSameClock, localDateOf, type Zone, zoneOf } from '../../platform/zone.ts';
import { eraseWithoutConsent, insertText } from '../privacy/consents.sql.ts';

/** Returns the settings, whether the zone is still the server's, unconfirmed, and whether a recalculation is under way. */
export async function settingsOf({ db, config }: Services, accountId: string): Promise<SavedSettings> {
  const found = await findSettings(db, accountId, config.timeZone);
  if (!found) throw notFound(words('Account not found'));
  return found;
}

/**
 * Changes the settings that are sent. A new time zone makes a job read the punches of terminals again from what the terminals sent, and derive every
 * day again (docs/reference/attendance.md#time). Throws PERIOD_LOCKED where it would move locked days (docs/reference/corrections.md#locks).
 */
export async function saveSettings(
  services: Services,
  accountId: string,
  change: Partial<AccountSettings & Pick<SavedSettings, 'requireSecondFactor'>>,
  call: UserCall,
): Promise<SavedSettings> {
  checkSettings(change);
  const { db, jobs, config } = services;
  return db.tx(async (tx) => {
    const locked = await lockAccount(tx, accountId);
    const before = await findSettings(tx, accountId, config.timeZone);
    if (!before) throw notFound(words('Account not found'));
    const after = { ...before, ...change };
    if (after.requireSecondFactor && !before.requireSecondFactor && locked.isSystem && !call.caller.hasFactor)
      throw conflict(words('Set up a second factor of your own first: Log-in options, in your user menu.'));
    if (after.consentText === '' && (after.consentRequired || before.consentText !== ''))
      throw invalid('consentText', words('Write what people agree to'));
    await requireZoneUnlocked(tx, accountId, before.timeZone, after.timeZone, call.now);
    await updateSettings(tx, accountId, after, call.now, call.caller.fullName);
    const detail = changedFields(before, after);
    await audit(tx, { ...by(call), accountId, action: 'account.settings', target: locked.code, detail });
    if (after.consentText !== before.consentText)
      await insertText(tx, accountId, after.consentText, call.caller.fullName, call.now);
    if (before.storeTemplates && !after.storeTemplates) await eraseTemplates(tx, accountId, call.now);
    else await eraseWithoutConsent(tx, accountId, call.now);
    if (change.timeZone !== undefined) await chooseTimeZone(tx, accountId);
    if (after.timeZone !== before.timeZone) {
      await markForReading(tx, accountId, null);
      await markRecalculating(tx, accountId, call.now);
      // They have been told the time of the former zone.
      for (const terminal of await selectTerminals(tx, accountId))
        await queueCommands(tx, terminal, [{ kind: 'set-clock' }], call.now);
      await sendRecalculation(jobs, accountId, tx);
    }
    return settingsOf({ ...services, db: tx }, accountId);
  });
}

/** Refuses what the schema cannot check: duplicates that differ in case, and unknown zones. */
function checkSettings({ allowedSystemIds, timeZone }: Partial<AccountSettings>) {
  const seen = new Set<string>();
  for (const [i, id] of (allowedSystemIds ?? []).entries()) {
    const key = id.toLowerCase();
    if (isReservedSystem(id)) throw invalid(`allowedSystemIds.${i}`, words('This System ID is reserved.'));
    if (seen.has(key)) throw invalid(`allowedSystemIds.${i}`, words('The specified System ID is already allowed.'));
    seen.add(key);
  }
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw invalid('timeZone', words('Choose a time zone such as Europe/Paris'));
}

/**
 * Returns what another zone would change in the stored days: how many days, of whom, and how many punches would be read again. Throws PERIOD_LOCKED
 * as the change itself does.
 */
export async function previewTimeZone(
  services: Services,
  accountId: string,
  timeZone: string,
  now: Date,
): Promise<TimeZonePreview> {
  checkSettings({ timeZone });
  const { timeZone: current } = await settingsOf(services, accountId);
  const today = localDateOf(zoneOf(current), now.getTime());
  const spans = differingDays(zoneOf(current), zoneOf(timeZone), firstRetainedDay(today), addDays(today, 2));
  return services.db.tenant(accountId, async (tx) => {
    await requireZoneUnlocked(tx, accountId, current, timeZone, now);
    return countRecorded(tx, accountId, current, spans);
  });
}

/** Returns the spans of local days on which the clocks of two zones differ. */
function differingDays(one: Zone, other: Zone, from: string, to: string) {
  const spans: { from: Date; to: Date }[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    if (isSameClock(one, other, day)) continue;
    const { start, end } = dayBounds(one, day);
    const last = spans.at(-1);
    if (last && last.to.getTime() === start) last.to = new Date(end);
    else spans.push({ from: new Date(start), to: new Date(end) });
  }
  return spans;
}
