import type { Recorder } from '../app/recorder.ts';
import { momentNow, storeTime } from '../app/working.ts';
import { allRunning, type Job, putJob } from '../store/jobs.ts';

/** Starts to measure the working time of a job, or ends that of everybody who works on it. */
export async function setTimed(recorder: Recorder, job: Job, isOn: boolean): Promise<void> {
  const clocks = recorder.clocks.now();
  await recorder.act(async (stores) => {
    const now = await momentNow(stores, clocks);
    await putJob(stores, { ...job, timedSince: isOn ? now : null });
    if (isOn) return;
    const ended = (await allRunning(stores)).filter(
      ({ lookup1, lookup2 }) => lookup1 === job.lookup1 && lookup2 === job.lookup2,
    );
    await storeTime(stores, ended, clocks, { ends: true });
  });
  recorder.clocks.stored(clocks);
}
