import type { Endpoint } from '#contract/platform/endpoint.ts';
import type { Message } from '#contract/platform/words.ts';
import type { Db } from '../../platform/db/db.ts';
import type { TicketCaller, UserCaller } from '../../platform/http/callers.ts';
import type { Binding, Call } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { browserOf } from '../session/browser.ts';
import { deleteLinksOf } from '../session/links.sql.ts';
import { lockActiveUser } from '../session/logins.sql.ts';
import { TICKET_TRIES } from '../session/rules.ts';
import { deleteSessionsOf, type UserKey } from '../session/sessions.sql.ts';
import { endTicketsOf, useUpTicket } from '../session/tickets.sql.ts';
import { tooLate } from './logIns.ts';
import { tell } from './notices.ts';
import { loadStanding, type Standing, settleFactor } from './options.sql.ts';

/** A user who changes their own options, in a session or with the ticket of a log-in. */
export type Acting = {
  user: UserKey & { username: string };
  sessionId: string | undefined;
  ticket: TicketCaller | undefined;
  hold: Binding['hold'] | undefined;
  now: Date;
  address: string;
};

type Enrolling = Pick<Call<Endpoint>, 'hold' | 'now' | 'address' | 'request'> & { caller: UserCaller | TicketCaller };
/** Returns the acting user of a call. Throws EXPIRED for a ticket of another browser and for one that has expired. */
export function actingOf({ caller, hold, now, address, request }: Enrolling): Acting {
  const { accountId, userId, username } = caller;
  const acting = { user: { accountId, userId, username }, now, address };
  if (caller.kind === 'user') return { ...acting, sessionId: caller.sessionId, ticket: undefined, hold };
  if (caller.isOver || caller.browserId !== browserOf(request)) throw tooLate();
  return { ...acting, sessionId: undefined, ticket: caller, hold: undefined };
}

/**
 * Carries out one change of a user's own options with the user locked. It is recorded and mailed to the user, and the user's other
 * sessions, links and pending log-ins end. `apply` receives the options from before. The caller wakes the mail sender.
 */
export const change = <T>(
  services: Services,
  { user, sessionId, ticket, hold, now, address }: Acting,
  notice: { sentence: Message; detail: Message },
  apply: (tx: Db, before: Standing) => Promise<T>,
): Promise<T> =>
  services.db.tx(async (tx) => {
    if (!(await lockActiveUser(tx, user))) throw tooLate();
    await hold?.(tx);
    if (ticket && !(await useUpTicket(tx, ticket.ticketHash, TICKET_TRIES, now))) throw tooLate();
    const before = await loadStanding(tx, user, services.config.passkeys.rpId);
    await deleteSessionsOf(tx, user, sessionId);
    await deleteLinksOf(tx, user, 'transfer');
    await endTicketsOf(tx, user);
    const answer = await apply(tx, before);
    await settleFactor(tx, user);
    const actor = { actor: user.username, actorId: user.userId, address, hold, now };
    await tell(tx, services, { ...user, ...before }, { action: 'sign-in.change', ...notice }, actor);
    return answer;
  });
