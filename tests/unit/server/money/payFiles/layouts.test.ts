import fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import type { PayElement, PayLayoutName, PaySettings } from '#contract/money/payFiles.ts';
import { Money } from '#server/money/earnings/money.ts';
import { fileNameOf, rendered } from '#server/money/payFiles/render.ts';

/** Golden files: each layout to the byte, and what does not fit is refused by name. */

const HOUR = 3_600_000;
type Short = { element: PayElement; hours?: number; amount?: string; date?: string };
const part = (number: string, lines: readonly Short[]) => ({
  ...{ employeeId: number, number, firstName: 'Ann', lastName: 'Ama', firstLine: 1, isOfDays: true },
  lines: lines.map(({ element, hours = 0, amount = '0', date = '2026-11-09' }) => ({
    ...{ date, element, lookup1: '', lookup2: '', rate: null, factor: null, ms: Math.round(hours * HOUR) },
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
    'brightPay',
    settingsOf(hours('1', '1.5', '2')),
    [
      'Employee works number,Number of normal hours,Number of time and a half hours,Number of time and a third hours,Number of time and a quarter hours,Number of double time hours,Number of triple time hours,Number of quadruple time hours',
      '1001,40.50,4.00,,,,,',
      '1002,-1.50,,,,2.00,,',
    ],
  ],
  [
    'sageIreland',
    settingsOf(hours('1', '2', '3/N4/{lookup1}', '10')),
    [
      '2,1001,1,,,40.50,',
      '2,1001,2,,,4.00,',
      '2,1001,10,,,512.30,',
      '2,1002,1,,,-1.50,',
      '2,1002,3,N4,,2.00,',
      '2,1002,10,,,-8.80,',
    ],
  ],
  [
    'paySauce',
    settingsOf(hours('ORD', '1.5', 'SUN', 'PIECE')),
    [
      'Date,Factor,IrdNo,Quantity',
      ...['20261109,ORD,1001,40.50', '20261109,1.5,1001,4.00', '20261109,PIECE,1001,512.30'],
      ...['20261109,ORD,1002,-1.50', '20261115,SUN,1002,2.00', '20261109,PIECE,1002,-8.80'],
    ],
  ],
  [
    'adp',
    settingsOf(hours('Reg', 'O/T', 'SUN', 'PCE'), { company: 'AB', batch: 'W46' }),
    [
      'Co Code,Batch ID,File #,Reg Hours,O/T Hours,Hours 3 Code,Hours 3 Amount,Earnings 3 Code,Earnings 3 Amount',
      'AB_,W46,001001,40.50,4.00,,,PCE,512.30',
      'AB_,W46,001002,-1.50,,SUN,2.00,PCE,-8.80',
    ],
  ],
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

const DAY = [
  { ...part('7', [{ element: 'hours.ordinary', hours: 8.25 }]), firstName: 'Núria', lastName: 'Ñ, Jr' },
  part('8', [
    { element: 'hours.ordinary', hours: 23 + 59 / 60 },
    { element: 'hours.overtime1', hours: 0.5 },
  ]),
];
const IIF = { company: 'Farm Inc.', created: '1015362067' };
test('payHero to the byte: by display name, a day a line', () => {
  const settings = settingsOf(hours('Picking', 'Picking, OT', 'Sunday'));
  expect(rendered(DAY, [], { layout: 'payHero', settings }, FACTS)).toBe(
    'Employee,Work Name,Date,Duration\r\n"Núria Ñ, Jr",Picking,09/11/2026,8.25\r\nAnn Ama,Picking,09/11/2026,23.98\r\nAnn Ama,"Picking, OT",09/11/2026,0.50\r\n',
  );
});
test("quickBooks to the byte, in Windows' encoding: the header of the company, then the activities", () => {
  const settings = settingsOf(hours('Hourly', 'Overtime', 'Sunday'), { ...IIF, names: 'Last, First' });
  expect(rendered(DAY, [], { layout: 'quickBooks', settings }, FACTS)).toEqual(
    Buffer.from(
      '!TIMERHDR\tVER\tREL\tCOMPANYNAME\tIMPORTEDBEFORE\tFROMTIMER\tCOMPANYCREATETIME\r\n' +
        'TIMERHDR\t8\t0\tFarm Inc.\tN\tY\t1015362067\r\n' +
        '!TIMEACT\tDATE\tJOB\tEMP\tITEM\tPITEM\tDURATION\tPROJ\tNOTE\tXFERTOPAYROLL\tBILLINGSTATUS\r\n' +
        'TIMEACT\t11/09/26\t\tÑ, Jr, Núria\t\tHourly\t8:15\t\t\tY\t0\r\n' +
        'TIMEACT\t11/09/26\t\tAma, Ann\t\tHourly\t23:59\t\t\tY\t0\r\n' +
        'TIMEACT\t11/09/26\t\tAma, Ann\t\tOvertime\t0:30\t\t\tY\t0\r\n',
      'latin1',
    ),
  );
});
test('adp: further codes of an employee are further lines', () => {
  const people = [
    part('1', [
      { element: 'hours.sunday', hours: 2 },
      { element: 'hours.holiday', hours: 8 },
      { element: 'rest', amount: '9.5' },
    ]),
  ];
  const settings = settingsOf(
    { 'hours.sunday': 'SUN', 'hours.holiday': 'HOL', rest: 'RB' },
    { company: 'ABC', batch: '1' },
  );
  expect(
    String(rendered(people, [], { layout: 'adp', settings }, FACTS))
      .split('\r\n')
      .slice(1),
  ).toEqual(['ABC,1,000001,,,SUN,2.00,RB,9.50', 'ABC,1,000001,,,HOL,8.00,,', '']);
});
test('files are named as payroll asks for it', () => {
  const name = (layout: PayLayoutName) =>
    fileNameOf({ name: 'Deputy', layout, settings: settingsOf({}, { company: 'AB', batch: '1' }) }, '4-2026');
  expect([name('csv'), name('paySauce'), name('adp'), name('quickBooks')]).toEqual([
    ...['Deputy-4-2026.csv', 'paysauce-4-2026.csv', 'PRAB_EPI.csv', 'Deputy-4-2026.iif'],
  ]);
});
test('an employee who was added anew under the same number is one to payroll', () => {
  const twice = [PEOPLE[0], { ...part('1001', [{ element: 'hours.ordinary', hours: 2 }]), employeeId: 'new' }];
  const settings = settingsOf(hours('1', '1.5', '2'));
  const text = rendered(
    twice.flatMap((one) => one ?? []),
    [],
    { layout: 'thesaurus', settings },
    FACTS,
  );
  expect(text).toBe('1001,42.50,4,,\r\n');
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
    ...{ simplePay: 'Normal', sageVip: '1', thesaurus: '1', paymentEvolution: 'R', sageIreland: '1', brightPay: '1' },
    ...{ paySauce: 'ORD', payHero: 'Picking', adp: 'Reg', quickBooks: 'Hourly' },
  };
  const refused = (layout: PayLayoutName, people: typeof PEOPLE, settings: PaySettings) => {
    expect(() => rendered(people, [], { layout, settings }, FACTS), layout).toThrow(
      expect.objectContaining({ errorCode: 'CONFLICT' }),
    );
  };
  const layouts = Object.entries(CODES) as [keyof typeof CODES, string][];
  const BY_NAME: readonly PayLayoutName[] = ['payHero', 'quickBooks'];
  const byNumber = layouts.filter(([layout]) => !BY_NAME.includes(layout));
  const ANY = { company: '70', batch: '1', created: '1' };
  test.each(byNumber)(
    '%s: numbers that begin like a formula, have quotes, commas or line breaks, or 200 characters',
    (layout, code) => {
      const settings = settingsOf({ 'hours.ordinary': code }, ANY);
      for (const number of ['=1', '1"2', '1,2', '1\n2', '1;2', ' 1', '9'.repeat(200), '\u00e91'])
        refused(layout, one(number), settings);
      expect(rendered(one('12'), [], { layout, settings }, FACTS)).toContain('12');
    },
  );
  test.each(byNumber)('%s: a code that it does not have', (layout) => {
    for (const code of ['', '=A', '6,6', '"x"', '{lookup1}'])
      refused(layout, one('1'), settingsOf({ 'hours.ordinary': code }, ANY));
  });
  test('codes of the work and headings that are refused where they begin like a formula', () => {
    const lines = one('12').map((of) => ({ ...of, lines: of.lines.map((line) => ({ ...line, lookup1: '-A1' })) }));
    refused('paySauce', lines, settingsOf({ 'hours.ordinary': '{lookup1}' }));
    for (const code of ['1/{lookup1}', '1/N4/{lookup1}'])
      refused('sageIreland', lines, settingsOf({ 'hours.ordinary': code }));
    const columns = [{ column: 'number', head: '=1+1' }] as const;
    refused('csv', one('12'), settingsOf({ 'hours.ordinary': '1' }, { columns: [...columns] }));
  });
  test.each(layouts)('%s: one code for hours and an amount, which would hide one of them', (layout, code) => {
    const people = [
      part('12', [
        { element: 'hours.ordinary', hours: 8 },
        { element: 'piece', amount: '100' },
      ]),
    ];
    refused(layout, people, settingsOf({ 'hours.ordinary': code, piece: code }, ANY));
  });
  test.each(['csv', 'xlsx'] as const)('%s: hours beside the pay of the same hours in one line', (layout) => {
    const people = [
      part('12', [
        { element: 'hours.ordinary', hours: 8 },
        { element: 'hourly.ordinary', hours: 8, amount: '160' },
      ]),
    ];
    refused(layout, people, settingsOf({ 'hours.ordinary': 'A', 'hourly.ordinary': 'A' }));
  });
  test.each(BY_NAME)('%s: who have one name, names and codes that no cell can have, less than no time', (layout) => {
    const settings = settingsOf({ 'hours.ordinary': 'Hourly' }, ANY);
    const named = (firstName: string) => one('1').map((own) => ({ ...own, firstName }));
    expect(() => rendered([...one('1'), ...one('2')], [], { layout, settings }, FACTS)).toThrow(
      "finds people by name: employees 1 and 2 are both 'Ann Ama'.",
    );
    for (const name of ['Two\nlines', 'Tab\there', '\u0000']) refused(layout, named(name), settings);
    refused(layout, one('1', { element: 'hours.ordinary', hours: -1 }), settings);
    refused(layout, one('1', { element: 'piece', amount: '1' }), settingsOf({ piece: 'Hourly' }, ANY));
    if (layout === 'payHero') refused(layout, named('=1+1'), settings);
    else {
      for (const name of ['O"Neil', '\u{1f347}', 'Łukasz']) refused(layout, named(name), settings);
      refused(layout, one('1', { element: 'hours.ordinary', hours: 24 }), settings);
      for (const over of [{ company: '' }, { created: '' }, { created: 'x' }])
        refused(layout, one('1'), { ...settings, ...over });
    }
  });
  test('hours only, values of 11 digits, an employee code of 8, company and batch', () => {
    const piece = one('1', { element: 'piece', amount: '1' });
    for (const layout of ['simplePay', 'thesaurus', 'brightPay'] as const)
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
    refused('sageVip', one('1'), settingsOf({ 'hours.ordinary': '1' }, { ...SAGE, batch: '12' }));
    for (const over of [{ company: '7' }, { company: 'ABCD' }, { batch: '' }, { batch: 'A-1' }])
      refused('adp', one('1'), settingsOf({ 'hours.ordinary': 'Reg' }, { ...ANY, ...over }));
    refused('adp', piece, settingsOf({ piece: 'Reg' }, ANY));
    for (const code of ['1/2/3/4', '/2', '1/=2', '1,2'])
      refused('sageIreland', one('1'), settingsOf({ 'hours.ordinary': code }));
    refused('adp', one('1234567'), settingsOf({ 'hours.ordinary': 'Reg' }, ANY));
    refused('paymentEvolution', one('1234567'), settingsOf({ 'hours.ordinary': 'R' }));
  });
});

describe('decimal hours are rounded once in the period', () => {
  const layouts: [PayLayoutName, PaySettings, number][] = [
    ['paySauce', settingsOf(hours('ORD', '1.5', 'SUN')), 3],
    ['payHero', settingsOf(hours('Picking', 'Overtime', 'Sunday')), 3],
    ['paymentEvolution', settingsOf(hours('R', 'O', 'D')), 4],
    [
      'csv',
      settingsOf(hours('1', '2', '3'), {
        columns: (['number', 'date', 'code', 'hours'] as const).map((column) => ({ column, head: column })),
      }),
      3,
    ],
  ];
  const dateOf = (nth: number) => `2026-11-${String(nth + 1).padStart(2, '0')}`;
  const facts = { ...FACTS, from: '2026-11-01', to: '2026-11-30' };
  /** Returns the hundredths of an hour of all lines of a file that have a code, in its order. */
  const hundredths = (file: ReturnType<typeof rendered>, place: number) =>
    String(file)
      .split('\r\n')
      .map((line) => Math.round(Number(line.split(',')[place] ?? '') * 100))
      .filter((value) => !Number.isNaN(value) && value !== 0);

  test.each(layouts)('%s: 20 days of 10:07 are 202.33 h, each day 10.11 or 10.12', (layout, settings, place) => {
    // 10:07 is 10.11666 h: 20 times 10.12 were 202.40, which is four minutes more than 202:20.
    const days = Array.from({ length: 20 }, (_, nth) => ({
      element: 'hours.ordinary' as const,
      hours: 607 / 60,
      date: dateOf(nth),
    }));
    const found = hundredths(rendered([part('1001', days)], [], { layout, settings }, facts), place);
    expect(found).toHaveLength(20);
    expect(new Set(found)).toEqual(new Set([1_011, 1_012]));
    expect(found.reduce((sum, value) => sum + value, 0)).toBe(20_233);
  });

  test('two classes do not lend each other what is rounded, and a file and its deltas are the hours of the period', () => {
    const line = fc.record({
      nth: fc.integer({ min: 0, max: 20 }),
      element: fc.constantFrom('hours.ordinary' as const, 'hours.overtime1' as const),
      minutes: fc.integer({ min: -90, max: 700 }),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...layouts.filter(([layout]) => layout !== 'payHero')),
        fc.array(fc.array(line, { maxLength: 12 }), { minLength: 1, maxLength: 4 }),
        ([layout, settings, place], files) => {
          const sums: Record<string, number> = {};
          const minutes: Record<string, number> = {};
          const before: ReturnType<typeof part>[] = [];
          for (const lines of files) {
            const own = part(
              '1001',
              lines.map((one) => ({ element: one.element, hours: one.minutes / 60, date: dateOf(one.nth) })),
            );
            for (const element of ['hours.ordinary', 'hours.overtime1'] as const) {
              // A class alone, so that its lines are known by their file.
              const only = (one: ReturnType<typeof part>) => ({
                ...one,
                lines: one.lines.filter((each) => each.element === element),
              });
              const file = rendered([only(own)], before.map(only), { layout, settings }, facts);
              const both = rendered([own], before, { layout, settings }, facts);
              for (const text of String(file).split('\r\n')) expect(String(both).split('\r\n')).toContain(text);
              sums[element] = hundredths(file, place).reduce((sum, value) => sum + value, sums[element] ?? 0);
              minutes[element] = lines.reduce(
                (sum, one) => sum + (one.element === element ? one.minutes : 0),
                minutes[element] ?? 0,
              );
            }
            before.push(own);
          }
          for (const [element, all] of Object.entries(minutes)) {
            // Half away from zero.
            const exact = (all * 100) / 60;
            expect(sums[element]).toBe(Math.sign(exact) * Math.round(Math.abs(exact)) || 0);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
