import type { ComponentProps, ComponentType } from 'react';
import type { StoredFigures } from '../../cache/lastFigures.ts';
import { deviceStorage } from '../../lib/storage.ts';
import { LAST_FIGURES_MARK } from '../../start/lastFiguresMark.ts';
import { createStore } from '../../state/createStore.ts';
import { session } from '../../state/session.ts';
import type View from './-LastFigures.tsx';

/** The view, and what reads and deletes the figures that it shows: one file. */
export const loadLastFigures = () => import('./-LastFigures.tsx');

/** The figures above the log-in form with their view, so that both are there at once and nothing moves afterwards; null: none. */
export const shownFigures = createStore<{
  figures: StoredFigures;
  View: ComponentType<ComponentProps<typeof View>>;
} | null>(null);

/** A session has begun or ended since they were read. */
let isOver = true;
session.subscribe(() => {
  isOver = true;
});

/** Reads them anew after a session that has ended on this page, and shows none meanwhile; those of a start have been read. */
export function readAfterSession() {
  if (!isOver) return undefined;
  shownFigures.set(null);
  return showLastFigures();
}

/** Reads the figures that this device stored, if there are any and nobody is logged in; meanwhile the server is asked whether they may still be shown. */
export async function showLastFigures(): Promise<void> {
  if (session.get() || !deviceStorage.get(LAST_FIGURES_MARK)) return shownFigures.set(null);
  isOver = false;
  try {
    const { readLastFigures, endIfForbidden, default: View } = await loadLastFigures();
    const figures = await readLastFigures(Date.now());
    shownFigures.set(figures && { figures, View });
    if (figures) void endIfForbidden(figures.owner, () => shownFigures.set(null)).catch(console.warn);
  } catch (error) {
    console.warn(error);
    shownFigures.set(null);
  }
}

// Another tab may be told that they are forbidden.
window.addEventListener('storage', ({ key }) => {
  if (key === LAST_FIGURES_MARK || key === null) void showLastFigures();
});
