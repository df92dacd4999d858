/** The acts on many records at once, in the order of their tabs. */
export const PIECES_PAGES = [
  { name: 'bulk', label: 'Pieces' },
  { name: 'sheet', label: 'Crew sheet' },
  { name: 'clock', label: 'Clock in' },
  { name: 'plans', label: 'Plan' },
  { name: 'file', label: 'CSV' },
] as const;
export type PiecesPageName = (typeof PIECES_PAGES)[number]['name'];

/** Reads the address: the first page where it names none. */
export const piecesSearch = ({ page }: Record<string, unknown>): { page?: PiecesPageName | undefined } => ({
  page: PIECES_PAGES.find(({ name }) => name === page)?.name,
});
