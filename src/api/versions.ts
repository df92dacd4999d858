/**
 * The last answer of each versioned address, so that an unchanged figure is an empty 304 and is not parsed again.
 * In memory only, for one session at a time.
 */
type Answer = { etag: string; value: unknown };
const MAX_ANSWERS = 60;

let owner: string | undefined;
const answers = new Map<string, Answer>();

/** `cacheKey` makes addresses differ, not answers. */
function keyOf(url: string): string {
  const address = new URL(url);
  address.searchParams.delete('cacheKey');
  return address.href;
}

/** Returns the last answer of an address in this session; another session's answers are deleted first. */
export function knownAnswer(generation: string | undefined, url: string): Answer | undefined {
  if (generation !== owner) answers.clear();
  owner = generation;
  return answers.get(keyOf(url));
}

export function keepAnswer(generation: string | undefined, url: string, etag: string | null, value: unknown) {
  if (!etag || generation === undefined || generation !== owner) return;
  const key = keyOf(url);
  // Re-inserting keeps the map in order of use.
  answers.delete(key);
  answers.set(key, { etag, value });
  const [oldest] = answers.keys();
  if (answers.size > MAX_ANSWERS && oldest !== undefined) answers.delete(oldest);
}
