import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { createPace, inPieces } from '../db/pace.ts';
import { type Deferring, defer, finishAfterwards } from './afterwards.ts';
import { answersTo } from './answers.ts';
import type { Calendar } from './calendar.ts';
import { selectDifferingDays, selectDifferingPiecework } from './differences.sql.ts';
import { selectHasLedger } from './effective.sql.ts';
import type { Days } from './facts.sql.ts';
import { selectDataVersion, selectRecordChanges } from './recordChanges.sql.ts';
import { type Derivation, NOTHING, type Replacement, replacementOf, together, writeFacts } from './refresh.ts';
import type { LocalDate } from './zone.ts';

/**
 * A change of hours or time groups can judge every kept day of everybody again, which takes seconds, and is one transaction, for which everybody else
 * waits on the embedded database. So these days are derived beforehand, piece by piece, and the transaction writes only facts that differ. It derives
 * the days of whoever had a new record meanwhile by itself, and everybody's where anything else has changed: the result is always the same. More facts
 * than can be written while others wait are left for afterwards (afterwards.ts).
 */

/** The fewest employees for whom this is worth it, and the most, because what differs is kept in memory. */
const MANY = 50;
const MOST = 10_000;
/** The most facts that a transaction writes: about 50 ms. */
const MOST_FACTS = 2_000;
/** The most employees whose days a transaction derives after all. */
const MOST_DERIVED = 200;
/** The number of employees whose facts one statement writes. */
const WRITTEN_AT_ONCE = 200;

/** The days to derive after a change, `kept` being the first day whose facts are stored. */
type Wanted = { accountId: string; calendar: Calendar; kept: LocalDate; derivations: readonly Derivation[] };
type PreparedFacts = {
  /** The data version as of which records were read at the earliest. */
  version: number;
  kept: LocalDate;
  /** By employee, the replacements of stored facts that differ. */
  replacements: ReadonlyMap<string, Replacement>;
};
/** Passed to a transaction that may be run again, without facts in the first run, and that may leave work for afterwards. */
export type Preparation = Deferring & {
  facts?: PreparedFacts;
  /** The most facts that the transaction writes; more are derived and written after it. */
  mostFacts?: number;
};

/** Thrown by the first run of a change, to roll it back. */
class ManyToDerive extends Error {
  readonly wanted: Wanted;
  readonly version: number;
  constructor(wanted: Wanted, version: number) {
    super('Many days are derived before the transaction');
    this.wanted = wanted;
    this.version = version;
  }
}

/**
 * Runs a change of master data, which must be one transaction and pass its `preparation` on to applyEffects. Where it would derive the days of many,
 * it is rolled back, the days are derived, and it runs again with their facts. What it leaves for afterwards is done before this
 * returns.
 */
export async function withPreparedFacts<T>(
  { db, clock }: { db: Db; clock: Clock },
  change: (preparation: Preparation) => Promise<T>,
  limits: Pick<Preparation, 'mostFacts'> = {},
): Promise<T> {
  const run = async (preparation: Preparation) => {
    const result = await change(preparation);
    if (preparation.afterwards) await finishAfterwards(db, clock, preparation.afterwards);
    return result;
  };
  try {
    return await run({ ...limits });
  } catch (error) {
    if (!(error instanceof ManyToDerive)) throw error;
    return run({ ...limits, facts: await prepare(db, error) });
  }
}

async function prepare(db: Db, { wanted, version }: ManyToDerive): Promise<PreparedFacts> {
  const { accountId, calendar, kept, derivations } = wanted;
  const replacements = new Map<string, Replacement>();
  // A correction that is made meanwhile raises the version otherwise than a record does, and nothing that was prepared is used.
  const hasLedger = await db.tenant(accountId, (tx) => selectHasLedger(tx, accountId));
  const pace = createPace({ first: 100, most: 100 });
  for await (const piece of inPieces(derivations, pace))
    await db.tenant(accountId, (tx) =>
      pace.keep(async () => {
        for await (const answers of answersTo(tx, { accountId, calendar, hasLedger }, piece)) {
          const derived = answers.map((answer) => replacementOf(answer, kept));
          const reduced = await differencesOf(tx, accountId, together(derived));
          for (const [i, { question }] of answers.entries())
            replacements.set(question.employeeId, reduced(question.employeeId, derived[i] ?? NOTHING));
        }
      }),
    );
  return { version, kept, replacements };
}

/** Returns a function that reduces an employee's replacement to the days on which it changes what is stored. */
async function differencesOf(tx: Db, accountId: string, derived: Replacement) {
  const [days, worked] = [
    Map.groupBy(derived.days.length > 0 ? await selectDifferingDays(tx, accountId, derived) : [], idOf),
    Map.groupBy(derived.worked.length > 0 ? await selectDifferingPiecework(tx, accountId, derived) : [], idOf),
  ];
  return (employeeId: string, { facts, piecework }: Replacement): Replacement => {
    const [changed, reworked] = [days.get(employeeId) ?? [], worked.get(employeeId) ?? []];
    return {
      days: changed.map(asSpan),
      facts: on(changed, facts),
      worked: reworked.map(asSpan),
      piecework: on(reworked, piecework),
    };
  };
}

type OnDay = { employeeId: string; day: LocalDate };
const idOf = ({ employeeId }: OnDay) => employeeId;
const asSpan = ({ employeeId, day }: OnDay): Days => ({ employeeId, from: day, to: day });
function on<F extends OnDay>(days: readonly OnDay[], facts: readonly F[]): F[] {
  const dates = new Set(days.map(({ day }) => day));
  return facts.filter(({ day }) => dates.has(day));
}

/**
 * Writes the prepared facts that still hold, under the account's lock, and returns the derivations of the other employees; leaves all of it for
 * afterwards where it is much. Throws ManyToDerive in the first run of a change that would derive the days of many.
 */
export async function writePrepared(
  tx: Db,
  wanted: Wanted,
  preparation: Preparation,
  now: Date,
): Promise<readonly Derivation[]> {
  const { accountId, derivations } = wanted;
  const { facts, mostFacts = MOST_FACTS } = preparation;
  if (derivations.length < MANY) return derivations;
  if (!facts && derivations.length <= MOST) throw new ManyToDerive(wanted, await selectDataVersion(tx, accountId));
  const { rest, holding } = facts
    ? await stillHolding(tx, wanted, facts)
    : { rest: derivations, holding: new Map<string, Replacement>() };
  const written = [...holding.values()];
  const sizes = written.map((one) => one.facts.length + one.piecework.length);
  if (rest.length > MOST_DERIVED || sizes.reduce((sum, size) => sum + size, 0) > mostFacts) {
    const rejudged = [...holding.keys(), ...rest.map(({ employeeId }) => employeeId)];
    if (await defer(tx, accountId, now, preparation, rejudged)) return [];
  }
  for (let at = 0; at < written.length; at += WRITTEN_AT_ONCE)
    await writeFacts(tx, accountId, written.slice(at, at + WRITTEN_AT_ONCE));
  return rest;
}

/** Returns the replacements that change anything and still hold, by employee, and the derivations of those for whom nothing prepared holds. */
async function stillHolding(tx: Db, { accountId, kept, derivations }: Wanted, facts: PreparedFacts) {
  const holding = new Map<string, Replacement>();
  const version = await selectDataVersion(tx, accountId);
  const touched = await selectRecordChanges(tx, accountId, { since: facts.version, upTo: version });
  if (touched === null || facts.kept !== kept) return { rest: derivations, holding };
  const isTouched = new Set(touched);
  const rest: Derivation[] = [];
  for (const derivation of derivations) {
    const { employeeId } = derivation;
    const replacement = isTouched.has(employeeId) ? undefined : facts.replacements.get(employeeId);
    if (!replacement) rest.push(derivation);
    else if (replacement.days.length + replacement.worked.length > 0) holding.set(employeeId, replacement);
  }
  return { rest, holding };
}
