import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { COLUMNS } from '#contract/reports/reportColumns.ts';
import { byText, naturalKey } from '#server/attendance/order.ts';
import { csvFile } from '#server/platform/files/csvFile.ts';
import { clockHours, decimalHours } from '#server/platform/files/figures.ts';
import { htmlFile } from '#server/platform/files/htmlFile.ts';
import type { Cells, Row, TableHead } from '#server/platform/files/table.ts';
import { xlsxFile } from '#server/platform/files/xlsxFile.ts';
import { createSemaphore } from '#server/platform/semaphore.ts';
import { sortKeyOf } from '#server/reports/order.ts';
import { openSpool } from '#server/reports/spool.ts';
import { cellsOfCsv, hostileText, spoiled } from '#tests/support/hostileCells.ts';

const columns = COLUMNS['piecework-performance'];
const row = (values: Row['values'], day = '2026-11-20', key = String(Math.random())): Row => ({ day, key, values });
async function* batches(rows: Row[]) {
  const cells = rows.map(({ values }): Cells => columns.map(({ id }) => values[id] ?? null));
  for (let i = 0; i < cells.length; i += 7) yield cells.slice(i, i + 7);
}
const written = async (pieces: AsyncIterable<string>) => {
  let all = '';
  for await (const piece of pieces) all += piece;
  return all;
};
describe('hours', () => {
  it.each([
    [0, 0, '0:00'],
    [20 * 60_000, 0.3333, '0:20'],
    [5_400_000, 1.5, '1:30'],
    [89_999, 0.025, '0:01'],
    // Whole minutes, rounded down, as on the tiles.
    [119_999, 0.0333, '0:01'],
    [100 * 3_600_000, 100, '100:00'],
    [-1_800_000, -0.5, '-0:30'],
    [-10_000, -0.0028, '0:00'],
  ])('%i ms', (ms, decimal, clock) => {
    expect([decimalHours(ms), clockHours(ms)]).toEqual([decimal, clock]);
  });
});

describe('a CSV report', () => {
  it('gives back what was typed, 20,000 times, and starts no formula', async () => {
    const names = fc.sample(hostileText, { numRuns: 20_000, seed: 1 });
    const rows = names.map((lastName, i) =>
      row({ date: '2026-11-20', number: String(i), lastName, units: '-1.5', hours: i }),
    );
    const csv = await written(csvFile(columns, batches(rows)));
    expect(csv.startsWith('\ufeffDate,Employee Number,')).toBe(true);
    expect(csv.endsWith('\r\n')).toBe(true);
    const [header = [], ...cells] = cellsOfCsv(csv);
    expect(cells).toHaveLength(20_000);
    const at = header.indexOf('Last Name');
    const of = (index: number) => cells.map((line) => line[index]);
    expect(spoiled(names, of(at))).toEqual([]);
    expect(new Set(of(header.indexOf('Units')))).toEqual(new Set(['-1.5']));
  });
});

const HEAD = {
  title: 'Piecework [Totals]: Report/2026',
  accountName: 'Farm & Sons',
  from: '2026-11-20',
  to: '2026-11-20',
  madeAt: '2026-11-20 09:41:00 (Africa/Johannesburg)',
  trust: ['As of 09:40, 6 of 7 devices heard from. Gate <B> silent since 06:10: 42 people not judged'],
};

async function sheetOf(rows: Row[], head: TableHead = HEAD) {
  const chunks: Buffer[] = [];
  for await (const chunk of xlsxFile(head, columns, batches(rows))) chunks.push(chunk);
  const zip = await fromBufferPromise(Buffer.concat(chunks), { lazyEntries: true });
  const files: Record<string, string> = {};
  for await (const entry of zip.eachEntry())
    files[entry.fileName] = await readText(await zip.openReadStreamPromise(entry));
  return files;
}
const cellsOf = (xml = '') =>
  [...xml.matchAll(/<row>(.*?)<\/row>/gs)].map(([, cells = '']) =>
    [
      ...cells.matchAll(
        /<c(?: t="(\w+)")?(?: s="(\d+)")?(?:\/>|>(?:<is><t(?: xml:space="preserve")?>(.*?)<\/t><\/is>|<v>(.*?)<\/v>)<\/c>)/gs,
      ),
    ].map(([, type, style, text, number]) => ({
      type,
      style,
      value: text ?? (number === undefined ? null : Number(number)),
    })),
  );
const plainText = (xml: string) =>
  xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#13;', '\r')
    .replaceAll('&amp;', '&')
    .replace(/_x([0-9A-F]{4})_/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

describe('subtotals', () => {
  it('come after each group of two rows and more, exact, and the total counts no row twice', async () => {
    const rows = ['1', '1', '2', '3', '3', '3'].map((number, nth) =>
      row({ number, units: `0.${nth + 1}`, hours: 60_000 }),
    );
    const at = (id: string) => columns.findIndex((column) => column.id === id);
    const files = await sheetOf(rows, { ...HEAD, groupAt: at('number') });
    const lines = cellsOf(files['xl/worksheets/sheet1.xml']).slice(1);
    const bold = lines.filter(([first]) => first?.style === '1');
    expect(bold.map(([first]) => first?.value)).toEqual(['Subtotal 1', 'Subtotal 3', 'Total']);
    expect(bold.map((cells) => cells[at('units')]?.value)).toEqual([0.3, 1.5, 2.1]);
    expect(lines.map((cells) => bold.includes(cells))).toEqual([0, 0, 1, 0, 0, 0, 0, 1, 1].map(Boolean));
  });
});

describe('a workbook', () => {
  it('has real numbers, dates and widths, a header that stays and exact totals', async () => {
    const files = await sheetOf([
      row({
        date: '2026-11-20',
        number: '7',
        firstName: 'Ann',
        units: '0.1',
        hours: 5_400_000,
        entries: 2,
        performance: null,
      }),
      row({
        date: '2026-02-28',
        number: '8',
        firstName: 'Bob',
        units: '0.2',
        hours: 1_800_000,
        entries: 1,
        performance: '12.5',
      }),
    ]);
    expect(Object.keys(files).sort()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
      'xl/worksheets/sheet2.xml',
    ]);
    const sheet = files['xl/worksheets/sheet1.xml'] ?? '';
    expect(sheet).toContain('<pane ySplit="1"');
    expect(sheet).toContain('<col min="1" max="1" width="12" customWidth="1"/>');
    expect(files['xl/workbook.xml']).toContain('name="Piecework  Totals   Report 2026"');
    const [header = [], first = [], , totals = []] = cellsOf(sheet);
    const at = (label: string) => header.findIndex(({ value }) => value === label);
    // 46346 is 2026-11-20 in every spreadsheet.
    expect(first[at('Date')]).toMatchObject({ value: 46346, style: '2' });
    expect(first[at('Units')]).toMatchObject({ value: 0.1, type: undefined });
    expect(first[at('Hours (h:mm)')]).toMatchObject({ value: 0.0625 });
    expect(first[at('Units/hr of the Day')]?.value).toBeNull();
    expect(totals[0]?.value).toBe('Total');
    expect([totals[at('Units')]?.value, totals[at('Hours')]?.value, totals[at('Entries')]?.value]).toEqual([0.3, 2, 3]);
    expect(totals[at('Units/hr of the Day')]?.value).toBeNull();
    const styles = files['xl/styles.xml']?.match(/<xf numFmtId="(\d+)"[^>]*>/g) ?? [];
    expect(styles[Number(totals[at('Units')]?.style)]).toContain('fontId="1"');
  });

  it('says on a second sheet what it is of and how complete', async () => {
    const files = await sheetOf([]);
    const said = cellsOf(files['xl/worksheets/sheet2.xml']).map(([cell]) => plainText(String(cell?.value)));
    expect(said).toEqual([
      HEAD.title,
      HEAD.accountName,
      '2026-11-20 to 2026-11-20',
      `Made ${HEAD.madeAt}`,
      ...HEAD.trust,
    ]);
    expect(files['xl/workbook.xml']).toContain('<sheet name="About" sheetId="2" r:id="rId3"/>');
  });

  it('keeps any text as text', async () => {
    const names = fc.sample(
      fc.oneof(
        hostileText,
        fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
      ),
      { numRuns: 2_000, seed: 3 },
    );
    const files = await sheetOf(names.map((lastName) => row({ lastName })));
    const sheet = files['xl/worksheets/sheet1.xml'] ?? '';
    expect(sheet).not.toContain('<f>');
    const rows = cellsOf(sheet).slice(1, -1);
    expect(rows).toHaveLength(2_000);
    for (const [i, cells] of rows.entries()) {
      const cell = cells[3];
      if (names[i] === '') expect(cell?.value).toBeNull();
      else expect([cell?.type, plainText(String(cell?.value))]).toEqual(['inlineStr', names[i]]);
    }
  });
});

describe('units at the top of their range', () => {
  const most = ['8799999999999.123', '0.001', '1000000000000000'];
  const rows = most.map((units) => row({ date: '2026-11-20', units }));

  it('are numbers in a workbook while they have the 15 digits of one, else text with all of them', async () => {
    const lines = cellsOf((await sheetOf(rows))['xl/worksheets/sheet1.xml']).slice(1);
    const at = columns.findIndex(({ id }) => id === 'units');
    expect(lines.map((cells) => [cells[at]?.type, cells[at]?.value])).toEqual([
      ['inlineStr', '8799999999999.123'],
      [undefined, 0.001],
      [undefined, 1_000_000_000_000_000],
      ['inlineStr', '1008799999999999.124'],
    ]);
  });

  it('are exact in a print view', async () => {
    const html = await written(htmlFile(HEAD, columns, batches([...rows, row({ units: '90071992547416.119' })])));
    expect(html).toContain('<td class="n">90071992547416.12</td>');
    expect(html).toMatch(/<tfoot>.*<td class="n">1098871992547415\.24<\/td>/s);
  });
});

describe('a print view', () => {
  it('runs nothing, says when there is nothing, and has totals', async () => {
    const head = { ...HEAD, title: '<b>', accountName: '"><script>', from: '2026-11-01' };
    const html = await written(
      htmlFile(head, columns, batches([row({ lastName: '<img src=x onerror=1>', units: '1.005', hours: 60_000 })])),
    );
    expect(html).not.toMatch(/<script|<img|<b>/);
    expect(html).toContain('&lt;img src=x onerror=1&gt;');
    expect(html).toContain('Gate &lt;B&gt; silent since 06:10: 42 people not judged</p>');
    expect(html).toContain("default-src 'none'");
    expect(html).toMatch(/<tfoot>.*<td class="n">0:01<\/td>/s);
    expect(await written(htmlFile(head, columns, batches([])))).toContain('No data to display');
  });

  it('keeps a date on one line: some browsers break it at its hyphens', async () => {
    const html = await written(htmlFile(HEAD, columns, batches([row({ date: '2026-11-20' })])));
    expect(html).toContain('<td class="d">2026-11-20</td>');
    expect(html).toContain('.d{white-space:nowrap}');
  });
});

describe('the order on disk', () => {
  const leading = {
    lookup1: (a: Row, b: Row) => byText(String(a.values.lookup1), String(b.values.lookup1)),
    units: (a: Row, b: Row) => Number(b.values.units) - Number(a.values.units),
  };
  it.each(['lookup1', 'units'] as const)(
    'is that of sorting everything at once, whatever the runs: %s',
    async (by) => {
      const directory = await mkdtemp(join(tmpdir(), 'tb-spool-'));
      const sortKey = sortKeyOf('piecework-performance', by);
      const compare = (a: Row, b: Row) =>
        leading[by](a, b) ||
        byText(naturalKey(String(a.values.number)), naturalKey(String(b.values.number))) ||
        byText(a.day, b.day) ||
        leading.lookup1(a, b) ||
        byText(a.key, b.key);
      await fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.array(
              fc.record({
                number: fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom('2', '10', '010', 'A9', 'A10')),
                lookup1: fc.string({ unit: 'grapheme', maxLength: 3 }),
                units: fc.oneof(
                  fc.integer(),
                  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
                  fc.constantFrom('-0.5', '0', '12.125'),
                ),
              }),
              { maxLength: 700 },
            ),
            { maxLength: 8 },
          ),
          async (runs) => {
            const all = runs.map((values, run) => values.map((each, i) => row(each, `2026-11-${10 + run}`, String(i))));
            const spool = await openSpool(directory, ['number', 'lookup1', 'units'], sortKey, () => undefined);
            for (const rows of all) await spool.add(rows);
            const read: Cells[] = [];
            for await (const batch of spool.read()) read.push(...batch);
            await spool.close();
            const expected = all.flat().sort(compare);
            expect(read).toEqual(expected.map(({ values }) => [values.number, values.lookup1, values.units]));
          },
        ),
        { numRuns: 15 },
      );
      expect(await readdir(directory)).toEqual([]);
      await rm(directory, { recursive: true });
    },
    30_000,
  );
});

describe('a semaphore', () => {
  it('lets so many at once, the others in order, and passes by who went away', async () => {
    const semaphore = createSemaphore(2);
    const log: string[] = [];
    const ends: (() => void)[] = [];
    const gone = new AbortController();
    const work = (id: string, signal = new AbortController().signal) =>
      semaphore.run(signal, async () => {
        log.push(id);
        await new Promise<void>((resolve) => ends.push(resolve));
      });
    const all = [work('a'), work('b'), work('c', gone.signal), work('d')];
    const refused = expect(all[2]).rejects.toThrow();
    gone.abort();
    expect(log).toEqual(['a', 'b']);
    ends[0]?.();
    await refused;
    await all[0];
    await expect.poll(() => log).toEqual(['a', 'b', 'd']);
    for (const end of ends) end();
    await Promise.all([all[1], all[3]]);
  });
  it('serves keys in turns, each within its share, and tells a key that has too much waiting when to come again', async () => {
    const semaphore = createSemaphore(3, { perKey: 2, waitingPerKey: 4 });
    const log: string[] = [];
    const ends: (() => void)[] = [];
    const { signal } = new AbortController();
    const run = (id: string) =>
      semaphore.run(
        signal,
        async () => {
          log.push(id);
          await new Promise<void>((resolve) => ends.push(resolve));
        },
        id.charAt(0),
      );
    const running = new Map<string, Promise<void>>();
    const work = (id: string) => {
      const one = run(id);
      running.set(id, one);
      return one;
    };
    const flood = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map(work);
    await expect(work('a7')).rejects.toMatchObject({ errorCode: 'TOO_MANY_REQUESTS', retryAfter: expect.any(Number) });
    const others = ['b1', 'c1', 'b2'].map(work);
    expect(log).toEqual(['a1', 'a2', 'b1']);
    for (let done = 0; done < 9; done++) {
      ends[done]?.();
      // What takes its place has started by then.
      await running.get(log[done] ?? '');
    }
    await Promise.all([...flood, ...others]);
    expect(log).toEqual(['a1', 'a2', 'b1', 'a3', 'c1', 'b2', 'a4', 'a5', 'a6']);
  });
});
