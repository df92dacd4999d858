import type { Recorder } from '../app/recorder.ts';
import { type Work, workAt } from '../store/work.ts';

/** Returns what is counted now: what was chosen here, or what the office has planned. */
export const workNow = (recorder: Recorder): Work => workAt(recorder.view(), recorder.clocks.now().wall);
