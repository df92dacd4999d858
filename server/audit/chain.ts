import { createHash } from 'node:crypto';
import type { AuditCheck } from '#contract/audit.ts';
import type { Db } from '../db/db.ts';
import { type AuditLink, auditLinksAfter, countUnlinked } from './audit.sql.ts';

const BATCH = 1_000;
const FIRST = Buffer.alloc(32);

/** Returns a field prefixed with its length, as audit_field in the database does; written twice so that one can check the other. */
const framed = (field: string | null) => (field === null ? '-' : `${Buffer.byteLength(field)}:${field}`);

export const hashOf = (before: Buffer, fields: readonly (string | null)[]): Buffer =>
  createHash('sha256').update(before).update(fields.map(framed).join('')).digest();

type Checked = { place: number; hash: Buffer };
type Problem = NonNullable<AuditCheck['problem']>;

/** Continues from a place that was found correct; returns the first problem, or how far it came. */
export function checkLinks(from: Checked, links: readonly AuditLink[]): Checked | Problem {
  let at = from;
  for (const { place, hash, fields } of links) {
    if (place !== at.place + 1) return { place: at.place + 1, reason: 'missing' };
    if (fields === null) return { place, reason: 'missing' };
    const expected = hashOf(at.hash, fields);
    if (expected.toString('hex') !== hash) return { place, reason: 'changed' };
    at = { place, hash: expected };
  }
  return at;
}

/**
 * Recomputes an account's chain (S-70). It shows everything that was changed, removed, moved or inserted in the database. If an attacker who owns the
 * database cut off its newest end, or rewrote all of it, that shows only by a place that was noted elsewhere before.
 */
export async function checkTrail(db: Db, accountId: string, known?: string): Promise<AuditCheck> {
  let at: Checked = { place: 0, hash: FIRST };
  const noted = known?.split(':');
  let isAsKnown = noted === undefined;
  const result = (problem: AuditCheck['problem']): AuditCheck => ({
    entries: at.place,
    newest: at.place === 0 ? null : `${at.place}:${at.hash.toString('hex')}`,
    problem,
  });
  for (;;) {
    const links = await db.tenant(accountId, (tx) => auditLinksAfter(tx, accountId, at.place, BATCH));
    const checked = checkLinks(at, links);
    if ('reason' in checked) return result(checked);
    at = checked;
    isAsKnown ||= links.some(({ place, hash }) => String(place) === noted?.[0] && hash === noted[1]);
    if (links.length < BATCH) break;
  }
  if ((await db.tenant(accountId, (tx) => countUnlinked(tx, accountId))) > 0)
    return result({ place: null, reason: 'unlinked' });
  return result(isAsKnown ? null : { place: Number(noted?.[0]), reason: 'not-as-known' });
}
