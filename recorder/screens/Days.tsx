import { useEffect, useState } from 'react';
import type { Line } from '../app/lines.ts';
import { hourOf } from '../app/times.ts';
import { personKey } from '../core/record.ts';
import { formatUnits } from '../core/units.ts';
import { useWords } from '../words/words.ts';
import { useDayLines } from './dayLines.ts';
import { jobName } from './PickJob.tsx';
import { Screen, useRecorder, useView } from './parts.tsx';
import { ScanBox } from './ScanBox.tsx';
import { Tally } from './Tally.tsx';
import { useOutcome } from './useOutcome.ts';

const SHOWN_MS = 10_000;

/** A person's own day on this device, shown for 10 s, so that others do not read it. */
export function MyDay({ onBack }: { onBack: () => void }) {
  const recorder = useRecorder();
  const { activation, lookups, settings } = useView();
  const words = useWords();
  const lines = useDayLines();
  const [shown, setShown] = useState<{ name: string; line: Line | undefined } | null>(null);
  const isKiosk = settings.mode === 'kiosk';
  const { outcome, show, isResting } = useOutcome(isKiosk);
  useEffect(() => {
    if (!shown) return;
    const over = setTimeout(() => setShown(null), SHOWN_MS);
    return () => clearTimeout(over);
  }, [shown]);
  const look = async (text: string) => {
    if (isResting) return;
    const picked = await recorder.capturing.pick(text);
    show(picked.kind === 'unknown' ? picked : null);
    if (picked.kind === 'unknown') return setShown(null);
    setShown({ name: picked.name, line: lines.find(({ person }) => person === personKey(picked.person)) });
  };
  const time = (at: number | null | undefined) => (at ? hourOf(at, activation?.timeZone ?? 'UTC') : '–');
  return (
    <Screen title={words.myDay} onBack={onBack}>
      {shown ? (
        <section className="result" data-kind="taken" data-large="true" role="status">
          <p className="large">{shown.name}</p>
          {shown.line ? (
            <ul>
              <li>
                {words.in} {time(shown.line.firstIn)}
              </li>
              <li>
                {words.out} {time(shown.line.lastOut)}
              </li>
              {[...shown.line.products].map(([product, units]) => {
                const [lookup1 = '', lookup2 = ''] = product.split('\n');
                return (
                  <li key={product}>
                    {formatUnits(units)}{' '}
                    {jobName({ lookup1: lookup1 || null, lookup2: lookup2 || null }, lookups, words)}
                  </li>
                );
              })}
            </ul>
          ) : (
            <p>{words.nothingToday}</p>
          )}
        </section>
      ) : (
        <p>{words.myDayHow}</p>
      )}
      <p role="status">{outcome?.kind === 'unknown' && words.notKnown(outcome.text)}</p>
      {isResting && <p role="alert">{words.resting}</p>}
      <ScanBox onText={(text) => void look(text)} mayType={!isKiosk || settings.mayType} />
    </Screen>
  );
}

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
