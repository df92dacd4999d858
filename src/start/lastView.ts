import { parseRecord, recordOf, tabStorage } from '../lib/storage.ts';
import type { TileWords } from './tiles.ts';

/**
 * The text of the dashboard's tiles and the outlines of its charts, stored beside the session in the tab's storage: the page draws them at the next
 * start of this tab, before any script has loaded (lastFigures.ts). They contain figures of the account and names of its devices, never of people,
 * and are deleted with the session.
 */
const KEY = 'tb.view';
/** `key`: the tile's name in answers (liveTiles.ts). */
export type TileView = TileWords & { key: string; label: string };
/** A chart as it was drawn: positions and sizes in px, of its card on the page and of the drawing in its card. */
export type ChartView = {
  title: string;
  card: Box;
  drawing: Box;
  /** Each part: its outline as an SVG path, and its colour. */
  parts: readonly (readonly [outline: string, colour: string])[];
};
type Box = readonly [left: number, top: number, width: number, height: number];
export type LastView = {
  /** The id of the session that showed it. */
  session: string;
  /** The reference date, YYYY-MM-DD. */
  date: string;
  /** When that day ends in the account, epoch ms: the start need not ask, because a browser's first use of time zones takes long. */
  until: number;
  /** Epoch ms. */
  at: number;
  /** The time of the figures, and how complete they are. */
  trust: string;
  tiles: readonly TileView[];
  /** The width of the window in px: with another one the charts have other positions. */
  width: number;
  charts: readonly ChartView[];
  /** The addresses that the page fetches at the next start, before the application can. */
  calls: readonly string[];
};

/** Stores a view for the next start of this tab; without storage the next start shows the outline. */
export const keepView = (view: LastView) => void tabStorage.set(KEY, JSON.stringify(view));

export const forgetView = () => tabStorage.remove(KEY);

const isText = (value: unknown): value is string => typeof value === 'string';
const isTile = (value: unknown): value is TileView => {
  const tile = recordOf(value);
  return [tile.key, tile.label, tile.figure, tile.below].every(isText);
};

const isBox = (value: unknown): value is Box =>
  Array.isArray(value) && value.length === 4 && value.every((px) => typeof px === 'number');
/** Only an outline and a colour: neither can name a file or contain a script. */
const isPart = (value: unknown) =>
  Array.isArray(value) && /^[MLHVAZhvz\d.,e\s-]+$/.test(String(value[0])) && /^rgb\([\d, ]+\)$/.test(String(value[1]));
const isChart = (value: unknown): value is ChartView => {
  const { title, card, drawing, parts } = recordOf(value);
  return isText(title) && isBox(card) && isBox(drawing) && Array.isArray(parts) && parts.every(isPart);
};

/** Returns the stored view, checked without zod, which has not loaded at this point; null when there is none or it is damaged. */
export function readView(): LastView | null {
  const { session, date, until, at, trust, tiles, width, charts, calls } = parseRecord(tabStorage.get(KEY));
  if (!isText(session) || !isText(date) || typeof at !== 'number' || !isText(trust)) return null;
  if (!Array.isArray(tiles) || !tiles.every(isTile) || !Array.isArray(calls) || !calls.every(isText)) return null;
  if (typeof until !== 'number' || typeof width !== 'number' || !Array.isArray(charts)) return null;
  return { session, date, until, at, trust, tiles, width, charts: charts.filter(isChart), calls };
}
