import { v7 as uuidv7 } from 'uuid';
import type { AuditAction } from '#contract/platform/audit.ts';
import { type Message, msg } from '#contract/platform/words.ts';
import type { Db } from '../db/db.ts';
import type { UserCaller } from '../http/callers.ts';
import type { Binding } from '../http/route.ts';
import { stored } from '../words/stored.ts';
import { insertAuditEntry } from './audit.sql.ts';
import { scopeInWords } from './scopeNames.sql.ts';

/** An entry of the audit trail. Names and ids only: never a password, a token or a code. */
export type Audited = {
  /** The account in whose trail it is written; null for the system account's, where none is known. */
  accountId: string | null;
  at: Date;
  /** A user name, 'system', or the name of a device or a sync key. */
  actor: string;
  /** The user's id, because a name may pass to another user. */
  actorId?: string | undefined;
  action: AuditAction;
  /** The object of the action, by the name that people know it by. */
  target?: string | undefined;
  /** Set where the target is a user. */
  targetId?: string | undefined;
  address?: string | undefined;
  /** Default 'ok'. */
  result?: 'ok' | 'refused';
  /** A message, said in the reader's language; a text is data, such as a name or a file, and shown as it is. */
  detail?: string | Message | undefined;
  /** The check of a user's call, repeated before the line is written, so that nobody acts after their session or right has ended. */
  hold?: Binding['hold'] | undefined;
  /** The people to whom the user is limited: the detail names them (docs/reference/scope.md). */
  scope?: UserCaller['scope'] | undefined;
};

/** Adds a line to the trail in the transaction that makes the change, so that neither exists without the other. */
export async function audit(tx: Db, entry: Audited) {
  await entry.hold?.(tx);
  const { accountId, scope } = entry;
  const within =
    scope && accountId ? msg('within {people}', { people: await scopeInWords(tx, accountId, scope.lists) }) : null;
  const detail = entry.detail ? (within ? both(entry.detail, within) : entry.detail) : (within ?? entry.detail ?? null);
  const { text, words } = stored(detail, MAX_DETAIL);
  await insertAuditEntry(tx, {
    id: uuidv7({ msecs: entry.at.getTime() }),
    accountId: entry.accountId,
    at: entry.at,
    actor: plain(entry.actor, 200),
    actorId: entry.actorId ?? null,
    action: entry.action,
    target: entry.target === undefined ? null : plain(entry.target, 300),
    targetId: entry.targetId ?? null,
    address: entry.address ?? null,
    result: entry.result ?? 'ok',
    detail: text === null ? null : plain(text, MAX_DETAIL),
    words,
  });
}

const MAX_DETAIL = 2_000;
const both = (detail: string | Message, within: Message): Message => ({
  id: '{detail}; {within}',
  values: { detail, within },
});

/** The user of a call, its time and its address. */
export type UserCall = Binding & { caller: UserCaller; now: Date; address: string };
/** Returns the actor, time and address of a call: `audit(tx, { ...by(call), accountId, action })`. */
export const by = ({ caller, now, address, hold }: UserCall) => ({
  actor: caller.username,
  actorId: caller.userId,
  at: now,
  address,
  hold,
  scope: caller.scope,
});

/** Returns which fields a change touched, for the detail: 'name, holder.lastName'. */
export const changedFields = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  Object.keys(after)
    .filter((key) => after[key] !== undefined && JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .join(', ');

/** Returns one line of text without control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
const plain = (text: string, max: number) => text.replace(/[\u0000-\u001f\u007f]+/g, ' ').slice(0, max);
