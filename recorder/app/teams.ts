import type { Draft, Means, RecordedPerson } from '../core/record.ts';
import { formatUnits } from '../core/units.ts';
import type { Job } from '../store/jobs.ts';
import type { ToldTeam } from '../store/meta.ts';
import { findPerson, personById, recordedAs } from '../store/roster.ts';
import { refuse } from './containers.ts';
import { todayOf } from './lines.ts';
import { actOf, nameOf, type Outcome } from './outcome.ts';
import type { Recorder } from './recorder.ts';
import { creditTime } from './working.ts';

/** `badge`: that of a member; null: counted without one. */
type Counted = { job: Job; means: Means; badge: string | null; isAgain?: boolean };

/**
 * Counts what a team of the office made, as one record, which the server divides. Only a member's badge counts for it, and a second one within the seconds of a
 * repeat is asked about, of any member: they carry the same pieces.
 */
export async function countForTeam(
  recorder: Recorder,
  team: ToldTeam | undefined,
  { job, means, badge, isAgain }: Counted,
): Promise<Outcome> {
  if (!team) return refuse(recorder, { kind: 'refused', why: 'noTeam', text: badge ?? '' });
  if (team.isIndividual) return refuse(recorder, { kind: 'refused', why: 'individual', text: team.name });
  const { day } = todayOf(recorder);
  const members = team.members.filter(({ from, to }) => (from ?? day) <= day && day <= (to ?? day));
  const { found, people } = await recorder.db.run('readonly', async (stores) => ({
    found: badge === null ? null : await findPerson(stores, badge),
    people: (await Promise.all(members.map(({ employeeId }) => personById(stores, employeeId)))).flatMap((one) =>
      one ? recordedAs(one, '') : [],
    ),
  }));
  if (badge !== null && !people.some(({ _id }) => _id === found?.person._id)) {
    const text = found ? nameOf(found.known, found.person, found.named) : badge;
    return refuse(recorder, { kind: 'refused', why: 'notMember', text });
  }
  const person: RecordedPerson = { _id: team._id, number: null, timeId: null, badge: team.name };
  const { lookup1, lookup2 } = job;
  const draft: Draft = {
    ...{ kind: 'piece', person, means, lookup1, lookup2, units: formatUnits(job.perScan), ofTeam: true },
  };
  const act = actOf({ kind: 'piece', person, lookup1, lookup2 });
  const question = recorder.capturing.ask({
    ...{ found: { person, known: null, named: team.name }, act, how: { means, ...(isAgain && { isAgain }) } },
    repeatSeconds: recorder.view().settings.repeatPiece,
    anew: () => countForTeam(recorder, team, { job, means, badge, isAgain: true }),
  });
  return (
    question ??
    recorder.capturing.take([draft], [team.name], [act], (stores, clocks, group) =>
      creditTime(stores, people, { job, dayStart: recorder.capturing.dayStart(), group }, clocks),
    )
  );
}
