import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { doublesOf, itemOfEntry, spansOfChoice } from '#server/office/corrections/chosenPieces.ts';
import { zoneOf } from '#server/platform/zone.ts';

/** Rules of pieces in bulk (docs/reference/corrections.md#pieces-in-bulk). */

const JHB = zoneOf('Africa/Johannesburg');
const entry = (minute: number, more: object = {}) => ({
  employeeId: 'a',
  recordId: `r${minute}`,
  day: '2026-11-23',
  correctionId: null,
  startedAt: new Date(Date.UTC(2026, 10, 23, 5) + minute * 60_000).toISOString(),
  date: null,
  units: '1.000',
  lookup1: 'P',
  lookup2: null,
  job: null,
  isLater: false,
  ...more,
});

describe('spans of a choice', () => {
  const at = (text: string) => Date.parse(text);
  const day = { from: '2026-11-23', to: '2026-11-23' };
  it.each([
    [{}, '2026-11-20T22:00Z', '2026-11-25T22:00Z'],
    [{ startTime: '07:00' }, '2026-11-23T05:00Z', '2026-11-23T22:00Z'],
    [{ endTime: '12:00' }, '2026-11-22T22:00Z', '2026-11-23T10:00Z'],
    [{ startTime: '22:00', endTime: '06:00' }, '2026-11-23T20:00Z', '2026-11-24T04:00Z'],
  ])('%j', (times, from, to) => {
    expect(spansOfChoice({ ...day, ...times }, JHB)).toEqual([{ from: at(from), to: at(to) }]);
  });
  it('of a day that the clock makes shorter', () => {
    const day = { from: '2026-03-29', to: '2026-03-29', startTime: '00:00' };
    const [span] = spansOfChoice(day, zoneOf('Europe/Amsterdam'));
    expect(((span?.to ?? 0) - (span?.from ?? 0)) / 3_600_000).toBe(23);
  });
});

describe('doubles', () => {
  it.each([
    ['closer than the minutes', [entry(0), entry(1)], ['r1']],
    ['not at exactly so many', [entry(0), entry(2)], []],
    ['counted from the last one that is left', [entry(0), entry(1), entry(2), entry(3)], ['r1', 'r3']],
    ['of another person', [entry(0), entry(1, { employeeId: 'b' })], []],
    ['of another product', [entry(0), entry(1, { lookup1: 'Q' })], []],
    ['of other units', [entry(0), entry(1, { units: '2' })], []],
    ['of equal units, written otherwise', [entry(0), entry(1, { units: '1' })], ['r1']],
    ['that take units back', [entry(0, { units: '-1' }), entry(1, { units: '-1' })], []],
    ['of time without units', [entry(0, { units: '0' }), entry(1, { units: '0.000' })], []],
  ])('%s', (_, entries, doubles) => {
    expect(doublesOf(entries, 2).map(({ recordId }) => recordId)).toEqual(doubles);
  });

  test('what is left has no doubles, and everything that is not left has one before it', () => {
    const minutes = fc.array(fc.integer({ min: 0, max: 240 }), { maxLength: 40 });
    fc.assert(
      fc.property(minutes, fc.integer({ min: 1, max: 30 }), (times, within) => {
        const entries = [...times].sort((a, b) => a - b).map((minute, i) => entry(minute, { recordId: `r${i}` }));
        const doubles = new Set(doublesOf(entries, within));
        const left = entries.filter((one) => !doubles.has(one));
        expect(doublesOf(left, within)).toEqual([]);
        for (const one of doubles)
          expect(
            left.some(({ startedAt }) => {
              const gap = Date.parse(one.startedAt) - Date.parse(startedAt);
              return gap >= 0 && gap < within * 60_000;
            }),
          ).toBe(true);
      }),
    );
  });
});

test('an entry that is so already is no item, and a swap goes both ways', () => {
  const people = ['a', 'b'];
  expect(itemOfEntry(entry(0), { do: 'change', lookup1Code: 'P', factor: '1' }, [])).toBeNull();
  expect(itemOfEntry(entry(0), { do: 'change', lookup2Code: null }, [])).toBeNull();
  expect(itemOfEntry(entry(0), { do: 'swap' }, people)?.change).toMatchObject({ employeeId: 'b' });
  expect(itemOfEntry(entry(0, { employeeId: 'b' }), { do: 'swap' }, people)?.change).toMatchObject({
    employeeId: 'a',
  });
});
