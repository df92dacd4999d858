import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeTime, encodeTime, timeZoneInteger } from '#server/intake/terminals/dialects/adms/packedTime.ts';
import { parseTime } from '#server/intake/terminals/time.ts';
import { localTime, offsetMinutes, zoneOf } from '#server/platform/zone.ts';

const at = (iso: string) => Date.parse(iso);

describe('times of terminals', () => {
  it.each([
    ['2026-03-02 07:00:59', { local: '2026-03-02 07:00:59' }],
    ['2026-03-02 07:00', { local: '2026-03-02 07:00:00' }],
    ['2026-03-02T07:00+0200', { instant: at('2026-03-02T05:00:00Z') }],
    ['2026-3-2 7:00:59', { local: '2026-03-02 07:00:59' }],
    ['2026/03/02 07:00:59', { local: '2026-03-02 07:00:59' }],
    ['2026-03-02T07:00:59', { local: '2026-03-02 07:00:59' }],
    ['2026-03-02T07:00:59.250', { local: '2026-03-02 07:00:59' }],
    ['20260302070059', { local: '2026-03-02 07:00:59' }],
    ['2024-02-29 00:00:00', { local: '2024-02-29 00:00:00' }],
    // There is a year 1, and no year 0.
    ['0001-01-01 00:00:00', { local: '0001-01-01 00:00:00' }],
    ['1772434859', { instant: 1_772_434_859_000 }],
    // The first and the last accepted second, of 2010 and 2099.
    ['1262304000', { instant: at('2010-01-01T00:00:00Z') }],
    ['4102444799', { instant: at('2099-12-31T23:59:59Z') }],
    // As programs write it: milliseconds, or a fraction.
    ['1772434859250', { instant: 1_772_434_859_000 }],
    ['1772434859.25', { instant: 1_772_434_859_000 }],
    ['2099-12-31 23:59:59', { local: '2099-12-31 23:59:59' }],
    ['2026-03-02T07:00:59Z', { instant: at('2026-03-02T07:00:59Z') }],
    ['2026-03-02T07:00:59+0200', { instant: at('2026-03-02T05:00:59Z') }],
    ['2026-03-02T07:00:59+02:00', { instant: at('2026-03-02T05:00:59Z') }],
    // As PostgreSQL, Java, HTTP, .NET and webhooks write it.
    ['2026-03-02 07:00:59+02', { instant: at('2026-03-02T05:00:59Z') }],
    ['2026-03-02T07:00+02', { instant: at('2026-03-02T05:00:00Z') }],
    ['2026-03-02T07:00:59+02:00[Africa/Johannesburg]', { instant: at('2026-03-02T05:00:59Z') }],
    // A zone's name alone is the zone; behind an offset it must have that offset then, and Z says nothing of the place.
    ['2026-03-02T07:00:59[America/New_York]', { instant: at('2026-03-02T12:00:59Z') }],
    ['2026-07-02 07:00:59[America/New_York]', { instant: at('2026-07-02T11:00:59Z') }],
    ['2026-03-02T07:00:59[UTC]', { instant: at('2026-03-02T07:00:59Z') }],
    ['2026-03-02T07:00:59[GMT+02:00]', { instant: at('2026-03-02T05:00:59Z') }],
    ['2026-03-02T05:00:59Z[Africa/Johannesburg]', { instant: at('2026-03-02T05:00:59Z') }],
    ['2026-03-02T07:00:59+02:00[GMT+02:00]', { instant: at('2026-03-02T05:00:59Z') }],
    ['2026-03-02 07:00:59 +02:00', { instant: at('2026-03-02T05:00:59Z') }],
    ['2026-03-02T07:00:59+2:00', { instant: at('2026-03-02T05:00:59Z') }],
    ['2026-03-02 07:00:59 UTC', { instant: at('2026-03-02T07:00:59Z') }],
    ['2026-03-02 07:00:59 GMT-03:00', { instant: at('2026-03-02T10:00:59Z') }],
    ['Mon, 02 Mar 2026 05:00:59 GMT', { instant: at('2026-03-02T05:00:59Z') }],
    ['02-Mar-2026 07:00:59', { local: '2026-03-02 07:00:59' }],
    ['20260302T070059', { local: '2026-03-02 07:00:59' }],
    ['20260302T050059Z', { instant: at('2026-03-02T05:00:59Z') }],
    ['2026-03-02T070059+0200', { instant: at('2026-03-02T05:00:59Z') }],
    ['2026-03-02 07:00:59 PM', { local: '2026-03-02 19:00:59' }],
    ['2026-03-02 12:30 am', { local: '2026-03-02 00:30:00' }],
    ['1772434859250999', { instant: 1_772_434_859_000 }],
    ['/Date(1772434859250)/', { instant: 1_772_434_859_000 }],
    ['/Date(1772434859250+0200)/', { instant: 1_772_434_859_000 }],
  ])('%s', (text, expected) => expect(parseTime(text)).toEqual(expected));

  it.each([
    '2026-13-01 07:00:00',
    '2026-02-30 07:00:00',
    '2025-02-29 07:00:00',
    '2026-02-31 07:00:00',
    '2026-03-02 25:00:00',
    '2026-03-02 24:00:00',
    '2026-03-02 07:60:00',
    '2026-00-10 07:00:00',
    '0000-00-00 00:00:00',
    '0000-01-01 00:00:00',
    // Whether the day or the month comes first is anyone's guess; no clock of twelve hours shows 13.
    '02/03/2026 07:00:59',
    '02-03-2026 07:00:59',
    '2026-03-02 13:00:59 PM',
    '2026-03-02 00:30 AM',
    '2026-03-02T07:00:59+2:0',
    // Two meanings, a place that does not exist, and an hour that the zone's clock leaves out or shows twice.
    '2026-03-02T07:00:59+02:00[America/New_York]',
    '2026-03-02T07:00:59[Africa/Nowhere]',
    '2026-03-08T02:30:00[America/New_York]',
    '2026-11-01T01:30:00[America/New_York]',
    '2026-03-02T07:00:59+02:60',
    'Mon, 31 Feb 2026 05:00:59 GMT',
    '17724348592',
    '2026',
    '2026-03-02',
    '2026-03-02 07:00:0',
    '20260302',
    '177243485',
    '1262303999',
    '4102444800',
    '2100-01-01 00:00:00',
    '9999-12-31T23:59:59Z',
    '99999999999',
    'yesterday',
    '',
  ])('%j is no time', (text) => expect(parseTime(text)).toBeNull());

  it('packs as the vendor does, and back', () => {
    expect(encodeTime('2009-01-03 20:56:46')).toBe(289_515_406);
    expect(decodeTime(289_515_406)).toBe('2009-01-03 20:56:46');
    expect(decodeTime(-1)).toBeNull();
    for (let hour = 0; hour < 24; hour++)
      for (const rest of ['00:00', '59:59']) {
        const local = `2026-11-20 ${String(hour).padStart(2, '0')}:${rest}`;
        expect(decodeTime(encodeTime(local))).toBe(local);
      }
    // Packed numbers can name the 31st of a month with 30 days.
    expect(decodeTime(((26 * 12 + 3) * 31 + 30) * 86_400)).toBeNull();
    fc.assert(
      fc.property(
        fc.integer({ min: at('2000-01-01T00:00:00Z') / 1000, max: at('2099-12-31T23:59:59Z') / 1000 }),
        (seconds) => {
          const local = localTime(zoneOf('UTC'), seconds * 1000);
          expect(decodeTime(encodeTime(local))).toBe(local);
        },
      ),
    );
  });

  it.each([
    ['Africa/Johannesburg', '2026-03-02T12:00:00Z', 2],
    ['Asia/Kolkata', '2026-03-02T12:00:00Z', 330],
    ['Asia/Kathmandu', '2026-03-02T12:00:00Z', 345],
    ['America/Chicago', '2026-01-15T12:00:00Z', -6],
    ['America/Chicago', '2026-07-15T12:00:00Z', -5],
    ['America/St_Johns', '2026-01-15T12:00:00Z', -210],
    ['America/St_Johns', '2026-07-15T12:00:00Z', -150],
    ['Australia/Lord_Howe', '2026-01-15T12:00:00Z', 11],
    ['Australia/Lord_Howe', '2026-07-15T12:00:00Z', 630],
    ['Pacific/Kiritimati', '2026-07-15T12:00:00Z', 14],
    ['Europe/Berlin', '2026-03-29T00:59:59Z', 1],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', 2],
    ['UTC', '2026-03-02T12:00:00Z', 0],
  ])('TimeZone of %s at %s is %d', (zone, instant, expected) =>
    expect(timeZoneInteger(zone, at(instant))).toBe(expected),
  );

  it('writes the wall clock of a zone', () => {
    expect(localTime(zoneOf('Asia/Kolkata'), at('2026-03-02T18:45:10Z'))).toBe('2026-03-03 00:15:10');
    expect(offsetMinutes(zoneOf('Asia/Kolkata'), at('2026-03-02T18:45:10.999Z'))).toBe(330);
  });
});
