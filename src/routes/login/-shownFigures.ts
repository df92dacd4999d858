import type { ComponentProps, ComponentType } from 'react';
import type { StoredFigures } from '../../cache/lastFigures.ts';
import { deviceStorage } from '../../lib/storage.ts';
import { LAST_FIGURES_MARK } from '../../start/lastFiguresMark.ts';
import { createStore } from '../../state/createStore.ts';
import { session } from '../../state/session.ts';
import type View from './-LastFigures.tsx';

/** The figures above the log-in form with their view, so that both are there at once and nothing moves afterwards; null: none. */
export const shownFigures = createStore<{
  figures: StoredFigures;
  View: ComponentType<ComponentProps<typeof View>>;
} | null>(null);

/** Reads the figures that this device stored, if there are any and nobody is logged in; meanwhile the server is asked whether they may still be shown. */
export async function showLastFigures(): Promise<void> {
  if (session.get() || !deviceStorage.get(LAST_FIGURES_MARK)) return shownFigures.set(null);
  try {
    const [{ readLastFigures, endIfForbidden }, { default: View }] = await Promise.all([
      import('../../cache/lastFigures.ts'),
      import('./-LastFigures.tsx'),
    ]);
    const figures = await readLastFigures(Date.now());
    shownFigures.set(figures && { figures, View });
    if (figures) void endIfForbidden(figures.owner, () => shownFigures.set(null)).catch(console.warn);
  } catch (error) {
    console.warn('The last figures cannot be shown', error);
    shownFigures.set(null);
  }
}
