import { type DefaultBodyType, HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { Endpoint, ParsedRequestOf, ResponseOf } from '#contract/platform/endpoint.ts';
import type { ApiErrorBody } from '#contract/platform/errors.ts';

/** The API of UI tests: it answers only what a test has set. Started by ui.setup.ts. */
export const fakeServer = setupServer();

export type Asked<E extends Endpoint> = Partial<ParsedRequestOf<E>> & {
  headers: Headers;
  url: URL;
  /** The parsed JSON body, or the form of an upload. */
  body: unknown;
  params: Record<string, string | readonly string[] | undefined>;
};
type Answer<E extends Endpoint> = E['response'] extends 'file' ? Response : ResponseOf<E> | Response;
type Reply<E extends Endpoint> = Answer<E> | ((asked: Asked<E>) => Answer<E> | Promise<Answer<E>>);

/** Every request since the test began, oldest first, as 'METHOD /v2/path'. */
export const asked: string[] = [];

/**
 * Answers one contract endpoint from now on; TypeScript refuses an answer that the contract does not allow. Returns the requests that it received.
 */
export function answer<const E extends Endpoint>(endpoint: E, reply: Reply<E>) {
  const requests: Asked<E>[] = [];
  const method = endpoint.method.toLowerCase() as 'get'; // msw names its methods in lower case
  fakeServer.use(
    http[method](`*/v2${endpoint.path}`, async ({ request, params }) => {
      const url = new URL(request.url);
      asked.push(`${request.method} ${url.pathname}`);
      const isJson = request.headers.get('content-type')?.includes('json');
      const text = endpoint.method === 'GET' || endpoint.upload ? '' : await request.clone().text();
      const body: unknown = endpoint.upload ? request : isJson && text ? JSON.parse(text) : undefined;
      // Parts that the endpoint does not have are absent.
      const made = {
        headers: request.headers,
        url,
        body,
        params,
        query: Object.fromEntries(url.searchParams),
      } as unknown as Asked<E>;
      requests.push(made);
      const given = typeof reply === 'function' ? await (reply as (asked: Asked<E>) => unknown)(made) : reply;
      return given instanceof Response ? given.clone() : HttpResponse.json(given as DefaultBodyType);
    }),
  );
  return requests;
}

/** Returns a refusal in the server's form. */
export const refused = (status: number, errorCode: string, message?: string, issues?: ApiErrorBody['issues']) =>
  HttpResponse.json({ errorCode, message, issues } satisfies ApiErrorBody, { status });

/** Returns no answer at all: the network failed. */
export const noNetwork = () => HttpResponse.error();

/** Returns an answer that arrives when the test says so. */
export function later<T>() {
  let settle: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}
