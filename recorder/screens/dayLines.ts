import { useEffect, useRef, useState } from 'react';
import { MOST_IN_MS } from '../app/inAndOut.ts';
import { type Line, linesOf, todayOf } from '../app/lines.ts';
import { shortName } from '../app/times.ts';
import { personKey } from '../core/record.ts';
import { since } from '../store/log.ts';
import { allPeople, recordedAs } from '../store/roster.ts';
import { useRecorder, useView } from './parts.tsx';

/** Reading a day of thousands of records holds up a scan: it takes at most a tenth of the time. */
const REST = 9;
/** While it is being read, it is not read again before this. */
const SOON_MS = 1_000;

/** Returns the day's people on this device, read again when something was recorded or sent; `withTimes`: from the evening before, so that IN and OUT are those of the day. */
export function useDayLines(withTimes: boolean): Line[] {
  const recorder = useRecorder();
  const { waiting, sending, offset } = useView();
  const [lines, setLines] = useState<Line[]>([]);
  const due = useRef(0);
  useEffect(() => {
    let isWanted = true;
    const read = async () => {
      const started = performance.now();
      due.current = started + SOON_MS;
      const today = todayOf(recorder);
      const from = today.start - (withTimes ? MOST_IN_MS : 0);
      const found = await recorder.db.run('readonly', async (stores) => {
        const people = new Map((await allPeople(stores)).map((person) => [personKey(recordedAs(person, '')), person]));
        return linesOf(await since(stores, from), today, (person) => {
          const known = people.get(personKey(person));
          return known ? shortName(known) : (person.number ?? person.badge);
        });
      });
      const now = performance.now();
      due.current = now + REST * (now - started);
      if (isWanted) setLines(found);
    };
    const timer = setTimeout(() => void read(), Math.max(0, due.current - performance.now()));
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [recorder, waiting, sending, offset, withTimes]);
  return lines;
}
