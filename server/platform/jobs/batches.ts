type Batches<T> = {
  /** Claims what is due, at most `size` items; a claimed item that is not finished within its lease is due again. */
  claim: () => Promise<readonly T[]>;
  size: number;
  /** Sends one item and records the outcome; returns true when it was sent. Never rejects because of an item. */
  send: (one: T) => Promise<boolean>;
  signal?: AbortSignal | undefined;
};

/** Sends what is due, the items of a batch in parallel, until a batch is not full or `signal` is aborted; returns how many were sent. */
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
