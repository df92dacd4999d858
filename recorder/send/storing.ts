import type { LogRecord } from '../core/record.ts';
import { pruneContainers, takeContainers } from '../store/containers.ts';
import type { Stores } from '../store/database.ts';
import { runningReadings } from '../store/jobs.ts';
import { countUnsent, inState, prune, put, resend, retryRefused, UNSENT_KEPT_MS } from '../store/log.ts';
import { readMeta, readSending, TOLD_LISTS, writeMeta } from '../store/meta.ts';
import { pruneNewPeople } from '../store/newPeople.ts';
import { lastContact, pruneReadings } from '../store/readings.ts';
import { forgetPeople, takeChanges } from '../store/roster.ts';
import type { SyncAnswer } from './answers.ts';

/** The records that were sent, and the answer. `fates`: the reason of each refused record by id, null for an accepted one. `isFirst`: the lists came whole. */
type Answered = {
  records: readonly LogRecord[];
  fates: Map<string, string | null>;
  answer: SyncAnswer;
  isFirst: boolean;
};

/** Stores the outcome of what was sent and takes over what changed; returns whether records were queued again. */
export async function takeAnswer(
  stores: Stores,
  { records, fates, answer, isFirst }: Answered,
  wall: number,
): Promise<boolean> {
  const answeredAt = answer.serverTime ? Date.parse(answer.serverTime) : wall;
  for (const record of records) {
    const reason = fates.get(record.id);
    // It is still queued: only queued records are sent, and they leave the queue only here.
    if (reason) await put(stores, { ...record, state: 'refused', reason, answeredAt });
    else await put(stores, { ...record, state: 'accepted', answeredAt });
  }
  const before = await readSending(stores);
  const isRestored = answer.resendFrom !== undefined && answer.resendFrom !== before.resentFor;
  const arrived = new Set(await takeChanges(stores, answer, isFirst || isRestored));
  let again = 0;
  if (!isFirst)
    again += await retryRefused(stores, (record) => isUnknown(record) && arrived.has(record.person.number ?? ''));
  if (isRestored && answer.resendFrom) again += await resend(stores, Date.parse(answer.resendFrom));
  if (answer.workPlans) await writeMeta(stores, 'plans', answer.workPlans);
  if (answer.containers) await takeContainers(stores, answer.containers, isFirst || isRestored);
  for (const key of TOLD_LISTS) if (answer[key]) await writeMeta(stores, key, answer[key]);
  if (answer.ownDays) await writeMeta(stores, 'toldDays', answer.ownDays);
  const { lookupNames, device } = answer;
  await writeMeta(stores, 'sending', {
    ...before,
    cursor: answer.cursor,
    ...(lookupNames && { lookup1Name: lookupNames.lookup1, lookup2Name: lookupNames.lookup2 }),
    ...(isRestored && answer.resendFrom && { resentFor: answer.resendFrom }),
  });
  const activation = await readMeta(stores, 'activation');
  if (activation && device) await writeMeta(stores, 'activation', { ...activation, ...device });
  return again > 0;
}

/**
 * The device was deleted, got a new code, or its account is inactive: names are deleted, scans continue. `server`: the refusal's time (ms), by
 * which alone it is decided how long unsent records are stored, because a device's own clock (`wall`) may be wrong by years.
 */
export async function endActivation(stores: Stores, wall: number, server: number) {
  const activation = await readMeta(stores, 'activation');
  if (activation)
    await writeMeta(stores, 'activation', { ...activation, endedAt: activation.endedAt ?? (server || wall) });
  await prune(stores, wall, server, server - (activation?.endedAt ?? server) > UNSENT_KEPT_MS);
  await writeMeta(stores, 'sending', { ...(await readSending(stores)), cursor: null });
  await forgetPeople(stores);
  // What is planned goes on without the names of those who planned it.
  const plans = (await readMeta(stores, 'plans')) ?? [];
  await writeMeta(
    stores,
    'plans',
    plans.map((plan) => ({ ...plan, by: '' })),
  );
}

/** The token is accepted again: the account is active. */
export async function resumeActivation(stores: Stores) {
  const activation = await readMeta(stores, 'activation');
  if (activation) await writeMeta(stores, 'activation', { ...activation, endedAt: null });
}

/** Deletes what is no longer needed and stores when the server last answered; `wall`: ms. */
export async function tidy(stores: Stores, wall: number) {
  const contact = await forgetReadings(stores);
  await prune(stores, wall, contact ?? Number.NaN, false);
  if (contact !== null) await pruneContainers(stores, contact);
  await pruneNewPeople(stores, wall);
  const isAllSent = (await countUnsent(stores)) === 0;
  const before = await readSending(stores);
  await writeMeta(stores, 'sending', {
    ...before,
    lastContact: contact,
    allSentAt: isAllSent ? contact : before.allSentAt,
  });
}
/** Deletes readings that no unsettled record needs; returns the server's time (ms) of the last contact. */
async function forgetReadings(stores: Stores): Promise<number | null> {
  const contact = await lastContact(stores);
  const open = [...(await inState(stores, 'held')), ...(await inState(stores, 'queued'))].filter(
    ({ body }) => body === undefined,
  );
  const needed = [...open.map(({ from }) => from.reading), ...(await runningReadings(stores)), contact?.id ?? 0];
  if (contact) await pruneReadings(stores, Math.min(...needed));
  return contact?.server ?? null;
}

/** Returns true for a record that was refused because no employee has its number. */
export const isUnknown = ({ state, reason }: LogRecord) => state === 'refused' && reason === 'unknown-employee';
