import type { FastifyInstance } from 'fastify';
import { type MessageAbout, openMessage } from '#contract/office/messages.ts';
import { MAX_MESSAGED } from '#contract/platform/limits.ts';
import { type Message, msg, words } from '#contract/platform/words.ts';
import { readCrew, readSees } from '../../figures/stats/crew.ts';
import { audit, by } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { notFound, Refusal } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { wordsOfAccount } from '../../platform/words/recipients.sql.ts';
import { localDateOf, zoneOf } from '../../platform/zone.ts';
import { selectAccountName, selectMessaged, selectPlanned } from './messages.sql.ts';

/** Messages that the caller's own device sends (docs/reference/privacy.md#messages). */
export function messageRoutes(app: FastifyInstance, { db }: Services) {
  route(app, openMessage, (call) => {
    const { caller, body, now } = call;
    const { accountId, timeZone, userId, fullName } = caller;
    app.gate.rateLimiter.take('correction', userId, now);
    const today = localDateOf(zoneOf(timeZone), now.getTime());
    return db.tenant(accountId, async (tx) => {
      const { isMember, isOfWork } = await readSees(tx, accountId, await readCrew(tx, caller));
      const from = { by: fullName, account: await selectAccountName(tx, accountId) };
      const { employeeIds, text } = await draftOf(tx, accountId, body, { from, isOfWork });
      const people = (await selectMessaged(tx, accountId, employeeIds, today)).filter(
        ({ _id }) => isMember?.(_id, today) ?? true,
      );
      if (people.length === 0) throw notFound(words('Employee not found'));
      if (people.length > MAX_MESSAGED)
        throw new Refusal('LIMIT_REACHED', msg('A message goes to at most {most} people.', { most: MAX_MESSAGED }));
      await audit(tx, {
        ...by(call),
        accountId,
        action: 'message.open',
        target: body.about,
        detail: `people: ${people.length}`,
      });
      const { say } = await wordsOfAccount(tx, accountId);
      return call.answered(tx, { text: say(text), people });
    });
  });
}

type From = { by: string; account: string };
/** Returns whom a message is for, and its text to begin with. */
async function draftOf(
  tx: Db,
  accountId: string,
  { about, ids }: MessageAbout,
  { from, isOfWork }: { from: From; isOfWork: (lookup1: string | null) => boolean },
): Promise<{ employeeIds: readonly string[]; text: Message }> {
  if (about === 'missing')
    return { employeeIds: ids, text: msg('{by}, {account}: please call about your work today.', from) };
  if (about === 'crew') return { employeeIds: ids, text: msg('From {by}, {account}:', from) };
  const [planId = ''] = ids;
  const plan = await selectPlanned(tx, accountId, planId);
  if (!plan || !isOfWork(plan.lookup1)) throw notFound(words('Plan not found'));
  const { day, time, first, second, employeeIds } = plan;
  const work = [first, second].filter((name) => name !== null).join(', ');
  const given = { ...from, day, time };
  return {
    employeeIds,
    text: work
      ? msg('{by}, {account}: work on {day, date} from {time}: {work}', { ...given, work })
      : msg('{by}, {account}: work on {day, date} from {time}', given),
  };
}
