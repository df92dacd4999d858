type Batches<T> = {
  /** Claims what is due, at most `size` of it; what is claimed and not finished within its lease is due again. */
  claim: () => Promise<readonly T[]>;
  size: number;
  /** Sends one and writes down how that went; returns true when it went out. Never rejects for what one of them met. */
  send: (one: T) => Promise<boolean>;
  signal?: AbortSignal | undefined;
};

/** Sends what is due, a batch side by side, until one is not full or `signal` ends it; returns how many went out. */
export async function sendBatches<T>({ claim, size, send, signal }: Batches<T>): Promise<number> {
  let sent = 0;
  while (!signal?.aborted) {
    const due = await claim();
    const outcomes = await Promise.all(due.map(send));
    sent += outcomes.filter(Boolean).length;
    if (due.length < size) break;
  }
  return sent;
}
