import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { afterWrong, isGoodCode, lockWith, opens, waitFor } from '#recorder/app/code.ts';
import { inAndOut } from '#recorder/app/inAndOut.ts';
import { linesOf } from '#recorder/app/lines.ts';
import { Tallies } from '#recorder/app/tallies.ts';
import { dateOf, hourOf, shortName, sinceMidnight, spanOf } from '#recorder/app/times.ts';
import { PICTURE_TEXT, testPicture } from '#recorder/camera/picture.ts';
import type { Direction, LogRecord } from '#recorder/core/record.ts';
import { piece, punch } from './recorder.support.ts';

let made = 0;
const recorded = (draft: ReturnType<typeof piece>, wall = 0): LogRecord => ({
  ...(draft as LogRecord), // a draft of a clock or piece record lacks only what follows
  id: `r-${++made}`,
  group: 'g',
  from: { reading: 1, plus: 0 },
  wall,
  state: 'held',
  heldUntil: 0,
});

describe('the supervisor code', () => {
  it.each(['1234', '0000', '123', '123456789', '12a4'])('%s is refused', (code) =>
    expect(isGoodCode(code)).toBe(false),
  );
  it('opens with itself only', async () => {
    const lock = await lockWith('4711');
    expect(await opens(lock, '4711')).toBe(true);
    expect(await opens(lock, '4712')).toBe(false);
    expect(JSON.stringify(lock)).not.toContain('4711');
  });
  it('allows five wrong tries, then waits 30 s, doubling to 15 min', async () => {
    let lock = await lockWith('4711');
    const waits: number[] = [];
    for (let i = 0; i < 12; i += 1) {
      lock = afterWrong(lock, 1_000);
      waits.push(waitFor(lock, 1_000) / 1000);
    }
    expect(waits).toEqual([0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 900, 900]);
    // Setting the clock back does not make the wait longer.
    expect(waitFor(lock, -1e12)).toBe(900_000);
  });
});

describe('what was counted today', () => {
  it('counts a record once, and not what was undone', () => {
    const tallies = new Tallies();
    const [one, two] = [recorded(piece('0.334')), recorded(piece('2'))];
    for (const record of [one, one, two]) tallies.add(record);
    expect(tallies.of(one.person)).toBe(2_334);
    tallies.remove(two);
    tallies.remove(two);
    expect(tallies.of(one.person)).toBe(334);
  });
  const today = { day: '2026-11-20', start: Date.UTC(2026, 10, 20), offset: 50, zone: 'UTC' };
  const hour = 3_600_000;
  const scanned = (hours: number, direction: Direction) =>
    recorded({ ...punch(), direction } as ReturnType<typeof piece>, today.start + hours * hour);
  const counted = (hours: number, units: string) => recorded(piece(units), today.start + hours * hour);
  it('is a line for each person: first in, last out, units by product', () => {
    const records = [scanned(7, 'in'), counted(8, '1'), counted(9, '-0.5'), scanned(16, 'out')];
    expect(linesOf(records, today, () => 'Thandi M.')).toEqual([
      {
        ...{ person: '1001', name: 'Thandi M.', products: new Map([['APPLE\n', 500]]) },
        ...{ firstIn: today.start + 7 * hour + 50, lastOut: today.start + 16 * hour + 50 },
      },
    ]);
  });
  it.each([
    ['one scan without a direction is an IN', [scanned(7, 'auto')], { firstIn: 7, lastOut: null }],
    ['back from a break', [7, 12, 13].map((at) => scanned(at, 'auto')), { firstIn: 7, lastOut: null }],
    [
      'the night before',
      [scanned(-2, 'auto'), scanned(6, 'auto'), scanned(22, 'auto')],
      { firstIn: 22, lastOut: null },
    ],
  ])('takes IN and OUT as My day does: %s', (_what, records, hours) => {
    const [line] = linesOf(records, { ...today, offset: 0 }, () => '');
    const at = (ms: number | null | undefined) => (ms == null ? null : (ms - today.start) / hour);
    expect({ firstIn: at(line?.firstIn), lastOut: at(line?.lastOut) }).toEqual(hours);
  });
  it('leaves out who was here only until the end of a night, and what was counted in it', () => {
    expect(linesOf([scanned(-2, 'in'), counted(-1, '1'), scanned(6, 'out')], today, () => '')).toEqual([]);
  });
});

it('shows times in the account’s zone', () => {
  const at = Date.UTC(2026, 10, 20, 22, 58, 30);
  expect(hourOf(at, 'Africa/Johannesburg')).toBe('00:58');
  expect(dateOf(at, 'Africa/Johannesburg', 'en')).toBe('21 November 2026');
  expect(dateOf(at, 'Africa/Johannesburg', 'es')).toBe('21 de noviembre de 2026');
  expect(sinceMidnight(at, 'Africa/Johannesburg')).toBe((58 * 60 + 30) * 1000);
  expect([spanOf(-7_200_000), spanOf(840_000)]).toEqual(['2 h', '14 min']);
  expect(shortName({ firstName: 'Thandi', lastName: 'Mokoena' })).toBe('Thandi M.');
});

it('has a built-in picture with which a decoder can prove itself', async () => {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer as ArrayBuffer } }); // a file's bytes are no shared ones
  const picture = testPicture((side) => ({ data: new Uint8ClampedArray(side * side * 4), width: side, height: side }));
  const [found] = await readBarcodes(picture as ImageData, { formats: ['QRCode'] }); // Node has no ImageData
  expect(found?.text).toBe(PICTURE_TEXT);
});

describe('the first IN and the last OUT of a day (docs/reference/attendance.md#duplicates)', () => {
  const at = (time: string) => Date.parse(`2026-11-23T${time.padEnd(8, ':00')}Z`);
  it.each<[string, [Direction, string][], [string | null, string | null]]>([
    [
      'two keys 11 s apart at noon',
      [
        ['in', '07:56'],
        ['out', '12:08:48'],
        ['in', '12:08:59'],
      ],
      ['07:56', null],
    ],
    [
      'and the OUT of the day',
      [
        ['in', '07:56'],
        ['out', '12:08:48'],
        ['in', '12:08:59'],
        ['out', '17:03'],
      ],
      ['07:56', '17:03'],
    ],
    [
      'a slip at the start',
      [
        ['out', '06:58:00'],
        ['in', '06:58:12'],
      ],
      ['06:58', null],
    ],
    [
      'a slip at the end',
      [
        ['in', '08:00'],
        ['in', '16:00:02'],
        ['out', '16:00:15'],
      ],
      ['08:00', '16:00:15'],
    ],
    [
      'AUTO says nothing',
      [
        ['in', '08:00'],
        ['out', '16:00:00'],
        ['auto', '16:01:00'],
      ],
      ['08:00', '16:01'],
    ],
  ])('%s', (_, scans, [first, last]) => {
    const marks = scans.map(([direction, time]) => ({ direction, at: at(time) }));
    expect(inAndOut(marks, 'UTC').get('2026-11-23')).toMatchObject({
      in: first && at(first),
      out: last && at(last),
    });
  });
});
