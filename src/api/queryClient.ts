import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import type { NoticeAction, Severity } from '../state/notices.ts';
import { reachability } from '../state/reachability.ts';
import { ApiError, messageOf } from './errors.ts';

const QUERY_GC_MS = 60_000;

type Notify = (severity: Severity, text: string, action?: NoticeAction) => void;

type FailureMeta = {
  /** Only logged: the component shows the failure, or it does not matter to the user. */
  silent?: boolean;
  /** Shown in place of the mapped message. */
  failed?: string;
};

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Error;
    queryMeta: FailureMeta & {
      /**
       * Kept on disk, encrypted, for a start without a connection; docs/decisions/014 lists what may be kept. 'large': even beyond
       * 256 kB. `last`: of all queries with the same name, only the number of them that were used last.
       */
      persist?: boolean | 'large' | { last: number };
    };
    mutationMeta: FailureMeta & {
      /** The success toast (spec section 8), or a function that makes it from the answer. */
      success?: string | ((answer: unknown) => string | { text: string; severity?: Severity; action?: NoticeAction });
      /** Query keys to invalidate after success; the mutation stays pending until the queries on screen have refetched. */
      invalidates?: readonly QueryKey[];
    };
  }
}

/** Returns the message that a failed call shows (spec section 8); null if the failure is only logged. */
function failureText(error: unknown, meta: FailureMeta | undefined): string | null {
  if (error instanceof DOMException && error.name === 'AbortError') return null;
  if (error instanceof ApiError) {
    if (error.errorCode === 'PERMISSION_DENIED') return meta?.silent ? null : messageOf(error);
    // An expired session shows its own message, once for all calls that were under way.
    if (error.status === 401 && error.errorCode !== 'INVALID_CREDENTIALS') return null;
    if (error.errorCode === 'INVALID_DOCUMENT_ID' || error.message === 'Invalid Document ID') return null;
  }
  if (meta?.silent) return null;
  return meta?.failed ?? messageOf(error);
}

/** Every failed call notifies here, and every success toast starts here, so that components do neither. */
export function createQueryClient(notify: Notify) {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: { retry: false, gcTime: QUERY_GC_MS, staleTime: 0, networkMode: 'offlineFirst' },
      mutations: { retry: false, networkMode: 'always' },
    },
    queryCache: new QueryCache({
      onError(error, query) {
        console.warn('A query failed', query.queryKey[0], error.message);
        // The account's time zone has been changed since the log-in, so 'today' is another date.
        if (error instanceof ApiError && error.errorCode === 'DATE_OUT_OF_RANGE')
          void import('./accountAgain.ts').then(({ readAccountAgain }) => readAccountAgain()).catch(() => undefined);
        const text = failureText(error, query.meta);
        if (text === null) return;
        if (error instanceof ApiError && error.isNetwork && !reachability.shouldTell()) return;
        notify('error', text);
      },
    }),
    mutationCache: new MutationCache({
      onError(error, _input, _result, mutation) {
        console.warn('A mutation failed', error.message);
        const text = failureText(error, mutation.meta);
        if (text !== null) notify('error', text);
      },
      async onSuccess(data, _input, _result, mutation) {
        const success = mutation.meta?.success;
        const message = typeof success === 'function' ? success(data) : success;
        if (typeof message === 'string') {
          if (message !== '') notify('success', message);
        } else if (message) notify(message.severity ?? 'success', message.text, message.action);
        await Promise.all((mutation.meta?.invalidates ?? []).map((queryKey) => client.invalidateQueries({ queryKey })));
      },
    }),
  });
  return client;
}
