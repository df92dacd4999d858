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
  const [path = '', search = ''] = url.split('?');
  const query = new URLSearchParams(search);
  query.delete('cacheKey');
  const minute = Math.floor(now.getTime() / 60_000);
  return `"${accountId}.${dataVersion}.${minute}.${path.split('/').slice(3).join('.')}.${query}"`;
}

export function isUnchanged(ifNoneMatch: string | undefined, tag: string): boolean {
  return ifNoneMatch?.split(',').some((known) => known.trim().replace(/^W\//, '') === tag) ?? false;
}
