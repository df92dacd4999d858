import { useLayoutEffect, useState } from 'react';
import { type Means, personKey, type RecordedPerson } from '../core/record.ts';
import type { Job, Team } from '../store/jobs.ts';
import { deleteJob, putJob } from '../store/jobs.ts';
import { useWords } from '../words/words.ts';
import { jobName, PickJob } from './PickJob.tsx';
import { Screen, Tick, useRecorder, useView } from './parts.tsx';
import { Result } from './Result.tsx';
import { ScanBox } from './ScanBox.tsx';
import { Tally } from './Tally.tsx';
import { setTimed } from './timed.ts';
import { useOutcome } from './useOutcome.ts';
import { useWork, WorkPlan } from './WorkPlan.tsx';
import { workNow } from './workNow.ts';

type Way = 'one' | 'shared' | 'team';
/** The most people who can share, or be a team. */
const MOST_TOGETHER = 100;

/** Counts pieces: what, how many per scan, and for one person, several who share, or a team. */
export function Count() {
  const recorder = useRecorder();
  const view = useView();
  const words = useWords();
  const [isPicking, setPicking] = useState(false);
  const [way, setWay] = useState<Way>('one');
  const [together, setTogether] = useState<{ person: RecordedPerson; name: string; means: Means }[]>([]);
  const [isMaking, setMaking] = useState(false);
  const { outcome, show } = useOutcome(false);
  const isGathering = together.length > 0;
  // In the same moment as they are shown: after the frame a release could be applied in between.
  useLayoutEffect(() => (isGathering ? recorder.keepOpen() : undefined), [recorder, isGathering]);
  const work = useWork();
  const { job } = work;
  const team = view.jobs.find((row): row is Team => row.kind === 'team' && row.id === 'team') ?? null;
  if (!job || isPicking)
    return <PickJob onPicked={() => setPicking(false)} onCancel={job ? () => setPicking(false) : undefined} />;

  /** A plan may have begun since this was drawn. */
  const present = () => workNow(recorder).job ?? job;
  const gathers = way === 'shared' || (way === 'team' && isMaking);
  const gather = async (text: string, means: Means, isAnyway = false): Promise<void> => {
    const picked = await recorder.capturing.pick(text, isAnyway);
    if (picked.kind === 'unknown') {
      const anyway = async () => {
        await gather(text, means, true);
        return null;
      };
      return show({ ...picked, anyway: picked.anyway && anyway });
    }
    const { person, name } = picked;
    show(null);
    setTogether((before) =>
      before.length >= MOST_TOGETHER || before.some((one) => personKey(one.person) === personKey(person))
        ? before
        : [...before, { person, name, means }],
    );
  };
  const scanned = async (text: string, means: Means) =>
    gathers
      ? gather(text, means)
      : show(await recorder.capturing.count(text, { job: present(), team: way === 'team' ? team : null }, { means }));
  const done = async () => {
    const people = together.map(({ person }) => person);
    setTogether([]);
    if (way === 'shared') {
      const credited = await recorder.capturing.credit(people, present(), {
        means: together[0]?.means ?? 'list',
        counting: 'shared',
      });
      // If nothing was stored, the people stay selected and need not be scanned again.
      if (credited.kind === 'failed') setTogether((since) => [...together, ...since]);
      return show(credited);
    }
    await recorder.act((stores) => putJob(stores, { id: 'team', kind: 'team', members: people }));
    setMaking(false);
  };
  const choose = (next: Way) => {
    setWay(next);
    setTogether([]);
    setMaking(next === 'team' && !team);
  };
  return (
    <Screen title={words.count}>
      <p className="job">
        <strong>{jobName(job, view.lookups, words)}</strong> × {formatPerScan(job)}
        <button type="button" onClick={() => setPicking(true)}>
          {words.change}
        </button>
      </p>
      <WorkPlan work={work} />
      <fieldset className="ways">
        <legend className="hidden">{words.count}</legend>
        {(['one', 'shared', 'team'] as const).map((one) => (
          <button key={one} type="button" aria-pressed={way === one} onClick={() => choose(one)}>
            {{ one: words.onePerson, shared: words.shared, team: words.team }[one]}
          </button>
        ))}
      </fieldset>
      {gathers && (
        <div className="together">
          <p>{way === 'shared' ? words.sharedHow : words.teamHow}</p>
          <ul>
            {together.map(({ person, name }) => (
              <li key={personKey(person)}>{name}</li>
            ))}
          </ul>
          <button type="button" className="main" disabled={!isGathering} onClick={() => void done()}>
            {words.done}
          </button>
        </div>
      )}
      {way === 'team' && team && !isMaking && (
        <p>
          {words.working(team.members.length)}{' '}
          <button
            type="button"
            onClick={() => void recorder.act((stores) => deleteJob(stores, team.id)).then(() => setMaking(true))}
          >
            {words.change}
          </button>
        </p>
      )}
      <Result outcome={outcome} onOutcome={show} />
      <ScanBox onText={(text, means) => void scanned(text, means)} mayType />
      <Tick
        label={words.measureTime}
        isOn={job.timedSince !== null}
        onChange={(isOn) => void setTimed(recorder, job, isOn)}
      />
      <Tally />
    </Screen>
  );
}
const formatPerScan = ({ perScan }: Job) => String(perScan / 1000);
