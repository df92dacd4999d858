import { words } from '#contract/platform/words.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { unlessUnavailable } from '../../platform/db/errors.ts';
import type { Authenticate, TicketCaller, UserCaller } from '../../platform/http/callers.ts';
import { Refusal } from '../../platform/http/errors.ts';
import { networkOf } from '../../platform/http/network.ts';
import { tokenHash } from '../../platform/secrets/secrets.ts';
import { createFindSession } from './findSessions.ts';
import { TICKET_TRIES } from './rules.ts';
import { deleteSession, findReader, holdSession, sessionOfText } from './sessions.sql.ts';
import { findTicket } from './tickets.sql.ts';
import { findDeviceOfToken, findSyncKeyOfToken, noteNetwork, noteSyncKeyUse } from './tokens.sql.ts';

/** Missing, unknown and expired tokens get the same answer. */
const noSession = () => new Refusal('SESSION_EXPIRED', words('You are not logged in with an active session.'));
const REPLACED = words(
  'You have been logged out because your session expired or because you logged into a different device.',
);
/** 'Last used' of a sync key has this precision, so that not every call writes. */
const USE_NOTED_EVERY_MS = 60_000;

/**
 * Returns the functions that find the caller of each kind of token: one indexed read, with the present rights and account. A token of one kind
 * is unknown to the others. When the database is unavailable, its error is thrown: nobody passes.
 */
export function createAuthenticate(db: Db): Authenticate {
  const findSession = createFindSession(db);
  const ticketOf = async (token: string, now: Date): Promise<TicketCaller | undefined> => {
    const ticketHash = tokenHash(token);
    const found = await findTicket(db, ticketHash);
    if (!found) return undefined;
    const { expiresAt, failures, ...ticket } = found;
    return { kind: 'ticket', ticketHash, ...ticket, isOver: expiresAt <= now || failures >= TICKET_TRIES };
  };
  type Used = { accountId: string; syncKeyId: string; description: string; lastUsedAt: Date | null };
  const noteUse = async ({ accountId, syncKeyId, description, lastUsedAt }: Used, now: Date, address: string) => {
    if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < USE_NOTED_EVERY_MS) return;
    await db.tx(async (tx) => {
      await noteSyncKeyUse(tx, accountId, syncKeyId, now);
      const isNew = await noteNetwork(tx, accountId, syncKeyId, networkOf(address).network, now);
      const entry = { accountId, at: now, actor: 'sync key', target: description, address };
      if (isNew) await audit(tx, { ...entry, action: 'sync-key.new-network' });
    });
  };
  return {
    async ticket(token, now) {
      const ticket = await ticketOf(token, now);
      if (!ticket) throw noSession();
      return ticket;
    },
    async enrolling(token, now) {
      const ticket = await ticketOf(token, now);
      return ticket?.need === 'enrol' ? ticket : this.user(token, now);
    },
    async user(token, now) {
      const found = await findSession(tokenHash(token));
      if (!found) throw noSession();
      const { isReplaced, isActive, caller } = found;
      if (isReplaced) throw new Refusal('SESSION_REPLACED', REPLACED);
      // Deleted, so that it stays expired even if the clock is set back.
      if (caller.expiresAt <= now) await unlessUnavailable(deleteSession(db, caller.sessionId));
      if (!isActive || caller.expiresAt <= now) throw noSession();
      return caller satisfies UserCaller;
    },
    async device(token) {
      const device = await findDeviceOfToken(db, tokenHash(token));
      if (!device) throw noSession();
      return { kind: 'device', ...device };
    },
    async payroll(token, now, address) {
      const found = await findSyncKeyOfToken(db, tokenHash(token));
      if (!found) throw noSession();
      const { lastUsedAt, description, ...key } = found;
      await noteUse({ ...key, description, lastUsedAt }, now, address);
      return { kind: 'payroll', ...key };
    },
    async reader(token, now, address) {
      const found = await findReader(db, tokenHash(token));
      if (!found) throw noSession();
      const { isActive, caller } = sessionOfText(found.text);
      if (!isActive) throw noSession();
      const { accountId, sessionId: syncKeyId, permissions } = caller;
      await noteUse({ accountId, syncKeyId, description: found.name, lastUsedAt: found.lastUsedAt }, now, address);
      return { ...caller, isKey: true, permissions: permissions.filter((one) => found.permissions.includes(one)) };
    },
    async holdUser(tx, sessionId, now) {
      const rights = await holdSession(tx, sessionId, now);
      if (!rights) throw noSession();
      return rights;
    },
  };
}
