import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LATEST_MS, nextCheck, nextSlots, slotInstant, slotsBetween } from '#server/reports/alerts/slots.ts';

const iso = (at: number) => new Date(at).toISOString();
const everyDay = (...times: string[]) => ({
  daysOfWeek: [1, 2, 3, 4, 5, 6, 7],
  times: times.map((time) => ({ enabled: true, time })),
});

it('a slot that is more than an hour late is skipped', () => {
  expect(LATEST_MS).toBe(3_600_000);
});

it('events are looked for at each five minutes of the clock', () => {
  const at = Date.parse('2026-11-20T05:00:00Z');
  expect([at, at + 1, at + 299_999, at + 300_000].map((after) => iso(nextCheck(after)).slice(11, 19))).toEqual([
    '05:05:00',
    '05:05:00',
    '05:05:00',
    '05:10:00',
  ]);
});

describe('the instant of a slot', () => {
  it.each([
    ['a plain day', 'Africa/Johannesburg', '2026-11-20', '07:15', '2026-11-20T05:15:00.000Z'],
    ['a spring gap: the first instant after it', 'Europe/Brussels', '2027-03-28', '02:30', '2027-03-28T01:00:00.000Z'],
    ['the end of a gap', 'Europe/Brussels', '2027-03-28', '03:00', '2027-03-28T01:00:00.000Z'],
    ['an hour that repeats: the first', 'Europe/Brussels', '2027-10-31', '02:30', '2027-10-31T00:30:00.000Z'],
    ['a gap at midnight', 'Africa/Cairo', '2026-04-24', '00:15', '2026-04-23T22:00:00.000Z'],
    ['a gap of half an hour', 'Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:30:00.000Z'],
    ['a zone of 45 minutes', 'Asia/Kathmandu', '2026-11-20', '07:15', '2026-11-20T01:30:00.000Z'],
  ])('%s', (_, zone, date, time, expected) => {
    expect(iso(slotInstant(zone, date, time))).toBe(expected);
  });
});

describe('due slots', () => {
  it('includes the bounds as after and up to, only enabled times, only its days', () => {
    const timing = {
      daysOfWeek: [5],
      times: [
        { enabled: true, time: '07:00' },
        { enabled: false, time: '08:00' },
      ],
    };
    const friday = Date.parse('2026-11-20T05:00:00Z');
    const zone = 'Africa/Johannesburg';
    expect(slotsBetween(timing, zone, friday - 1, friday)).toEqual([
      { localDate: '2026-11-20', slot: '07:00', dueAt: friday },
    ]);
    expect(slotsBetween(timing, zone, friday, friday + 6 * 86_400_000)).toEqual([]);
    expect(slotsBetween(timing, zone, friday, friday + 7 * 86_400_000)).toHaveLength(1);
    expect(slotsBetween({ ...timing, times: [] }, zone, 0, friday)).toEqual([]);
  });

  it('of two days that come due in one instant, the earlier is first', () => {
    // Samoa had no 30 December 2011.
    const [after, until] = [Date.parse('2011-12-30T09:00:00Z'), Date.parse('2011-12-30T11:00:00Z')];
    const found = slotsBetween(everyDay('12:00', '00:00'), 'Pacific/Apia', after, until);
    expect(found.map(({ localDate, slot, dueAt }) => `${localDate} ${slot} ${iso(dueAt)}`)).toEqual([
      '2011-12-30 00:00 2011-12-30T10:00:00.000Z',
      '2011-12-31 00:00 2011-12-30T10:00:00.000Z',
      '2011-12-30 12:00 2011-12-30T10:00:00.000Z',
    ]);
  });

  it('returns the next ones, over a gap of days', () => {
    const next = nextSlots(
      {
        daysOfWeek: [1],
        times: [
          { enabled: true, time: '06:00' },
          { enabled: true, time: '18:30' },
        ],
      },
      'America/New_York',
      Date.parse('2026-11-20T10:00:00Z'),
      3,
    );
    expect(next.map(({ localDate, slot }) => `${localDate} ${slot}`)).toEqual([
      '2026-11-23 06:00',
      '2026-11-23 18:30',
      '2026-11-30 06:00',
    ]);
    expect(nextSlots({ daysOfWeek: [1], times: [] }, 'UTC', 0, 3)).toEqual([]);
  });

  /** Advances the clock in quarters of an hour: a slot fires when the wall clock first shows its time or a later one. */
  function walked(zone: string, times: string[], from: number, to: number) {
    const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: zone });
    const fired = new Map<string, number>();
    for (let at = from; at <= to; at += 15 * 60_000) {
      const [date = '', time = ''] = format.format(at).split(' ');
      for (const slot of times) if (time >= slot && !fired.has(`${date} ${slot}`)) fired.set(`${date} ${slot}`, at);
    }
    return fired;
  }

  it.each(['Europe/Brussels', 'America/Santiago', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Africa/Casablanca'])(
    'over two years in %s, every slot is due exactly once and when a walking clock says, however the time is cut',
    (zone) => {
      const from = Date.parse('2026-11-01T00:00:00Z');
      const to = Date.parse('2028-11-01T00:00:00Z');
      const times = ['00:00', '02:00', '02:15', '02:45', '12:00', '23:45'];
      const expected = walked(zone, times, from - 86_400_000, to + 86_400_000);
      const timing = everyDay(...times);
      fc.assert(
        fc.property(fc.array(fc.integer({ min: from, max: to }), { maxLength: 40 }), (cuts) => {
          const bounds = [from, ...cuts.sort((a, b) => a - b), to];
          const found = bounds.slice(1).flatMap((until, i) => slotsBetween(timing, zone, bounds[i] ?? from, until));
          const keys = found.map(({ localDate, slot }) => `${localDate} ${slot}`);
          expect(new Set(keys).size).toBe(keys.length);
          for (const { localDate, slot, dueAt } of found) {
            const when = expected.get(`${localDate} ${slot}`);
            if (when !== dueAt) expect(`${localDate} ${slot} ${iso(dueAt)}`).toBe(when && iso(when));
          }
          const due = [...expected].filter(([, at]) => at > from && at <= to);
          expect(keys.length).toBe(due.length);
        }),
        { numRuns: 4 },
      );
    },
    30_000,
  );
});
