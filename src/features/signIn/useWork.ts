import { useState } from 'react';
import { messageOf } from '../../api/errors.ts';

/**
 * Returns what runs one thing at a time, whether it runs, and what became of it: `run` answers undefined after a failure. `isHandled`: true
 * for one that the caller deals with, of which nothing is said here.
 */
export function useWork(isHandled: (error: unknown) => boolean = () => false) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    setBusy(true);
    setFailure(null);
    try {
      return await work();
    } catch (error) {
      if (!isHandled(error)) setFailure(messageOf(error));
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, run };
}
