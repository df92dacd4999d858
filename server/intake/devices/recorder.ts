import type { z } from 'zod';
import {
  type DeviceCommand,
  type DeviceRecorder,
  type DirectionSource,
  type EventFields,
  type epochMeaning,
  isTrustCommand,
} from '#contract/intake/terminals.ts';
import { isTimeZone } from '#contract/platform/timeZones.ts';
import { english, words } from '#contract/platform/words.ts';
import { markRecalculating } from '../../attendance/recalculating.sql.ts';
import { raiseDataVersion } from '../../attendance/records.sql.ts';
import { audit, by, type UserCall } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, invalid, notFound, permissionDenied } from '../../platform/http/errors.ts';
import { newSecretPath, tokenHash } from '../../platform/secrets/secrets.ts';
import type { Services } from '../../platform/services.ts';
import { lockAccount } from '../../platform/tenant/account.ts';
import { endRegistration } from '../terminals/dialects/adms/adms.sql.ts';
import { countWithheld } from '../terminals/dialects/adms/commands.sql.ts';
import { queueCommands, withheldKinds } from '../terminals/dialects/adms/queue.ts';
import { forgetSentUsers } from '../terminals/dialects/adms/roster.sql.ts';
import { READ_AGAIN_JOB } from '../terminals/jobs.ts';
import { requireReadingUnlocked } from '../terminals/locked.ts';
import { forgetNetworks, type selectNetworks } from '../terminals/networks.sql.ts';
import { ANYWHERE, covers } from '../terminals/networks.ts';
import { forgetRead } from '../terminals/readingAgain.sql.ts';
import { sendRecalculation } from '../terminals/recalculating.ts';
import { markForReading } from '../terminals/rereading.sql.ts';
import { requestReload } from '../terminals/terminals.sql.ts';
import { deviceOf, type Of } from './devices.ts';
import { nextStep } from './nextStep.ts';
import { quarantineOf } from './quarantine.ts';
import {
  countOpenCommands,
  saveEpoch,
  saveFields,
  saveOptions,
  selectCommands,
  selectFacts,
  selectOptions,
  selectRecentRejects,
  selectRejectCounts,
  selectUnmatchedPins,
} from './recorder.sql.ts';

const FAILED_LATELY_MS = 24 * 3_600_000;

/** Returns a device's connection log: what happened, what is missing, and the next step. */
export const recorderOf = (db: Db, of: Of, now: Date): Promise<DeviceRecorder> =>
  db.tx(async (tx) => {
    const device = await deviceOf(tx, of);
    const facts = await selectFacts(tx, of, now);
    if (!facts) throw notFound(words('Device not found'));
    const unmatchedPins = await selectUnmatchedPins(tx, of);
    const { networks, quarantine } = await quarantineOf(tx, of);
    const current = networks.find(({ network }) => network === facts.network);
    const withheld = await withheldFrom(tx, of, networks, facts.network);
    const commands = await selectCommands(tx, of);
    const failedCommands = commands.filter(
      ({ status, at }) =>
        (status === 'failed' || status === 'expired') && now.getTime() - Date.parse(at) < FAILED_LATELY_MS,
    ).length;
    const steps = [
      { name: words('Created'), at: facts.createdAt },
      ...(device.deviceType === 'V2'
        ? [
            { name: words('Code sent'), at: facts.codeSentAt },
            { name: words('Activated'), at: facts.activatedAt },
          ]
        : []),
      { name: words('First contact'), at: facts.firstContact },
      { name: words('First punch'), at: facts.firstRecord },
      { name: words('Last data'), at: facts.lastData },
      { name: words('Last contact'), at: facts.lastContact },
    ];
    const rejected = await selectRejectCounts(tx, of);
    const situation = {
      device,
      facts,
      unmatchedPins,
      quarantine,
      withheld,
      failedCommands,
      rejected,
      now: now.getTime(),
    };
    const step = nextStep(situation);
    return {
      steps,
      nextStep: step === null ? null : english(step),
      ...(typeof step === 'object' && step !== null && { nextStepWords: step }),
      driftMs: facts.driftMs,
      accepted: facts.accepted,
      duplicates: facts.duplicates,
      backlog: facts.backlog,
      rejected,
      quarantine,
      networks: networks.map((network) => ({ ...network, isCurrent: network === current })),
      missingRecords: facts.missingRecords,
      waiting: facts.waiting,
      trustsKeysSince: facts.keys?.from ?? null,
      doubtsKeysSince: facts.keysDoubt?.until ?? null,
      unmatchedPins,
      pendingCommands: await countOpenCommands(tx, of),
      commands,
      recentRejects: await selectRecentRejects(tx, of),
    };
  });

/** Returns how many commands are withheld because nobody has accepted the network that the terminal calls from. */
async function withheldFrom(tx: Db, of: Of, networks: Awaited<ReturnType<typeof selectNetworks>>, from: string | null) {
  if (from === null) return 0;
  const accepted = networks.filter(({ network, status }) => status === 'accepted' && covers(network, from));
  const isByPerson = accepted.some(({ network, decidedAt }) => decidedAt !== null && network !== ANYWHERE);
  const kinds = withheldKinds({ isAccepted: accepted.length > 0, mayHaveTemplates: isByPerson });
  return kinds.length === 0 ? 0 : countWithheld(tx, of, kinds);
}

/** Returns the device. 404 where the account has none of this id, 409 where it is no terminal. */
export async function requireTerminal(db: Db, of: Of) {
  const device = await deviceOf(db, of);
  if (device.deviceType !== 'ADMS') throw conflict(words('Only a terminal (ADMS) has these options.'));
  return device;
}

export async function optionsOf(db: Db, of: Of) {
  await requireTerminal(db, of);
  const found = await selectOptions(db, of);
  if (!found) throw notFound(words('Device not found'));
  // Only the change that creates the path returns it.
  return { ...found, secretPath: null };
}

/** Throws unless the caller may decide where a terminal's punches are believed from. */
async function requireTrustRight(tx: Db, { hold }: UserCall) {
  if (!(await hold(tx)).permissions.includes('Device.MANAGE_NETWORKS')) throw permissionDenied();
}

type OptionChange = {
  directions?: DirectionSource | undefined;
  timeZone?: string | null | undefined;
  useSecretPath?: boolean | undefined;
  fields?: EventFields | undefined;
  epoch?: z.infer<typeof epochMeaning> | undefined;
};

/**
 * Changes a terminal's options. A new zone reaches it with the handshake that the next poll requests. If its punches are to be read in another way,
 * the stored ones are read again. Throws PERIOD_LOCKED where that would concern punches of locked days (docs/reference/corrections.md#locks).
 */
export async function changeOptions({ db, jobs }: Services, of: Of, change: OptionChange, call: UserCall) {
  if (change.timeZone && !isTimeZone(change.timeZone))
    throw invalid('timeZone', words('Use an IANA time zone such as Europe/Paris'));
  return db.tx(async (tx) => {
    // Before the lock, because the account may not exist.
    await requireTerminal(tx, of);
    const { timeZone: zone } = await lockAccount(tx, of.accountId);
    const before = await optionsOf(tx, of);
    if (change.fields && before.make !== 'json')
      throw invalid('fields', words('Only a device that sends JSON has these'));
    if (change.epoch && before.epoch === undefined)
      throw invalid('epoch', words('Only a make that tells seconds since 1970 has this'));
    const wantsPath = change.useSecretPath ?? before.hasSecretPath;
    if (wantsPath !== before.hasSecretPath) await requireTrustRight(tx, call);
    const secretPath = wantsPath && !before.hasSecretPath ? newSecretPath() : null;
    const secretPathHash = secretPath ? tokenHash(secretPath) : wantsPath ? undefined : null;
    const timeZone = change.timeZone === undefined ? before.timeZone : change.timeZone || null;
    const directions = change.directions ?? before.directions;
    await requireReadingUnlocked(tx, of, {
      before: { ...before, timeZone: before.timeZone ?? zone },
      after: { directions, timeZone: timeZone ?? zone },
      zone,
      now: call.now,
    });
    await saveOptions(tx, of, { directions, timeZone, secretPathHash });
    if (directions !== before.directions) await raiseDataVersion(tx, of.accountId, call.now);
    if (change.fields) await saveFields(tx, of, change.fields);
    if (change.epoch) await saveEpoch(tx, of, change.epoch);
    if (change.fields || change.epoch) {
      await forgetRead(tx, of);
      await jobs.send(READ_AGAIN_JOB, {}, { tx, singletonKey: 'options' });
    }
    if (timeZone !== before.timeZone) await queueCommands(tx, of, [{ kind: 'set-clock' }], call.now);
    if (timeZone !== before.timeZone || directions !== before.directions) {
      await markForReading(tx, of.accountId, of.deviceId);
      await markRecalculating(tx, of.accountId, call.now);
      await sendRecalculation(jobs, of.accountId, tx);
    }
    await audit(tx, { ...by(call), accountId: of.accountId, action: 'device.options', target: of.deviceId });
    return { ...(await optionsOf(tx, of)), secretPath };
  });
}

const KINDS = { CHECK: 'check', LOG: 'log', INFO: 'info', REBOOT: 'reboot' } as const;

/** Queues an administrator's command for a terminal. */
export async function commandTerminal({ db }: Services, of: Of, command: DeviceCommand, call: UserCall) {
  const { now } = call;
  await db.tx(async (tx) => {
    const { serialNumber } = await requireTerminal(tx, of);
    const { make } = await optionsOf(tx, of);
    if (make !== 'adms' && command !== 'FORGET_NETWORKS')
      throw conflict(words('A device of this make takes no commands.'));
    if (isTrustCommand(command)) await requireTrustRight(tx, call);
    if (command === 'FORGET_NETWORKS') await forgetNetworks(tx, of);
    else if (command === 'REREGISTER') await endRegistration(tx, of);
    else if (command === 'RESEND_ROSTER') await forgetSentUsers(tx, of);
    else if (command === 'RELOAD_HISTORY') {
      await requestReload(tx, of);
      await queueCommands(tx, of, [{ kind: 'check' }], now);
    } else await queueCommands(tx, of, [{ kind: KINDS[command] }], now);
    await audit(tx, {
      ...by(call),
      accountId: of.accountId,
      action: 'device.command',
      target: serialNumber,
      detail: command,
    });
  });
}
