/** Set while this device stores figures to show before log-in (src/cache/lastFigures.ts): other starts do not open the database. */
export const LAST_FIGURES_MARK = 'tb.lastFigures.stored';
