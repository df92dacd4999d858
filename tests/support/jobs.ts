import type { JobHandler, Jobs } from '#server/platform/jobs/jobs.ts';

export type InProcessJobs = Jobs & {
  /** Jobs that were sent and have not run, oldest first. */
  readonly waiting: { name: string; data: unknown; singletonKey?: string; startAfter?: number | Date }[];
  /** Runs the waiting jobs, and those that they send, until none is left; throws a handler's error. Ignores `startAfter`. */
  drain(): Promise<void>;
};

/** Jobs for tests: nothing runs until `drain`, which runs them in order in this process. A job that was sent in a transaction that fails stays. */
export function createInProcessJobs(): InProcessJobs {
  const handlers = new Map<string, JobHandler>();
  const waiting: InProcessJobs['waiting'] = [];
  return {
    waiting,
    define(name, handler) {
      if (handlers.has(name)) throw new Error(`The job ${name} is defined twice`);
      handlers.set(name, handler);
    },
    schedule(name) {
      if (!handlers.has(name)) throw new Error(`The job ${name} is scheduled before it is defined`);
    },
    async send(name, data, { singletonKey, startAfter } = {}) {
      if (!handlers.has(name)) throw new Error(`There is no job ${name}`);
      if (singletonKey && waiting.some((job) => job.name === name && job.singletonKey === singletonKey)) return;
      // In the form in which the real one stores it.
      waiting.push({ name, data: JSON.parse(JSON.stringify(data)), singletonKey, startAfter });
    },
    async drain() {
      for (let job = waiting.shift(); job; job = waiting.shift())
        await handlers.get(job.name)?.(job.data, { id: 'test', retryCount: 0, signal: new AbortController().signal });
    },
  };
}
