import { v7 as uuidv7 } from 'uuid';
import type { AuditAction } from '#contract/audit.ts';
import type { Db } from '../db/db.ts';
import type { UserCaller } from '../http/callers.ts';
import type { Binding } from '../http/route.ts';
import { insertAuditEntry } from './audit.sql.ts';

/** An entry of the audit trail. Names and ids only: never a password, a token or a code. */
export type Audited = {
  /** The account whose trail it belongs to; null when none is known: the system account's. */
  accountId: string | null;
  at: Date;
  /** A user name, 'system', a device or a sync key by its name. */
  actor: string;
  /** The user's id: a name may become somebody else's. */
  actorId?: string | undefined;
  action: AuditAction;
  /** The object of the action, by the name that people know it by. */
  target?: string | undefined;
  /** Of a user. */
  targetId?: string | undefined;
  address?: string | undefined;
  /** Default 'ok'. */
  result?: 'ok' | 'refused';
  detail?: string | undefined;
  /** Of a user's call: asked before the line is written, so that nobody acts whose session or right has ended. */
  hold?: Binding['hold'] | undefined;
};

/** Adds a line to the trail within the transaction that does the thing, so that there is never one without the other (S-70). */
export async function audit(tx: Db, entry: Audited) {
  await entry.hold?.(tx);
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
    detail: entry.detail === undefined ? null : plain(entry.detail, 2_000),
  });
}

/** The user of a call, its time and its address. */
export type UserCall = Binding & { caller: UserCaller; now: Date; address: string };
/** Returns the actor, time and address of a call: `audit(tx, { ...by(call), accountId, action })`. */
export const by = ({ caller, now, address, hold }: UserCall) => ({
  actor: caller.username,
  actorId: caller.userId,
  at: now,
  address,
  hold,
});

/** 'name, holder.lastName': which fields a change touched, for the detail. */
export const changedFields = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  Object.keys(after)
    .filter((key) => after[key] !== undefined && JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .join(', ');

/** One line without control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const plain = (text: string, max: number) => text.replace(/[\u0000-\u001f\u007f]+/g, ' ').slice(0, max);
