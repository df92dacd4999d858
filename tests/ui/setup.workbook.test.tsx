import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { getAccount } from '#contract/access/accounts.ts';
import { getSetup, type Setup, setSystemAdopts, takeOverSystem } from '#contract/office/setup.ts';
import { listSetupLookups } from '#contract/office/setupLists.ts';
import {
  applyWorkbook,
  listWorkbookImports,
  listWorkbookLines,
  pasteCells,
  previewWorkbook,
  undoWorkbook,
  uploadWorkbook,
  type WorkbookLine,
  type WorkbookPreview,
} from '#contract/office/workbook.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { fill } from '#contract/platform/words.ts';
import { showLanguage } from '#src/lib/words.tsx';
import { answer, refused } from '#tests/support/fakeApi.ts';
import { idOf, sampleAccount } from '#tests/support/manageSamples.ts';
import { literalsIn, showEnglish, showPseudo } from '#tests/support/pseudo.ts';
import { sampleSetup } from '#tests/support/setupSamples.ts';
import { renderApp, signedIn } from '#tests/support/ui.tsx';

const ADDRESS = '/employer/settings?page=workbook';
const rejudged = { people: 0, days: 0, from: null, employees: [] };
const sheet = (counts: Partial<WorkbookPreview['sheets'][number]> = {}) => ({
  sheet: 'employees' as const,
  isWhole: false,
  new: 1,
  changed: 1,
  unchanged: 3,
  deleted: 0,
  refused: 0,
  ...counts,
});
const shown = (changes: Partial<WorkbookPreview> = {}): WorkbookPreview => ({
  workbookId: idOf(900),
  fileName: 'farm.xlsx',
  sheets: [sheet()],
  ignoredSheets: [],
  newGroups: { total: 0, groups: [] },
  rejudged,
  outcomeHash: 'as shown',
  ...changes,
});
const line = (number: number, outcome: WorkbookLine['outcome'], changes: Partial<WorkbookLine> = {}): WorkbookLine => ({
  sheet: 'employees',
  line: number,
  number: `100${number}`,
  who: `Person ${number}`,
  outcome,
  changes: [],
  reason: null,
  ...changes,
});
const choose = (name = 'farm.xlsx') =>
  // The first file of the page is a list.
  fireEvent.change([...document.querySelectorAll<HTMLInputElement>('input[type="file"]')].at(-1) as HTMLInputElement, {
    target: { files: [new File(['x'], name)] },
  });

beforeEach(() => {
  signedIn({}, [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE']);
  answer(getSetup, sampleSetup());
  answer(listSetupLookups, { lookups: [] });
});

test('a workbook is shown line by line, before and after, with the people judged again, and then applied', async () => {
  const changes = [{ column: 'Time Group', before: 'Day', after: 'Night' }];
  answer(
    uploadWorkbook,
    shown({
      ignoredSheets: ['Notes'],
      rejudged: {
        people: 5,
        days: 3,
        from: '2026-11-18',
        employees: ['Ann', 'Bob', 'Cleo', 'Dee'].map((firstName, i) => ({ number: `${i}`, firstName, lastName: 'X' })),
      },
    }),
  );
  answer(listWorkbookLines, { lines: [line(2, 'changed', { changes }), line(3, 'new')], lastIndex: 2 });
  const applied = answer(applyWorkbook, { new: 1, changed: 1, unchanged: 3, deleted: 0, leftOut: 0, rejudged });
  const { user } = renderApp(ADDRESS);
  await screen.findByText('Choose it or drop it here: .xlsx, .ods, or .csv for one sheet.');
  choose();
  const preview = await screen.findByRole('region', { name: 'Preview of farm.xlsx' });
  expect(preview.textContent).toContain('New 1, Changed 1, Unchanged 3, Deleted 0, Refused 0');
  expect(preview.textContent).toContain('Not looked at: Notes.');
  within(preview).getByText(
    '3 days of 5 people will be judged anew, from 18 Nov 2026: Ann X, Bob X, Cleo X and 2 others.',
  );
  await within(preview).findByText('Time Group: Day → Night');
  act(() => showPseudo());
  expect(literalsIn(preview, /Day|Night|Person \d|(Ann|Bob|Cleo) X|Notes|farm\.xlsx/g)).toEqual([]);
  act(showEnglish);
  await user.click(within(preview).getByRole('button', { name: 'Take 2 lines' }));
  expect((await screen.findByText(/1 new, 1 changed, 3 unchanged, 0 deleted\./)).textContent).not.toContain('left out');
  expect(applied.map(({ body }) => body)).toEqual([{ outcomeHash: 'as shown', leaveRefused: false }]);
  expect(screen.getByRole('button', { name: 'Download the data as it was' })).toBeTruthy();
});

test('the preview names the groups that a workbook creates, and the one that a slip may have meant', async () => {
  const dya = { kind: 'time' as const, name: 'Dya', people: 1, lacksShift: true, meant: 'Day' };
  const seasonal = { kind: 'employee' as const, name: 'Seasonal', people: 296, lacksShift: false, meant: null };
  answer(uploadWorkbook, shown({ newGroups: { total: 5, groups: [dya, seasonal] } }));
  answer(listWorkbookLines, { lines: [], lastIndex: 0 });
  renderApp(ADDRESS);
  await screen.findByText('Choose it or drop it here: .xlsx, .ods, or .csv for one sheet.');
  choose();
  await screen.findByText(
    'New groups: Dya (1 person, no shift, did you mean Day?), Seasonal (296 people) and 3 others',
  );
});

const lostZeros = {
  id: '{column} "{cell}": Lost its zeros? Format the column as text.',
  values: { column: 'Employee Number', cell: '42' },
};
test('refused lines come first with their reasons, and must be left out by a checkbox', async () => {
  answer(uploadWorkbook, shown({ sheets: [sheet({ refused: 2 })] }));
  const asked = answer(listWorkbookLines, {
    lines: [line(4, 'refused', { reason: fill(lostZeros), reasonWords: lostZeros })],
    lastIndex: 1,
  });
  const applied = answer(applyWorkbook, { new: 1, changed: 1, unchanged: 3, deleted: 0, leftOut: 2, rejudged });
  const { user } = renderApp(ADDRESS);
  await screen.findByText('Choose it or drop it here: .xlsx, .ods, or .csv for one sheet.');
  choose();
  await screen.findByText('Employee Number "42": Lost its zeros? Format the column as text.');
  act(() => showLanguage('es', { [lostZeros.id]: '{column} “{cell}”: ¿perdió los ceros?' }));
  expect(screen.getByText('Employee Number “42”: ¿perdió los ceros?')).toBeTruthy();
  act(showEnglish);
  expect(asked[0]?.url.searchParams.get('outcome')).toBe('refused');
  const take = screen.getByRole('button', { name: 'Take 2 lines' });
  expect((take as HTMLButtonElement).disabled).toBe(true);
  expect(screen.getByRole('button', { name: 'Refused lines' })).toBeTruthy();
  await user.click(screen.getByLabelText('Leave 2 lines out'));
  // The others are shown before they are taken.
  await waitFor(() => expect(asked.at(-1)?.url.searchParams.get('outcome')).toBeNull());
  await user.click(take);
  await screen.findByText(/2 left out/);
  expect(applied[0]?.body).toEqual({ outcomeHash: 'as shown', leaveRefused: true });
});

test('a checkbox makes a sheet the whole list; changes since are reported, and the preview is made again', async () => {
  answer(uploadWorkbook, shown());
  answer(listWorkbookLines, { lines: [], lastIndex: 0 });
  const again = answer(
    previewWorkbook,
    shown({ sheets: [sheet({ isWhole: true, deleted: 7 })], outcomeHash: 'again' }),
  );
  answer(applyWorkbook, () => refused(409, 'CONFLICT', 'Something changed since the preview. Look again.'));
  const { user } = renderApp(ADDRESS);
  await screen.findByText('Choose it or drop it here: .xlsx, .ods, or .csv for one sheet.');
  choose();
  await user.click(await screen.findByLabelText('This sheet is the whole list'));
  const take = await screen.findByRole('button', { name: 'Take 9 lines' });
  expect(again[0]?.body).toEqual({ wholeSheets: ['employees'] });
  await user.click(take);
  await screen.findByText('Something changed since the preview. Look again.');
  expect((take as HTMLButtonElement).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Look again' }));
  await waitFor(() => expect(again).toHaveLength(2));
  expect(again[1]?.body).toEqual({ wholeSheets: ['employees'] });
  await waitFor(() => expect(screen.queryByText(/Something changed since/)).toBeNull());
});

test('a file that is no workbook is refused before it is sent, one that the server refuses in its words; both beside the file’s name', async () => {
  const sent = answer(uploadWorkbook, () => refused(409, 'PERIOD_LOCKED', '2026-11-10 was locked by P. Naidoo.'));
  renderApp(ADDRESS);
  await screen.findByText('Choose it or drop it here: .xlsx, .ods, or .csv for one sheet.');
  choose('farm.pdf');
  await screen.findByText('farm.pdf: File type not supported. Only .xlsx, .ods and .csv files are supported.');
  expect(sent).toEqual([]);
  choose();
  await screen.findByText('farm.xlsx: 2026-11-10 was locked by P. Naidoo.');
});

test('pasted cells are previewed as a sheet of their own', async () => {
  const pasted = answer(pasteCells, shown({ fileName: null, sheets: [sheet({ sheet: 'holidays' })] }));
  answer(listWorkbookLines, { lines: [], lastIndex: 0 });
  const { user } = renderApp(ADDRESS);
  await user.click(await screen.findByRole('button', { name: 'Paste cells' }));
  expect(screen.queryByRole('option', { name: 'Rates' })).toBeNull();
  await user.selectOptions(screen.getByLabelText('Sheet'), 'Holidays');
  await user.click(screen.getByLabelText('Cells'));
  await user.paste('2026-12-16\tFeast\n');
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await screen.findByRole('region', { name: 'Preview' });
  expect(pasted[0]?.body).toMatchObject({ sheet: 'holidays', rows: [['2026-12-16', 'Feast']] });
});

test('who may set what is paid pastes rates and minimums as well', async () => {
  signedIn({}, [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE', 'Pay.MANAGE']);
  const pasted = answer(pasteCells, shown({ fileName: null, sheets: [sheet({ sheet: 'rates' })] }));
  answer(listWorkbookLines, { lines: [], lastIndex: 0 });
  const { user } = renderApp(ADDRESS);
  await screen.findByText(/hours rules, rates and minimums in one spreadsheet/);
  await user.click(screen.getByRole('button', { name: 'Paste cells' }));
  await user.selectOptions(screen.getByLabelText('Sheet'), 'Rates');
  await user.click(screen.getByLabelText('Cells'));
  await user.paste('piece\t3.40\t2026-11-01\tcrate\n');
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  const preview = await screen.findByRole('region', { name: 'Preview' });
  expect(preview.textContent).toContain('Rates: New 1');
  expect(pasted[0]?.body).toMatchObject({ sheet: 'rates', rows: [['piece', '3.40', '2026-11-01', 'crate']] });
});

const owner = (changes: Partial<Setup['owners'][number]> = {}): Setup['owners'][number] => ({
  systemId: 'PAYROLL',
  name: 'Sage',
  isApplication: false,
  isAllowed: true,
  claims: ['timeId', 'timeGroup'],
  adopts: false,
  lastSync: '2026-11-20T05:00:00.000Z',
  employees: 120,
  records: 140,
  sentEmployees: 120,
  matchingEmployees: 118,
  ...changes,
});
const tallyboard = owner({
  systemId: 'CSV',
  name: 'Tallyboard',
  isApplication: true,
  isAllowed: false,
  claims: [],
  lastSync: null,
  sentEmployees: null,
  matchingEmployees: null,
});

test('an employer sees the owners and what each sets', async () => {
  answer(getSetup, sampleSetup({ owners: [tallyboard, owner()] }));
  renderApp('/employer/settings?page=owners');
  const panel = await screen.findByRole('region', { name: 'Data sources' });
  expect(panel.textContent).toContain('Sets for its employees: Time ID, Shift.');
  expect(within(panel).queryByRole('switch')).toBeNull();
});

test('an administrator lets an owner adopt, and takes over from one that is no longer allowed', async () => {
  signedIn({ role: 'admin' });
  answer(getAccount, sampleAccount());
  const gone = owner({ systemId: 'OLD', name: 'Old', isAllowed: false, records: 3 });
  answer(getSetup, sampleSetup({ owners: [tallyboard, owner(), gone] }));
  const adopts = answer(setSystemAdopts, sampleSetup());
  const taken = answer(takeOverSystem, sampleSetup());
  const { user } = renderApp(`/manage/accounts/edit/${idOf(1)}/setup?page=owners`);
  const owners = await screen.findByRole('region', { name: 'Data sources' });
  expect(within(owners).getByText('Matches 118 of 120 employees that it sent last.')).toBeTruthy();
  expect(within(owners).getAllByRole('button', { name: 'Take over' })).toHaveLength(1);
  await user.click(within(owners).getByRole('switch'));
  await waitFor(() => expect(adopts[0]?.body).toEqual({ adopts: true }));
  await user.click(within(owners).getByRole('button', { name: 'Take over' }));
  const dialog = await screen.findByRole('dialog', { name: 'Take over from Old' });
  const press = within(dialog).getByRole('button', { name: 'Take over' });
  expect((press as HTMLButtonElement).disabled).toBe(true);
  await user.click(within(dialog).getByLabelText('Old will not sync any more'));
  await user.click(press);
  await screen.findByText('The records are Tallyboard’s now');
  expect(taken[0]?.body).toEqual({ isSure: true });
});

test('the last imports are listed, each with its undo until it cannot be undone any more, and why not', async () => {
  const one = { by: 'Office', fileName: null, hasBefore: true, undone: null, cannotUndo: null };
  const counts = { new: 3, changed: 1, unchanged: 0, deleted: 0, leftOut: 0 };
  answer(listWorkbookImports, {
    imports: [
      { ...one, workbookId: idOf(901), at: '2026-11-20T10:00:00Z', counts },
      {
        ...{ ...one, workbookId: idOf(902), at: '2026-11-18T10:00:00Z', fileName: 'people.csv', counts },
        cannotUndo: 'An import can be undone for a day.',
      },
    ],
  });
  const undone = answer(undoWorkbook, { ...counts, rejudged, usedGroups: [] });
  const { user } = await renderApp(ADDRESS);
  const list = within(await screen.findByRole('table', { name: 'Last imports' }));
  expect(list.getAllByText('3 new, 1 changed, 0 unchanged, 0 deleted.')).toHaveLength(2);
  expect(list.getByText('An import can be undone for a day.')).toBeTruthy();
  expect(list.getAllByText('Data as it was')).toHaveLength(2);
  await user.click(list.getByRole('button', { name: /^Undo the import of 20 Nov 2026/ }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Undo this import' }));
  await waitFor(() => expect(undone.map(({ params }) => params.workbookId)).toEqual([idOf(901)]));
});
