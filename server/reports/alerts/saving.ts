import { v7 as uuidv7 } from 'uuid';
import type { License } from '#contract/access/accounts.ts';
import { words } from '#contract/platform/words.ts';
import { type Alert, type AlertInput, figuresOf } from '#contract/reports/alerts.ts';
import { requestedColumns } from '#contract/reports/reportColumns.ts';
import { audit, by, type UserCall } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import type { UserCaller } from '../../platform/http/callers.ts';
import { invalid, notFound, permissionDenied, Refusal } from '../../platform/http/errors.ts';
import { readFilter } from '../filter.ts';
import {
  countOtherAlerts,
  deleteAlertRow,
  forgetSaid,
  insertAlert,
  isSeen,
  listTimeGroups,
  lockAlert,
  lockLicense,
  updateAlertRow,
} from './alerts.sql.ts';
import { isNarrowedBeyond, NO_TIME_GROUPS, refusedByLicense, targetsAllowed } from './limits.ts';
import { settleAlert } from './settle.ts';

export const maySeeFigures = ({ permissions }: UserCaller, of: Parameters<typeof figuresOf>[0]) =>
  figuresOf(of).every((permission) => permissions.includes(permission));

/** Refuses figures that the caller may not see: they could otherwise have them mailed to themselves. */
function refuseUnseen({ caller }: UserCall, input: AlertInput) {
  if ((input.viaEmail || input.report) && !maySeeFigures(caller, input)) throw permissionDenied();
}

/**
 * Returns the alert in the form to be stored: within the licence, with groups of this account only. The account stays locked until the alert is
 * saved.
 */
async function allowedInput(tx: Db, caller: UserCaller, alertId: string | null, input: AlertInput) {
  const { accountId } = caller;
  const { license } = await lockLicense(tx, accountId);
  const refused = refusedByLicense(input, license.alerts, await countOtherAlerts(tx, accountId, alertId));
  if (refused) throw new Refusal('LIMIT_REACHED', refused);
  return allowedTargets(tx, caller, license, input);
}

/** Returns an alert without time groups outside the caller's scope: it holds nobody of them. Groups of another account or system than named are not found. */
export async function allowedTargets(
  tx: Db,
  { accountId, scope }: Pick<UserCaller, 'accountId' | 'scope'>,
  { alerts }: License,
  input: AlertInput,
) {
  if (isNarrowedBeyond(alerts, input.report)) throw new Refusal('LIMIT_REACHED', NO_TIME_GROUPS);
  if (input.report) {
    await readFilter(tx, accountId, input.report.options, scope);
    if (!requestedColumns(input.report))
      throw invalid('report.options.columns', words('This report does not have that column'));
  }
  const groups = await listTimeGroups(tx, accountId);
  const own = new Map(groups.map(({ timeGroupId, systemId }) => [timeGroupId, systemId]));
  for (const { timeGroupId, systemId } of input.targetGroups)
    if (own.get(timeGroupId) !== systemId) throw notFound(words('Shift not found'));
  const isSeen = (id: string) => scope?.lists.timeGroups?.includes(id) ?? true;
  const live = groups.filter(({ isDeleted }) => !isDeleted).map(({ timeGroupId }) => timeGroupId);
  const named = input.targetGroups.filter(({ timeGroupId }) => isSeen(timeGroupId));
  const targetGroups = targetsAllowed(named, alerts, live.filter(isSeen));
  if (!targetGroups) throw new Refusal('LIMIT_REACHED', NO_TIME_GROUPS);
  return { ...input, targetGroups };
}

export async function createAlertOf(tx: Db, who: UserCall, body: AlertInput): Promise<Alert> {
  const { accountId, username } = who.caller;
  refuseUnseen(who, body);
  const input = await allowedInput(tx, who.caller, null, body);
  const alertId = uuidv7({ msecs: who.now.getTime() });
  const saved = await insertAlert(tx, {
    accountId,
    alertId,
    input,
    by: username,
    madeBy: who.caller.userId,
    now: who.now,
  });
  await settleAndReschedule(tx, accountId, alertId, who.now);
  await audit(tx, { ...by(who), accountId, action: 'alert.create', target: saved.description });
  return who.answered(tx, saved);
}

/** Changes an alert. Slots that were due before the change are decided by the alert as it was before. */
export async function updateAlertOf(tx: Db, who: UserCall, alertId: string, body: AlertInput): Promise<Alert> {
  const { accountId, username } = who.caller;
  refuseUnseen(who, body);
  if (!(await isSeen(tx, accountId, alertId, who.caller))) throw notFound(words('Alert not found'));
  const input = await allowedInput(tx, who.caller, alertId, body);
  await settleAndReschedule(tx, accountId, alertId, who.now);
  await forgetSaid(tx, accountId, alertId, input);
  const saved = await updateAlertRow(tx, { accountId, alertId, input, by: username, now: who.now });
  if (!saved) throw notFound(words('Alert not found'));
  await settleAndReschedule(tx, accountId, alertId, who.now);
  await audit(tx, { ...by(who), accountId, action: 'alert.update', target: saved.description });
  return saved;
}

export async function deleteAlertOf(tx: Db, who: UserCall, alertId: string) {
  const { accountId } = who.caller;
  if (!(await isSeen(tx, accountId, alertId, who.caller))) throw notFound(words('Alert not found'));
  await settleAndReschedule(tx, accountId, alertId, who.now);
  const gone = await deleteAlertRow(tx, accountId, alertId);
  if (!gone) throw notFound(words('Alert not found'));
  await audit(tx, { ...by(who), accountId, action: 'alert.delete', target: gone.description });
}

/** Decides an alert's due slots and computes its next one. */
async function settleAndReschedule(tx: Db, accountId: string, alertId: string, now: Date) {
  const alert = await lockAlert(tx, accountId, alertId);
  if (alert) await settleAlert(tx, alert, now);
}
