/** How often a running job says that it lives, and how long it must say nothing to be taken for dead. */
const SIGN_MS = 3_000;
export const SILENT_MS = 15_000;

/**
 * Says that a job lives while `work` runs, however long one step of it takes. A job that was wrongly taken for dead, in a process
 * that slept, finds itself given up when it wants to finish, and leaves nothing behind.
 */
export async function withSignsOfLife<T>(sign: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  let isSigning = false;
  const timer = setInterval(() => {
    if (isSigning) return;
    isSigning = true;
    void sign()
      .catch(() => undefined)
      .finally(() => {
        isSigning = false;
      });
  }, SIGN_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
