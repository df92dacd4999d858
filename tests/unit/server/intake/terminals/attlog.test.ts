import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText, isPacked } from '#server/intake/terminals/body.ts';
import {
  parseAttlogLine,
  parseUsbLine,
  punchesOfLine,
  serialOfFile,
} from '#server/intake/terminals/dialects/adms/attlog.ts';
import { linesOf } from '#server/intake/terminals/dialects/adms/lines.ts';
import { directionOf, tellsDirection } from '#server/intake/terminals/line.ts';

const t = '2026-03-02 07:01:02';
const punchOf = (line: string) => {
  const result = parseAttlogLine(line);
  if (!('punch' in result)) throw new Error(`rejected: ${result.reject.reason}`);
  const { pin, time, status, verify, workCode } = result.punch;
  return [pin, 'local' in time ? time.local : time.instant, status, verify, workCode];
};
const reasonOf = (line: string) => {
  const result = parseAttlogLine(line);
  return 'reject' in result ? result.reject.reason : 'punch';
};

it('a line of 4,000 characters is read, one more is too long', () => {
  const line = (length: number) => `7\t${t}\t0\t1`.padEnd(length, '\t');
  expect([4_000, 4_001].map((length) => reasonOf(line(length)))).toEqual(['punch', 'line-too-long']);
});

it('the state keys that tell IN from OUT', () => {
  const keys = [null, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 255];
  expect(keys.filter(tellsDirection)).toEqual([1, 2, 3, 4, 5, 8, 9]);
});

it.each([
  ['PIN, time, device, status', 'unknown-layout'],
  ['PIN, time, device, status, verify', 'punch'],
  ['PIN, time, device, status, verify, work code', 'punch'],
  ['PIN, time, device, status, verify, work code, one more', 'unknown-layout'],
])('a line of a USB file has five or six columns: %s', (columns, expected) => {
  const line = ['7', t, '1', '1', '1', '0', '0'].slice(0, columns.split(', ').length).join('\t');
  const result = parseUsbLine(line);
  expect('reject' in result ? result.reject.reason : 'punch').toBe(expected);
  if ('punch' in result) expect(result.punch.status).toBe(1);
});

it('a serial number in the name of a USB file has 4 to 40 characters', () => {
  const serials = [3, 4, 40, 41].map((length) => serialOfFile(`${'A'.repeat(length)}_attlog.dat`)?.length);
  expect(serials).toEqual([undefined, 4, 40, undefined]);
});

describe('ATTLOG lines', () => {
  it.each([
    ['2 columns', `7\t${t}`, ['7', t, null, null, null]],
    ['4 columns (2008)', `7\t${t}\t0\t1`, ['7', t, 0, 1, null]],
    ['5 columns', `7\t${t}\t1\t15\t12`, ['7', t, 1, 15, '12']],
    ['6 columns', `7\t${t}\t1\t15\t0\t0`, ['7', t, 1, 15, null]],
    ['7 columns', `7\t${t}\t0\t1\t\t0\t0`, ['7', t, 0, 1, null]],
    ['8, trailing tab (K40)', `7\t${t}\t0\t1\t\t0\t0\t`, ['7', t, 0, 1, null]],
    ['9, IDNum and type 2', `7\t${t}\t0\t1\t0\t0\t0\t440301\t2`, ['7', t, 0, 1, null]],
    ['10, index last (MB560-VL)', `2\t${t}\t1\t15\t\t0\t0\t\t\t43`, ['2', t, 1, 15, null]],
    [
      '11, ten values and an empty one (SenseFace)',
      `7\t${t}\t255\t15\t0\t0\t0\t255\t255\t0\t`,
      ['7', t, 255, 15, null],
    ],
    ['11, sequence last (MB10-VL)', `7\t${t}\t0\t15\t0\t0\t0\t0\t0\t0\t8123`, ['7', t, 0, 15, null]],
    ['12, offset and GPS (V5.8)', `7\t${t}\t0\t15\t0\t0\t0\t0\t36.5\t0\t7200\teyJsYXQiOjF9`, ['7', t, 0, 15, null]],
    ['leading zeros', `0007\t${t}\t0\t1`, ['0007', t, 0, 1, null]],
    ['letters', `USER001\t${t}\t0\t1`, ['USER001', t, 0, 1, null]],
    ['underscore', `a_9\t${t}\t0\t1`, ['a_9', t, 0, 1, null]],
    ['padded PIN', `      42\t${t}\t0\t1`, ['42', t, 0, 1, null]],
    ['unknown status', `7\t${t}\tx\t1`, ['7', t, null, 1, null]],
    ['empty status', `7\t${t}\t\t1`, ['7', t, null, 1, null]],
    ['255', `7\t${t}\t255\t1`, ['7', t, 255, 1, null]],
    ['table word in front', `ATTLOG\t7\t${t}\t0\t1`, ['7', t, 0, 1, null]],
    ['spaces', `7 ${t} 0 1 0 0`, ['7', t, 0, 1, null]],
    ['no seconds', `7\t${t.slice(0, 16)}\t0\t1`, ['7', `${t.slice(0, 16)}:00`, 0, 1, null]],
    ['spaces, no seconds', `7 ${t.slice(0, 16)} 0 1`, ['7', `${t.slice(0, 16)}:00`, 0, 1, null]],
    ['semicolons', `7;${t};1;4;12`, ['7', t, 1, 4, '12']],
    ['semicolons, an empty status', `7;${t.replace(' ', ';')};;15`, ['7', t, null, 15, null]],
    ['compact time', `7\t20260302070102\t0\t1`, ['7', t, 0, 1, null]],
    ['ISO T', `7\t2026-03-02T07:01:02\t0\t1`, ['7', t, 0, 1, null]],
    ['epoch', `7\t1772434859\t0\t1`, ['7', 1_772_434_859_000, 0, 1, null]],
    ['named columns', `PIN=7\tTime=${t}\tStatus=1\tVerify=4`, ['7', t, 1, 4, null]],
  ])('%s', (_what, line, expected) => expect(punchOf(line)).toEqual(expected));

  it('several on a line, a semicolon after each', () => {
    for (const line of ['', ';', ' ', '; ; ']) expect(punchesOfLine(line), line).toEqual([]);
    expect(punchesOfLine(`7\t${t}\t0\t1;8\t${t}\t0\t1; 9 ${t} 1 1;`)).toEqual([
      `7\t${t}\t0\t1`,
      `8\t${t}\t0\t1`,
      `9 ${t} 1 1`,
    ]);
    for (const line of [`7;${t};0;1`, `7;drop\t${t}\t0\t1`, `7\t${t}\t0\t1\t`])
      expect(punchesOfLine(line)).toEqual([line]);
  });

  it.each([
    ['bad-time', `7\t2026-13-02 07:00:00\t0\t1`],
    ['bad-time', `7\t2026-02-30 07:00:00\t0\t1`],
    ['bad-time', `7\t2026-03-02 25:00:00\t0\t1`],
    ['bad-time', `7\t2026\t0\t1`],
    ['bad-time', `7\t2026-03-02 07:00:0`],
    ['bad-time', '7'],
    ['bad-time', 'OPLOG 4\t0\t2026-03-02'],
    ['bad-pin', `\t${t}\t0\t1`],
    ['bad-pin', `${'9'.repeat(25)}\t${t}\t0\t1`],
    ['bad-pin', `7;drop\t${t}\t0\t1`],
    ['unknown-layout', `3\t7\t${t}\t0\t1`],
    // A date without a following time is not the start of a split row.
    ['unknown-layout', `7;${t.slice(0, 10)};${t};0;1`],
    ['before-2000', `7\t1999-12-31 23:59:59\t0\t1`],
    ['id-verification', `7\t${t}\t0\t1\t0\t0\t0\t440301\t1`],
    // Empty columns after the last one are ignored.
    ['id-verification', `7\t${t}\t0\t1\t0\t0\t0\t440301\t1\t\t`],
    ['line-too-long', `7\t${t}\t${'x'.repeat(5_000)}`],
  ])('%s: %s', (reason, line) => expect(reasonOf(line)).toBe(reason));

  it('never throws, whatever is sent', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (line) => void parseAttlogLine(line)));
  });

  it.each([
    [0, 'in'],
    [1, 'out'],
    [2, 'out'],
    [3, 'in'],
    [4, 'in'],
    [5, 'out'],
    [8, 'out'],
    [9, 'in'],
    [255, 'auto'],
    [7, 'auto'],
    [null, 'auto'],
  ] as const)('state %s means %s, if the state is trusted', (status, direction) => {
    expect(directionOf(status, 'all')).toBe(direction);
    expect(directionOf(status, 'chosen')).toBe(direction);
    expect(directionOf(status, 'none')).toBe('auto');
  });
});

describe('bodies', () => {
  it.each([
    ['LF', `1\t${t}\n2\t${t}\n`],
    ['CRLF', `1\t${t}\r\n2\t${t}\r\n`],
    ['no final newline', `1\t${t}\n2\t${t}`],
    ['blank lines', `\n\n1\t${t}\n\n2\t${t}\n\n`],
    ['NUL tail', `1\t${t}\n2\t${t}\r\n\0`],
    ['a form field', `data=${encodeURIComponent(`1\t${t}\n2\t${t}\n`)}`],
    ['a form field among others', `SN=X&data=1%09${t.replace(' ', '+')}%0A2%09${t.replace(' ', '+')}`],
  ])('two lines with %s', (_what, body) => expect(linesOf(body)).toEqual([`1\t${t}`, `2\t${t}`]));

  it('keeps trailing tabs: they are columns', () => expect(linesOf('1\tx\t\t\n')).toEqual(['1\tx\t\t']));

  it('reads names in UTF-8, and in GB2312 where it is not', () => {
    expect(decodeText(Buffer.from('José'))).toBe('José');
    expect(decodeText(Buffer.from([0xd5, 0xc5]))).toBe('张');
  });

  it('knows what it cannot read', () => {
    expect(isPacked(Buffer.from('LZO1....'))).toBe(true);
    expect(isPacked(Buffer.from([0x1f, 0x8b, 8, 0]))).toBe(true);
    expect(isPacked(Buffer.from(`1\t${t}`))).toBe(false);
    expect(isPacked(Buffer.alloc(0))).toBe(false);
  });
});
