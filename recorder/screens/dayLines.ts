import { useEffect, useState } from 'react';
import { type Line, linesOf } from '../app/lines.ts';
import { shortName } from '../app/times.ts';
import { personKey } from '../core/record.ts';
import { since } from '../store/log.ts';
import { allPeople, recordedAs } from '../store/roster.ts';
import { useRecorder, useView } from './parts.tsx';

/** Returns the day's people on this device, read again when something was recorded or sent. */
export function useDayLines(): Line[] {
  const recorder = useRecorder();
  const { waiting, sending, offset } = useView();
  const [lines, setLines] = useState<Line[]>([]);
  useEffect(() => {
    let isWanted = true;
    void recorder.db
      .run('readonly', async (stores) => {
        const people = new Map((await allPeople(stores)).map((person) => [personKey(recordedAs(person, '')), person]));
        return linesOf(await since(stores, recorder.capturing.dayStart()), offset, (person) => {
          const known = people.get(personKey(person));
          return known ? shortName(known) : (person.number ?? person.badge);
        });
      })
      .then((found) => isWanted && setLines(found));
    return () => {
      isWanted = false;
    };
  }, [recorder, waiting, sending, offset]);
  return lines;
}
