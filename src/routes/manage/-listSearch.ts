/** The search parameters of a list's address: the search text, so that a link, a reload and the back button return to it. */
export type ListSearch = { q?: string };

/** The router reads `q=123` as a number: a search is always text. */
export const listSearch = ({ q }: Record<string, unknown>): ListSearch =>
  typeof q === 'string' || typeof q === 'number' ? { q: String(q) } : {};
