import { deviceStorage } from '../../lib/storage.ts';
import { addDays } from '../../lib/zoned.ts';
import type { Dates } from '../../ui/DateRange.tsx';

/** The ranges that people export again and again, in the order in which they are offered. Weeks start on Monday. */
export const PRESETS = [
  { key: 'this-week', label: 'This week' },
  { key: 'last-week', label: 'Last week' },
  { key: 'this-month', label: 'This month' },
  { key: 'last-month', label: 'Last month' },
] as const;
export type Preset = (typeof PRESETS)[number]['key'];

const firstOfMonth = (date: string) => `${date.slice(0, 7)}-01`;
const monday = (date: string) => addDays(date, -((new Date(date).getUTCDay() + 6) % 7));

function rangeOf(preset: Preset, today: string): Dates {
  switch (preset) {
    case 'this-week':
      return { from: monday(today), to: today };
    case 'last-week':
      return { from: addDays(monday(today), -7), to: addDays(monday(today), -1) };
    case 'this-month':
      return { from: firstOfMonth(today), to: today };
    case 'last-month': {
      const to = addDays(firstOfMonth(today), -1);
      return { from: firstOfMonth(to), to };
    }
  }
}

/** Returns the account-local dates of a preset, up to today and from `earliest`, the first day that is retained. */
export function presetDates(preset: Preset, today: string, earliest: string): Dates {
  const { from, to } = rangeOf(preset, today);
  return { from: from < earliest ? earliest : from, to };
}

const KEY = 'tb.reportRange';
/** Returns the preset of the last export on this device, if it was made with one. */
export const lastPreset = (): Preset | undefined => PRESETS.find(({ key }) => key === deviceStorage.get(KEY))?.key;
/** Stores the preset of an export; for other dates none, so that the next report starts with its card's day. */
export const rememberPreset = (preset: Preset | undefined) =>
  preset === undefined ? deviceStorage.remove(KEY) : void deviceStorage.set(KEY, preset);
