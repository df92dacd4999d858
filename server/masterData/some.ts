const NAMED = 3;

/** Returns names for a sentence, each once: 'a, b, c and 4 more'. */
export function some(names: readonly string[]): string {
  const distinct = [...new Set(names)];
  const rest = distinct.length - NAMED;
  return distinct.slice(0, NAMED).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
