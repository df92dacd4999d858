import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import {
  createPayProfile,
  listPayFileLines,
  listPayFiles,
  listPayProfiles,
  makePayFile,
  type PayFile,
  type PayFileEvent,
  type PaySettings,
  previewPayFile,
} from '#contract/money/payFiles.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { answerDashboard } from '#tests/support/dashboardSamples.ts';
import { answer } from '#tests/support/fakeApi.ts';
import { idOf } from '#tests/support/manageSamples.ts';
import { literalsIn, showEnglish, showPseudo } from '#tests/support/pseudo.ts';
import { renderApp, signedIn } from '#tests/support/ui.tsx';

/** Names of the samples, and what the server says. */
const OWN =
  /\b(Ann|Smith|Ama|PAYROLL|SAGE|Own|Sage|crate|PC|SUN|YYYY|MM|DD|YYYYMMDD|Code missing: Sunday hours \(3 people\))\b/g;
function expectNoLiteral(root: HTMLElement) {
  act(() => showPseudo());
  expect(literalsIn(root, OWN)).toEqual([]);
}
afterEach(() => act(showEnglish));

const OWNER = [...EMPLOYER_PERMISSIONS, 'Pay.VIEW', 'Pay.MANAGE'] as const;
const span = { from: '2026-11-09', to: '2026-11-15' };
const contents = { ...span, isDelta: false, currency: 'ZAR', people: 2, lines: 7, total: '1220.11', leftOut: 0 };
const file: PayFile = {
  ...{ _id: idOf(1), number: 1, lockId: idOf(2), ...contents, hash: 'f'.repeat(64), dataVersion: 7 },
  ...{ at: '2026-11-16T07:00:00.000Z', by: 'Ann Smith' },
};
const lock = { _id: idOf(2), ...span, at: '2026-11-16T06:00:00.000Z' };
const profile = { _id: idOf(3), name: 'Own', layout: 'csv' as const };

const SETTINGS: PaySettings = {
  ...{ codes: {}, hours: 'decimal', dates: 'YYYY-MM-DD', separator: ',' },
  columns: [{ column: 'number', head: 'Number' }],
};

function answerFiles(files: (PayFile & { events: PayFileEvent[] })[]) {
  answerDashboard();
  answer(listPayProfiles, { profiles: [] });
  return answer(listPayFiles, { files, locks: [lock], profiles: files.length > 0 ? [profile] : [] });
}
const open = (permissions: readonly (typeof OWNER)[number][] = OWNER) => {
  signedIn({}, [...permissions]);
  return renderApp('/employer/payroll/files');
};

test('a file of a locked period is made once what is left out was said', async () => {
  answerFiles([]);
  const ann = { _id: idOf(7), number: '7', firstName: 'Ann', lastName: 'Adams' };
  answer(previewPayFile, {
    ...contents,
    leftOut: 3,
    leftOutPeople: [ann],
    earlier: '0.00',
    later: '0.00',
    byProfile: null,
  });
  const made = answer(makePayFile, file);
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Make file, 9 Nov 2026 to 15 Nov 2026' }));
  const dialog = await screen.findByRole('dialog', { name: 'Payroll file, 9 Nov 2026 to 15 Nov 2026' });
  expect(await within(dialog).findByText(/^2 people, 7 lines, R\s1,220\.11 in all\.$/)).toBeTruthy();
  within(dialog).getByText('Open: Ann Adams (7) and 2 others.');
  const make = within(dialog).getByRole('button', { name: 'Make file' });
  expect(make).toHaveProperty('disabled', true);
  await user.click(within(dialog).getByRole('checkbox', { name: /3 people have open pay/ }));
  await user.click(make);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(made[0]?.body).toEqual({ lockId: idOf(2), knownLeftOut: 3 });
});

test('a file shows payroll’s codes before it is made; one without a code says so, and is made by a profile that has it', async () => {
  answerFiles([]);
  const other = { _id: idOf(6), name: 'Sage', layout: 'csv' as const };
  answer(listPayFiles, { files: [], locks: [lock], profiles: [profile, other] });
  const line = {
    ...{ employee: { _id: idOf(5), number: '7', firstName: 'Ann', lastName: 'Ama' }, line: 1, date: '2026-11-15' },
    ...({ element: 'hours.sunday', lookup1: '', lookup2: '', rate: null, factor: 2, ms: 3_600_000 } as const),
    ...{ units: '0', amount: '0.00' },
  };
  const refusal = 'Code missing: Sunday hours (3 people)';
  answer(previewPayFile, ({ url }) => ({
    ...contents,
    ...{ leftOutPeople: [], earlier: '0.00', later: '0.00' },
    byProfile: url.search.includes(other._id)
      ? { refusal: null, lines: [{ ...line, code: 'SUN' }] }
      : { refusal, lines: [{ ...line, code: '' }] },
  }));
  const made = answer(makePayFile, file);
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Make file, 9 Nov 2026 to 15 Nov 2026' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Payroll file, 9 Nov 2026 to 15 Nov 2026' }));
  expect((await dialog.findByRole('alert')).textContent).toBe(refusal);
  expect(dialog.getByRole('cell', { name: 'Code missing' })).toBeTruthy();
  expect(dialog.getByText('The first 1 of 7 lines; those without a code come first.')).toBeTruthy();
  const make = dialog.getByRole('button', { name: 'Make file' });
  expect(make).toHaveProperty('disabled', true);
  await user.selectOptions(dialog.getByLabelText('As payroll would read it, by the profile'), 'Sage');
  expect(await dialog.findByRole('cell', { name: 'SUN' })).toBeTruthy();
  expectNoLiteral(screen.getByRole('dialog'));
  expect(dialog.queryByRole('alert')).toBeNull();
  await user.click(make);
  await waitFor(() => expect(made[0]?.body).toEqual({ lockId: idOf(2), knownLeftOut: 0, profileId: other._id }));
});

test('files are listed with what became of them; a press shows the lines that payroll reads', async () => {
  const delta = { ...file, _id: idOf(4), number: 2, isDelta: true, people: 1, total: '-14.40' };
  const taken: PayFileEvent = {
    kind: 'taken',
    name: 'PAYROLL',
    profileVersion: null,
    hash: null,
    at: file.at,
    by: 'PAYROLL',
  };
  answerFiles([
    { ...delta, events: [] },
    { ...file, events: [taken] },
  ]);
  answer(listPayFileLines, {
    ...{ file: delta, lastIndex: 0, total: 1 },
    people: [
      {
        employee: { _id: idOf(5), number: '7', firstName: 'Ann', lastName: 'Ama' },
        lines: [
          {
            ...{
              line: 1,
              date: '2026-11-10',
              element: 'hours.ordinary',
              lookup1: '',
              lookup2: '',
              rate: null,
              factor: 1,
            },
            ...{ ms: -1_800_000, units: '0', amount: '0.00', code: null },
          },
          {
            ...{
              line: 2,
              date: '2026-11-10',
              element: 'piece',
              lookup1: 'crate',
              lookup2: '',
              rate: '3.1',
              factor: null,
            },
            ...{ ms: 0, units: '-3.00', amount: '-9.30', code: 'PC-crate' },
          },
        ],
      },
    ],
  });
  const { user } = open(['Pay.VIEW']);
  const table = await screen.findByRole('table', { name: 'Payroll files' });
  expect(within(table).getByText(/^Taken by PAYROLL/)).toBeTruthy();
  expect(within(table).getAllByRole('button', { name: /^Download file/ })).toHaveLength(2);
  expect(screen.queryByRole('button', { name: /^(Adjustments|Add profile)/ })).toBeNull();
  await user.click(within(table).getByRole('button', { name: '2, adjustments' }));
  const lines = await screen.findByRole('table', { name: 'Lines' });
  const cells = within(lines)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
  expect(cells).toEqual([
    ...['7 Ann Ama', '10 Nov 2026', 'Ordinary hours', 'Not sent', '-0:30', '', ''],
    ...['7 Ann Ama', '10 Nov 2026', 'Piecework, crate', 'PC-crate', '', '-3.00', '-R\u00a09.30'],
  ]);
  expectNoLiteral(await screen.findByRole('dialog'));
  expectNoLiteral(screen.getByRole('main', { hidden: true }));
});

test('a profile has codes by kind of line, and columns in the order in which they were added', async () => {
  answerFiles([]);
  const made = answer(createPayProfile, { ...profile, version: 1, settings: SETTINGS });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Add profile' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add profile' });
  const type = (label: string | RegExp, value: string) =>
    fireEvent.change(within(dialog).getByLabelText(label, { selector: 'input' }), { target: { value } });
  type(/^Name/, 'Own');
  type('Piecework', 'PC-{lookup1}');
  await user.click(within(dialog).getByRole('checkbox', { name: 'Top-up: not sent' }));
  for (const name of ['Remove Hours', 'Remove Units']) await user.click(within(dialog).getByRole('button', { name }));
  await user.selectOptions(within(dialog).getByLabelText('Add a column'), 'Date');
  expectNoLiteral(dialog);
  act(showEnglish);
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(made).toHaveLength(1));
  const { settings } = createPayProfile.body.parse(made[0]?.body);
  expect(settings.codes).toMatchObject({ piece: 'PC-{lookup1}', 'top-up': null, 'hours.sunday': null });
  expect(settings.codes).not.toHaveProperty('rest');
  expect(settings.columns.map(({ column }) => column)).toEqual(['number', 'code', 'amount', 'date']);
});

test('a new profile sends what its layout takes, and asks for what that needs', async () => {
  answerFiles([]);
  const made = answer(createPayProfile, { ...profile, version: 1, settings: SETTINGS });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Add profile' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add profile' }));
  const layout = dialog.getByLabelText('Layout');
  const isUnsent = (name: string) =>
    dialog.getByRole<HTMLInputElement>('checkbox', { name: `${name}: not sent` }).checked;
  expect([isUnsent('Ordinary hours'), isUnsent('Piecework')]).toEqual([true, false]);
  await user.selectOptions(layout, 'QuickBooks Desktop: timer activities, IIF (hours)');
  expect([isUnsent('Ordinary hours'), isUnsent('Piecework')]).toEqual([false, true]);
  expect(dialog.queryByLabelText('Hours', { selector: 'select' })).toBeNull();
  const type = (label: RegExp, value: string) =>
    fireEvent.change(dialog.getByLabelText(label, { selector: 'input' }), { target: { value } });
  type(/^Name/, 'Books');
  type(/^Company name/, 'Farm Inc.');
  type(/^Company creation time/, '1015362067');
  await user.selectOptions(dialog.getByLabelText('Names'), 'Last, First');
  type(/^Ordinary hours$/, 'Hourly');
  // What was said stays.
  await user.selectOptions(layout, 'ADP Workforce Now: paydata (EPI)');
  expect([isUnsent('Ordinary hours'), isUnsent('Piecework')]).toEqual([false, true]);
  await user.selectOptions(layout, 'QuickBooks Desktop: timer activities, IIF (hours)');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(made).toHaveLength(1));
  const { layout: chosen, settings } = createPayProfile.body.parse(made[0]?.body);
  expect(chosen).toBe('quickBooks');
  expect(settings).toMatchObject({ company: 'Farm Inc.', created: '1015362067', names: 'Last, First' });
  expect(settings.codes).toMatchObject({ 'hours.ordinary': 'Hourly', piece: null, 'hourly.ordinary': null });
});
