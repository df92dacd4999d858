import type { UserCaller } from './callers.ts';

/**
 * The ETag of a figure: what it was asked for, as of which data and which minute (spec/rules.md, What each call returns).
 * `cacheKey` makes addresses differ, not answers, so it is left out.
 */
export function versionTag(
  { accountId, dataVersion }: Pick<UserCaller, 'accountId' | 'dataVersion'>,
  url: string,
  now: Date,
): string {
  const minute = Math.floor(now.getTime() / 60_000);
  return `"${accountId}.${dataVersion}.${minute}.${questionOf(url)}"`;
}

/** Returns the question that an address asks, spelt in one way. */
export function questionOf(url: string): string {
  const [path = '', search = ''] = url.split('?');
  return `${path.split('/').slice(3).join('.')}.${withoutCacheKey(search)}`;
}

function withoutCacheKey(search: string): string {
  // What needs no decoding is what it would be decoded and encoded to; anything else is spelt in one way.
  if (/^[\w=&.-]*$/.test(search))
    return search
      .split('&')
      .filter((part) => !part.startsWith('cacheKey='))
      .join('&');
  const query = new URLSearchParams(search);
  query.delete('cacheKey');
  return query.toString();
}

export function isUnchanged(ifNoneMatch: string | undefined, tag: string): boolean {
  return ifNoneMatch?.split(',').some((known) => known.trim().replace(/^W\//, '') === tag) ?? false;
}
