import { expect, it } from 'vitest';
import { z } from 'zod';
import { raw, type Sql, sql } from '#server/platform/db/db.ts';
import { givenSyncKey } from '../support/factories.payroll.ts';
import { givenAccount, givenAdmin } from '../support/factories.ts';
import { givenEmployee } from '../support/factories.work.ts';
import { sampled } from '../support/size.ts';
import { useTestApp } from '../support/testApp.ts';
import { valueVariants } from '../support/variants.ts';
import { multipart } from '../support/zip.ts';

/**
 * Nothing that a Recorder, a payroll system or a file brings is answered 200 and nowhere: each field of a whole delivery missing,
 * renamed or of another type is refused as a whole, stored, or told with its reason.
 */
const t = useTestApp();
/** A record that is there already would be a duplicate. */
const EMPTIED = ['rejected_line', 'new_person', 'clock_record', 'piecework_entry'];
const rowsOf = async (query: Sql) => (await t.db.single(z.object({ n: z.int() }), query)).n;
const rejectedLines = (accountId: string) =>
  rowsOf(sql`select count(*)::int as n from rejected_line where account_id = ${accountId}`);
const names = (accountId: string) =>
  rowsOf(sql`select count(*)::int as n from new_person where account_id = ${accountId}`);
const listsIn = (body: Record<string, unknown>) =>
  Object.values(body).flatMap((one) => (Array.isArray(one) ? one : []));

it('a delivery of a Recorder', async () => {
  const accountId = await givenAccount(t.db);
  await givenEmployee(t.db, accountId, { number: '11', timeId: '7' });
  const { token } = await givenAdmin(t.db);
  const device = { serialNumber: 'NOWHERE', imei: '350' };
  const { activationToken } = (await t.ask(`/v2/device/v2/for-account/${accountId}`, { token, body: device })).json();
  const { deviceToken } = (await t.ask('/v2/rc/activate', { body: { activationToken } })).json();
  const at = t.clock.now().toISOString();
  const made = { employeeNumber: '11', timeId: '7', clock: 'verified', means: 'camera' };
  const whole = {
    sentAt: at,
    cursor: null,
    clockRecords: [{ recordId: 'c', ...made, at, direction: 'out', sequence: 1 }],
    pieceworkEntries: [
      {
        recordId: 'p',
        ...made,
        startedAt: at,
        endedAt: at,
        units: '3.5',
        lookup1Code: 'A',
        counting: 'team',
        sequence: 2,
      },
    ],
    ownDayActs: [
      {
        ...{ recordId: 'a', ...made, at, day: at.slice(0, 10), wrong: 'hours', sequence: 3 },
        shown: { in: at, out: null, pieces: [{ lookup1Code: 'A', lookup2Code: null, units: '3' }] },
      },
    ],
    newPeople: [{ number: '99', timeId: '98', name: 'Nandi' }],
  };
  const send = (body: unknown) => t.ask('/v2/rc/sync', { token: deviceToken, body });
  const first = await send(whole);
  expect(first.json(), first.body).toMatchObject({ accepted: 3, rejected: [] });

  let n = 0;
  let refusals = 0;
  for (const variant of valueVariants(whole)) {
    n++;
    // Each has ids of its own: a record that is known already is a duplicate.
    const text = JSON.stringify(variant).replaceAll(/"recordId":"([cpa])"/g, `"recordId":"$1${n}"`);
    const body: Record<string, unknown> = JSON.parse(text);
    for (const table of EMPTIED) await t.db.run(raw(`delete from ${table} where account_id = '${accountId}'`));
    const answer = await send(body);
    expect(answer.statusCode, text).toBeLessThan(500);
    if (answer.statusCode !== 200) {
      refusals++;
      continue;
    }
    const { accepted, duplicates, rejected } = answer.json();
    const { newPeople, ...records } = body;
    expect(accepted + duplicates + rejected.length, text).toBe(listsIn(records).length);
    expect(duplicates, text).toBe(0);
    // Each that is refused can be looked up by a person, and so can a name that could not be read.
    const lines = await rejectedLines(accountId);
    expect(lines - rejected.length + (await names(accountId)), text).toBe(listsIn({ newPeople }).length);
  }
  expect(n).toBeGreaterThan(300);
  // The envelope alone is refused as a whole.
  expect(refusals).toBeLessThan(n / 4);
});

const PAYROLL = {
  name: 'VIP Payroll',
  timeGroups: [{ code: 'DAY', name: 'Day shift' }],
  employeeGroups: [{ code: 'PICK', name: 'Pickers' }],
  jobDescriptions: [{ code: 'SR', name: 'Senior' }],
  lookupDefinitions: [{ lookup: 1, name: 'Product' }],
  lookups: [{ lookup: 1, entries: [{ code: 'APPLE', description: 'Apples' }] }],
  standardTimes: [{ code: 'DAY-1', timeGroupCode: 'DAY', weekday: 1, startTime: '07:00', endTime: '16:00' }],
  holidays: [{ code: 'XMAS', name: 'Christmas', date: '2026-12-25', timeGroupCode: 'DAY' }],
  employees: [
    {
      ...{
        code: 'E1',
        number: '1',
        firstName: 'Ann',
        lastName: 'Adams',
        isActive: true,
        timeId: '1001',
        cards: ['4711'],
      },
      ...{ timeGroupCode: 'DAY', employeeGroupCode: 'PICK', jobDescriptionCode: 'SR' },
    },
  ],
  rates: [{ code: 'R1', kind: 'piece', amount: '1.25', from: '2026-11-01', lookup1Code: 'APPLE' }],
  minimums: [{ code: 'M1', amount: '100', from: '2026-11-01', employeeGroupCode: 'PICK' }],
  pieceworkEntries: [
    { code: 'P1', employeeCode: 'E1', lookup1Code: 'APPLE', units: 12.5, startedAt: '2026-11-20T07:00:00+02:00' },
  ],
  clockRecords: [{ code: 'C1', timeId: '1001', at: '2026-11-20T06:58:00+02:00', direction: 'in' }],
};

it('a sync of a payroll system', async () => {
  const accountId = await givenAccount(t.db, { allowedSystemIds: ['VIP'] });
  const token = await givenSyncKey(t.db, accountId);
  const send = (body: unknown) => t.ask('/v2/payroll/VIP/sync', { token, body });
  const first = await send(PAYROLL);
  expect(first.json().rejected, first.body).toEqual([]);
  expect(first.json()).not.toHaveProperty('ignoredFields');
  for (const variant of sampled(valueVariants(PAYROLL), 5)) {
    const text = JSON.stringify(variant);
    const answer = await send(variant);
    expect(answer.statusCode, text).toBeLessThan(500);
    if (answer.statusCode !== 200) continue;
    const { counts, rejected, ignoredFields = [] } = answer.json();
    // A renamed field ends with an X.
    const renamed = [...text.matchAll(/"([a-z]\w*X)":/g)].map(([, name]) => name);
    const named = ignoredFields.flatMap(({ fields }: { fields: string[] }) => fields);
    expect(
      named.map((name: string) => name.split('.').at(-1)),
      text,
    ).toEqual(renamed);
    for (const [part, sent] of Object.entries(variant as object)) {
      if (!Array.isArray(sent)) continue;
      const { added = 0, changed = 0, unchanged = 0, rejected: refused = 0 } = counts[part] ?? {};
      const records =
        part === 'lookups' ? sent.flatMap(({ entries }) => (Array.isArray(entries) ? entries : [0])) : sent;
      expect(added + changed + unchanged + refused, `${part}: ${text} ${answer.body}`).toBe(records.length);
      expect(rejected.filter((one: { part: string }) => one.part === part)).toHaveLength(refused);
    }
  }
});

it.each([
  ['standardTimes', { breaks: [{ startTime: '10:00', endTime: '10:15', payed: false }] }, ['breaks.payed']],
  ['clockRecords', { clock: 'unverified', means: 'list', sequence: 3 }, ['clock', 'means', 'sequence']],
  ['pieceworkEntries', { jobDescription: 'SR', counting: 'team', remark: 'wet' }, ['remark']],
  ['lookupDefinitions', { code: 1, description: 'Product' }, []],
  ['employees', { [`\u0000${'x'.repeat(70)}`]: 1 }, ['x'.repeat(59)]],
  ['employees', Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`f${n}`, n])), expect.arrayContaining(['f0'])],
] as const)('fields of %s that a payroll sync does not read are named: %j', async (part, more, fields) => {
  const accountId = await givenAccount(t.db, { allowedSystemIds: ['VIP'] });
  const token = await givenSyncKey(t.db, accountId);
  const [record] = PAYROLL[part];
  const answer = await t.ask('/v2/payroll/VIP/sync', { token, body: { ...PAYROLL, [part]: [{ ...record, ...more }] } });
  expect(answer.statusCode, answer.body).toBe(200);
  const { ignoredFields = [] } = answer.json();
  expect(ignoredFields).toEqual(Array.isArray(fields) && fields.length === 0 ? [] : [{ part, fields }]);
  expect(ignoredFields[0]?.fields.length ?? 0).toBeLessThanOrEqual(20);
});

const HEADINGS = [
  'Employee Number',
  'Started At',
  'Ended At',
  'Units',
  'Lookup 1',
  'Lookup 2',
  'Job Description',
  'Code',
];
const CELLS = ['1', '2026-11-20 07:00', '2026-11-20 08:00', '12.5', 'APPLE', 'B', 'SR', 'P1'];

it.each([',', ';', '\t'])('a CSV of piecework, separated by %j', async (separator) => {
  const accountId = await givenAccount(t.db);
  await givenEmployee(t.db, accountId, { number: '1' });
  const { token } = await givenAdmin(t.db);
  const look = async (headings: string[], cells: string[]) => {
    const csv = [headings, cells].map((line) => line.join(separator)).join('\r\n');
    const answer = await t.ask(`/v2/account/${accountId}/import`, {
      token,
      body: { kind: 'piecework', csv, commit: false },
    });
    expect([200, 400], csv).toContain(answer.statusCode);
    return { csv, result: answer.statusCode === 200 ? answer.json() : undefined };
  };
  const { result } = await look(HEADINGS, separator === ';' ? CELLS.with(3, '12,5') : CELLS);
  expect(result).toMatchObject({ added: 1, refused: 0, ignoredColumns: [] });
  for (const [i, heading] of HEADINGS.entries()) {
    for (const renamed of [`${heading}X`, '', '7', heading.toUpperCase()]) {
      const { csv, result: read } = await look(HEADINGS.with(i, renamed), CELLS);
      if (!read) continue;
      const isRead = renamed === heading.toUpperCase();
      expect(read.ignoredColumns, csv).toEqual(isRead ? [] : [renamed || String.fromCharCode(65 + i)]);
    }
    for (const other of ['x', '', '7', '[]', '1,250', '2026-13-45', '-', 'a"b']) {
      const { csv, result: read } = await look(HEADINGS, CELLS.with(i, other));
      if (read) expect(read.added + read.unchanged + read.refused, csv).toBe(1);
    }
    // A cell more, which moves those after it, and one less.
    const { csv, result: more } = await look(HEADINGS, CELLS.toSpliced(i, 0, '250'));
    expect(more?.refused, csv).toBe(1);
    await look(HEADINGS, CELLS.toSpliced(i, 1));
  }
  // '1,250' without quotes in the last column was read as 1.
  const { result: last } = await look(
    ['Employee Number', 'Started At', 'Units'],
    ['1', '2026-11-20 07:00', `1${separator}250`],
  );
  expect(last).toMatchObject({ added: 0, refused: 1 });
});

it('a sheet of the workbook says which of its columns are not looked at', async () => {
  const accountId = await givenAccount(t.db);
  const { token } = await givenAdmin(t.db);
  const query = `accountId=${accountId}`;
  const HEADINGS_AND_LINE = [
    ['Number', 'First Name', 'Last Name', 'Pincode', ''],
    ['1', 'Ann', 'Adams', '1001', 'left'],
  ];
  const pasted = await t.ask(`/v2/setup/pasted?${query}`, {
    token,
    body: { sheet: 'employees', rows: HEADINGS_AND_LINE },
  });
  expect(pasted.json(), pasted.body).toMatchObject({ ignoredSheets: ['Pincode', 'E'] });
  const wide = [['1', ...Array<string>(38).fill(''), 'x']];
  const beyond = await t.ask(`/v2/setup/pasted?${query}`, { token, body: { sheet: 'employees', rows: wide } });
  expect(beyond.json(), beyond.body).toMatchObject({ ignoredSheets: ['AN'] });
  const file = Buffer.from(HEADINGS_AND_LINE.map((line) => line.join(',')).join('\r\n'));
  const { payload, headers } = multipart(file, { name: 'people.csv' });
  const url = `/v2/setup/workbook?${query}`;
  const sent = await t.app.inject({ method: 'POST', url, payload, headers: { ...headers, authorization: token } });
  expect(sent.json(), sent.body).toMatchObject({
    ignoredSheets: [expect.stringMatching(/: Pincode$/), expect.stringMatching(/: E$/)],
  });
});
