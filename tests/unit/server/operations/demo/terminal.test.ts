import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import type { Send } from '#server/operations/demo/client.ts';
import { randomFrom } from '#server/operations/demo/random.ts';
import { DemoTerminal } from '#server/operations/demo/terminal.ts';
import { workers } from '#server/operations/demo/workers.ts';

test('days of the history come in while today’s punches are delivered, and no punch is dropped', async () => {
  const delivered = new Set<string>();
  const send: Send = async (_, { body }) => {
    for (const line of String(body).split('\n').filter(Boolean)) delivered.add(line);
    return { status: 200, text: 'OK' };
  };
  const [worker] = workers(randomFrom(1));
  const now = Temporal.Instant.from('2026-11-20T10:00:00Z');
  const terminal = new DemoTerminal('http://demo.test', 'A', 'UTC', send);
  if (!worker) throw new Error('The farm has nobody');
  const punches = (first: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({ worker, at: now.subtract({ minutes: first + n }), status: 0 as const }));
  terminal.record(punches(0, 3));
  const live = terminal.deliver(now);
  terminal.record(punches(1_000, 150));
  await live;
  expect(delivered.size).toBe(153);
});
