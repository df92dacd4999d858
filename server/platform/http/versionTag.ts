import type { UserCaller } from './callers.ts';

/**
 * Returns the ETag of a figure: the question, the data version and the minute. `cacheKey` makes addresses
 * differ but not answers, so it is left out.
 */
export function versionTag(
  { accountId, dataVersion, scope }: Pick<UserCaller, 'accountId' | 'dataVersion' | 'scope'>,
  url: string,
  now: Date,
): string {
  const minute = Math.floor(now.getTime() / 60_000);
  return `"${accountId}.${dataVersion}.${minute}.${questionOf({ scope }, url)}"`;
}

/** The part of a reply that has the question and its tag. */
export type TaggedReply = {
  request: { url: string };
  hasHeader(name: string): boolean;
  header(name: string, value: string): unknown;
};
/** Says in the ETag of a versioned answer which data version it is of: the data may have moved since the request came. */
export function claimVersion(
  { caller, now, reply }: { caller: Pick<UserCaller, 'accountId' | 'scope'>; now: Date; reply: TaggedReply },
  dataVersion: number,
) {
  if (reply.hasHeader('etag')) reply.header('etag', versionTag({ ...caller, dataVersion }, reply.request.url, now));
}

/** Returns the question in an address in one spelling; users of different scopes ask different questions (docs/reference/scope.md#what-is-cached). */
export function questionOf({ scope }: Pick<UserCaller, 'scope'>, url: string): string {
  const [path = '', search = ''] = url.split('?');
  return `${scope ? `${scope.key}.` : ''}${path.split('/').slice(3).join('.')}.${withoutCacheKey(search)}`;
}

/** Returns the question of a call by its query as it is understood, rather than as it was spelt: answers are cached by that. */
export const questionIn = (caller: Pick<UserCaller, 'scope'>, url: string, query: object) =>
  `${questionOf(caller, url.split('?')[0] ?? '')}${JSON.stringify({ ...query, cacheKey: undefined })}`;

function withoutCacheKey(search: string): string {
  // Text that decoding would not change needs none; anything else is decoded and encoded again.
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
