import { languageOf } from '#contract/platform/languages.ts';
import { type Message, msg } from '#contract/platform/words.ts';
import type { AlertCategory } from '#contract/reports/alerts.ts';
import type { PushMessage } from '#contract/reports/push.ts';
import { unlessUnavailable } from '../../platform/db/errors.ts';
import { sendBatches } from '../../platform/jobs/batches.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { type PushNetwork, postTo } from '../../platform/pushService/network.ts';
import { SealBroken } from '../../platform/secrets/secrets.ts';
import type { Services } from '../../platform/services.ts';
import { wordsIn } from '../../platform/words/words.ts';
import { type DeviceAddress, openAddress } from './device.ts';
import { encryptFor } from './encrypt.ts';
import { claimMessages, type DueMessage, deleteOldMessages, finishMessage, putOffMessage } from './messages.sql.ts';
import { isTooLate, LEASE_MS, nextAttempt, outcomeOf, TTL_SECONDS } from './rules.ts';
import { deleteOldDevices, deleteSubscription } from './subscriptions.sql.ts';
import { type VapidKey, vapidHeader, vapidKeyOf } from './vapid.ts';

/** Sent in parallel, so that even the slowest ends within its lease. */
const BATCH = 10;
/** Every message is padded to the length of the longest, in whatever language. */
const MESSAGE_BYTES = 384;
const PUSH_JOB = 'push.send';

/** The sentences of other languages than English, in which the worker says them itself. */
const NEWS: Record<AlertCategory, Message> = {
  attendance: msg('A new attendance summary is ready.'),
  piecework: msg('A new piecework summary is ready.'),
  break: msg('A new break summary is ready.'),
  event: msg('A new event summary is ready.'),
  report: msg('A new report is ready.'),
};

type Sending = Pick<Services, 'db' | 'clock' | 'secrets' | 'log' | 'pushNetwork'> & {
  config: Pick<Services['config'], 'publicUrl'>;
};

/**
 * Sends everything that is due; returns how many messages were sent. Any number of processes may do it at once and be killed at any point: a message
 * is claimed by one, and is due again after 60 s unless its outcome was recorded. A message that was sent twice is shown once, because of its
 * topic and tag.
 */
export function sendDueMessages(sending: Sending, signal?: AbortSignal): Promise<number> {
  const { db, clock, secrets } = sending;
  const vapid = vapidKeyOf(secrets);
  const claim = () => {
    const now = clock.now();
    return claimMessages(db, now, new Date(now.getTime() + LEASE_MS), BATCH);
  };
  return sendBatches({ claim, size: BATCH, send: (message) => sendOne(sending, vapid, message), signal });
}

async function sendOne(sending: Sending, vapid: VapidKey, message: DueMessage): Promise<boolean> {
  const { db, clock, secrets, log, pushNetwork } = sending;
  const { messageId, subscriptionId, dueAt } = message;
  const finish = (outcome: string) => finishMessage(db, message, outcome, clock.now());
  const again = async (reason: string, retryAfter?: string) => {
    const next = nextAttempt(message, retryAfter, clock.now());
    if (next) await putOffMessage(db, message, next);
    else await finish(reason);
    log.warn({ message: messageId, attempts: message.attempts, reason, next }, 'push message not sent');
  };
  try {
    if (isTooLate(dueAt, clock.now())) {
      await finish('More than 60 minutes late');
      return false;
    }
    const address = openAddress(secrets, subscriptionId, message.sealed);
    const { status, retryAfter } = await post(pushNetwork, sending, vapid, address, message);
    const outcome = outcomeOf(status);
    if (outcome === 'gone') await deleteSubscription(db, subscriptionId);
    else if (outcome === 'again') await again(`The push service answered ${status}`, retryAfter);
    else await finish(outcome === 'sent' ? 'sent' : `The push service answered ${status}`);
    if (outcome === 'refused') log.warn({ message: messageId, status }, 'push message refused');
    return outcome === 'sent';
  } catch (error) {
    // Sealed with another instance key, which had another VAPID key: push services will refuse our messages for it.
    if (error instanceof SealBroken) await deleteSubscription(db, subscriptionId);
    else await again(reasonOf(error));
    return false;
  }
}

/** Never the text of an error, which may contain the address. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? `No answer: ${code}` : 'No answer';
}

function post(
  network: PushNetwork,
  { clock, config }: Sending,
  vapid: VapidKey,
  { endpoint, ...keys }: DeviceAddress,
  { messageId, mark, category, localDate, language }: DueMessage,
) {
  // Random, so that push services cannot tell which devices belong together; they accept 32 letters.
  const tag = messageId.replaceAll('-', '');
  const words = wordsIn(languageOf([language]));
  const text = words.language === 'en' ? {} : { text: words.say(NEWS[category]) };
  const message: PushMessage = { v: 1, for: mark, tag, category, date: localDate, ...text };
  const headers = {
    authorization: vapidHeader(vapid, { endpoint, subject: config.publicUrl, now: clock.now() }),
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    ttl: String(TTL_SECONDS),
    urgency: 'high',
    topic: tag,
  };
  return postTo(network, endpoint, {
    headers,
    body: encryptFor(keys, JSON.stringify(message), { paddedTo: MESSAGE_BYTES }),
  });
}

/** Starts the sender now instead of at the next minute. The messages are in the database already, so this may fail. */
export const wakePush = (jobs: Jobs) => unlessUnavailable(jobs.send(PUSH_JOB, {}));

/** Defines the sender as a job that runs when messages are written, and every minute for those that were postponed. */
export function definePushJobs(services: Services) {
  const { jobs, db, clock } = services;
  jobs.define(PUSH_JOB, async (_data, { signal }) => void (await sendDueMessages(services, signal)), {
    expireInSeconds: 600,
    pollSeconds: 5,
  });
  jobs.define('push.clean', async () => {
    await deleteOldMessages(db, clock.now());
    await deleteOldDevices(db, clock.now());
  });
  if (services.config.webPush) jobs.schedule(PUSH_JOB, '* * * * *');
  jobs.schedule('push.clean', '23 3 * * *');
}
