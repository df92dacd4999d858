import { z } from 'zod';
import type { AccountSettings } from '#contract/accountSettings.ts';
import { isTimeZone } from '#contract/timeZones.ts';
import { firstKeptDay, rebuildFacts } from '../attendance/refresh.ts';
import { type Asking, audit, by, changedFields } from '../audit/audit.ts';
import { invalid, notFound } from '../http/errors.ts';
import type { Services } from '../services.ts';
import { accountOfId, findSettings, lockAccount, updateSettings } from './accounts.sql.ts';

const REDERIVE_JOB = 'account.rederive';
const rederive = z.object({ accountId: z.string() });

/** Changes the settings that are sent. Another time zone cuts every day anew, which a job does (spec/rules.md). */
export async function saveSettings(
  { db, jobs }: Services,
  accountId: string,
  change: Partial<AccountSettings>,
  asking: Asking,
): Promise<AccountSettings> {
  checkSettings(change);
  return db.tx(async (tx) => {
    const locked = await lockAccount(tx, accountId);
    const before = await findSettings(tx, accountId);
    if (!locked || !before) throw notFound('Account');
    const after = { ...before, ...change };
    const saved = await updateSettings(tx, accountId, after, asking.now, asking.session.username);
    const detail = changedFields(before, after);
    await audit(tx, { ...by(asking), accountId, action: 'account.settings', target: locked.code, detail });
    if (after.timeZone !== before.timeZone)
      await jobs.send(REDERIVE_JOB, { accountId }, { singletonKey: accountId, tx });
    return saved;
  });
}

/** What the schema cannot see: doubles in another case, and zones that nobody has heard of. */
function checkSettings({ allowedSystemIds, timeZone }: Partial<AccountSettings>) {
  const seen = new Set<string>();
  for (const [i, id] of (allowedSystemIds ?? []).entries()) {
    const key = id.toLowerCase();
    if (seen.has(key)) throw invalid(`allowedSystemIds.${i}`, 'The specified System ID is already allowed.');
    seen.add(key);
  }
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw invalid('timeZone', 'Choose a time zone such as Europe/Paris');
}

/** Derives everything that is kept of an account again, in its time zone of now. */
async function rederiveAccount({ db, clock }: Services, data: unknown, signal: AbortSignal): Promise<void> {
  const { accountId } = rederive.parse(data);
  const now = clock.now();
  const account = await accountOfId(db, accountId);
  if (!account) return;
  const localDate = (at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: account.timeZone }).format(at);
  const days = { from: firstKeptDay(localDate(now)), to: localDate(new Date(now.getTime() + 2 * 86_400_000)) };
  const spans = rebuildFacts(db, accountId, days, (tx) => lockAccount(tx, accountId), now);
  for await (const _done of spans) if (signal.aborted) throw new Error('The server is stopping');
}

export function defineAccountJobs(services: Services) {
  services.jobs.define(REDERIVE_JOB, (data, { signal }) => rederiveAccount(services, data, signal), {
    retryLimit: 5,
    retryDelay: 30,
    expireInSeconds: 3_600,
  });
}
