import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { hourOf } from '../app/times.ts';
import { begin, momentNow, storeTime } from '../app/working.ts';
import { personKey, type RecordedPerson } from '../core/record.ts';
import { allRunning, deleteJob, putJob, type Running, runningId, type Team } from '../store/jobs.ts';
import { since } from '../store/log.ts';
import { Dialog } from './fields.tsx';
import { jobName } from './PickJob.tsx';
import { Screen, useRecorder, useView } from './parts.tsx';
import { Result } from './Result.tsx';
import { ScanBox } from './ScanBox.tsx';
import { useOutcome } from './useOutcome.ts';
import { workNow } from './workNow.ts';

/** People whose time is paused are in a team with this name. */
const PAUSED = 'paused';

/** Working time, apart from pieces: who works on what, since when; started by badge or for all who are clocked in here. */
export function WorkingTime({ onBack }: { onBack: () => void }) {
  const recorder = useRecorder();
  const { jobs, lookups, activation, offset } = useView();
  const [isScanning, setScanning] = useState(false);
  const { outcome, show } = useOutcome(false);
  const running = jobs.filter((row): row is Running => row.kind === 'running');
  const names = useNames(running);
  const paused = jobs.find((row): row is Team => row.kind === 'team' && row.id === PAUSED);
  const { job } = workNow(recorder);

  const start = async (people: readonly RecordedPerson[]) => {
    const { job } = workNow(recorder);
    if (!job) return;
    const clocks = recorder.clocks.now();
    await recorder.act(async (stores) => {
      const now = await momentNow(stores, clocks);
      const known = await allRunning(stores);
      const moved = known.filter(({ id }) => people.some((person) => runningId(person) === id));
      await storeTime(stores, moved, clocks, { ends: true });
      for (const person of people) await begin(stores, person, job, now);
      await deleteJob(stores, PAUSED);
    });
    recorder.clocks.stored(clocks);
  };
  const startAll = async () => {
    const records = await recorder.db.run('readonly', (stores) => since(stores, recorder.capturing.dayStart()));
    const here = new Map<string, RecordedPerson>();
    for (const record of records)
      if (record.kind === 'clock')
        if (record.direction === 'out') here.delete(personKey(record.person));
        else here.set(personKey(record.person), record.person);
    await start([...here.values()]);
  };
  const scanned = async (text: string, isAnyway = false): Promise<void> => {
    const picked = await recorder.capturing.pick(text, isAnyway);
    if (picked.kind === 'picked') {
      show(null);
      return start([picked.person]);
    }
    const anyway = async () => {
      await scanned(text, true);
      return null;
    };
    show({ ...picked, anyway: picked.anyway && anyway });
  };
  const pause = async () => {
    await recorder.act((stores) =>
      putJob(stores, { id: PAUSED, kind: 'team', members: running.map(({ person }) => person).slice(0, 100) }),
    );
    await stop(running);
  };
  const stop = async (people: readonly Running[]) => {
    const clocks = recorder.clocks.now();
    await recorder.act((stores) => storeTime(stores, people, clocks, { ends: true }));
    recorder.clocks.stored(clocks);
  };
  return (
    <Screen title={t`Working time`} onBack={onBack}>
      {job && <p>{jobName(job, lookups)}</p>}
      <div className="row">
        <button type="button" className="main" disabled={!job} onClick={() => setScanning(!isScanning)}>
          {t`Start`}
        </button>
        <button type="button" disabled={!job} onClick={() => void startAll()}>
          {t`All who are clocked in here`}
        </button>
        {paused && (
          <button type="button" onClick={() => void start(paused.members)}>
            {t`Go on`}
          </button>
        )}
        <button type="button" disabled={running.length === 0} onClick={() => void pause()}>
          {t`Pause`}
        </button>
        <button type="button" disabled={running.length === 0} onClick={() => void stop(running)}>
          {t`Stop`}
        </button>
      </div>
      {isScanning && <p>{t`Scan everyone who starts now`}</p>}
      <Result outcome={outcome} onOutcome={show} />
      {isScanning && <ScanBox mayType onText={(text) => void scanned(text)} />}
      <p>{t`${{ people: running.length }} working`}</p>
      <ul className="picks">
        {running.map((one, i) => (
          <li key={one.id}>
            <span>
              <strong>{names[i]}</strong>, {jobName(one, lookups)},{' '}
              {hourOf(one.wall + offset, activation?.timeZone ?? 'UTC')}
            </span>
            <button type="button" aria-label={t`Stop: ${{ name: names[i] ?? '' }}`} onClick={() => void stop([one])}>
              {t`Stop`}
            </button>
          </li>
        ))}
      </ul>
    </Screen>
  );
}

function useNames(running: readonly Running[]): string[] {
  const recorder = useRecorder();
  const [names, setNames] = useState<string[]>([]);
  const ids = running.map(({ id }) => id).join();
  useEffect(() => {
    let isWanted = true;
    void recorder.capturing.namesOf(running.map(({ person }) => person)).then((found) => isWanted && setNames(found));
    return () => {
      isWanted = false;
    };
    // Each read of the database makes new rows, but the people are the same.
  }, [recorder, ids]);
  return names;
}

/** Asks, after the Recorder was off, whether the crew continued to work. */
export function OffQuestion() {
  const recorder = useRecorder();
  const { off, offset, activation } = useView();
  if (!off) return null;
  const time = (wall: number) => hourOf(wall + offset, activation?.timeZone ?? 'UTC');
  return (
    <Dialog
      title={t`The Recorder was off from ${{ from: time(off.from) }} to ${{ to: time(off.to) }}. Did the crew work?`}
    >
      <button type="button" className="main" onClick={() => void recorder.answerOff(true)}>
        {t`Yes, count it`}
      </button>
      <button type="button" onClick={() => void recorder.answerOff(false)}>
        {t`No`}
      </button>
    </Dialog>
  );
}
