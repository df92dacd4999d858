import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getAccountSettings } from '#contract/access/accountSettings.ts';
import { getAccount } from '#contract/access/accounts.ts';
import { importPieces } from '#contract/intake/payroll.ts';
import { listBackups, listRestores } from '#contract/operations/backups.ts';
import { fill } from '#contract/platform/words.ts';
import { showLanguage } from '#src/lib/words.tsx';
import { answer, refused } from '#tests/support/fakeApi.ts';
import { idOf, sampleAccount } from '#tests/support/manageSamples.ts';
import { literalsIn, showEnglish, showPseudo } from '#tests/support/pseudo.ts';
import { renderApp, signedIn } from '#tests/support/ui.tsx';

/** Names of the samples, and what the server says. */
const OWN =
  /\b(Employee Number|Units|Started At|Ended At|Hours|Lookup 1|Lookup 2|Job Description|Code|duplicate-number|people\.csv|Prodct|E\d)\b/g;
function expectNoLiteral(root: HTMLElement) {
  act(() => showPseudo());
  expect(literalsIn(root, OWN)).toEqual([]);
}
afterEach(() => act(showEnglish));

const TAB = `/manage/accounts/edit/${idOf(1)}/data-management`;
const notYet = { id: 'Lookup {lookup} has no "{text}" yet', values: { lookup: 1, text: 'Pears' } };
const preview = {
  outcomeHash: 'hash',
  undo: null,
  firstLines: ['number'],
  added: 2,
  unchanged: 3,
  refused: 1,
  ignoredColumns: ['Prodct'],
  dates: 'ymd' as const,
  sheet: 'CSV',
  otherSheets: [],
  headingLine: 1,
  columns: [
    { heading: 'Employee Number', samples: ['E1'], field: 'number' as const },
    { heading: 'Units', samples: ['2'], field: 'units' as const },
    { heading: 'Started At', samples: ['2026-11-20'], field: 'startedAt' as const },
    { heading: 'Prodct', samples: [], field: null },
  ],
  lines: [
    { line: 2, outcome: 'added' as const, code: 'E1', reason: null },
    { line: 3, outcome: 'added' as const, code: 'E2', reason: fill(notYet), reasonWords: notYet },
    { line: 6, outcome: 'refused' as const, code: 'E9', reason: 'duplicate-number' },
  ],
};

beforeEach(() => {
  signedIn({ role: 'admin' });
  answer(getAccount, sampleAccount());
  answer(getAccountSettings, {
    allowedSystemIds: [],
    timeZone: 'UTC',
    storeTemplates: false,
    language: 'en',
    correctionDays: 42,
    recordYears: 7,
    musterForAll: false,
    lastFigures: true,
    consentRequired: false,
    consentText: '',
    requireSecondFactor: false,
    isDefaultTimeZone: false,
    recalculatingSince: null,
  });
  answer(listBackups, { results: [] });
  answer(listRestores, { results: [] });
});

const panel = () => screen.findByRole('region', { name: 'Import piecework' });
const choose = (file: File) =>
  fireEvent.change(document.querySelector('input[type="file"][accept*="csv"]') as HTMLInputElement, {
    target: { files: [file] },
  });

test('a CSV is previewed per line before anything is changed, then imported in one step', async () => {
  const asked = answer(importPieces, preview);
  const app = renderApp(TAB);
  const region = await panel();
  choose(new File(['code,number\nE1,1\n'], 'people.csv', { type: 'text/csv' }));
  const lines = await within(region).findByRole('table', { name: 'Lines' });
  expect(within(lines).getByText('duplicate-number')).toBeTruthy();
  expect(within(lines).getByText('Lookup 1 has no "Pears" yet')).toBeTruthy();
  act(() => showLanguage('es', { [notYet.id]: 'El catálogo {lookup} todavía no tiene “{text}”' }));
  expect(within(lines).getByText('El catálogo 1 todavía no tiene “Pears”')).toBeTruthy();
  act(showEnglish);
  expect(within(region).getByLabelText('Preview').textContent).toBe('2 added3 unchanged1 refused');
  expect(within(region).getByText('Not looked at: Prodct.')).toBeTruthy();
  expect(asked[0]?.body).toEqual({ kind: 'piecework', csv: 'code,number\nE1,1\n', commit: false });
  expectNoLiteral(region);
  act(showEnglish);

  await app.user.click(within(region).getByRole('button', { name: 'Import 2 lines' }));
  expect(await within(region).findByText(/2 lines added, 3 unchanged, 1 refused/)).toBeTruthy();
  expectNoLiteral(region);
  expect(asked[1]?.body).toEqual({
    kind: 'piecework',
    csv: 'code,number\nE1,1\n',
    commit: true,
    outcomeHash: 'hash',
    fileName: 'people.csv',
  });
});

test('lines of a list with a column for each day say theirs', async () => {
  const read = { units: '12', startedAt: '2026-11-16 00:00', endedAt: null, durationMs: null };
  const line = { line: 2, outcome: 'added' as const, code: '7', reason: null };
  answer(importPieces, {
    ...preview,
    lines: [
      { ...line, heading: 'Mon', read },
      { ...line, heading: 'Tue', read: { ...read, units: '3' } },
      { ...line, read: { ...read, units: '5', startedAt: '2026-11-10' } },
    ],
  });
  renderApp(TAB);
  const region = await panel();
  choose(new File(['x'], 'pieces.csv', { type: 'text/csv' }));
  const lines = await within(region).findByRole('table', { name: 'Lines' });
  expect(within(lines).getByText(/^Mon · 12/)).toBeTruthy();
  expect(within(lines).getByText(/^Tue · 3/)).toBeTruthy();
  expect(within(lines).getByText('5 · 10 Nov 2026')).toBeTruthy();
});

test('a file that is dropped is checked like one that is chosen', async () => {
  const asked = answer(importPieces, preview);
  renderApp(TAB);
  const region = await panel();
  const file = new File(['number,units\n1,2\n'], 'dropped.csv', { type: 'text/csv' });
  fireEvent.drop(within(region).getByText('List of piecework'), { dataTransfer: { files: [file] } });
  await within(region).findByLabelText('Preview');
  expect(asked[0]?.body).toMatchObject({ csv: 'number,units\n1,2\n', commit: false });
});

test('a file without new lines cannot be imported', async () => {
  answer(importPieces, { ...preview, added: 0, unchanged: 2, refused: 0, lines: [] });
  renderApp(TAB);
  const region = await panel();
  choose(new File(['x'], 'pieces.csv', { type: 'text/csv' }));
  expect(await within(region).findByRole('button', { name: 'Import 0 lines' })).toHaveProperty('disabled', true);
});

test('employees and shifts are imported in Set up, to which it leads', async () => {
  renderApp(TAB);
  const link = within(await panel()).getByRole('link', { name: 'Set up' });
  expect(link.getAttribute('href')).toBe(`/manage/accounts/edit/${idOf(1)}/setup?page=workbook`);
});

test('the reason why a file cannot be read is shown beside it, and disappears with it', async () => {
  answer(importPieces, refused(400, 'VALIDATION_FAILED', 'The column Employee Number is missing.'));
  renderApp(TAB);
  const region = await panel();
  choose(new File(['x'], 'wrong.csv', { type: 'text/csv' }));
  const words = 'The column Employee Number is missing.';
  expect((await within(region).findByRole('alert')).textContent).toContain(words);
  expect(screen.getAllByText(/Employee Number is missing/)).toHaveLength(1);

  answer(importPieces, preview);
  choose(new File(['code,number'], 'right.csv', { type: 'text/csv' }));
  await within(region).findByLabelText('Preview');
  expect(screen.queryByText(/Employee Number is missing/)).toBeNull();
});

test('a failed import says so beside its file, which stays', async () => {
  answer(importPieces, ({ body }) =>
    (body as { commit: boolean }).commit ? refused(503, 'UNAVAILABLE', 'The disk is full.') : preview,
  );
  const app = renderApp(TAB);
  const region = await panel();
  choose(new File(['code'], 'people.csv', { type: 'text/csv' }));
  await app.user.click(await within(region).findByRole('button', { name: 'Import 2 lines' }));
  expect((await within(region).findByRole('alert')).textContent).toContain('The disk is full.');
  expect(screen.getAllByText(/The disk is full/)).toHaveLength(1);
  expect(within(region).getByText('people.csv')).toBeTruthy();
});

test('says which columns a file needs, and gives an empty template', async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const app = renderApp(TAB);
  const region = await panel();
  expect(within(region).getByText(/the number or the name of each person, units, and a date/)).toBeTruthy();
  await app.user.click(within(region).getByRole('button', { name: 'Empty template' }));
  expect(saved).toEqual(['piecework.csv']);
  vi.restoreAllMocks();
});

test('a file that is no list is refused before it is sent; a workbook is sent as it is', async () => {
  const asked = answer(importPieces, preview);
  renderApp(TAB);
  const region = await panel();
  choose(new File(['PK'], 'people.pdf', { type: 'application/pdf' }));
  expect((await within(region).findByRole('alert')).textContent).toContain(
    'people.pdf: File type not supported. Save it as .xlsx or .csv.',
  );
  expect(asked).toHaveLength(0);
  choose(new File(['PK'], 'pieces.xlsx'));
  await within(region).findByLabelText('Preview');
  expect(asked[0]?.body).toEqual({ kind: 'piecework', spreadsheet: btoa('PK'), commit: false });
});

test('what the columns are taken for is shown and changed; a list can be pasted', async () => {
  const [first, ...others] = preview.columns;
  const unclear = {
    ...preview,
    lines: [],
    added: 0,
    columns: [{ ...first, field: null }, ...others] as typeof preview.columns,
  };
  const asked = answer(importPieces, ({ body }) => ((body as { columns?: object }).columns ? preview : unclear));
  const app = renderApp(TAB);
  const region = await panel();
  await app.user.type(within(region).getByLabelText('Or paste it'), 'E1');
  await app.user.click(within(region).getByRole('button', { name: 'Read the list' }));
  expect((await within(region).findByRole('alert')).textContent).toContain(
    'Choose the column with the employee number or the name.',
  );
  expect(within(region).queryByLabelText('Preview')).toBeNull();
  await app.user.selectOptions(
    within(region).getByRole('combobox', { name: 'Employee Number is taken for' }),
    'Employee number',
  );
  expectNoLiteral(region);
  act(showEnglish);
  await app.user.click(within(region).getByRole('button', { name: 'Look at the lines' }));
  await within(region).findByLabelText('Preview');
  expect(asked[1]?.body).toMatchObject({
    csv: 'E1',
    columns: { sheet: 'CSV', headingLine: 1, fields: ['number', 'units', 'startedAt', null] },
  });
});

test('a file in Excel’s Windows encoding is read correctly', async () => {
  const asked = answer(importPieces, preview);
  renderApp(TAB);
  await panel();
  choose(new File([new Uint8Array([0x5a, 0x6f, 0xeb])], 'people.csv', { type: 'application/vnd.ms-excel' }));
  await waitFor(() => expect(asked[0]?.body).toMatchObject({ csv: 'Zoë' }));
});

test('without Account.IMPORT there is no import', async () => {
  signedIn({ role: 'admin' }, ['Account.GET', 'Backup.GET']);
  renderApp(TAB);
  await screen.findByText('No backups to show.');
  expect(screen.queryByRole('region', { name: 'Import piecework' })).toBeNull();
});
