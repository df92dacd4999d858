const SIGN_MS = 3_000;
/** The silence after which a job counts as dead: five missed signs of life, so that a busy machine is not taken for a dead process. */
export const SILENT_MS = 15_000;

/**
 * Gives signs of life while `work` runs, however long one of its steps takes. A job that was wrongly taken for dead, because its process was
 * suspended, finds itself given up when it wants to finish, and leaves nothing behind.
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
