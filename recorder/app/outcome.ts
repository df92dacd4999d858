import { type Direction, type LogRecord, type Means, personKey, type RecordedPerson } from '../core/record.ts';
import type { Stores } from '../store/database.ts';
import type { Job, Team } from '../store/jobs.ts';
import { namedAs, newPeopleOf } from '../store/newPeople.ts';
import { type Person, personById } from '../store/roster.ts';
import type { OwnTotals } from './ownWeek.ts';
import { shortName } from './times.ts';

/** `today`: the first person's units of today (thousandths); `own`: the totals of their week, null while this device still reads it. */
export type Recorded = {
  kind: 'taken';
  group: string;
  records: LogRecord[];
  names: string[];
  today: number;
  own: OwnTotals | null;
};
/** `takesName`: the person can be named as well. */
export type Unknown = {
  kind: 'unknown';
  text: string;
  takesName?: true;
  anyway: ((name?: string) => Promise<Outcome | null>) | null;
};
/** The outcome of a scan; times in ms of the device's clock. */
export type Outcome =
  | Recorded
  | { kind: 'repeat'; sinceMs: number; again: () => Promise<Outcome> }
  | Unknown
  /** A container that was counted at `at` (server's time, ms), whose it is where this device knows it. */
  | { kind: 'full'; container: string; name: string | null; at: number }
  | {
      kind: 'refused';
      why: 'otherAccount' | 'noKind' | 'badgeFirst' | 'nothing' | 'noTeam' | 'notMember' | 'individual';
      text: string;
    }
  | { kind: 'either'; text: string; badge: () => Promise<Outcome | null>; container: () => Promise<Outcome | null> }
  | { kind: 'failed'; isFull: boolean };
export type Picked = { kind: 'picked'; person: RecordedPerson; name: string };
/** `isAgain`: record it although it is a repeat; `isAnyway`: record it although the person is unknown, who is called `name`. */
export type How = { means: Means; isAgain?: boolean; isAnyway?: boolean; name?: string | undefined };
export type Counting = { job: Job; team: Team | null };

type Doing = { person: RecordedPerson } & (
  | { kind: 'clock'; direction: Direction }
  | { kind: 'piece'; lookup1: string | null; lookup2: string | null }
);
/** Returns a key of the action that a repeated scan would do again. */
export const actOf = (one: Doing) =>
  `${one.kind === 'clock' ? one.direction : JSON.stringify([one.lookup1, one.lookup2])} ${personKey(one.person)}`;
export const nameOf = (known: Person | null, { number, badge }: RecordedPerson, named?: string) =>
  known ? shortName(known) : (named ?? number ?? badge);
/** Returns names for display: first name and initial, else the number. */
export async function namesOf(stores: Stores, people: readonly RecordedPerson[]): Promise<string[]> {
  const named = await newPeopleOf(stores);
  return Promise.all(
    people.map(async (person) => {
      const known = person._id === null ? null : ((await personById(stores, person._id)) ?? null);
      return nameOf(known, person, namedAs(named, person));
    }),
  );
}
