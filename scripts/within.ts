/** Resolves as `work` does. Rejects after so many minutes: what hangs must not keep the rest from running, and must be named. */
export async function within<T>(minutes: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not end within ${minutes} min`)), minutes * 60_000);
  });
  return Promise.race([work, over]).finally(() => clearTimeout(timer));
}
