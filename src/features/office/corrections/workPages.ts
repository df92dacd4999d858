/** The acts on many records at once, in the order of their tabs; names only, because every start reads addresses. */
export const WORK_PAGES = ['sheet', 'clock', 'plans', 'bulk', 'file', 'teams', 'containers', 'quality'] as const;
export type WorkPageName = (typeof WORK_PAGES)[number];

/** Reads the address: the first page where it names none. */
export const workSearch = ({ page }: Record<string, unknown>): { page?: WorkPageName | undefined } => ({
  page: WORK_PAGES.find((name) => name === page),
});
