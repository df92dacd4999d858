import { expect, it } from 'vitest';
import { givenAccount, givenAdmin } from '../support/factories.ts';
import { inlineRow, odsOf, odsRow, xlsxOf } from '../support/sheets.ts';
import { useTestApp } from '../support/testApp.ts';
import { multipart, zip } from '../support/zip.ts';

/** Measures files that are as costly as they can be: the thread that answers all users pays no more for them than for ordinary ones. */
const t = useTestApp();
const LENGTH = 3_900_000;
const HEAD = 'number,units,date\n';

/** Returns the CPU time (ms) of the main thread for an answer. */
async function costOf(work: () => Promise<{ statusCode: number }>) {
  const started = process.threadCpuUsage();
  const { statusCode } = await work();
  const { user, system } = process.threadCpuUsage(started);
  expect(statusCode).toBeLessThan(500);
  return (user + system) / 1_000;
}

const WORST: [what: string, csv: string][] = [
  ['one cell', 'a'.repeat(LENGTH)],
  ['nothing but separators', ','.repeat(LENGTH)],
  ['nothing but tabs', '\t'.repeat(LENGTH)],
  ['separators below a plain heading', `${HEAD}${','.repeat(LENGTH)}`],
  ['a cell below a plain heading', `${HEAD}${'a'.repeat(LENGTH)}`],
  ['line ends', `${HEAD}${'\n'.repeat(LENGTH)}`],
  ['quotes', `${HEAD}${'""'.repeat(LENGTH / 2)}`],
  ['quotes that never end', `${HEAD}"${'a\n'.repeat(LENGTH / 2)}`],
  ['lines of separators', `${HEAD}${`${','.repeat(99)}\n`.repeat(LENGTH / 100)}`],
  ['lines of quotes', `${HEAD}${`${'""'.repeat(100)}\n`.repeat(LENGTH / 201)}`],
  ['quoted cells', `${HEAD}${`${'"",'.repeat(60)}\n`.repeat(LENGTH / 181)}`],
  ['line ends within quotes', `${HEAD}${`"${'\n'.repeat(90_000)}"\n`.repeat(LENGTH / 90_003)}`],
  ['carriage returns', `${HEAD}${'\r'.repeat(LENGTH)}`],
];
it('the worst of its length costs no more than an ordinary one', async () => {
  const accountId = await givenAccount(t.db);
  const { token } = await givenAdmin(t.db);
  const send = (text: string) =>
    t.ask(`/v2/account/${accountId}/import`, { token, body: { kind: 'piecework', csv: text, commit: false } });
  const line = `1,2.5,2026-11-20 07:00,${'x'.repeat(190)}\n`;
  const ordinary = `number,units,date,remark\n${line.repeat(Math.floor(LENGTH / line.length))}`;
  // The first long body and the first refusal cost what later ones do not.
  await send(ordinary);
  await send('');
  await send(`${HEAD}${'b'.repeat(200_000)}`);
  const costs: [what: string, cost: number][] = [];
  for (const [what, csv] of WORST) costs.push([what, await costOf(() => send(csv))]);
  const plain = await costOf(() => send(ordinary));
  expect(costs.filter(([, cost]) => cost > plain)).toEqual([]);
});

const HEADINGS = ['Employee Number', 'First Name', 'Last Name'];
/** Letters that are not packed well, which an archive that unpacks to more than it may would be. */
const letters = (length: number, from = 0) => {
  let text = '';
  for (let n = from; text.length < length; n++) text += (n * 2_654_435_761).toString(36);
  return text.slice(0, length);
};
const rowsOfLetters = (count: number, length: number) =>
  inlineRow(...HEADINGS) +
  Array.from({ length: count }, (_, n) => inlineRow(`${n}`, letters(length, n), letters(length, n + 7))).join('');
const rowsOf = (row: string, count: number) => inlineRow(...HEADINGS) + row.repeat(count);
const FILES: [what: string, name: string, make: () => Promise<Buffer> | Buffer][] = [
  ['a wide sheet', 'a.xlsx', () => xlsxOf({ rows: rowsOf(inlineRow(...Array<string>(16_000).fill('z')), 40) })],
  ['cells of many letters', 'a.xlsx', () => xlsxOf({ rows: rowsOfLetters(5_000, 1_600) })],
  ['cells of too many letters', 'a.xlsx', () => xlsxOf({ rows: rowsOfLetters(1_000, 20_000) })],
  ['too many lines', 'a.xlsx', () => xlsxOf({ rows: rowsOf(inlineRow('1', 'Ann', 'B'), 60_000) })],
  [
    'a table whose rows repeat',
    'a.ods',
    () =>
      odsOf(
        `<table:table table:name="Employees">${odsRow(...HEADINGS)}<table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="16000" office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row></table:table>`,
      ),
  ],
  ['elements within elements', 'a.xlsx', () => xlsxOf({ rows: `${'<row>'.repeat(200_000)}` })],
  ['a bomb', 'a.xlsx', async () => zip([['xl/workbook.xml', Buffer.alloc(90_000_000)]])],
  ['many entries', 'a.xlsx', async () => zip(Array.from({ length: 5_000 }, (_, n) => [`xl/${n}.xml`, 'x'] as const))],
  [
    'nothing but the sign of a ZIP',
    'a.xlsx',
    () => Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(9_000_000)]),
  ],
  ['a CSV of separators', 'a.csv', () => Buffer.alloc(9_000_000, ',')],
  ['a CSV of quotes', 'a.csv', () => Buffer.alloc(9_000_000, '""')],
  ['a CSV of line ends', 'a.csv', () => Buffer.alloc(9_000_000, '\n')],
];
it('the worst workbook costs no more than one of five thousand people', async () => {
  const { token } = await givenAdmin(t.db);
  const send = async (content: Buffer, name: string) => {
    const accountId = await givenAccount(t.db);
    const { payload, headers } = multipart(content, { name });
    const url = `/v2/setup/workbook?accountId=${accountId}`;
    return costOf(() => t.app.inject({ method: 'POST', url, payload, headers: { ...headers, authorization: token } }));
  };
  const people = Array.from({ length: 5_000 }, (_, n) => inlineRow(`${n}`, letters(9, n), letters(12, n))).join('');
  const ordinary = await xlsxOf({ rows: inlineRow(...HEADINGS) + people });
  await send(ordinary, 'a.xlsx');
  const costs: [what: string, cost: number][] = [];
  for (const [what, name, make] of FILES) costs.push([what, await send(await make(), name)]);
  const plain = await send(ordinary, 'a.xlsx');
  if (process.env.SHOW) console.log(plain, costs);
  expect(costs.filter(([, cost]) => cost > plain)).toEqual([]);
});
