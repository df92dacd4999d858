import type { DeviceRecorder } from '#contract/devices.ts';
import type { Db } from '../db/db.ts';
import { notFound } from '../http/errors.ts';
import type { Of } from './devices.sql.ts';
import {
  countPendingCommands,
  type DeviceFacts,
  selectCommands,
  selectFacts,
  selectRecentRejects,
  selectRejected,
  selectUnmatchedPins,
} from './recorder.sql.ts';

/** Beyond this a clock is wrong, not slow. */
const DRIFT_ALARM_MS = 3 * 60_000;
const SILENT_MS = 15 * 60_000;

/** The flight recorder of a device: what happened in order, what came in, what did not and why, what to do next. */
export function readRecorder(db: Db, of: Of, now: Date): Promise<DeviceRecorder> {
  return db.tenant(of.accountId, async (tx) => {
    const facts = await selectFacts(tx, of);
    if (!facts) throw notFound('Device');
    const unmatchedPins = await selectUnmatchedPins(tx, of);
    return {
      steps: stepsOf(facts),
      nextStep: nextStep(facts, unmatchedPins, now),
      driftMs: facts.driftMs,
      accepted: facts.accepted,
      duplicates: facts.duplicates,
      rejected: await selectRejected(tx, of),
      unmatchedPins,
      pendingCommands: await countPendingCommands(tx, of),
      commands: await selectCommands(tx, of),
      recentRejects: await selectRecentRejects(tx, of),
    };
  });
}

function stepsOf(facts: DeviceFacts): DeviceRecorder['steps'] {
  const steps = [
    { name: 'Created', at: facts.createdAt },
    { name: 'Code sent', at: facts.codeSentAt },
    { name: 'Activated', at: facts.activatedAt },
    { name: 'First contact', at: facts.firstContact },
    { name: 'First punch', at: facts.firstRecord },
    { name: 'Last contact', at: facts.lastContact },
  ];
  return facts.deviceType === 'ADMS' ? steps.filter(({ name }) => name !== 'Code sent') : steps;
}

/** The first thing that is missing, as something to do. Null when all is well. */
export function nextStep(
  facts: DeviceFacts,
  unmatchedPins: readonly { timeId: string; count: number }[],
  now: Date,
): string | null {
  if (facts.deviceType !== 'ADMS' && !facts.isActivated)
    return 'Not activated yet: enter the activation code on the device.';
  if (!facts.lastContact)
    return 'No contact yet: point the terminal’s cloud server setting at this server and check its network.';
  const silent = now.getTime() - Date.parse(facts.lastContact);
  if (silent > SILENT_MS) return `Silent for ${spell(silent)}: check its power and network.`;
  if (facts.driftMs !== null && Math.abs(facts.driftMs) > DRIFT_ALARM_MS)
    return `Its clock is ${spell(Math.abs(facts.driftMs))} ${facts.driftMs > 0 ? 'fast' : 'slow'}: check its time and time zone.`;
  const [pin] = unmatchedPins;
  if (pin)
    return `PIN ${pin.timeId} is nobody's time id: ${pin.count} ${pin.count === 1 ? 'punch' : 'punches'} waiting.`;
  if (!facts.firstRecord) return 'In contact, but no punch yet: clock once to see it arrive.';
  return null;
}

function spell(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 120) return `${minutes} minutes`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1_440)} days`;
}
