import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import type { AttendanceStatus } from '#contract/platform/statusWords.ts';
import { momentOf, shortDay } from '../../../lib/zoned.ts';
import type { TileTotals } from './tiles.ts';

/**
 * The first answer of a day: is everything as it should be, and what is to be done (docs/design.md). It is also compiled into the page, for the start of a
 * tab (src/start/liveTiles.ts), so nothing here may import zod or React.
 */
export type DayFacts = {
  totals: TileTotals;
  referenceDate: string;
  /** The reference date is today. */
  live: boolean;
  /** The figures are those of some people only. */
  filtered: boolean;
  /** The exceptions of the day that are to be fixed; undefined while the number is not known. */
  toFix?: number | undefined;
  /** The figures are those of this minute: there is a connection, and the last refresh succeeded. */
  isCurrent: boolean;
};

/** The act that a sentence leads to: the list of a status, a device with what to do, the people who need a shift, the exceptions of the day, or the pay period. */
export type DayAct =
  | { kind: 'list'; status: AttendanceStatus }
  | { kind: 'device'; id: string | undefined }
  | { kind: 'shifts' }
  | { kind: 'exceptions' }
  | { kind: 'period' };
/** A sentence of the answer. */
export type DaySentence = {
  words: MessageDescriptor;
  act?: DayAct;
  /** Holds only if the exceptions of the day are counted and the figures are current. */
  isPromise?: true;
};

const list = (status: AttendanceStatus): DayAct => ({ kind: 'list', status });

/** Returns the sentences of a day's answer, in order of urgency, and last the time of the figures; of old ones their age is said beside them. None before there are people to speak of. */
export function dayAnswer(facts: DayFacts): DaySentence[] {
  const { totals, referenceDate, live, filtered, toFix, isCurrent } = facts;
  // The first steps, or the tiles, say so.
  if (totals.total === 0 && (live || filtered)) return [];
  const time = momentOf(totals.asOf, totals.timeZone, referenceDate);
  const acts = [...shiftActs(facts), ...peopleActs(facts), ...exceptionActs(facts), ...periodActs(facts)];
  const isKnown = isCurrent && toFix !== undefined && !totals.recalculating;
  return [
    ...stateOf(facts),
    ...acts,
    ...(totals.recalculating ? [{ words: msg`Figures are being worked out anew.` }] : []),
    // Of another day, or of some people only, it would be a promise about the others.
    ...(isKnown && live && !filtered
      ? [{ words: acts.length > 0 ? msg`Nothing else needs you.` : msg`Nothing needs you.`, isPromise: true as const }]
      : []),
    ...(isCurrent ? [{ words: msg`As of ${time}` }] : []),
  ];
}

/** Says how the day is where nobody is missing and everybody is counted, or nobody is expected. */
function stateOf({ totals, live }: DayFacts): DaySentence[] {
  const { expected, present, absent, pending, unverified } = totals;
  if (expected === 0)
    return [{ words: live ? msg`Nobody is expected today.` : msg`Nobody was expected.`, act: list('off') }];
  if (absent + unverified > 0 || lacksShifts(totals)) return [];
  if (present === 0)
    return [
      {
        words: msg`${plural(pending, { one: 'Nobody is due yet: # person is expected.', other: 'Nobody is due yet: # people are expected.' })}`,
        act: list('pending'),
      },
    ];
  return [
    { words: live ? msg`Everybody who is due is here.` : msg`Everybody who was expected came.`, act: list('present') },
  ];
}

/** Returns true if none of the people will be due, because each lacks a shift. */
const lacksShifts = ({ expected, withoutShift }: TileTotals) => expected > 0 && withoutShift === expected;

function shiftActs({ totals }: DayFacts): DaySentence[] {
  if (!lacksShifts(totals)) return [];
  const words = msg`${plural(totals.pending, { one: 'Nobody is due: # person has no shift.', other: 'Nobody is due: # people have no shift.' })}`;
  return [{ words, act: { kind: 'shifts' } }];
}

/** Says who is missing, and who cannot be counted, because of which device. */
function peopleActs({ totals, referenceDate, live }: DayFacts): DaySentence[] {
  const { absent, unverified, unverifiedBySilence, expected, timeZone, devices } = totals;
  const { silentDevices, silent, reporting, lastContact, lost = [] } = devices;
  const moment = (at: string) => momentOf(at, timeZone, referenceDate);
  const [longest] = silentDevices;
  const told: DaySentence[] = [];
  let counted = 0;
  if (reporting === 0 && expected > 0 && live) {
    told.push({
      words: lastContact
        ? msg`No device has been heard from since ${moment(lastContact)}.`
        : msg`No device has been heard from yet.`,
      act: { kind: 'device', id: longest?.id },
    });
  } else if (longest && unverifiedBySilence > 0) {
    counted = unverifiedBySilence;
    const { name } = longest;
    const at = moment(longest.since);
    told.push({ words: silentWords(live, { name, at, silent, counted }), act: { kind: 'device', id: longest.id } });
  }
  for (const { id, name, events, from, to } of lost) {
    const [start, end] = [moment(from), moment(to)];
    told.push({
      words: msg`${plural(events, { one: `# event of ${name} between ${start} and ${end} never arrived.`, other: `# events of ${name} between ${start} and ${end} never arrived.` })}`,
      act: { kind: 'device', id },
    });
  }
  if (absent > 0)
    told.push({
      words: live
        ? msg`${plural(absent, { one: '# person is missing.', other: '# people are missing.' })}`
        : msg`${plural(absent, { one: '# person was missing.', other: '# people were missing.' })}`,
      act: list('absent'),
    });
  const others = unverified - counted;
  if (others > 0)
    told.push({
      words:
        counted > 0
          ? msg`${plural(others, { one: '# more person cannot be counted.', other: '# more people cannot be counted.' })}`
          : msg`${plural(others, { one: '# person cannot be counted.', other: '# people cannot be counted.' })}`,
      act: list('unverified'),
    });
  return told;
}

type Silent = { name: string; at: string; silent: number; counted: number };
function silentWords(live: boolean, { name, at, silent, counted }: Silent): MessageDescriptor {
  if (silent > 1)
    return msg`${plural(counted, { one: `${silent} devices without contact, ${name} since ${at}: # person cannot be counted.`, other: `${silent} devices without contact, ${name} since ${at}: # people cannot be counted.` })}`;
  return live
    ? msg`${plural(counted, { one: `${name} has been silent since ${at}: # person cannot be counted.`, other: `${name} has been silent since ${at}: # people cannot be counted.` })}`
    : msg`${plural(counted, { one: `${name} was silent from ${at}: # person cannot be counted.`, other: `${name} was silent from ${at}: # people cannot be counted.` })}`;
}

function exceptionActs({ toFix = 0 }: DayFacts): DaySentence[] {
  if (toFix === 0) return [];
  const words = msg`${plural(toFix, { one: '# exception of the day is to be fixed.', other: '# exceptions of the day are to be fixed.' })}`;
  return [{ words, act: { kind: 'exceptions' } }];
}

function periodActs({ totals: { payPeriodEnds }, live }: DayFacts): DaySentence[] {
  if (!live || payPeriodEnds === undefined) return [];
  return [{ words: msg`The pay period ends on ${shortDay(payPeriodEnds)}.`, act: { kind: 'period' } }];
}
