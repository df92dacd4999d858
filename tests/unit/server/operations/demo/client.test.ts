import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { untilAnswered } from '#server/operations/demo/client.ts';

const PATH = 'http://demo.test/v2/rc/sync';
const busy = (headers: Record<string, string> = {}) => new Response('busy', { status: 503, headers });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what is not answered, or with 503, is sent again, unchanged and no sooner than the server says', async () => {
  const line = vi.fn<typeof fetch>();
  vi.stubGlobal('fetch', line);
  line.mockRejectedValueOnce(new TypeError('fetch failed')).mockResolvedValueOnce(busy({ 'retry-after': '9' }));
  line.mockResolvedValueOnce(new Response('no such person', { status: 422 }));
  const said: string[] = [];
  const answer = untilAnswered(new AbortController().signal, (text) => said.push(text))(PATH, { body: 'a ticket' });
  await vi.advanceTimersByTimeAsync(4_000);
  expect(line).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(8_900);
  expect(line).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(100);
  // A refusal is an answer.
  expect(await answer).toMatchObject({ status: 422, text: 'no such person' });
  expect(line.mock.calls).toEqual(Array.from({ length: 3 }, () => [PATH, { body: 'a ticket' }]));
  expect(said).toEqual(['Demo: the line is down; trying again', 'Demo: the server is busy; trying again']);
});

test('a demo that is told to stop does not wait for an answer', async () => {
  vi.stubGlobal('fetch', async () => busy());
  const stopping = new AbortController();
  const answer = untilAnswered(stopping.signal, () => undefined)(PATH, {});
  const ended = expect(answer).rejects.toThrow('aborted');
  await vi.advanceTimersByTimeAsync(1_000);
  stopping.abort();
  await ended;
});
