import { useCallback, useEffect, useRef, useState } from 'react';
import type { Outcome } from '../app/outcome.ts';
import type { Recorder } from '../app/recorder.ts';
import { useRecorder } from './parts.tsx';

const UNKNOWN_ALLOWED = 5;
const REST_MS = 30_000;

/** The unknown numbers since the last known one, and until when a kiosk is paused (monotonic clock, ms): shared by all screens that scan. */
const guesses = new WeakMap<Recorder, { unknown: number; until: number }>();
function guessesOf(recorder: Recorder) {
  const found = guesses.get(recorder) ?? { unknown: 0, until: Number.NEGATIVE_INFINITY };
  guesses.set(recorder, found);
  return found;
}

/** Returns the last scan's outcome, and whether scanning is paused: after 5 unknown numbers a kiosk pauses for 30 s, on every screen. */
export function useOutcome(isKiosk: boolean) {
  const guessed = guessesOf(useRecorder());
  const [outcome, setOutcome] = useState<(Outcome & { id: number }) | null>(null);
  const [isResting, setResting] = useState(() => isKiosk && guessed.until > performance.now());
  const serial = useRef(0);
  useEffect(() => {
    if (!isResting) return;
    const over = setTimeout(() => setResting(false), guessed.until - performance.now());
    return () => clearTimeout(over);
  }, [isResting, guessed]);
  const show = useCallback(
    (next: Outcome | null) => {
      serial.current += 1;
      setOutcome(next && { ...next, id: serial.current });
      if (next?.kind === 'taken') guessed.unknown = 0;
      if (next?.kind !== 'unknown' || !isKiosk) return;
      guessed.unknown += 1;
      if (guessed.unknown < UNKNOWN_ALLOWED) return;
      guessed.unknown = 0;
      guessed.until = performance.now() + REST_MS;
      setResting(true);
    },
    [isKiosk, guessed],
  );
  return { outcome, show, isResting };
}
