import { parseRecord, tabStorage } from '../lib/storage.ts';

/**
 * The dashboard's tiles in words, kept beside the session in the tab's storage: the page itself draws them at the next start of this tab,
 * before any script has come (lastFigures.ts). Figures of the account and names of its devices, never of people; gone with the session.
 */
const KEY = 'tb.view';
export type TileView = { label: string; figure: string; below: string };
export type LastView = {
  /** The id of the session that saw it. */
  session: string;
  /** The reference date, YYYY-MM-DD. */
  date: string;
  /** Epoch ms. */
  at: number;
  /** As of when, and how complete. */
  trust: string;
  tiles: readonly TileView[];
  /** The addresses that the page asks for at the next start, before the application can. */
  calls: readonly string[];
};

/** Keeps it for the next start of this tab; without storage the next start shows the outline. */
export const keepView = (view: LastView) => void tabStorage.set(KEY, JSON.stringify(view));

export const forgetView = () => tabStorage.remove(KEY);

const isText = (value: unknown): value is string => typeof value === 'string';
const isTile = (value: unknown): value is TileView => {
  const tile = parseRecord(JSON.stringify(value ?? null));
  return tile !== null && isText(tile.label) && isText(tile.figure) && isText(tile.below);
};

/** Returns the stored view, checked by hand because this runs before zod has come; null when there is none or it is damaged. */
export function readView(): LastView | null {
  const stored = parseRecord(tabStorage.get(KEY));
  if (!stored) return null;
  const { session, date, at, trust, tiles, calls } = stored;
  if (!isText(session) || !isText(date) || typeof at !== 'number' || !isText(trust)) return null;
  if (!Array.isArray(tiles) || !tiles.every(isTile) || !Array.isArray(calls) || !calls.every(isText)) return null;
  return { session, date, at, trust, tiles, calls };
}
