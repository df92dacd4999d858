import { type OwnDayFigures, type OwnDayWrong, ownDayText } from '#contract/figures/ownDayFigures.ts';
import { isSamePerson, type LogRecord, type Means, type RecordedPerson } from '../core/record.ts';
import { formatUnits } from '../core/units.ts';
import { startingWith } from '../store/corrections.ts';
import type { Stores } from '../store/database.ts';
import { since } from '../store/log.ts';
import { readMeta } from '../store/meta.ts';
import { MOST_IN_MS } from './inAndOut.ts';
import { type Day, linesOf, shownAt, todayOf } from './lines.ts';
import type { Outcome } from './outcome.ts';
import { proofOf } from './pin.ts';
import type { Recorder } from './recorder.ts';

/** A person's own days on this device, and their word on these (docs/reference/privacy.md#their-own-day). It changes no record. */

/** A day as it is shown. `own`: this device's figures of it, as text. */
export type OwnDay = {
  day: string;
  isToday: boolean;
  figures: OwnDayFigures;
  own: string;
  /** The figures are the office's, and others than the person agreed to. */
  isChanged: boolean;
  /** The last word on these figures, at a time of the server (ms). */
  answer: { wrong: string | null; at: number } | null;
};
type DayAct = LogRecord & { kind: 'day' };
/** The answer of a day is found by its group among many records. */
const groupOf = (employeeId: string, day = '') => `day ${employeeId} ${day}`;

/** Returns today, and the days of which the office has other figures than the person agreed to, the newest first. */
export async function readOwnDays(recorder: Recorder, person: RecordedPerson): Promise<OwnDay[]> {
  const date = todayOf(recorder);
  const { day: today, start, offset } = date;
  return recorder.db.run('readonly', async (stores) => {
    const records = (await since(stores, start - MOST_IN_MS)).filter((one) => isSamePerson(one.person, person));
    const device = figuresOf(records, date);
    const own = ownDayText(device);
    const last = await lastWords(stores, person);
    const days = ((await readMeta(stores, 'toldDays')) ?? []).filter(({ employeeId }) => employeeId === person._id);
    const shown = (day: string, figures: OwnDayFigures, isOffice: boolean): OwnDay => {
      const act = last.get(day);
      const answer = act && ownDayText(act.shown) === ownDayText(figures) ? act : undefined;
      return {
        day,
        isToday: day === today,
        figures,
        own: day === today ? own : '',
        isChanged: isOffice && answer === undefined,
        answer: answer ? { wrong: answer.wrong, at: shownAt(answer, offset) } : null,
      };
    };
    const todays = days.find(({ day }) => day === today)?.figures;
    const act = last.get(today);
    // What was recorded here since then is newer than what the office has.
    const isSame = act === undefined || act.own === own;
    const others = days
      .filter(({ day }) => day < today)
      .map(({ day, figures }) => shown(day, figures, true))
      .filter(({ day, answer }) => answer === null && last.get(day)?.wrong == null);
    const present = isSame ? (todays ?? act?.shown ?? device) : device;
    return [shown(today, present, isSame && todays !== undefined), ...others];
  });
}

/** Returns the last word of a person on each day. */
async function lastWords(stores: Stores, { _id }: RecordedPerson): Promise<Map<string, DayAct>> {
  if (_id === null) return new Map();
  const acts = (await startingWith(stores, groupOf(_id))).filter((record) => record.kind === 'day');
  return new Map(acts.sort((a, b) => a.from.reading - b.from.reading).map((record) => [record.day, record]));
}

/** Returns the figures of a day of one person, from their records of it and of the night before. */
export function figuresOf(records: readonly LogRecord[], day: Day): OwnDayFigures {
  const [line] = linesOf(
    records.map((record) => ({ ...record, person: ANY })),
    day,
    () => '',
  );
  const iso = (at: number | null = null) => (at === null ? null : new Date(at).toISOString());
  return {
    in: iso(line?.firstIn),
    out: iso(line?.lastOut),
    pieces: [...(line?.products ?? [])].map(([product, units]) => {
      const [lookup1 = '', lookup2 = ''] = product.split('\n');
      return { lookup1Code: lookup1 || null, lookup2Code: lookup2 || null, units: formatUnits(units) };
    }),
  };
}
/** Records before and after an activation ended name the same person differently. */
const ANY: RecordedPerson = { _id: null, number: '', timeId: null, badge: '' };

/** Returns the days of which the office has other figures than the person agreed to, which this device is not told. */
export const readOtherDays = ({ db }: Recorder, person: RecordedPerson): Promise<string[]> =>
  db.run('readonly', async (stores) =>
    ((await readMeta(stores, 'otherDays')) ?? []).flatMap(({ employeeId, day }) =>
      employeeId === person._id ? day : [],
    ),
  );

/** Records that a person agrees to a day as it is shown, or what is wrong with it; sent like any record. `key`: of their PIN. */
export async function say(
  recorder: Recorder,
  person: RecordedPerson,
  { day, figures, own }: OwnDay,
  { means, wrong, key }: { means: Means; wrong: OwnDayWrong | null; key: string | null },
): Promise<Outcome> {
  const shown = { ...figures, pieces: [...figures.pieces] };
  const group = `${groupOf(person._id ?? '', day)} ${crypto.randomUUID()}`;
  const proof = key === null ? undefined : await proofOf(key, { employeeId: person._id ?? '', day, wrong, shown });
  const draft = { kind: 'day' as const, person, means, day, wrong, shown, own, proof };
  return recorder.capturing.take([draft], [], [], undefined, group);
}
