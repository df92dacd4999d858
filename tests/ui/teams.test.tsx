import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addTeamEntry, listTeamEntries, setTeamEntryCounts, type TeamEntry } from '#contract/office/teamEntries.ts';
import { answer, refused } from '#tests/support/fakeApi.ts';
import { idOf } from '#tests/support/manageSamples.ts';
import { openPieces, pick } from '#tests/support/piecesPage.ts';

/** The work of teams in the office (docs/reference/teams.md). */

const BLUE = { _id: idOf(801), name: 'Blue' };
const person = (nth: number, firstName: string) => ({
  _id: idOf(nth),
  number: String(nth),
  firstName,
  lastName: 'Nkosi',
});
const made: TeamEntry = {
  ...{ _id: idOf(802), team: BLUE, day: '2026-11-23', at: null, units: '230', product: 'Pears', block: null },
  ...{ by: 'Maria Steyn', counts: true, isKept: true },
  parts: [
    { employee: person(1, 'Thandi'), units: '179.667' },
    { employee: person(2, 'Sipho'), units: '50.333' },
  ],
};

test('parts that were corrected and make more than the team did are said to', async () => {
  const { parts } = made;
  const corrected = { ...made, _id: idOf(803), parts: [...parts, { employee: person(3, 'Lerato'), units: '20.5' }] };
  answer(listTeamEntries, { entries: [made, corrected], more: false, teams: [BLUE] });
  openPieces('teams');
  const table = await screen.findByRole('table', { name: 'Made by teams' });
  const notes = within(table).getAllByText(/^Parts were corrected/);
  expect(notes.map(({ textContent }) => textContent)).toEqual(['Parts were corrected: they make 250.5.']);
});

test('what a team made is added by one press, shown with the part of each member, and taken back by one', async () => {
  answer(listTeamEntries, { entries: [made], more: false, teams: [BLUE] });
  const added = answer(addTeamEntry, refused(409, 'CONFLICT', 'This team has no members on that day.'));
  const set = answer(setTeamEntryCounts, { ok: true });
  const { user } = openPieces('teams');
  const table = await screen.findByRole('table', { name: 'Made by teams' });
  expect(table.textContent).toContain('Thandi Nkosi 179.667, Sipho Nkosi 50.333');
  expect(within(table).getByText(/The day is locked/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Add work of a team' }));
  const press = await screen.findByRole('button', { name: 'Add and divide' });
  expect(press.hasAttribute('disabled')).toBe(true);
  await pick(user, /^Team/, 'Blue');
  const units = screen.getByLabelText(/^Units/);
  for (const wrong of ['0', '-3', '1,250']) {
    await user.clear(units);
    await user.type(units, wrong);
    expect(screen.getByText('A number above 0, such as 1250.5')).toBeTruthy();
  }
  await user.clear(units);
  await user.type(units, '12,5{Enter}');
  expect(await screen.findByText('This team has no members on that day.')).toBeTruthy();
  expect(added[0]?.body).toMatchObject({ teamId: BLUE._id, units: '12.5', lookup1Code: null, lookup2Code: null });
  await user.clear(units);
  answer(addTeamEntry, { ok: true });
  await user.type(units, '7{Enter}');
  expect(await screen.findByText('Added and divided')).toBeTruthy();
  // The dialog stays for what the team made next.
  await expect.poll(() => units.getAttribute('value')).toBe('');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  const undo = within(table).getByRole('button', { name: 'Undo: Blue, 23 Nov 2026, 230' });
  answer(listTeamEntries, { entries: [{ ...made, counts: false, parts: [] }], more: false, teams: [BLUE] });
  undo.focus();
  await user.keyboard('{Enter}');
  await expect.poll(() => set[0]?.body).toEqual({ counts: false });
  expect(await screen.findByText('Taken back')).toBeTruthy();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Count again: Blue, 23 Nov 2026, 230');
});
