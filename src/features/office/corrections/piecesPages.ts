/** The acts on many records at once, in the order of their tabs; names only, because every start reads addresses. */
export const PIECES_PAGES = ['bulk', 'sheet', 'clock', 'plans', 'file'] as const;
export type PiecesPageName = (typeof PIECES_PAGES)[number];

/** Reads the address: the first page where it names none. */
export const piecesSearch = ({ page }: Record<string, unknown>): { page?: PiecesPageName | undefined } => ({
  page: PIECES_PAGES.find((name) => name === page),
});
