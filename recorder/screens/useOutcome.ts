import { useCallback, useRef, useState } from 'react';
import type { Outcome } from '../app/outcome.ts';

const UNKNOWN_ALLOWED = 5;
const REST_MS = 30_000;

/** Returns the last scan's outcome, and whether scanning is paused: after 5 unknown numbers a kiosk does for 30 s. */
export function useOutcome(isKiosk: boolean) {
  const [outcome, setOutcome] = useState<(Outcome & { id: number }) | null>(null);
  const [isResting, setResting] = useState(false);
  const unknown = useRef(0);
  const serial = useRef(0);
  const show = useCallback(
    (next: Outcome | null) => {
      serial.current += 1;
      setOutcome(next && { ...next, id: serial.current });
      if (next?.kind === 'taken') unknown.current = 0;
      if (next?.kind !== 'unknown' || !isKiosk) return;
      unknown.current += 1;
      if (unknown.current < UNKNOWN_ALLOWED) return;
      unknown.current = 0;
      setResting(true);
      setTimeout(() => setResting(false), REST_MS);
    },
    [isKiosk],
  );
  return { outcome, show, isResting };
}
