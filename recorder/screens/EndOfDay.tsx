import { useEffect } from 'react';
import { useWords } from '../words/words.ts';
import { Screen, useRecorder, useView } from './parts.tsx';
import { Tally } from './Tally.tsx';

/** People by in, out and product, also for printing; and whether everything has been sent. */
export function EndOfDay({ onBack }: { onBack: () => void }) {
  const recorder = useRecorder();
  const { waiting, refused, activation } = useView();
  const words = useWords();
  useEffect(() => recorder.endDay(), [recorder]);
  const left = waiting + refused;
  return (
    <Screen title={words.endOfDay} onBack={onBack}>
      <p className="large" data-tone={left === 0 ? 'good' : 'warn'} role="status">
        {left === 0 ? words.allSent : words.connectFirst(left)}
      </p>
      <p>{activation?.accountName}</p>
      <Tally withTimes />
      <button type="button" className="main" onClick={() => print()}>
        {words.print}
      </button>
    </Screen>
  );
}
