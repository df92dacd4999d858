export type Turns = {
  /** Runs `work` when it is its turn; throws the signal's reason when it was aborted meanwhile. */
  take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
};

/** At most `atOnce` pieces of work at a time in this process, the others wait in order of coming. */
export function createTurns(atOnce: number): Turns {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    async take(signal, work) {
      if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
      else running++;
      try {
        signal.throwIfAborted();
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running--;
      }
    },
  };
}
