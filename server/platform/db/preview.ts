import type { Db, TransactionOptions } from './db.ts';

/** Thrown to roll a preview back. */
class RolledBack extends Error {}

/**
 * Runs a transaction of the account. A preview writes all of it, is rolled back, and returns the same value, so that it cannot differ from the run that
 * follows it.
 */
export async function runOrPreview<T>(
  db: Db,
  accountId: string,
  isPreview: boolean,
  run: (tx: Db) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  if (!isPreview) return db.tenant(accountId, run, options);
  let previewed: { value: T } | undefined;
  try {
    return await db.tenant(
      accountId,
      async (tx) => {
        previewed = { value: await run(tx) };
        throw new RolledBack();
      },
      options,
    );
  } catch (error) {
    if (error instanceof RolledBack && previewed) return previewed.value;
    throw error;
  }
}
