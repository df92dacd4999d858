/** The path to open after log-in; checked again before it is used (`safeRedirect`). */
export const redirectSearch = (search: Record<string, unknown>): { redirect?: string } =>
  typeof search.redirect === 'string' ? { redirect: search.redirect } : {};
