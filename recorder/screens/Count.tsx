import { t } from '@lingui/core/macro';
import { lazy, Suspense, useLayoutEffect, useState } from 'react';
import { type Means, personKey, type RecordedPerson } from '../core/record.ts';
import type { Team } from '../store/jobs.ts';
import { deleteJob, putJob } from '../store/jobs.ts';
import type { Settings } from '../store/meta.ts';
import { unitsShown } from '../words/words.ts';
import { Choice, Tick } from './fields.tsx';
import { jobName, PickJob } from './PickJob.tsx';
import { Screen, useRecorder, useView } from './parts.tsx';
import { Result } from './Result.tsx';
import { ScanBox } from './ScanBox.tsx';
import { Tally } from './Tally.tsx';
import { setTimed } from './timed.ts';
import { useOutcome } from './useOutcome.ts';
import { useWork, WorkPlan } from './WorkPlan.tsx';
import { workNow } from './workNow.ts';

const TeamCount = lazy(async () => ({ default: (await import('./TeamCount.tsx')).TeamCount }));
const Containers = lazy(async () => ({ default: (await import('./Containers.tsx')).Containers }));

type Way = Settings['way'];
const OTHERS = '';
/** The most people who can share, or be a team. */
const MOST_TOGETHER = 100;

/** Counts pieces: what, how many per scan, and for one person, several who share, or a team; or containers of a person. */
export function Count() {
  const recorder = useRecorder();
  const view = useView();
  const [isPicking, setPicking] = useState(false);
  // A scan may follow before it is stored.
  const [way, setWay] = useState(view.settings.way);
  const [together, setTogether] = useState<{ person: RecordedPerson; name: string; means: Means }[]>([]);
  const { outcome, show } = useOutcome(false);
  const isGathering = together.length > 0;
  // In the same moment as they are shown: after the frame a release could be applied in between.
  useLayoutEffect(() => (isGathering ? recorder.keepOpen() : undefined), [recorder, isGathering]);
  const work = useWork();
  const { job } = work;
  const team = view.jobs.find((row): row is Team => row.kind === 'team' && row.id === 'team') ?? null;
  const ways: readonly Way[] = [
    'one',
    'shared',
    'team',
    // A way that was pressed stays, also where the office has deleted its last kind: a badge would count a piece.
    ...(view.containerKinds.length > 0 || way === 'containers' ? (['containers'] as const) : []),
  ];
  const chosen = way === 'team' ? view.settings.team : null;
  /** Missing where the office has deleted or changed the team since it was chosen: nobody else is counted in its place. */
  const ofOffice = view.teams.find(({ _id }) => _id === chosen);
  if (!job || isPicking)
    return <PickJob onPicked={() => setPicking(false)} onCancel={job ? () => setPicking(false) : undefined} />;

  /** A plan may have begun since this was drawn. */
  const present = () => workNow(recorder).job ?? job;
  const gathers = way === 'shared' || (way === 'team' && !team && chosen === null);
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
    if (way !== 'shared') {
      await recorder.act((stores) => putJob(stores, { id: 'team', kind: 'team', members: people }));
      return setTogether([]);
    }
    setTogether([]);
    const credited = await recorder.capturing.credit(people, present(), {
      means: together[0]?.means ?? 'list',
      counting: 'shared',
    });
    // If nothing was stored, the people stay selected and need not be scanned again.
    if (credited.kind === 'failed') setTogether((since) => [...together, ...since]);
    show(credited);
  };
  const choose = (next: Way) => {
    setWay(next);
    setTogether([]);
    void recorder.saveSettings({ way: next });
  };
  return (
    <Screen title={t`Count`}>
      <p className="job">
        <strong>{jobName(job, view.lookups)}</strong>
        {way !== 'containers' && <> × {unitsShown(job.perScan)}</>}
        <button type="button" onClick={() => setPicking(true)}>
          {t`Change`}
        </button>
      </p>
      <WorkPlan work={work} />
      <fieldset className="ways">
        <legend className="hidden">{t`Count`}</legend>
        {ways.map((one) => (
          <button key={one} type="button" aria-pressed={way === one} onClick={() => choose(one)}>
            {{ one: t`One person`, shared: t`Shared`, team: t`Team`, containers: t`Containers` }[one]}
          </button>
        ))}
      </fieldset>
      {way === 'team' && (view.teams.length > 0 || chosen !== null) && (
        <Choice
          label={t`Which team?`}
          value={chosen ?? OTHERS}
          options={[
            [OTHERS, t`Other people`],
            ...view.teams.map(({ _id, name }) => [_id, name] as const),
            ...(chosen !== null && !ofOffice ? [[chosen, '-'] as const] : []),
          ]}
          onChange={(id) => {
            setTogether([]);
            show(null);
            void recorder.saveSettings({ team: id === OTHERS ? null : id });
          }}
        />
      )}
      {gathers && (
        <div className="together">
          <p>
            {way === 'shared'
              ? t`Scan everyone who shares, then Done`
              : t`Scan everyone of the team, then Done. Later one badge credits all.`}
          </p>
          <ul>
            {together.map(({ person, name }) => (
              <li key={personKey(person)}>{name}</li>
            ))}
          </ul>
          <button type="button" className="main" disabled={!isGathering} onClick={() => void done()}>
            {t`Done`}
          </button>
        </div>
      )}
      {way === 'team' && chosen === null && team && (
        <p>
          {t`${{ people: team.members.length }} working`}{' '}
          <button type="button" onClick={() => void recorder.act((stores) => deleteJob(stores, team.id))}>
            {t`Change`}
          </button>
        </p>
      )}
      {way === 'containers' || chosen !== null ? (
        <Suspense fallback={null}>
          {way === 'containers' ? <Containers jobNow={present} /> : <TeamCount team={ofOffice} jobNow={present} />}
        </Suspense>
      ) : (
        <>
          <Result outcome={outcome} onOutcome={show} />
          <ScanBox onText={(text, means) => void scanned(text, means)} mayType />
        </>
      )}
      <Tick
        label={t`Measure working time`}
        isOn={job.timedSince !== null}
        onChange={(isOn) => void setTimed(recorder, job, isOn)}
      />
      <Tally />
    </Screen>
  );
}
