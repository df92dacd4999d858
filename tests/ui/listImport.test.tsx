import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { type ListColumn, type ReadColumn, readList } from '#contract/office/list.ts';
import { uploadWorkbook } from '#contract/office/workbook.ts';
import { ListImport } from '#src/features/office/setup/ListImport.tsx';
import { answer } from '#tests/support/fakeApi.ts';
import { ACCOUNT_ID, renderWith, signedIn } from '#tests/support/ui.tsx';

/** 'Import a list': what each column is taken for, and what is sent of it. */

const column = (heading: string, field: ReadColumn['field'], samples: string[], more: Partial<ListColumn> = {}) => ({
  ...{ heading, field, samples, dates: null, names: null },
  ...more,
});
const NUMBER = column('Clock no', 'number', ['101', '102']);
const NAME = column('Name', 'fullName', ['Thandi Mokoena', 'Jan Botha'], { names: 'first-last' });
const PREVIEW = {
  workbookId: '0199a000-0000-7000-8000-0000000000c1',
  fileName: 'pasted.txt',
  sheets: [{ sheet: 'employees', isWhole: false, new: 2, changed: 0, unchanged: 0, deleted: 0, refused: 0 }],
  ignoredSheets: [],
  newGroups: { total: 0, groups: [] },
  rejudged: { days: 0, people: 0, from: null, employees: [] },
  outcomeHash: 'hash',
};

/** The import of a list whose columns are read like this, with what is sent of it. */
function given(columns: readonly ReadColumn[]) {
  signedIn();
  answer(readList, {
    sheet: 'CSV',
    otherSheets: [],
    headingLine: 1,
    firstLines: ['Title', 'Clock no · Name'],
    lines: 2,
    columns: [...columns],
  });
  const sent: { columns: ListColumn[]; headingLine: number; letters?: string }[] = [];
  answer(uploadWorkbook, ({ query }) => {
    sent.push(JSON.parse(String(query?.list)));
    return HttpResponse.json(PREVIEW);
  });
  const shown: unknown[] = [];
  renderWith(<ListImport accountId={ACCOUNT_ID} onPreview={(preview) => void shown.push(preview)} />);
  const paste = async () => {
    await userEvent.type(screen.getByLabelText('Or paste it'), 'Clock no;Name');
    await userEvent.click(screen.getByRole('button', { name: 'Read the list' }));
    await screen.findByText('2 lines were read.');
  };
  return { sent, shown, paste, fieldsOf: (at: number) => sent[at]?.columns.map(({ field }) => field) };
}

test('a list that is understood is previewed at once; another choice previews it again', async () => {
  const { sent, shown, paste, fieldsOf } = given([NUMBER, NAME]);
  await paste();
  await waitFor(() => expect(shown.at(-1)).toMatchObject({ workbookId: PREVIEW.workbookId }));
  expect([sent.length, fieldsOf(0)]).toEqual([1, ['number', 'fullName']]);
  await userEvent.selectOptions(screen.getByLabelText('Clock no is taken for'), 'Time ID (what they clock with)');
  // What was previewed is no longer what would be taken.
  expect(shown.at(-1)).toBeUndefined();
  await userEvent.selectOptions(screen.getByLabelText('Names of Name'), 'Last name first');
  await userEvent.click(screen.getByRole('button', { name: 'Look at the lines' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect([fieldsOf(1), sent[1]?.columns[1]?.names]).toEqual([['timeId', 'fullName'], 'last-first']);
});

test('the orders of two names in one cell are chosen by a name of the list, as each would store it', async () => {
  const orders = [
    { names: 'first-last', firstName: 'Nomsa Mary', lastName: 'Dlamini' } as const,
    { names: 'last-first', firstName: 'Mary Dlamini', lastName: 'Nomsa' } as const,
  ];
  const { sent, paste } = given([NUMBER, { ...column('Name', null, ['Nomsa Mary Dlamini']), isUnclear: true, orders }]);
  await paste();
  await userEvent.selectOptions(screen.getByLabelText('Name is taken for'), 'First and last name');
  const select = screen.getByLabelText('Names of Name');
  within(select).getByRole('option', { name: 'First name first: Nomsa Mary | Dlamini' });
  await userEvent.selectOptions(select, 'Last name first: Mary Dlamini | Nomsa');
  await userEvent.click(screen.getByRole('button', { name: 'Look at the lines' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.columns[1]).toEqual({ field: 'fullName', dates: null, names: 'last-first' });
});

test('dates that may be of two days are asked for before anything is previewed', async () => {
  const { sent, paste } = given([NUMBER, NAME, column('Started', 'activeFrom', ['03/11/2025'])]);
  await paste();
  screen.getByText('Choose how the dates are written.');
  const look = screen.getByRole('button', { name: 'Look at the lines' });
  expect([sent.length, look.hasAttribute('disabled')]).toEqual([0, true]);
  await userEvent.selectOptions(screen.getByLabelText('Dates of Started'), 'Day, month, year');
  await userEvent.click(look);
  await waitFor(() => expect(sent[0]?.columns[2]?.dates).toBe('dmy'));
});

test('a column that may say who left is asked: it is ignored only by choice', async () => {
  const { sent, paste, fieldsOf } = given([NUMBER, NAME, { ...column('Status', null, ['S1', 'S2']), isUnclear: true }]);
  await paste();
  screen.getByText('Choose what Status is taken for, or ignore it.');
  const select = screen.getByLabelText('Status is taken for');
  expect(select).toHaveProperty('value', '?');
  await userEvent.selectOptions(select, 'Ignore');
  await userEvent.click(screen.getByRole('button', { name: 'Look at the lines' }));
  await waitFor(() => expect(fieldsOf(0)).toEqual(['number', 'fullName', null]));
  expect(sent).toHaveLength(1);
});

test('a press on another line makes it the line of the headings', async () => {
  const { paste } = given([NUMBER, NAME]);
  await paste();
  const asked = answer(readList, {
    ...{ sheet: 'CSV', otherSheets: [], headingLine: 2, firstLines: ['Title', 'Clock no · Name'], lines: 1 },
    columns: [NUMBER, NAME],
  });
  await userEvent.selectOptions(screen.getByLabelText('Line of the headings'), '2: Clock no · Name');
  await screen.findByText('1 line was read.');
  expect(asked[0]?.query).toMatchObject({ headingLine: '2', sheet: 'CSV' });
});

test('without a column of names it says so, and shows the values of each', async () => {
  const { paste } = given([NUMBER, column('', null, ['Thandi', 'Jan'])]);
  await paste();
  screen.getByText('Choose the column with the names.');
  const row = screen.getByRole('row', { name: /^Column 2/ });
  within(row).getByText('Thandi · Jan');
  await userEvent.selectOptions(within(row).getByLabelText('Column 2 is taken for'), 'First and last name');
  expect(screen.queryByText('Choose the column with the names.')).toBeNull();
});

const choose = (bytes: Uint8Array<ArrayBuffer>, name: string) => {
  const input = document.querySelector('input[type="file"]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File([bytes], name)] } });
};
test('the letters of a file that may be of several encodings are asked with a sample, and can be chosen again', async () => {
  const { sent } = given([NUMBER, NAME]);
  const read: string[] = [];
  const asked = answer(readList, async ({ body }) => {
    read.push(await (body as Request).text());
    return HttpResponse.json({
      ...{ sheet: 'CSV', otherSheets: [], headingLine: 1, firstLines: [], lines: 1, columns: [NUMBER, NAME] },
    });
  });
  choose(Uint8Array.from(Buffer.from('Clock no,Name\n1,Sofi\xa0 Botha', 'latin1')), 'list.csv');
  const select = await screen.findByLabelText('Which line reads right?');
  screen.getByText('Several are possible. If none is right, save the file as UTF-8.');
  // It asked whether the letters of such a list were chosen before, and reads nothing else of it.
  expect([asked.length, sent.length]).toEqual([1, 0]);
  within(select).getByRole('option', { name: 'Windows: 1,Sofi Botha' });
  await userEvent.selectOptions(select, 'DOS: 1,Sofiá Botha');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(read[1]).toContain('Sofiá Botha');
  expect(sent[0]?.letters).toBe('cp850');
  await userEvent.selectOptions(select, 'windows-1252');
  await waitFor(() => expect(read[2]).toContain('Sofi\u00a0 Botha'));
});

test('the letters that were chosen for an earlier list with the same headings are taken, and stay a choice', async () => {
  const { sent } = given([NUMBER, NAME]);
  const read: string[] = [];
  answer(readList, async ({ body }) => {
    read.push(await (body as Request).text());
    return HttpResponse.json({
      ...{ sheet: 'CSV', otherSheets: [], headingLine: 1, firstLines: [], letters: 'cp850', lines: 1 },
      columns: [NUMBER, NAME],
    });
  });
  choose(Uint8Array.from(Buffer.from('Clock no,Name\n1,Sofi\xa0 Botha', 'latin1')), 'list.csv');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect([read.length, sent[0]?.letters]).toEqual([2, 'cp850']);
  expect(read[1]).toContain('Sofiá Botha');
  expect(screen.getByLabelText('Which line reads right?')).toHaveProperty('value', 'cp850');
});

test('a file that is larger than the server reads is not sent', async () => {
  const { sent } = given([NUMBER, NAME]);
  const asked = answer(readList, () => HttpResponse.error());
  choose(new Uint8Array(20 * 1024 * 1024), 'list.csv');
  await screen.findByText('list.csv: The file is too large: at most 10 MB.');
  expect([asked.length, sent.length]).toEqual([0, 0]);
});

test('of two files that are dropped at once the last is read, and it is said', async () => {
  const { sent } = given([NUMBER, NAME]);
  const read: string[] = [];
  answer(readList, async ({ body }) => {
    read.push(await (body as Request).text());
    return HttpResponse.json({
      ...{ sheet: 'CSV', otherSheets: [], headingLine: 1, firstLines: [], lines: 1, columns: [NUMBER, NAME] },
    });
  });
  const drop = (...names: string[]) =>
    fireEvent.drop(screen.getByLabelText('List of people'), {
      dataTransfer: { files: names.map((name) => new File([`Clock no,Name\n1,${name}`], name)) },
    });
  drop('one.csv', 'two.csv');
  await screen.findByText('One file at a time: only two.csv is read.');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect([read.length, read[0]?.includes('1,two.csv')]).toEqual([1, true]);
  // A text that is dragged is no file, and takes nothing away.
  drop();
  screen.getByText('two.csv');
  drop('three.csv');
  await waitFor(() => expect(read[1]).toContain('1,three.csv'));
  expect(screen.queryByText(/One file at a time/)).toBeNull();
});
