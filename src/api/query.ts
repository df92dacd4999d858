import {
  type MutationMeta,
  mutationOptions,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
} from '@tanstack/react-query';
import type { Endpoint, RequestOf, ResponseOf } from '#contract/platform/endpoint.ts';
import { type CallArguments, call } from './call.ts';

/** Made when it is sent: a refresh may send other values than the render before it. Absent where the endpoint takes nothing. */
type Requesting<E extends Endpoint> = keyof RequestOf<E> extends never
  ? { request?: undefined }
  : { request: () => RequestOf<E> };
type QuerySettings<E extends Endpoint, Data, Key extends QueryKey> = Requesting<E> &
  Omit<UseQueryOptions<ResponseOf<E>, Error, Data, Key>, 'queryKey' | 'queryFn'>;

/**
 * Returns the query of an endpoint. It is cancelled when nothing shows it any more.
 * Example: `queryOf(getAccount, ['accounts', accountId], { request: () => ({ params: { accountId } }), meta: { silent: true } })`.
 */
export function queryOf<const E extends Endpoint, Data = ResponseOf<E>, const Key extends QueryKey = QueryKey>(
  endpoint: E,
  queryKey: Key,
  { request, ...options }: QuerySettings<E, Data, Key>,
) {
  return queryOptions({
    ...(options as Omit<QuerySettings<E, Data, Key>, 'request'>),
    queryKey,
    queryFn: ({ signal }) => call(endpoint, ...([request?.() ?? {}, { signal }] as unknown as CallArguments<E>)),
  });
}

/**
 * Returns the mutation of an endpoint; its request is made from the input.
 * Example: `mutationOf(deleteAlert, { success: () => t`Alert deleted` }, (alertId: string) => ({ params: { alertId } }))`.
 */
export function mutationOf<const E extends Endpoint, Input = void>(
  endpoint: E,
  meta: MutationMeta,
  ...[request]: keyof RequestOf<E> extends never
    ? [request?: (input: Input) => RequestOf<E>]
    : [request: (input: Input) => RequestOf<E>]
) {
  return mutationOptions({
    mutationFn: (input: Input) => call(endpoint, ...([request?.(input) ?? {}] as unknown as CallArguments<E>)),
    meta,
  });
}
