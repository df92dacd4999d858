import type { CorrectionItem } from '#contract/figures/corrections.ts';
import type { Proposal } from '#contract/office/exceptions.ts';
import { words } from '#contract/platform/words.ts';
import { differing } from '../../attendance/corrected.ts';
import { dayKey } from '../../attendance/ledger.sql.ts';
import { readLocked } from '../../masterData/daysMoved.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/errors.ts';
import { type LocalDate, localDateOf } from '../../platform/zone.ts';
import { readContext } from './context.ts';
import { selectCorrectionDays } from './corrections.sql.ts';
import { selectExcuses } from './exceptions.sql.ts';
import type { Found } from './found.ts';
import type { Evidence } from './proposalEvidence.ts';
import { resolveItem } from './resolve.ts';
import { changesOf, type Resolved } from './resolved.ts';
import { effectOf, type Judging } from './safety.ts';

type Draft = { found: Found; proposals: readonly Proposal[] };
type Checking = Evidence &
  Judging & { isLocked(days: readonly LocalDate[]): boolean; resolve(item: CorrectionItem): Resolved };

/**
 * Returns the proposals of each exception with a safe one first (safety.ts), or else one that opens a dialog; punches that are guessed and not safe are left out.
 * A likely one that is safe and first may be applied together with those of others.
 */
export async function safeFirst(
  tx: Db,
  accountId: string,
  drafts: readonly Draft[],
  evidence: Evidence,
): Promise<Proposal[][]> {
  const items = drafts.flatMap(({ proposals }) => proposals.flatMap((one) => one.items));
  if (!drafts.some(({ proposals }) => proposals.some((one) => one.items.length + one.undo.length > 0)))
    return drafts.map(({ proposals }) => [...proposals]);
  const { calendar, now } = evidence;
  const today = localDateOf(calendar.zone, now.getTime());
  const context = await readContext(
    tx,
    accountId,
    { changes: items.map(({ change }) => change), rows: [] },
    { zone: calendar.zone, now, today, correctionDays: await selectCorrectionDays(tx, accountId) },
  );
  const { movesLocked } = await readLocked(tx, accountId, calendar, now);
  const days = drafts.map(({ found }) => found.day).sort();
  const checking: Checking = {
    ...evidence,
    excuses: await selectExcuses(tx, accountId, { from: days[0] ?? today, to: days.at(-1) ?? today }),
    isLocked: movesLocked,
    resolve: (item) => resolveItem(item, context),
  };
  return drafts.map((draft) => ranked(draft, checking));
}

function ranked({ found, proposals }: Draft, checking: Checking): Proposal[] {
  const [first] = proposals;
  // To derive the days after a change is the greater part of a long list's time: once for each proposal.
  const known = new Map<Proposal, boolean>();
  const isSafe = (one: Proposal) => {
    const safe = known.get(one) ?? isSafeProposal(found, one, checking);
    known.set(one, safe);
    return safe;
  };
  const isGuess = ({ inBulk, items }: Proposal) => inBulk && items.every(({ change }) => change.do === 'add-punch');
  const isBetweenOuts = found.previous !== null && found.previous !== undefined;
  const left = proposals.filter((one) => isBetweenOuts || !isGuess(one) || isSafe(one));
  const best =
    !first || first.opens !== null || isSafe(first)
      ? first
      : (left.find((one) => one.inBulk && isSafe(one)) ?? left.find(({ opens }) => opens !== null) ?? lookAtTheDay);
  const others = left.filter((one) => one !== best).map((one) => ({ ...one, inBulk: false }));
  return best ? [best, ...others] : [];
}

const LOOK = words('Look at the day');
const lookAtTheDay: Proposal = {
  label: LOOK,
  done: '',
  reason: 'other',
  items: [],
  inBulk: false,
  undo: [],
  opens: 'why',
};

/** Tells whether a proposal can be applied, leaves nothing of the day of its exception open, and lowers no paid time, changes no locked day and no other employee. */
function isSafeProposal(found: Found, { items, undo }: Proposal, checking: Checking): boolean {
  if (undo.length > 0) return isSafeUndo(found, checking);
  const resolved = resolvedOf(items, checking);
  if (!resolved) return false;
  return changesOf(resolved).every((change) => isSafeChange(found, change, checking));
}

function resolvedOf(items: readonly CorrectionItem[], { resolve }: Checking): Resolved[] | null {
  try {
    return items.map(resolve);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** Taking an added punch back, where a record came after all. */
function isSafeUndo(found: Found, checking: Checking): boolean {
  const { kind, employeeId, at, direction, day } = found;
  if (kind !== 'overtaken') return !checking.isLocked([day]);
  if (!employeeId || at === undefined || !direction) return false;
  const punch = { at, direction, final: true, given: true };
  const none = { punches: [], entries: [] };
  return isSafeChange(found, { employeeId, removed: { punches: [punch], entries: [] }, added: none }, checking);
}

type Change = ReturnType<typeof changesOf>[number];
function isSafeChange(found: Found, { employeeId, ...change }: Change, checking: Checking): boolean {
  const { people, workDays } = checking;
  const person = people.get(employeeId);
  const sides = workDays.get(dayKey({ employeeId, day: found.day }))?.sidesOf(change);
  if (!person || !sides || (found.employeeId !== null && found.employeeId !== employeeId)) return false;
  if (checking.isLocked(differing(sides.before, sides.after))) return false;
  const { isSafe, left } = effectOf(person, sides, checking);
  const open = left.get(found.day) ?? [];
  // Half of a day put right pays for what the rest of it may take back: a lunch that was cut in two is bought whole.
  return isSafe && open.length === 0;
}
