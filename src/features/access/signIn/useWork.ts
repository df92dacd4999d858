import { useState } from 'react';
import { messageOf } from '../../../api/errors.ts';

/**
 * Returns a function that runs one task at a time, whether one is running, and the last failure. `run` resolves to undefined after a failure.
 * `isHandled`: returns true for a failure that the caller shows itself.
 */
export function useWork(isHandled: (error: unknown) => boolean = () => false) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const run = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    setBusy(true);
    setFailure(null);
    try {
      return await work();
    } catch (error) {
      if (!isHandled(error)) setFailure(error);
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure: failure === null ? null : messageOf(failure), run };
}
