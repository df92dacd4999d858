import { createHash } from 'node:crypto';
import type { AuditCheck } from '#contract/platform/audit.ts';
import type { Db } from '../db/db.ts';
import { type AuditLink, auditLinksAfter, auditLinksOf, countUnlinked, insertErasures } from './audit.sql.ts';

const BATCH = 1_000;
const FIRST = Buffer.alloc(32);

/** Returns a field prefixed with its length, as audit_field in the database does; written twice so that one can check the other. */
const framed = (field: string | null) => (field === null ? '-' : `${Buffer.byteLength(field)}:${field}`);

export const hashOf = (before: Buffer, fields: readonly (string | null)[]): Buffer =>
  createHash('sha256').update(before).update(fields.map(framed).join('')).digest();

type Checked = { place: number; hash: Buffer };
type Problem = NonNullable<AuditCheck['problem']>;

/** Continues from a place that was found correct; returns the first problem, or how far it came. */
export function checkLinks(from: Checked, links: readonly Omit<AuditLink, 'id'>[]): Checked | Problem {
  let at = from;
  for (const { place, hash, fields, erasures } of links) {
    if (place !== at.place + 1) return { place: at.place + 1, reason: 'missing' };
    if (fields === null) return { place, reason: 'missing' };
    const erased = erasures.at(-1);
    if (erased) {
      // The hash of its link is of what it said before: the next link covers that, and the erasure's own entry what it says since.
      if (hashOf(FIRST, fields).toString('hex') !== erased.hash) return { place, reason: 'changed' };
      at = { place, hash: Buffer.from(hash, 'hex') };
      continue;
    }
    const expected = hashOf(at.hash, fields);
    if (expected.toString('hex') !== hash) return { place, reason: 'changed' };
    at = { place, hash: expected };
  }
  return at;
}

type ErasedEntry = { place: number; hash: string };
/** Returns the words by which the entry of an erasure covers the entries of the trail that it changed: 'trail ID 12 HASH'. */
const erasureWords = (erasureId: string, entries: readonly ErasedEntry[]) => {
  const hash = createHash('sha256');
  for (const one of entries) hash.update(`${one.place}:${one.hash}\n`);
  return `trail ${erasureId} ${entries.length} ${hash.digest('hex')}`;
};

/** Hashes entries of the trail from which an erasure took names, and returns the words that its own entry must have in its detail. */
export async function sealErasure(
  tx: Db,
  accountId: string,
  erasureId: string,
  ids: readonly string[],
): Promise<string> {
  const entries = (await auditLinksOf(tx, accountId, ids)).map(({ id, place, fields }) => ({
    id,
    place,
    hash: hashOf(FIRST, fields ?? []).toString('hex'),
  }));
  await insertErasures(tx, accountId, erasureId, entries);
  return erasureWords(erasureId, entries);
}

/** The position of the detail among the fields of a link. */
const DETAIL = 9;
/** Returns the first entry whose erasure no entry of the chain covers; undefined where all are covered. */
function uncovered(links: readonly Pick<AuditLink, 'place' | 'fields' | 'erasures'>[], said: ReadonlySet<string>) {
  const byErasure = new Map<string, ErasedEntry[]>();
  for (const { place, erasures } of links)
    for (const { erasureId, hash } of erasures)
      byErasure.set(erasureId, [...(byErasure.get(erasureId) ?? []), { place, hash }]);
  return [...byErasure].find(([erasureId, entries]) => !said.has(erasureWords(erasureId, entries)))?.[1][0];
}

/**
 * Recomputes an account's chain. It shows everything that was changed, removed, moved or inserted in the database. If an attacker who owns the
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
  const erased: Pick<AuditLink, 'place' | 'fields' | 'erasures'>[] = [];
  const said = new Set<string>();
  for (;;) {
    const links = await db.tenant(accountId, (tx) => auditLinksAfter(tx, accountId, at.place, BATCH));
    const checked = checkLinks(at, links);
    if ('reason' in checked) return result(checked);
    at = checked;
    for (const one of links) {
      if (one.erasures.length > 0) erased.push(one);
      const words = /^trail \S+ \d+ [0-9a-f]{64}/.exec(one.fields?.[DETAIL] ?? '');
      if (words && one.fields?.[5] === 'person.erase') said.add(words[0]);
    }
    isAsKnown ||= links.some(({ place, hash }) => String(place) === noted?.[0] && hash === noted[1]);
    if (links.length < BATCH) break;
  }
  const changed = uncovered(erased, said);
  if (changed) return result({ place: changed.place, reason: 'changed' });
  if ((await db.tenant(accountId, (tx) => countUnlinked(tx, accountId))) > 0)
    return result({ place: null, reason: 'unlinked' });
  return result(isAsKnown ? null : { place: Number(noted?.[0]), reason: 'not-as-known' });
}
