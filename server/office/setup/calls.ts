import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Message, words } from '#contract/platform/words.ts';
import { audit, by, type UserCall } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { notFound, outdated } from '../../platform/http/errors.ts';
import { accountOf } from '../../platform/http/ownAccount.ts';
import { inTurn } from '../../platform/http/turn.ts';
import type { Services } from '../../platform/services.ts';
import { localDateOf, zoneOf } from '../../platform/zone.ts';
import { selectOwners, selectTimeZone } from './reading.sql.ts';
import { runSetup, type SetupRun } from './run.ts';
import { type Owners, ownersOf } from './views.ts';

/** The query of a call: an administrator's account, and whether it is a preview. */
type Asked = UserCall & { query: { accountId?: string | undefined; preview?: '1' | undefined } };
type Changing = Asked & { request: FastifyRequest; reply: FastifyReply };

/** Counts a change of the set-up, or its preview, and runs it when its account's turn comes. Throws TOO_MANY_REQUESTS, with when to try again. */
export function inSetupTurn<T>(
  { masterData }: Pick<Services, 'masterData'>,
  { request, reply, caller, now }: Omit<Changing, 'query'>,
  { accountId, isPreview }: { accountId: string; isPreview: boolean },
  work: () => Promise<T>,
): Promise<T> {
  request.server.gate.rateLimiter.take(isPreview ? 'preview' : 'setup', caller.userId, now);
  return inTurn(masterData, reply, accountId, work);
}

/** Reads the data of the account that the call concerns. */
export function readSetup<T>(
  { db }: Services,
  { caller, query, now }: Asked,
  read: (tx: Db, accountId: string, owners: Owners, today: string) => Promise<T>,
): Promise<T> {
  const accountId = accountOf(caller, query.accountId);
  return db.tenant(accountId, async (tx) => {
    const timeZone = await selectTimeZone(tx, accountId);
    if (timeZone === undefined) throw notFound(words('Account not found'));
    return read(
      tx,
      accountId,
      ownersOf(await selectOwners(tx, accountId)),
      localDateOf(zoneOf(timeZone), now.getTime()),
    );
  });
}

/** The most letters of a former rule that a line of the trail has. */
export const MOST_OF_RULE = 850;

/** Carries out a change from a screen, with its line in the trail and, for a call with an idempotency key, its answer. */
export function changeSetup<T>(
  services: Services,
  call: Changing,
  change: (run: SetupRun) => Promise<{ answer: T; target: string; detail: string | Message }>,
): Promise<T> {
  const { caller, query } = call;
  const accountId = accountOf(caller, query.accountId);
  const of = { accountId, caller, isPreview: query.preview === '1' };
  const carryOut = async (run: SetupRun) => {
    const { answer, target, detail } = await change(run);
    const { tx } = run.scope;
    if (of.isPreview) {
      await call.hold(tx);
      return answer;
    }
    // A change that repeats what is stored leaves no line.
    if (run.wrote) await audit(tx, { ...by(call), accountId, action: 'setup.change', target, detail });
    else await call.hold(tx);
    return call.answered(tx, answer);
  };
  return inSetupTurn(services, call, of, () => runSetup(services, of, carryOut));
}

/** Throws 404 with the words of `missing` where there is no such record, 409 OUTDATED where it has changed since it was shown. */
export function asShown<R, V extends { basis: string }>(
  row: R | undefined,
  view: (row: R) => V,
  basis: string,
  missing: string,
): R {
  if (!row) throw notFound(missing);
  if (view(row).basis !== basis) throw outdated();
  return row;
}
