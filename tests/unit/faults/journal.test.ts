import { expect, test } from 'vitest';
import { Journal } from '#tests/faults/journal.ts';

const line = (pin: number) => `${pin}\t2026-11-20 07:00:00\t0\t1\t\t0\t0\n`;
const stored = (pin: number) => `SN1 ${pin} 2026-11-20T07:00:00`;
/** Punches 1 and 2 were acknowledged; the answer to 3 was lost. */
function given() {
  const journal = new Journal();
  journal.note('SN1', [line(1), line(2)], true);
  journal.note('SN1', [line(3)], false);
  return journal;
}

test.each([
  ['all that was acknowledged', [1, 2], { lost: 0, doubled: 0 }],
  ['one whose answer was lost as well', [1, 2, 3], { lost: 0, doubled: 0 }],
  ['one less', [2], { lost: 1, doubled: 0 }],
  ['one twice: it makes up for none that is gone', [2, 2], { lost: 1, doubled: 1 }],
  ['one that nobody sent', [1, 2, 9], { lost: 0, doubled: 1 }],
])('a store with %s', (_, pins, expected) => {
  const journal = given();
  expect(journal.acknowledged).toBe(2);
  expect(journal.compare(pins.map(stored))).toEqual(expected);
});
