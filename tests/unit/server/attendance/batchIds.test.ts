import { expect, test } from 'vitest';
import { idsOf } from '#server/attendance/batchIds.ts';

test('the ids of a batch ascend, start with the millisecond of its receipt, and are unique', () => {
  const receivedAt = new Date('2026-11-20T10:00:00.123Z');
  const batch = () => {
    const nextId = idsOf(receivedAt, 1_000);
    return Array.from({ length: 1_000 }, nextId);
  };
  const [first, second] = [batch(), batch()];
  expect(first).toEqual([...first].sort());
  expect(new Set([...first, ...second]).size).toBe(2_000);
  const milliseconds = receivedAt.getTime().toString(16).padStart(12, '0');
  for (const id of first) expect(id.replace('-', '').slice(0, 12)).toBe(milliseconds);
  for (const id of first) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
