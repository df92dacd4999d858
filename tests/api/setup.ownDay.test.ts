import { expect, test } from 'vitest';
import type { SetupEmployee } from '#contract/office/setup.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenEmployer, givenSession, givenUser } from '../support/factories.ts';
import { useTestApp } from '../support/testApp.ts';

/** Nobody corrects their own day (docs/reference/corrections.md), nor by a change of what it is judged by. */
const t = useTestApp();
const HEAD = ['Employee Number', 'First Name', 'Last Name'];
const REFUSED = {
  errorCode: 'OWN_RECORD',
  message: 'You cannot change how your own past days are judged. Another user can.',
};

/** Ann works by day since October and may set up; so may a colleague who is no employee. */
async function given() {
  const permissions = [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE'] as const;
  const { accountId, token: other } = await givenEmployer(t.db, { permissions });
  const own = await givenUser(t.db, accountId, { permissions: [...permissions] });
  const token = await givenSession(t.db, accountId, own);
  const asking = (by: string) => async (path: string, body?: unknown, method?: 'PUT' | 'DELETE') =>
    (await t.ask(`/v2/setup${path}`, { token: by, body, ...(method && { method }) })).json();
  const [ask, colleague] = [asking(token), asking(other)];
  const paste = (by: typeof ask, sheet: string, rows: string[][]) => by('/pasted', { sheet, rows });
  const take = async (sheet: string, rows: string[][]) => {
    const { workbookId, outcomeHash } = await paste(colleague, sheet, rows);
    return colleague(`/workbook/${workbookId}/apply`, { outcomeHash, leaveRefused: false });
  };
  await take('shifts', [
    ['Time Group', 'Days', 'Start', 'End'],
    ['Day', 'Mon-Fri', '07:00', '16:00'],
    ['Other', 'Mon-Fri', '10:00', '16:00'],
  ]);
  await take('employees', [
    [...HEAD, 'Time ID', 'Time Group', 'Active From'],
    ['1001', 'Ann', 'Adams', '1', 'Day', '2026-10-01'],
    ['1002', 'Bob', 'Brown', '2', 'Other', '2026-10-01'],
  ]);
  const people = async (): Promise<SetupEmployee[]> => (await ask('/employees')).employees;
  const [ann] = await people();
  if (!ann) throw new Error('Ann is missing');
  await t.db.run(sql`update app_user set employee_id = ${ann._id} where user_id = ${own}`);
  const groups = (await ask('/groups')).groups as { name: string; _id: string; basis: string }[];
  const groupOf = (name: string) => groups.find((one) => one.name === name)?._id;
  const week = async (name: string) =>
    ((await ask('/shifts')).shifts as { timeGroupId: string; basis: string; weeks: { days: object[] }[] }[]).find(
      (one) => one.timeGroupId === groupOf(name),
    );
  return { ask, colleague, paste, people, ann, groupOf, week };
}

test('nobody changes what their own past days are judged by, whatever the way; a colleague does', async () => {
  const { ask, colleague, paste, ann, groupOf, week, people } = await given();
  const { _id, basis } = ann;
  const day = await week('Day');
  const later = (day?.weeks[0]?.days ?? []).map((one) => ({ ...one, startTime: '09:00' }));
  const asked: [what: string, path: string, body: object, method?: 'PUT'][] = [
    ['moves', '/employees/move', { employees: [{ _id, basis }], timeGroupId: groupOf('Other'), from: null }],
    ['time group', `/employees/${_id}`, { basis, timeGroupId: null, timeGroupFrom: '2026-11-16' }, 'PUT'],
    ['time ID', `/employees/${_id}`, { basis, timeId: '77' }, 'PUT'],
    ['number', `/employees/${_id}`, { basis, number: '1077' }, 'PUT'],
    ['activity', `/employees/${_id}`, { basis, activeFrom: '2026-11-18' }, 'PUT'],
    ['hours of the own group', `/shifts/${groupOf('Day')}`, { from: null, days: later, basis: day?.basis }, 'PUT'],
    [
      'hours from a past day',
      `/shifts/${groupOf('Day')}`,
      { from: '2026-11-16', days: later, basis: day?.basis },
      'PUT',
    ],
    ['a holiday', '/holidays', { date: '2026-11-18', name: 'Own holiday', timeGroupId: null }],
  ];
  for (const [what, path, body, method] of asked) {
    expect(await ask(path, body, method), what).toMatchObject(REFUSED);
    if (path !== '/holidays') expect(await ask(`${path}?preview=1`, body, method), what).toMatchObject(REFUSED);
  }
  const lines: [sheet: string, rows: string[][]][] = [
    [
      'employees',
      [
        [...HEAD, 'Time Group'],
        ['1001', 'Ann', 'Adams', 'Other'],
      ],
    ],
    [
      'shifts',
      [
        ['Time Group', 'Days', 'Start', 'End'],
        ['Day', 'Fri', '09:00', '16:00'],
      ],
    ],
    [
      'holidays',
      [
        ['Date', 'Name'],
        ['2026-11-18', 'Own holiday'],
      ],
    ],
  ];
  for (const [sheet, rows] of lines) expect(await paste(ask, sheet, rows), sheet).toMatchObject(REFUSED);
  // A workbook that a colleague previewed is not taken either.
  const [[sheet, rows] = ['', []]] = lines;
  const { workbookId, outcomeHash } = await paste(colleague, sheet, rows);
  const answer = { outcomeHash, leaveRefused: false };
  expect(await ask(`/workbook/${workbookId}/apply`, answer)).toMatchObject(REFUSED);
  expect(await people()).toContainEqual(ann);
  expect(await colleague(`/workbook/${workbookId}/apply`, answer)).toMatchObject({ changed: 1 });
});

test('nobody deletes themself with a whole list that lacks them; a colleague does, and is told whose day that is', async () => {
  const { ask, colleague, paste, people, ann } = await given();
  const rows = [HEAD, ['1002', 'Bob', 'Brown']];
  const whole = { wholeSheets: ['employees'] };
  const { workbookId } = await paste(colleague, 'employees', rows);
  expect(await ask(`/workbook/${workbookId}/preview`, whole)).toMatchObject(REFUSED);
  const shown = await colleague(`/workbook/${workbookId}/preview`, whole);
  expect(shown.rejudged).toMatchObject({ people: 1, days: 1, from: '2026-11-20', employees: [{ number: '1001' }] });
  const answer = { outcomeHash: shown.outcomeHash, leaveRefused: false };
  expect(await ask(`/workbook/${workbookId}/apply`, answer)).toMatchObject(REFUSED);
  expect(await people()).toContainEqual(ann);
  expect(await colleague(`/workbook/${workbookId}/apply`, answer)).toMatchObject({ deleted: 1 });
});

test('what judges no past day of their own, and other people, they change', async () => {
  const { ask, ann, people, groupOf, week } = await given();
  const { _id, basis } = ann;
  const other = await week('Other');
  const later = (other?.weeks[0]?.days ?? []).map((one) => ({ ...one, startTime: '09:00' }));
  const [, bob] = await people();
  const done = [
    await ask(`/employees/${_id}`, { basis, firstName: 'Anna' }, 'PUT'),
    await ask(`/shifts/${groupOf('Other')}`, { from: null, days: later, basis: other?.basis }, 'PUT'),
    await ask(`/employees/${bob?._id}`, { basis: bob?.basis, timeId: '78' }, 'PUT'),
  ];
  for (const answer of done) expect(answer).not.toHaveProperty('errorCode');
  const [again] = await people();
  expect(
    await ask('/employees/move', {
      employees: [{ _id, basis: again?.basis }],
      timeGroupId: groupOf('Other'),
      from: '2026-11-23',
    }),
  ).toMatchObject({ moved: 1 });
});
