import { calendarDates, PERIOD_LABELS } from '#contract/reports/reportPeriods.ts';
import { deviceStorage } from '../../../lib/storage.ts';
import type { Dates } from '../../../ui/DateRange.tsx';

const OFFERED = ['this-week', 'last-week', 'this-month', 'last-month'] as const;
export type Preset = (typeof OFFERED)[number];
/** The ranges that people export again and again, in the order in which they are offered; their labels are translated by `translated`. */
export const PRESETS = OFFERED.map((key) => ({ key, label: PERIOD_LABELS[key] }));

/** Returns the account-local dates of a preset, up to today and from `earliest`, the first day that is retained. */
export function presetDates(preset: Preset, today: string, earliest: string): Dates {
  const { from, to } = calendarDates(preset, today);
  return { from: from < earliest ? earliest : from, to };
}

const KEY = 'tb.reportRange';
/** Returns the preset of the last export on this device, if it was made with one. */
export const lastPreset = (): Preset | undefined => PRESETS.find(({ key }) => key === deviceStorage.get(KEY))?.key;
/** Stores the preset of an export; for other dates none, so that the next report starts with its card's day. */
export const rememberPreset = (preset: Preset | undefined) =>
  preset === undefined ? deviceStorage.remove(KEY) : void deviceStorage.set(KEY, preset);
