import { systemClock } from '#server/platform/clock.ts';
import { attlog } from './crowd.ts';

/** Returns a function that reads a path of the API as the owner of a token. Throws for any answer but 200 and 304. */
export const openReader = (origin: string) => async (path: string, token: string, etag?: string) => {
  const headers = { authorization: token, ...(etag && { 'if-none-match': etag }) };
  const reply = await fetch(`${origin}/v2/${path}`, { headers });
  const text = await reply.text();
  if (![200, 304].includes(reply.status)) throw new Error(`${path}: ${reply.status} ${text.slice(0, 300)}`);
  return { etag: reply.headers.get('etag') ?? '', text };
};

/** Returns a function that sends one punch of the terminal, of the next of the first `turns` of so many people. */
export function openPunching(origin: string, serial: string, { people, turns }: { people: number; turns: number }) {
  let punches = 0;
  return () =>
    fetch(`${origin}/iclock/cdata?SN=${serial}&table=ATTLOG&Stamp=9999`, {
      method: 'POST',
      body: attlog(systemClock.now(), people, punches++ % turns, 1),
    });
}
