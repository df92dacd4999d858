import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { GRANTABLE } from '#contract/platform/permissions.ts';
import { COLUMNS } from '#contract/reports/reportColumns.ts';
import { type ReportType, reportType as reportTypes } from '#contract/reports/reports.ts';
import { storeRecords } from '#server/attendance/store.ts';
import { writeWorkbook } from '#server/office/setup/workbook/written.ts';
import { readSpreadsheet } from '#server/platform/files/spreadsheet/spreadsheet.ts';
import { givenAdmin, givenEmployer } from '../support/factories.ts';
import { givenEmployee, givenGroup, givenLookup, givenStandardTimes } from '../support/factories.work.ts';
import { convert, OFFICE, type OfficeCell, readSheet } from '../support/office.ts';
import { useTestApp } from '../support/testApp.ts';

/** Reads our files with a real spreadsheet program. `npm run test:office` insists on it; elsewhere it is skipped without one, and on a second database, which makes the same files. */
const isWanted = process.env.OFFICE === 'required';
if (!OFFICE && isWanted) throw new Error('LibreOffice is not installed: install the package libreoffice-calc.');
if (!OFFICE) console.warn('SKIPPED: files are not opened in LibreOffice, which is not installed (libreoffice-calc).');

const REPORTS = reportTypes.options;
const t = useTestApp();
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-office-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NAMES: [number: string, firstName: string, lastName: string][] = [
  ['007', '=1+1', '=HYPERLINK("https://evil.test","x")'],
  ['1e5', '+27 21 555', '-2+3'],
  ['=9', '@SUM(A1:A9)', "'quoted"],
  ['A4', 'O"Neil, "Bob"', 'two\nlines'],
  ['A5', 'خالد', 'שלום עולם'],
  ['A6', ' spaced  twice ', '＝1+1'],
  ['A7', '1/2', '2026-01-02'],
  ['A8', 'TRUE', '12:30'],
];

async function givenPeople() {
  const employer = await givenEmployer(t.db);
  const { accountId } = employer;
  const timeGroupId = await givenGroup(t.db, accountId, 'time', { name: '=Day, "early"' });
  await givenStandardTimes(t.db, accountId, timeGroupId, {
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    start: '07:00',
    end: '16:00',
    breaks: [{ startTime: '12:00', endTime: '13:00' }],
  });
  await givenLookup(t.db, accountId, 1, 'A', '-Apples');
  const employeeIds: string[] = [];
  for (const [number, firstName, lastName] of NAMES) {
    const employeeId = await givenEmployee(t.db, accountId, { number, firstName, lastName, timeGroupId });
    await t.db.tenant(accountId, (tx) =>
      storeRecords(tx, {
        accountId,
        receivedAt: new Date('2026-11-20T05:00:00Z'),
        clockRecords: ['07:20:10', '10:00:00', '10:45:00', '16:00:05'].map((time) => ({
          employeeId,
          source: 'test',
          at: new Date(`2026-11-19T${time}+02:00`),
        })),
        pieceworkEntries: [
          {
            employeeId,
            source: 'test',
            recordId: number,
            lookup1Code: 'A',
            units: '12.345',
            startedAt: new Date('2026-11-19T08:00:00+02:00'),
            endedAt: new Date('2026-11-19T09:30:00+02:00'),
          },
        ],
      }),
    );
    employeeIds.push(employeeId);
  }
  await correctAll(accountId, employeeIds);
  return employer;
}

/** Adds a punch to everybody's day, with a note that is a formula. */
async function correctAll(accountId: string, employeeIds: readonly string[]) {
  const { token } = await givenEmployer(t.db, { accountId, permissions: GRANTABLE.employer });
  const day = '2026-11-19';
  const items = await Promise.all(
    employeeIds.map(async (employeeId) => {
      const { basis } = (await t.ask(`/v2/stats/employee/${employeeId}/day?referenceDate=${day}`, { token })).json();
      const change = { do: 'add-punch', employeeId, at: `${day}T16:30:00+02:00`, direction: 'out' };
      return { day, basis, change };
    }),
  );
  const answer = await t.ask('/v2/corrections', { token, body: { reason: 'other', note: '=1+1', items } });
  expect(answer.json()).toMatchObject({ results: items.map(() => ({ outcome: 'applied' })) });
}

async function givenFiles() {
  const { token } = await givenPeople();
  const dates = { from: '2026-11-19', to: '2026-11-19' };
  for (const reportType of REPORTS)
    for (const exportType of ['csv', 'xlsx']) {
      const answer = await t.ask('/v2/stats/generateReport', { token, body: { reportType, dates, exportType } });
      expect(answer.statusCode).toBe(200);
      writeFileSync(join(folder, `${reportType}.${exportType}`), answer.rawPayload);
    }
  const { token: admin } = await givenAdmin(t.db);
  await givenEmployer(t.db, { firstName: '=1+1', lastName: 'a,"b"\nc' });
  const users = await t.ask('/v2/user/generateReport', { token: admin, body: {} });
  writeFileSync(join(folder, 'user-list.csv'), users.rawPayload);
  const named = (extension: string) => REPORTS.map((name) => join(folder, `${name}.${extension}`));
  return { xlsx: named('xlsx'), csv: [...named('csv'), join(folder, 'user-list.csv')] };
}

const TYPES = { text: 'string', date: 'date', time: 'date', units: 'float', count: 'float', amount: 'float' } as const;
const typesOf = (reportType: ReportType) =>
  COLUMNS[reportType].flatMap(({ kind }) => (kind === 'hours' ? ['float', 'time'] : [TYPES[kind]]));

/** Expects every cell to be empty or to have the type of its column, and none to be a formula. */
function expectTypes(reportType: ReportType, rows: readonly OfficeCell[][]) {
  const types = typesOf(reportType);
  for (const row of rows)
    for (const [i, { type, isFormula, value }] of row.entries()) {
      expect(isFormula, `${reportType}: ${value}`).toBe(false);
      expect([types[i], 'empty'], `${reportType}, column ${i}: ${value}`).toContain(type);
    }
}

const namesIn = (reportType: ReportType, rows: readonly OfficeCell[][]) => {
  const at = COLUMNS[reportType].findIndex(({ id }) => id === 'number');
  return rows.map((row) => row.slice(at, at + 3).map(({ value }) => value));
};
const typed = (rows: readonly (readonly string[])[]) => rows.map((row) => row.join('|')).sort();
/** Returns text with the prefix that keeps a CSV from running it. */
const neutralised = (text: string) => (/^[\s]*[=+\-@＝]/.test(text) ? `'${text}` : text);

describe.skipIf(!OFFICE)('in LibreOffice', () => {
  it('workbooks and CSV files open with the right types, text as typed, nothing run, and come back the same', async () => {
    const { xlsx, csv } = await givenFiles();
    const into = (name: string) => {
      const path = join(folder, name);
      mkdirSync(path);
      return path;
    };
    const first = convert(xlsx, 'fods', into('first'));
    const again = convert(convert(xlsx, 'xlsx', into('rewritten')), 'fods', into('again'));
    for (const [i, reportType] of REPORTS.entries()) {
      const sheet = readSheet(first[i] ?? '');
      expect(readSheet(again[i] ?? ''), reportType).toEqual(sheet);
      const rows = sheet.slice(1, -1);
      expect(rows.length, reportType).toBeGreaterThan(0);
      expectTypes(reportType, rows);
      if (reportType !== 'piecework-time-spent') expect(typed(namesIn(reportType, rows))).toEqual(typed(NAMES));
    }

    const opened = convert(csv, 'fods', into('opened'));
    const rewritten = convert(csv, 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false', into('csv'));
    const reopened = convert(rewritten, 'fods', into('reopened'));
    for (const [i, path] of opened.entries()) {
      const sheet = readSheet(path);
      expect(readSheet(reopened[i] ?? ''), path).toEqual(sheet);
      for (const { isFormula } of sheet.flat()) expect(isFormula).toBe(false);
      const reportType = REPORTS[i];
      // A program guesses the types of CSV cells, so the texts of this test look like neither numbers nor dates.
      if (!reportType || reportType === 'piecework-time-spent') continue;
      const sure = NAMES.filter(([number]) => /^[A=]/.test(number) && number < 'A7');
      const found = namesIn(reportType, sheet.slice(1)).filter(([number = '']) => /^('=|A[456])/.test(number));
      expect(typed(found), reportType).toEqual(typed(sure.map((row) => row.map(neutralised))));
    }
    const users = readSheet(opened.at(-1) ?? '').flat();
    expect(users.map(({ value }) => value)).toEqual(expect.arrayContaining(["'=1+1", 'a,"b"\nc']));
  });

  it('the payroll workbook, filled in and saved as .xlsx and .ods, is read back the same; the fixtures are what it saves', async () => {
    const into = join(folder, 'workbook');
    mkdirSync(into);
    const cells = NAMES.map(([number, firstName, lastName]) => ({ number, firstName, lastName, timeId: '0042' }));
    const shift = { timeGroup: 'Day', days: 'Mon-Fri', start: '07:00', end: '16:00', from: '2026-11-20' };
    const ours = join(folder, 'ours.xlsx');
    const sheets = [
      { sheet: 'employees' as const, lines: cells },
      { sheet: 'shifts' as const, lines: [shift] },
    ];
    writeFileSync(ours, await writeWorkbook(sheets, { seesPay: false, timeGroups: ['Day'] }));
    const read = async (path: string) => readSpreadsheet(readFileSync(path));
    const texts = async (path: string) => (await read(path)).map(({ rows }) => trimmed(rows));
    const sent = await texts(ours);
    for (const format of ['xlsx', 'ods'])
      expect(await texts(convert([ours], format, into)[0] ?? ''), format).toEqual(sent);

    const fixtures = new URL('../fixtures/office/', import.meta.url).pathname;
    const [xlsx = ''] = convert([join(fixtures, 'filled.fods')], 'xlsx', into);
    const [ods = ''] = convert([xlsx], 'ods', into);
    for (const path of [xlsx, ods])
      expect(await read(path)).toEqual(await read(join(fixtures, `filled-1900.${path.split('.').at(-1)}`)));
  });
});

/** Returns rows without the empty cells at their ends, because programs differ in how many they write. */
const trimmed = (rows: readonly string[][]) =>
  rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1));
