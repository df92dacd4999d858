import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, test } from 'vitest';
import { undoAct } from '#contract/figures/corrections.ts';
import { listByAttendanceStatus } from '#contract/figures/stats.ts';
import { addCrewPunch, addCrewSheet, previewCrewPunch, previewCrewSheet } from '#contract/office/crewSheets.ts';
import { movedTo, pastedCells, unitsOf } from '#src/features/office/corrections/sheetCells.ts';
import { isEditing } from '#src/state/work.ts';
import { sampleEntry } from '#tests/support/dashboardSamples.ts';
import { answer } from '#tests/support/fakeApi.ts';
import { idOf } from '#tests/support/manageSamples.ts';
import { CREW, openPieces, pick } from '#tests/support/piecesPage.ts';

/** The crew sheet. */

describe('the rules of its cells', () => {
  it.each([
    ['', null],
    [' 12 ', '12'],
    ['1,5', '1.5'],
    ['0.125', '0.125'],
    ['1.2345', undefined],
    ['-1', undefined],
    ['x', undefined],
  ])('%j', (text, units) => expect(unitsOf(text)).toBe(units));
  it('takes the cells of a spreadsheet, without its last line end', () => {
    expect(pastedCells('1\t2\r\n3\t\r\n')).toEqual([
      ['1', '2'],
      ['3', ''],
    ]);
  });
  const size = { rows: 3, columns: 2 };
  const from = { row: 1, column: 0 };
  it.each([
    ['Enter', false, true, { row: 2, column: 0 }],
    ['Enter', true, true, { row: 0, column: 0 }],
    ['ArrowDown', false, false, { row: 2, column: 0 }],
    ['ArrowRight', false, true, { row: 1, column: 1 }],
    ['ArrowRight', false, false, null],
    ['ArrowLeft', false, true, from],
    ['a', false, true, null],
    ['Tab', false, true, null],
  ])('%s, shift %s, all selected %s', (key, shiftKey, isWhole, to) =>
    expect(movedTo(from, { key, shiftKey }, isWhole, size)).toEqual(to),
  );
});

const PEOPLE = [1, 2, 3].map((number) => ({
  _id: idOf(1_000 + number),
  number: String(number),
  firstName: 'Thandi',
  lastName: `Nkosi ${number}`,
}));
function given(page: string) {
  localStorage.clear();
  const listed = answer(listByAttendanceStatus, {
    entries: PEOPLE.map((employee, i) => {
      const sample = sampleEntry(i + 1);
      return { ...sample, employee: { ...sample.employee, ...employee } };
    }),
  });
  return { ...openPieces(page), listed };
}
const cell = (product: string, person: number) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: `${product}, Thandi Nkosi ${person}` });

test('a sheet is typed by keyboard alone, pasted into, summed, told what was typed before, and added with an undo', async () => {
  const told = {
    employeeId: idOf(1_001),
    lookup1Code: 'P',
    errorCode: 'ALREADY_EXISTS' as const,
    message: 'Typed already by M. Botha: 12. Undo that to type it again.',
  };
  const result = { actId: idOf(4_001), added: 4, units: '24.5', typedBefore: 1, notAdded: [told] };
  const previewed = answer(previewCrewSheet, result);
  const added = answer(addCrewSheet, result);
  const undone = answer(undoAct, { undone: 4, refused: 0, message: null });
  const { user, listed } = given('sheet');
  await user.type(await screen.findByLabelText(/^From time/), '07:00');
  await user.type(screen.getByLabelText(/^Until time/), '16:00');
  await pick(user, /^Employee group/, 'Crew 1');
  await pick(user, 'Block', 'North 3, N3');
  await pick(user, /^Crop: the columns/, 'Pears, P');
  await user.click(await screen.findByRole('option', { name: 'Apples, A' }));
  const first = await screen.findByRole('textbox', { name: 'Pears, Thandi Nkosi 1' });
  expect(listed[0]?.query).toMatchObject({ employeeGroups: CREW });

  await user.click(first);
  await user.keyboard('12{Enter}7,5{Enter}9{Escape}');
  expect([cell('Pears', 1).value, cell('Pears', 2).value, cell('Pears', 3).value]).toEqual(['12', '7,5', '']);
  await user.keyboard('{ArrowUp}{ArrowUp}13');
  expect(cell('Pears', 1).value).toBe('13');
  fireEvent.paste(cell('Apples', 2), { clipboardData: { getData: () => '4\n5\n6\n' } });
  expect([cell('Apples', 2).value, cell('Apples', 3).value]).toEqual(['4', '5']);
  expect(screen.getByText('1 cell did not fit on the sheet.')).toBeTruthy();
  await user.type(cell('Apples', 1), '1,250');
  expect(screen.getByText('1 cell is no number.')).toBeTruthy();
  await user.clear(cell('Apples', 1));
  const table = within(screen.getByRole('region', { name: 'Crew sheet, table' }));
  expect(table.getByRole('row', { name: 'Sum 20.50 9.00 29.50' })).toBeTruthy();

  await screen.findByText(/^4 entries, 24.50 units\. 1 was typed before and is not added again\.$/);
  await waitFor(() => expect(cell('Pears', 1).title).toBe(told.message));
  const body = {
    reason: 'crew-sheet',
    startTime: '07:00',
    endTime: '16:00',
    lookup2Code: 'N3',
    products: ['P', 'A'],
    rows: [
      { employeeId: idOf(1_001), units: ['13', null] },
      { employeeId: idOf(1_002), units: ['7.5', '4'] },
      { employeeId: idOf(1_003), units: [null, '5'] },
    ],
  };
  const press = screen.getByRole('button', { name: 'Add 4 entries' });
  await waitFor(() => expect(previewed.at(-1)?.body).toMatchObject(body));
  await waitFor(() => expect(press.hasAttribute('disabled')).toBe(false));
  await user.click(press);
  const undo = await screen.findByRole('button', { name: 'Undo' });
  expect(added[0]?.body).toMatchObject(body);
  // What was not added is left on the sheet.
  expect([cell('Pears', 1).value, cell('Pears', 2).value]).toEqual(['13', '']);
  await user.click(undo);
  await waitFor(() => expect(undone[0]?.params.actId).toBe(idOf(4_001)));
  // Undone, it can be mended and added again.
  await waitFor(() => expect([cell('Pears', 1).value, cell('Pears', 2).value]).toEqual(['13', '7,5']));
});

test('what is typed stays while another of these pages is shown, and is asked about before it is lost', async () => {
  answer(previewCrewSheet, { actId: idOf(4_001), added: 1, units: '12', typedBefore: 0, notAdded: [] });
  const app = given('sheet');
  const { user } = app;
  await pick(user, /^Employee group/, 'Crew 1');
  await pick(user, /^Crop: the columns/, 'Pears, P');
  await user.click(await screen.findByRole('textbox', { name: 'Pears, Thandi Nkosi 1' }));
  expect(isEditing()).toBe(false);
  await user.keyboard('12');
  // The browser asks, too, and an upgrade waits.
  expect(isEditing()).toBe(true);
  await user.click(screen.getByRole('tab', { name: 'Clock a crew in' }));
  await screen.findByText('Clock a crew in or out');
  await user.click(screen.getByRole('tab', { name: 'Crew sheet' }));
  await waitFor(() => expect(cell('Pears', 1).value).toBe('12'));
  await user.click(screen.getByRole('link', { name: 'People' }));
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Discard changes?' })).getByRole('button', { name: 'Cancel' }),
  );
  expect(cell('Pears', 1).value).toBe('12');
});

test('everybody of a crew is clocked in by one press, and those who have clocked are named', async () => {
  const result = {
    actId: idOf(4_001),
    added: 2,
    leftOut: [{ employee: PEOPLE[0] as (typeof PEOPLE)[number], message: 'Has clocked already.' }],
    leftOutCount: 1,
  };
  answer(previewCrewPunch, result);
  const added = answer(addCrewPunch, result);
  const { user } = given('clock');
  await user.type(await screen.findByLabelText(/^Time/), '07:00');
  await pick(user, /^Employee group/, 'Crew 1');
  expect(await screen.findByText('2 people get IN 07:00. 1 is left out.')).toBeTruthy();
  expect(screen.getByRole('row', { name: 'Thandi Nkosi 1, 1 Has clocked already.' })).toBeTruthy();
  const press = screen.getByRole('button', { name: 'IN 07:00 for 2 people' });
  await waitFor(() => expect(press.hasAttribute('disabled')).toBe(false));
  await user.click(press);
  expect(await screen.findByText(/^2 clock-ins added, /)).toBeTruthy();
  expect(added[0]?.body).toMatchObject({
    reason: 'device-failed',
    time: '07:00',
    direction: 'in',
    employeeGroups: [CREW],
  });
});
