import { useEffect, useState } from 'react';
import { MOST_IN_MS } from '../app/inAndOut.ts';
import { type Line, linesOf, todayOf } from '../app/lines.ts';
import { shortName } from '../app/times.ts';
import { personKey } from '../core/record.ts';
import { since } from '../store/log.ts';
import { allPeople, recordedAs } from '../store/roster.ts';
import { useRecorder, useView } from './parts.tsx';

/** Returns the day's people on this device, read again when something was recorded or sent; `withTimes`: from the evening before, so that IN and OUT are those of the day. */
export function useDayLines(withTimes: boolean): Line[] {
  const recorder = useRecorder();
  const { waiting, sending, offset } = useView();
  const [lines, setLines] = useState<Line[]>([]);
  useEffect(() => {
    let isWanted = true;
    const today = todayOf(recorder);
    const from = today.start - (withTimes ? MOST_IN_MS : 0);
    void recorder.db
      .run('readonly', async (stores) => {
        const people = new Map((await allPeople(stores)).map((person) => [personKey(recordedAs(person, '')), person]));
        return linesOf(await since(stores, from), today, (person) => {
          const known = people.get(personKey(person));
          return known ? shortName(known) : (person.number ?? person.badge);
        });
      })
      .then((found) => isWanted && setLines(found));
    return () => {
      isWanted = false;
    };
  }, [recorder, waiting, sending, offset, withTimes]);
  return lines;
}
