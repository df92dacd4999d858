import type { MessageDescriptor } from '@lingui/core';
import { STATUS_WORDS } from '#contract/platform/statusWords.ts';
import { dayAnswer } from '../features/figures/stats/dayAnswer.ts';
import { ATTENDANCE_TILES, attendanceTile, TILE_COUNTS, type TileTotals } from '../features/figures/stats/tiles.ts';
import { devicesTile, payrollTile, SYNC_LABELS, type TileStatuses } from '../features/figures/syncStatus/tiles.ts';
import { count } from '../lib/figures.ts';
import { recordOf } from '../lib/storage.ts';

/**
 * The text that an answer puts into the first picture. `answer`: the sentences of the first answer of the day; what is not known yet, that nothing else is
 * to be done, takes its place only, so that nothing moves when it comes.
 */
type LiveWords = {
  tiles: Partial<Record<string, { figure: string; below: string }>>;
  answer?: { text: string; isKnown: boolean }[];
};
/** The day that is shown, today, both YYYY-MM-DD of the account, and its zone. */
type Shown = { date: string; today: string; timeZone: string };

const TOTALS = '/stats/employee/attendance-status-totals';
const STATUS = '/account/sync-status';
const isAnswerOf = (path: string, url: string) => new URL(url).pathname.endsWith(path);
/** Returns true for the address of a call whose answer tiles are made of. */
export const isOfTiles = (url: string) => isAnswerOf(TOTALS, url) || isAnswerOf(STATUS, url);

/** Returns the tiles that the answers of some calls fill, with their labels, in the dashboard's order. */
export function labelsOf(urls: readonly string[]): (readonly [key: string, label: string])[] {
  const has = (path: string) => urls.some((url) => isAnswerOf(path, url));
  const sync = has(STATUS) ? Object.entries(SYNC_LABELS).map(([key, label]) => [key, english(label)] as const) : [];
  const attendance = has(TOTALS) ? ATTENDANCE_TILES.map((key) => [key, STATUS_WORDS[key]] as const) : [];
  return [...attendance, ...sync];
}

/**
 * Returns what an early answer says in words, checked by hand because this runs before zod has come: null for an answer that no tile is made of, and for
 * a damaged one, which the application will tell of.
 */
export function liveWords(url: string, answer: unknown, { date, today, timeZone }: Shown): LiveWords | null {
  if (isAnswerOf(TOTALS, url) && isTotals(answer)) {
    const shown = { live: date === today, filtered: false };
    const tiles = ATTENDANCE_TILES.map((tile) => [tile, tileWords(attendanceTile(tile, answer, shown))]);
    // The exceptions come later: the last sentences need them.
    const sentences = dayAnswer({ ...shown, totals: answer, referenceDate: date, toFix: 0, isCurrent: true });
    return {
      tiles: Object.fromEntries(tiles),
      answer: sentences.map(({ words, isPromise }) => ({ text: english(words), isKnown: !isPromise })),
    };
  }
  if (isAnswerOf(STATUS, url) && isStatus(answer))
    return {
      tiles: { payroll: tileWords(payrollTile(answer, timeZone, today)), devices: tileWords(devicesTile(answer)) },
    };
  return null;
}

/** Matches a plural with its two English forms. */
const PLURAL = /\{(\w+), plural, one \{((?:[^{}]|\{\w+\})*)\} other \{((?:[^{}]|\{\w+\})*)\}\}/g;
/** Fills a message in English: what fills others would be bytes that delay the first picture. */
const english = ({ id, values = {} }: MessageDescriptor) =>
  id
    .replace(PLURAL, (_, name, one, other) => {
      const number = Number(values[name]);
      return (number === 1 ? one : other).replace('#', count(number));
    })
    .replace(/\{(\w+)\}/g, (_, name) => `${values[name]}`);
const tileWords = ({ figure, below }: { figure: string; below: MessageDescriptor }) => ({
  figure,
  below: english(below),
});

const isCount = (value: unknown) => typeof value === 'number';
const isMoment = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
const isListOf = (value: unknown, isOne: (one: Record<string, unknown>) => boolean) =>
  Array.isArray(value) && value.every((one) => isOne(recordOf(one)));
const isMissingOr = (value: unknown, is: (value: unknown) => boolean) => value === undefined || is(value);

function isTotals(value: unknown): value is TileTotals {
  const totals = recordOf(value);
  const { reporting, lastContact, silent, silentDevices, lost = [] } = recordOf(totals.devices);
  return (
    TILE_COUNTS.every((name) => isCount(totals[name])) &&
    [totals.onSite, totals.left, totals.withoutShift].every((count) => isMissingOr(count, isCount)) &&
    isMissingOr(totals.recalculating, (is) => typeof is === 'boolean') &&
    isMissingOr(totals.payPeriodEnds, isMoment) &&
    isMoment(totals.asOf) &&
    typeof totals.timeZone === 'string' &&
    [reporting, silent].every(isCount) &&
    isMissingOr(lastContact, (at) => at === null || isMoment(at)) &&
    isListOf(silentDevices, ({ name, since }) => typeof name === 'string' && isMoment(since)) &&
    isListOf(
      lost,
      ({ name, events, from, to }) => typeof name === 'string' && isCount(events) && isMoment(from) && isMoment(to),
    )
  );
}

function isStatus(value: unknown): value is TileStatuses {
  const { payrollSystems, devices } = recordOf(value);
  return (
    isListOf(payrollSystems, ({ lastSync }) => lastSync === null || isMoment(lastSync)) &&
    isListOf(devices, ({ online }) => typeof online === 'boolean')
  );
}
