import { useEffect, useState } from 'react';
import { whenQuiet } from '../lib/quiet.ts';

/** False until the page has come to rest (`whenQuiet`). */
export function useQuiet(): boolean {
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    let gone = false;
    void whenQuiet().then(() => {
      if (!gone) setQuiet(true);
    });
    return () => {
      gone = true;
    };
  }, []);
  return quiet;
}
