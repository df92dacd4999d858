import { expect, test } from 'vitest';
import { z } from 'zod';
import { type PieceColumn, pieceMappingProblem } from '#contract/intake/pieceList.ts';
import { english } from '#contract/platform/words.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount, givenAdmin } from '../support/factories.ts';
import { givenEmployee } from '../support/factories.work.ts';
import { OTHER_PIECES } from '../support/lists/otherPrograms.ts';
import { PIECE_LISTS } from '../support/lists/pieceLists.ts';
import { PROGRAM_PIECES } from '../support/lists/programLists.ts';
import { useTestApp } from '../support/testApp.ts';

/** Lists of piecework that were not made for us: what is asked before anything is stored, and what is stored then. */
const t = useTestApp();

const LISTS = { ...PIECE_LISTS, ...PROGRAM_PIECES, ...OTHER_PIECES };
test.each(Object.keys(LISTS))('%s', async (name) => {
  const { text = '', asks, choose = {}, stored = [], refused = [] } = LISTS[name] ?? {};
  const accountId = await givenAccount(t.db);
  const { token } = await givenAdmin(t.db);
  await givenEmployee(t.db, accountId, { number: '1', firstName: 'Ann', lastName: 'Adams' });
  await givenEmployee(t.db, accountId, { number: '2', firstName: 'Bob', lastName: 'Brown' });
  const send = async (commit: boolean, over: object) => {
    const body = { kind: 'piecework', csv: text, commit, ...over };
    const answer = await t.ask(`/v2/account/${accountId}/import`, { token, body });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const read = await send(false, {});
  const problem = pieceMappingProblem(
    read.columns.map(({ field }: PieceColumn) => field),
    read.dateAbove,
  );
  expect(problem ? english(problem) : read.dates === null ? 'dates' : undefined).toBe(asks);
  const fields = read.columns.map(({ heading, field }: PieceColumn) => {
    const chosen = choose[heading];
    return chosen === undefined ? field : chosen;
  });
  const columns = { sheet: read.sheet, headingLine: read.headingLine, fields };
  const answers = { columns, ...(read.dates === null && { dates: 'dmy' }) };
  if (pieceMappingProblem(fields, read.dateAbove)) return expect(stored).toEqual([]);
  const { lines, outcomeHash } = await send(false, answers);
  const lost = lines.filter(({ outcome }: { outcome: string }) => outcome === 'refused');
  expect(lost.map(({ line }: { line: number }) => line)).toEqual(refused);
  await send(true, { ...answers, outcomeHash });
  const entries = await t.db.rows(
    z.object({ entry: z.string() }),
    sql`select employee_number || ' ' || trim_scale(units) || ' ' ||
            to_char(started_at at time zone 'Africa/Johannesburg', 'YYYY-MM-DD') || ' ' || coalesce(lookup1_code, '-') as entry
        from piecework_entry where account_id = ${accountId} order by employee_number, started_at`,
  );
  expect(entries.map(({ entry }) => entry)).toEqual(stored);
});

test.each([
  ['Crates (rejected)', null],
  ['Crates (to date)', null],
  ['Crates [short]', null],
  ['Crates (dozens)', null],
  ['Boxes (100s)', null],
  ['Kg (x1000)', null],
  ['Units/10', null],
  ['Crates / hour', null],
  ['Crates %', null],
  ['Crates (kg)', 'units'],
  ['Units (number)', 'units'],
])('%s is taken for %s', async (heading, field) => {
  const accountId = await givenAccount(t.db);
  const { token } = await givenAdmin(t.db);
  const csv = `Date,No,${heading}\n2026-11-16,1,12\n2026-11-16,2,7`;
  const body = { kind: 'piecework', csv, commit: false };
  const { columns } = (await t.ask(`/v2/account/${accountId}/import`, { token, body })).json();
  expect(columns.map((column: PieceColumn) => column.field)).toEqual(['startedAt', 'number', field]);
});

test('a line with another count of work that an earlier list has is told', async () => {
  const accountId = await givenAccount(t.db);
  const { token } = await givenAdmin(t.db);
  await givenEmployee(t.db, accountId, { number: '1', firstName: 'Ann', lastName: 'Adams' });
  const send = async (csv: string) => {
    const body = { kind: 'piecework', csv, commit: true };
    return (await t.ask(`/v2/account/${accountId}/import`, { token, body })).json();
  };
  const list = 'No,Date,Qty\n1,2026-11-10,6\n1,2026-11-11,6';
  await send(list);
  const { added, lines } = await send(list.replace('10,6', '10,8'));
  expect([added, lines.map(({ reason }: { reason: string }) => reason)]).toEqual([
    1,
    ['An earlier list has 6 of the same work: both count. If this corrects it, void that first'],
  ]);
});

test('a column of numbers that may be two is asked once', async () => {
  const accountId = await givenAccount(t.db);
  const { token } = await givenAdmin(t.db);
  const send = async (more: object) => {
    const body = {
      kind: 'piecework',
      csv: 'Date;No;Product;Kg\n2026-11-16;1;Gala;1.250\n2026-11-17;2;Fuji;2.750',
      commit: false,
    };
    return (await t.ask(`/v2/account/${accountId}/import`, { token, body: { ...body, ...more } })).json();
  };
  const unitsOf = ({ lines }: { lines: { read?: { units: string } }[] }) => lines.map(({ read }) => read?.units);
  expect(await send({})).toMatchObject({ unclearNumber: '1.250', refused: 2 });
  const thousands = await send({ decimalSign: ',' });
  expect([thousands.unclearNumber, unitsOf(thousands)]).toEqual([undefined, ['1250', '2750']]);
  expect(unitsOf(await send({ decimalSign: '.' }))).toEqual(['1.25', '2.75']);
});

test('a text that is a formula is refused with its line', async () => {
  const accountId = await givenAccount(t.db);
  const { token } = await givenAdmin(t.db);
  const csv = 'Date,No,Product,Qty\n2026-11-16,1,=A1,5\n2026-11-16,1,Gala,5';
  const { added, refused, lines } = (
    await t.ask(`/v2/account/${accountId}/import`, { token, body: { kind: 'piecework', csv, commit: false } })
  ).json();
  expect([added, refused, lines[0].reason]).toEqual([1, 1, '"=A1" is a formula: write what it shows.']);
});

test.each([
  ['Fecha;Código;Trabajador;Jabas;Kilos\n16/11/2026;1;Adams Ann;12;240', null],
  ['Data;Nº;Caixotes;Peso\n16/11/2026;1;12;240', 'units'],
  ['Datum;Nr;Emmers\n2026-11-16;1;12', 'units'],
])('crates are counts of units in the languages of the application: %j', async (csv, field) => {
  const accountId = await givenAccount(t.db);
  const { token } = await givenAdmin(t.db);
  const body = { kind: 'piecework', csv, commit: false };
  const { columns } = (await t.ask(`/v2/account/${accountId}/import`, { token, body })).json();
  // Of two counts none is taken: people are paid by one of them.
  const counts = columns.filter(({ heading }: PieceColumn) => /jabas|caixotes|emmers|kilos/i.test(heading));
  expect(new Set(counts.map((column: PieceColumn) => column.field))).toEqual(new Set([field]));
});

test('a line break within a cell is a space', async () => {
  const accountId = await givenAccount(t.db);
  const { token } = await givenAdmin(t.db);
  await givenEmployee(t.db, accountId, { number: '1', firstName: 'Ann', lastName: 'Adams' });
  const csv = 'Date,No,Product,Crates\n2026-11-16,1,"Gala\nlarge",12\n2026-11-17,1,Gala large,7';
  const body = { kind: 'piecework', csv, commit: true };
  expect((await t.ask(`/v2/account/${accountId}/import`, { token, body })).json()).toMatchObject({ added: 2 });
  const products = await t.db.rows(
    z.object({ code: z.string() }),
    sql`select distinct lookup1_code as code from piecework_entry where account_id = ${accountId}`,
  );
  expect(products).toHaveLength(1);
});
