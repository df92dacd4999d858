import { readXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import type { PayElement, PayLayoutName, PaySettings } from '#contract/payFiles.ts';
import { Money } from '#server/earnings/money.ts';
import { rendered } from '#server/payFiles/render.ts';

/** Golden files: each layout to the byte, and what does not fit is refused by name (spec/pay.md X1). */

const HOUR = 3_600_000;
type Short = { element: PayElement; hours?: number; amount?: string; date?: string };
const part = (number: string, lines: readonly Short[]) => ({
  ...{ employeeId: number, number, firstName: 'Ann', lastName: 'Ama', firstLine: 1 },
  lines: lines.map(({ element, hours = 0, amount = '0', date = '2026-11-09' }) => ({
    ...{ date, element, lookup1: '', lookup2: '', rate: null, factor: null, ms: hours * HOUR },
    ...{ units: new Money(0), amount: new Money(amount) },
  })),
});
const FACTS = { from: '2026-11-09', to: '2026-11-15', cents: 2 };
const settingsOf = (codes: PaySettings['codes'], over: Partial<PaySettings> = {}): PaySettings => ({
  ...{ codes, hours: 'decimal', dates: 'YYYY-MM-DD', separator: ',', columns: [{ column: 'number', head: 'No' }] },
  ...over,
});
const PEOPLE = [
  part('1001', [
    { element: 'hours.ordinary', hours: 40.5 },
    { element: 'hours.overtime1', hours: 4 },
    { element: 'piece', amount: '512.30' },
  ]),
  part('1002', [
    { element: 'hours.ordinary', hours: -1.5 },
    { element: 'hours.sunday', hours: 2, date: '2026-11-15' },
    { element: 'piece', amount: '-8.80' },
  ]),
];
const hours = (ordinary: string, overtime1: string, sunday: string, piece: string | null = null) => ({
  ...{ 'hours.ordinary': ordinary, 'hours.overtime1': overtime1, 'hours.sunday': sunday, piece },
});

const SAGE = { company: '7', batch: '1' };
const GOLDEN: [PayLayoutName, PaySettings, string[]][] = [
  [
    'simplePay',
    settingsOf(hours('Normal', 'Overtime', 'Sunday')),
    ['Employee Number,Normal,Overtime,Sunday', '1001,40.50,4.00,', '1002,-1.50,,2.00'],
  ],
  [
    'sageVip',
    settingsOf(hours('1', '2', '3', '4'), SAGE),
    [
      'D00711001    00000004050+00000000400+00000000000+00000051230+00000000000+',
      'D00711002    00000000150-00000000000+00000000200+00000000880-00000000000+',
    ],
  ],
  [
    'sageVip',
    settingsOf(hours('1', '2', '3', '4'), { ...SAGE, hours: 'clock' }),
    [
      'D00711001    00000004030+00000000400+00000000000+00000051230+00000000000+',
      'D00711002    00000000130-00000000000+00000000200+00000000880-00000000000+',
    ],
  ],
  ['thesaurus', settingsOf(hours('1', '1.5', '2')), ['1001,40.50,4,,', '1002,-1.50,,2,']],
  [
    'paymentEvolution',
    settingsOf(hours('R', 'O', 'D', '16')),
    [
      ',001001,R,,40.50,,,09/11/2026,,,,Y',
      ',001001,O,,4.00,,,09/11/2026,,,,Y',
      ',001001,16,,,,512.30,09/11/2026,,,,Y',
      ',001002,R,,-1.50,,,09/11/2026,,,,Y',
      ',001002,D,,2.00,,,15/11/2026,,,,Y',
      ',001002,16,,,,-8.80,09/11/2026,,,,Y',
    ],
  ],
];
test.each(GOLDEN)('%s to the byte', (layout, settings, lines) => {
  expect(rendered(PEOPLE, [], { layout, settings }, FACTS)).toBe(`${lines.join('\r\n')}\r\n`);
});

test('xlsx: the chosen columns in order, text as text, dates and figures as such, no total; the same lines are the same bytes', async () => {
  const heads = {
    number: 'No',
    lastName: 'Name',
    date: 'Date',
    code: 'Code',
    hours: 'Hours',
    amount: 'Amount',
  } as const;
  const columns = Object.entries(heads).map(([column, head]) => ({ column: column as keyof typeof heads, head }));
  const nasty = ['=1+1', 'O"Neil, Jr', 'Two\nlines', '\u{1f347} é', 'x'.repeat(200), '<b>&amp;', 'a\u0007b', '_x0041_'];
  const people = nasty.map((lastName, nth) => ({
    ...part(`=${nth}`, [
      { element: 'hours.ordinary', hours: 7.5 },
      { element: 'piece', amount: '-8.8' },
    ]),
    lastName,
  }));
  const settings = settingsOf({ 'hours.ordinary': '007', piece: '=P' }, { columns });
  const file = async () => Buffer.from(await rendered(people, [], { layout: 'xlsx', settings }, FACTS));
  const { sheets } = await readXlsx(await file());
  expect(sheets.map(({ name }) => name)).toEqual(['Payroll']);
  const day = new Date('2026-11-09T00:00:00Z');
  expect(sheets[0]?.rows).toEqual([
    Object.values(heads),
    ...nasty.flatMap((name, nth) => [
      [`=${nth}`, name, day, '007', 7.5, 0],
      [`=${nth}`, name, day, '=P', 0, -8.8],
    ]),
  ]);
  expect((await file()).equals(await file())).toBe(true);
});

describe('what does not fit is refused, never cut', () => {
  const one = (number: string, over: Short = { element: 'hours.ordinary', hours: 8 }) => [part(number, [over])];
  const CODES: Record<Exclude<PayLayoutName, 'csv' | 'xlsx'>, string> = {
    ...{ simplePay: 'Normal', sageVip: '1', thesaurus: '1', paymentEvolution: 'R' },
  };
  const refused = (layout: PayLayoutName, people: typeof PEOPLE, settings: PaySettings) => {
    expect(() => rendered(people, [], { layout, settings }, FACTS), layout).toThrow(
      expect.objectContaining({ errorCode: 'CONFLICT' }),
    );
  };
  const layouts = Object.entries(CODES) as [keyof typeof CODES, string][];
  test.each(layouts)(
    '%s: numbers that begin like a formula, have quotes, commas or line breaks, or 200 characters',
    (layout, code) => {
      const settings = settingsOf({ 'hours.ordinary': code }, SAGE);
      for (const number of ['=1', '1"2', '1,2', '1\n2', '1;2', ' 1', '9'.repeat(200), '\u00e91'])
        refused(layout, one(number), settings);
      expect(rendered(one('12'), [], { layout, settings }, FACTS)).toContain('12');
    },
  );
  test.each(layouts)('%s: a code that it does not have', (layout) => {
    for (const code of ['', '=A', '6,6', '"x"', '{lookup1}'])
      refused(layout, one('1'), settingsOf({ 'hours.ordinary': code }, SAGE));
  });
  test('hours only, values of 11 digits, an employee code of 8, company and batch', () => {
    const piece = one('1', { element: 'piece', amount: '1' });
    for (const layout of ['simplePay', 'thesaurus'] as const)
      refused(layout, piece, settingsOf({ piece: CODES[layout] }));
    const sage = settingsOf({ piece: '1', 'hours.ordinary': '1' }, SAGE);
    refused('sageVip', one('1', { element: 'piece', amount: '1000000000' }), sage);
    expect(
      rendered(
        one('1', { element: 'piece', amount: '999999999.99' }),
        [],
        { layout: 'sageVip', settings: sage },
        FACTS,
      ),
    ).toContain('99999999999+');
    refused('sageVip', one('123456789'), sage);
    refused('sageVip', one('1'), settingsOf({ 'hours.ordinary': '1' }, { ...SAGE, company: 'X' }));
    refused('sageVip', one('1'), settingsOf({ 'hours.ordinary': '1' }, { company: '1' }));
    refused('paymentEvolution', one('1234567'), settingsOf({ 'hours.ordinary': 'R' }));
  });
});
