import { expect, test } from 'vitest';
import type { ReadColumn } from '#contract/office/list.ts';
import type { WorkbookLine } from '#contract/office/workbook.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { givenEmployer } from '../support/factories.ts';
import { FOUND_LISTS } from '../support/lists/foundLists.ts';
import { HARD_LISTS } from '../support/lists/hardLists.ts';
import { OTHER_PEOPLE } from '../support/lists/otherPrograms.ts';
import { PAYROLL_LISTS } from '../support/lists/payrollLists.ts';
import { PROGRAM_LISTS } from '../support/lists/programLists.ts';
import { PUBLIC_LISTS } from '../support/lists/publicLists.ts';
import { UNSEEN_LISTS } from '../support/lists/unseenLists.ts';
import { useTestApp } from '../support/testApp.ts';
import { multipart } from '../support/zip.ts';

/** Lists of people that mislead a reader, or that were not seen before: what is asked before anything is stored, and who is stored then. */
const LISTS = {
  ...HARD_LISTS,
  ...FOUND_LISTS,
  ...Object.fromEntries(
    [UNSEEN_LISTS, PAYROLL_LISTS, PROGRAM_LISTS, OTHER_PEOPLE, PUBLIC_LISTS].flatMap((lists) =>
      Object.entries(lists).map(([name, list]) => [`unseen: ${name}`, list] as const),
    ),
  ),
};
const t = useTestApp();

async function given() {
  const { token } = await givenEmployer(t.db, { permissions: [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE'] });
  const send = async (path: string, file: Uint8Array | string, query: Record<string, string> = {}) => {
    const { payload, headers } = multipart(Buffer.from(file), { name: 'list.csv', type: 'text/plain' });
    const reply = await t.app.inject({
      method: 'POST',
      url: `/v2/setup${path}?${new URLSearchParams(query)}`,
      payload,
      headers: { ...headers, authorization: token },
    });
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json();
  };
  const ask = async (path: string, body?: unknown) => (await t.ask(`/v2/setup${path}`, { token, body })).json();
  return { send, ask };
}
type Person = { number: string; firstName: string; lastName: string; isActive: boolean };

test.each(Object.keys(LISTS))('%s', async (name) => {
  const { text = '', asks = [], choose = {}, people = [], told = [], not = [] } = LISTS[name] ?? {};
  const { send, ask } = await given();
  const read = await send('/list', text);
  expect(
    read.columns
      .filter(({ isUnclear, dates, field }: ReadColumn) => isUnclear || (field?.endsWith('From') && dates === null))
      .map(({ heading }: ReadColumn) => heading),
  ).toEqual(asks);
  const columns = read.columns.map(({ heading, field, dates, names }: ReadColumn, at: number) => ({
    ...{ field, dates, names },
    ...choose[heading || `Column ${at + 1}`],
  }));
  const list = JSON.stringify({ headingLine: read.headingLine, columns });
  const { workbookId, outcomeHash } = await send('/workbook', text, { list });
  const { lines } = await ask(`/workbook/${workbookId}/lines?startRow=0&endRow=500`);
  const shown = lines.flatMap(({ reason, changes }: WorkbookLine) => [
    ...(reason === null ? [] : [reason]),
    ...changes.map(({ column, after }) => `${column} ${after}`),
  ]);
  expect(shown.filter((one: string) => told.includes(one))).toEqual(told);
  for (const column of not) expect(shown).not.toContainEqual(expect.stringContaining(column));
  await ask(`/workbook/${workbookId}/apply`, { outcomeHash, leaveRefused: true });
  const stored: Person[] = (await ask('/employees')).employees;
  expect(
    stored.map(
      ({ number, firstName, lastName, isActive }) =>
        `${number} ${firstName} ${lastName}${isActive ? '' : ' (inactive)'}`,
    ),
  ).toEqual(people);
});
