import { expect, it } from 'vitest';
import type { ListColumn, ReadColumn } from '#contract/office/list.ts';
import type { WorkbookPreview } from '#contract/office/workbook.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { givenEmployer, givenSession } from '../support/factories.ts';
import { useTestApp } from '../support/testApp.ts';
import { multipart } from '../support/zip.ts';

/** The undo of a list or a workbook (docs/decisions/038): each field as it was, or why not. */
const t = useTestApp();

async function given() {
  const {
    accountId,
    userId,
    token: first,
  } = await givenEmployer(t.db, {
    permissions: [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE', 'Attendance.LOCK_PERIOD'],
  });
  let token = first;
  const send = async (path: string, text: string, query: Record<string, string> = {}) => {
    const { payload, headers } = multipart(Buffer.from(text), { name: 'list.csv', type: 'text/plain' });
    const url = `/v2/setup${path}?${new URLSearchParams(query)}`;
    return (await t.app.inject({ method: 'POST', url, payload, headers: { ...headers, authorization: token } })).json();
  };
  const ask = async (path: string, body?: unknown) => (await t.ask(`/v2${path}`, { token, body })).json();
  /** Takes a list as it is understood. */
  const take = async (text: string): Promise<WorkbookPreview> => {
    const { headingLine, columns } = await send('/list', text);
    const fields = columns.map(({ field, dates, names }: ReadColumn): ListColumn => ({ field, dates, names }));
    const shown = await send('/workbook', text, { list: JSON.stringify({ headingLine, columns: fields }) });
    const taken = await ask(`/setup/workbook/${shown.workbookId}/apply`, {
      outcomeHash: shown.outcomeHash,
      leaveRefused: false,
    });
    expect(taken, JSON.stringify(taken)).toMatchObject({ leftOut: 0 });
    return shown;
  };
  const undo = ({ workbookId }: WorkbookPreview) => ask(`/setup/workbook/${workbookId}/undo`, {});
  const people = async () =>
    (await ask('/setup/employees')).employees.map(({ basis: _, ...person }: Record<string, unknown>) => person);
  const rename = async (number: string, firstName: string) => {
    const { employees } = await ask(`/setup/employees?q=${number}`);
    const body = { firstName, basis: employees[0].basis };
    const reply = await t.ask(`/v2/setup/employees/${employees[0]._id}`, { token, method: 'PUT', body });
    expect(reply.statusCode, reply.body).toBe(200);
  };
  /** Logs in again, where time has passed. */
  const logIn = async () => {
    token = await givenSession(t.db, accountId, userId, { createdAt: t.clock.now().toISOString() });
  };
  const before = async ({ workbookId }: WorkbookPreview) =>
    (await t.ask(`/v2/setup/workbook/${workbookId}/before`, { token })).statusCode;
  return { ask, take, undo, people, rename, logIn, before };
}

// Today is 20 November 2026. The other lines keep each column filled.
it.each([
  ['an end in the past', 'Start,Inactive from', '2026-10-01,', '2026-10-01,2026-11-10'],
  ['an end in the future', 'Start,Inactive from', '2026-10-01,', '2026-10-01,2026-12-10'],
  ['an end today', 'Start,Inactive from', '2026-10-01,', '2026-10-01,2026-11-20'],
  ['an end without a start', 'Start,Inactive from', ',', ',2026-11-10'],
  ['an end of who is to begin', 'Start,Inactive from', '2026-12-01,', '2026-12-01,2026-12-10'],
  ['another end', 'Start,Inactive from', '2026-10-01,2026-11-05', '2026-10-01,2026-11-10'],
  ['an end that moves ahead', 'Start,Inactive from', '2026-10-01,2026-11-05', '2026-10-01,2026-12-10'],
  ['an end that moves back', 'Start,Inactive from', '2026-10-01,2026-12-10', '2026-10-01,2026-11-05'],
  ['an earlier start', 'Start,Inactive from', '2026-10-01,', '2026-09-01,'],
  ['a later start', 'Start,Inactive from', '2026-10-01,', '2026-12-01,'],
  ['a start of who had none', 'Start,Inactive from', ',', '2026-10-01,'],
  ['a start and an end', 'Start,Inactive from', ',', '2026-10-01,2026-11-10'],
  ['a return', 'Start,Inactive from,Active', '2026-10-01,2026-11-05,no', '2026-11-15,,yes'],
  ['a return today', 'Start,Inactive from,Active', '2026-10-01,2026-11-05,no', '2026-10-01,,yes'],
  ['who is inactive', 'Start,Inactive from,Active', '2026-10-01,,yes', '2026-10-01,,no'],
  [
    'an end in the future of who is called inactive',
    'Start,Inactive from,Active',
    '2026-10-01,,yes',
    '2026-10-01,2026-12-10,no',
  ],
  ['names, phones and cards', 'Cell,Card no', '0215550101,77', '0215550102,78'],
  ['a time group', 'Shift', 'Day', 'Night'],
  ['a team and a job', 'Team,Job', 'North,Picker', 'South,Packer'],
])('puts back %s', async (_name, head, before, after) => {
  const { take, undo, people } = await given();
  const list = (cells: string) =>
    [`No,Name,Surname,${head}`, `50,New,Own,${cells}`, `51,Other,One,${other(head)}`].join('\n');
  await take(list(before));
  const was = await people();
  const taken = await take(list(after));
  expect(await people()).not.toEqual(was);
  const undone = await undo(taken);
  expect(undone, JSON.stringify(undone)).toMatchObject({ changed: 1, leftOut: 0 });
  expect(await people()).toEqual(was);
});
const OTHER: Record<string, string> = {
  Start: '2026-10-01',
  'Inactive from': '2026-11-01',
  Active: 'no',
  Cell: '0215550199',
  'Card no': '99',
  Shift: 'Other',
  Team: 'Other',
  Job: 'Other',
};
const other = (head: string) =>
  head
    .split(',')
    .map((heading) => OTHER[heading])
    .join(',');

it('names the locked period for which an end cannot be put back', async () => {
  const { ask, take, undo, people } = await given();
  await take('No,Name,Surname,Start,Inactive from\n50,New,Own,2026-10-01,\n51,Other,One,2026-10-01,2026-11-01');
  const taken = await take(
    'No,Name,Surname,Start,Inactive from\n50,New,Own,2026-10-01,2026-11-10\n51,Other,One,2026-10-01,2026-11-01',
  );
  const was = await people();
  const locked = await ask('/period-locks', { from: '2026-11-09', to: '2026-11-15' });
  expect(locked, JSON.stringify(locked)).toMatchObject({ from: '2026-11-09' });
  expect(await undo(taken)).toMatchObject({
    errorCode: 'PERIOD_LOCKED',
    message: expect.stringContaining('2026-11-10 was locked by '),
  });
  expect(await people()).toEqual(was);
});

it('lists the last imports with who, how many, and until when each can be undone', async () => {
  const { ask, take, undo, logIn, before } = await given();
  const list = async () => (await ask('/setup/imports')).imports;
  expect(await list()).toEqual([]);
  const first = await take('No,Name,Surname\n50,New,Own');
  t.clock.advance(60_000);
  const second = await take('No,Name,Surname\n50,New,Own\n51,Other,One');
  // Previews take no place.
  for (let n = 0; n < 7; n++) await ask('/setup/pasted', { sheet: 'employees', rows: [['52', 'Third', String(n)]] });
  expect(await list()).toMatchObject([
    {
      workbookId: second.workbookId,
      fileName: 'list.csv',
      by: expect.stringMatching(/^Uma User /),
      counts: { new: 1, changed: 0, unchanged: 1, deleted: 0, leftOut: 0 },
      ...{ undone: null, cannotUndo: null, hasBefore: true },
    },
    { workbookId: first.workbookId, at: '2026-11-20T10:00:00.000Z', counts: { new: 1 }, cannotUndo: null },
  ]);
  expect(await undo(second)).toMatchObject({ deleted: 1 });
  expect(await list()).toMatchObject([
    { undone: { by: expect.any(String) }, cannotUndo: 'It was undone.' },
    { undone: null, cannotUndo: null },
  ]);
  t.clock.advance(25 * 3_600_000);
  await logIn();
  expect(await list()).toMatchObject([
    { cannotUndo: 'It was undone.', hasBefore: true },
    { cannotUndo: 'An import can be undone for a day.', hasBefore: true },
  ]);
  expect(await undo(first)).toMatchObject({ errorCode: 'EXPIRED' });
  expect(await before(first)).toBe(200);
  t.clock.advance(30 * 24 * 3_600_000);
  await logIn();
  expect(await list()).toEqual([]);
});

it('undoes one import after the other, the newest first', async () => {
  const { take, undo, people } = await given();
  const first = await take('No,Name,Surname\n50,New,Own\n51,Other,One');
  const was = await people();
  t.clock.advance(60_000);
  const second = await take('No,Name,Surname\n50,Neu,Own\n51,Other,One');
  t.clock.advance(60_000);
  const third = await take('No,Name,Surname\n50,Nuevo,Own\n51,Otra,One');
  t.clock.advance(60_000);
  for (const workbook of [third, second]) expect(await undo(workbook)).toMatchObject({ leftOut: 0 });
  expect(await people()).toEqual(was);
  expect(await undo(first)).toMatchObject({ deleted: 2 });
  expect(await people()).toEqual([]);
});

it('keeps who was changed by hand before a later import that was undone, or after it', async () => {
  const { take, undo, rename } = await given();
  const list = (name: string, cell: string) => `No,Name,Surname,Cell\n50,${name},Own,${cell}\n51,Other,One,0215550102`;
  const first = await take(list('New', '0215550101'));
  await rename('50', 'By hand');
  const second = await take(list('By hand', '0215550103'));
  expect(await undo(second)).toMatchObject({ changed: 1 });
  const wasChanged = { errorCode: 'CONFLICT', message: expect.stringContaining('50 was changed') };
  expect(await undo(first)).toMatchObject(wasChanged);
  await rename('51', 'By hand');
  expect(await undo(first)).toMatchObject({ message: expect.stringContaining('50, 51 were changed') });
});

const groupsIn = async ({ ask }: Awaited<ReturnType<typeof given>>) =>
  (await ask('/setup/groups')).groups.map(({ kind, name }: Record<string, string>) => `${kind} ${name}`).sort();

it('takes back the groups that an import created, and says which are in use', async () => {
  const account = await given();
  const { ask, take, undo } = account;
  await take('No,Name,Surname,Team,Job\n50,New,Own,North,Picker');
  const was = await groupsIn(account);
  const list = 'No,Name,Surname,Shift,Team,Job\n50,New,Own,Day,South,Packer\n51,Other,One,Night,West,Picker';
  const taken = await take(list);
  expect(await groupsIn(account)).toEqual(
    [...was, 'employee South', 'employee West', 'job Packer', 'time Day', 'time Night'].sort(),
  );
  expect(await undo(taken)).toMatchObject({ changed: 1, deleted: 1, usedGroups: [] });
  expect(await groupsIn(account)).toEqual(was);
  t.clock.advance(60_000);
  const again = await take(list);
  const shifts = [
    ['Time Group', 'Days', 'Start', 'End'],
    ['Night', 'Mon-Fri', '22:00', '06:00'],
  ];
  const { workbookId, outcomeHash } = await ask('/setup/pasted', { sheet: 'shifts', rows: shifts });
  await ask(`/setup/workbook/${workbookId}/apply`, { outcomeHash, leaveRefused: false });
  expect(await undo(again)).toMatchObject({ usedGroups: ['Night'] });
  expect(await groupsIn(account)).toEqual([...was, 'time Night'].sort());
});
