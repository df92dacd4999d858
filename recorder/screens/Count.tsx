import { useState } from 'react';
import { keyOf } from '../app/recorder.ts';
import type { Means, RecordedPerson } from '../core/record.ts';
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

type Way = 'one' | 'shared' | 'team';

/** Pieces are counted: what, how many a scan, and for one person, those who share, or a team. */
export function Count() {
  const recorder = useRecorder();
  const view = useView();
  const words = useWords();
  const jobs = view.jobs.filter((row) => row.kind === 'job').sort((a, b) => b.usedAt - a.usedAt);
  const [isPicking, setPicking] = useState(false);
  const [way, setWay] = useState<Way>('one');
  const [together, setTogether] = useState<{ person: RecordedPerson; name: string }[]>([]);
  const [isMaking, setMaking] = useState(false);
  const { outcome, show } = useOutcome(false);
  const [job] = jobs;
  const team = view.jobs.find((row): row is Team => row.kind === 'team' && row.id === 'team') ?? null;
  if (!job || isPicking)
    return <PickJob onPicked={() => setPicking(false)} onCancel={job && (() => setPicking(false))} />;

  const gathers = way === 'shared' || (way === 'team' && isMaking);
  const scanned = async (text: string, means: Means) => {
    if (!gathers) return show(await recorder.count(text, { job, team: way === 'team' ? team : null }, { means }));
    const found = await recorder.find(text);
    if (!found) return show({ kind: 'unknown', text, anyway: async () => ({ kind: 'failed', isFull: false }) });
    const [name = ''] = await recorder.namesOf([found.person]);
    setTogether((before) =>
      before.some(({ person }) => keyOf(person) === keyOf(found.person))
        ? before
        : [...before, { person: found.person, name }],
    );
  };
  const done = async () => {
    const people = together.map(({ person }) => person);
    setTogether([]);
    if (way === 'shared') return show(await recorder.credit(people, job, 'list'));
    await recorder.act((stores) => putJob(stores, { id: 'team', kind: 'team', members: people.slice(0, 100) }));
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
              <li key={keyOf(person)}>{name}</li>
            ))}
          </ul>
          <button type="button" className="main" disabled={together.length === 0} onClick={() => void done()}>
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
      {outcome && <Result outcome={outcome} onOutcome={show} />}
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
