import type { Assertion, SecondFactor } from '#contract/access/signIn.ts';
import { type Message, msg, words } from '#contract/platform/words.ts';
import { audit, by, type UserCall } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import type { TicketCaller, UserCaller } from '../../platform/http/callers.ts';
import { conflict, invalid, Refusal } from '../../platform/http/errors.ts';
import { wakeMail } from '../../platform/mail/mail.ts';
import type { Services } from '../../platform/services.ts';
import { finishLogIn, INVALID_ROLE, type OpenedSession, wrongCode } from '../session/login.ts';
import { lockActiveUser } from '../session/logins.sql.ts';
import type { PasswordHasher } from '../session/passwordHash.ts';
import { requireVerified, verifyOwnPassword } from '../session/passwords.ts';
import { refusalByRequirement } from '../session/requirement.ts';
import { TICKET_TRIES } from '../session/rules.ts';
import type { SecondStep } from '../session/secondStep.ts';
import { noteProof, type UserKey } from '../session/sessions.sql.ts';
import { countTicketTry, useUpTicket } from '../session/tickets.sql.ts';
import { loadStanding } from './options.sql.ts';
import { checkPasskey, countCode, methodsOf, needOf, takeCode, takePasskey } from './prove.ts';

type Where = { now: Date; address: string };
const REFUSED_PASSKEY = words('This passkey cannot be used here. Log in with your password.');
const refusedPasskey = () => new Refusal('INVALID_CREDENTIALS', REFUSED_PASSKEY);
export const tooLate = () => new Refusal('EXPIRED', words('Your log-in took too long. Log in again.'));

/** Returns the second step of a log-in by password. */
export const createSecondStep = (services: Services): SecondStep => ({
  countTry: (user, code) => countCode(services, user, code),
  async take(tx, user, { code, ...where }) {
    const standing = await loadStanding(tx, user, services.config.passkeys.rpId);
    const need = needOf(standing);
    if (need === undefined) return { is: 'passed', provedAt: null };
    if (need === 'enrol') return { is: 'needed', need, methods: [] };
    if (code === undefined) return { is: 'needed', need, methods: methodsOf(standing) };
    if (await takeCode(tx, services, user, code, where)) return { is: 'passed', provedAt: where.now };
    await noteWrong(tx, { ...user, username: standing.username }, where);
    return { is: 'wrong' };
  },
  hasPasskeys: async (user) =>
    (await loadStanding(services.db, user, services.config.passkeys.rpId)).usablePasskeys > 0,
});

const noteWrong = (
  tx: Db,
  { accountId, userId: actorId, username: actor }: UserKey & { username: string },
  { now, address }: Where,
) => audit(tx, { accountId, actor, actorId, action: 'session.second-factor', result: 'refused', address, at: now });

type Arriving = Where & { browserId: string };

/** Logs in with a passkey. INVALID_CREDENTIALS whatever is wrong with the passkey; INVALID_ROLE for devices; TOO_MANY_REQUESTS. */
export async function logInWithPasskey(
  services: Services,
  given: Assertion,
  arriving: Arriving,
): Promise<OpenedSession> {
  const { db, jobs } = services;
  const signed = await checkPasskey(services, given, arriving);
  if (!signed) throw refusedPasskey();
  const { passkey } = signed;
  if (passkey.role === 'device') throw new Refusal('INVALID_ROLE', INVALID_ROLE);
  const opened = await db.tx(
    async (tx) => {
      if (!(await lockActiveUser(tx, passkey)) || !(await takePasskey(tx, services, signed, arriving))) return null;
      const elsewhere = await refusalByRequirement(tx, services.config, passkey);
      if (elsewhere) return elsewhere;
      const session = await finishLogIn(tx, services, passkey, {
        ...arriving,
        provedAt: arriving.now,
        detail: msg('passkey'),
      });
      // Last, so that others at the address wait only for the commit.
      await signed.wasRight(tx);
      return session;
    },
    { essential: true },
  );
  if (opened instanceof Error) throw opened;
  if (opened) return opened;
  await wakeMail(jobs);
  throw refusedPasskey();
}

/** Completes the log-in of a ticket. VALIDATION_FAILED for a wrong proof, EXPIRED when time or tries are used up, TOO_MANY_REQUESTS. */
export async function passSecondFactor(
  services: Services,
  ticket: TicketCaller,
  given: SecondFactor,
  arriving: Arriving,
): Promise<OpenedSession> {
  const { db, jobs } = services;
  if (ticket.isOver || ticket.need !== 'prove' || ticket.browserId !== arriving.browserId) throw tooLate();
  const proof = await openProof(services, ticket, given, arriving);
  if (!(await countTicketTry(db, ticket.ticketHash, TICKET_TRIES))) throw tooLate();
  const answer = await db.tx(
    async (tx) => {
      if (!(await lockActiveUser(tx, ticket))) return tooLate();
      if (!(await proof.take(tx))) {
        await noteWrong(tx, ticket, arriving);
        return proof.wrong();
      }
      // A try is counted before its outcome is known, and the last one may succeed.
      if (!(await useUpTicket(tx, ticket.ticketHash, TICKET_TRIES + 1, arriving.now))) return tooLate();
      const elsewhere = await refusalByRequirement(tx, services.config, ticket, ticket.signOn ?? undefined);
      if (elsewhere) return new Refusal('EXPIRED', elsewhere.said);
      const signOn = ticket.signOn ?? undefined;
      return finishLogIn(tx, services, ticket, { ...arriving, provedAt: arriving.now, detail: proof.name, signOn });
    },
    { essential: true },
  );
  await wakeMail(jobs);
  if (answer instanceof Error) throw answer;
  await proof.wasRight();
  return answer;
}

/** Confirms the caller's identity with a factor, or with the password where the user has none. VALIDATION_FAILED, TOO_MANY_REQUESTS. */
export async function confirmCaller(
  services: Services,
  passwords: PasswordHasher,
  { password, ...given }: SecondFactor & { password?: string | undefined },
  call: UserCall,
): Promise<void> {
  const { db, jobs } = services;
  const { caller } = call;
  if (password !== undefined) {
    if (caller.hasFactor) throw conflict(words('Confirm with a log-in option.'));
    const verified = await verifyOwnPassword(services, passwords, caller, password, 'password');
    await db.tx(async (tx) => {
      await requireVerified(tx, verified);
      await note(tx, msg('password'));
    });
    return;
  }
  const proof = await openProof(services, caller, given, call);
  const wrong = await db.tx(async (tx) => {
    await lockActiveUser(tx, caller);
    await call.hold(tx);
    if (await proof.take(tx)) return void (await note(tx, proof.name));
    await noteWrong(tx, caller, call);
    return proof.wrong();
  });
  await wakeMail(jobs);
  if (wrong) throw wrong;
  await proof.wasRight();

  async function note(tx: Db, detail: Message) {
    await noteProof(tx, caller.sessionId, call.now);
    await audit(tx, { ...by(call), accountId: caller.accountId, action: 'session.step-up', detail });
  }
}

/** Counts a try and returns its proof; `take` must run in a transaction that commits even if it fails. */
async function openProof(
  services: Services,
  user: UserCaller | TicketCaller,
  { code, passkey }: SecondFactor,
  where: Where,
) {
  if (code !== undefined) {
    const { wasRight } = await countCode(services, user, code);
    return {
      name: msg('code'),
      take: (tx: Db) => takeCode(tx, services, user, code, where),
      wasRight,
      wrong: wrongCode,
    };
  }
  const signed = passkey && (await checkPasskey(services, passkey, where, user));
  const isOwn = signed?.passkey.userId === user.userId && signed.passkey.accountId === user.accountId;
  return {
    name: msg('passkey'),
    take: async (tx: Db) => signed !== undefined && isOwn && takePasskey(tx, services, signed, where),
    wasRight: async () => signed?.wasRight(),
    wrong: () => invalid('passkey', words('This passkey cannot be used here.')),
  };
}
