import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addDayNote, type DayNote, listDayNotes, removeDayNote } from '#contract/office/dayNotes.ts';
import { answerDashboard, NOW, TODAY } from '#tests/support/dashboardSamples.ts';
import { answer, refused } from '#tests/support/fakeApi.ts';
import { idOf } from '#tests/support/manageSamples.ts';
import { renderApp, signedIn } from '#tests/support/ui.tsx';

/** Notes on a day, on the strip and in their dialog. */

const note = (n: number, changes: Partial<DayNote> = {}): DayNote => ({
  ...{ _id: idOf(n), day: TODAY, text: `Note ${n}`, by: 'Kate Brown', at: '2026-11-20T04:05:00.000Z' },
  ...{ mayRemove: false, ...changes },
});

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: NOW });
  answerDashboard();
  signedIn();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the strip says the newest note, by whom and when, and how many there are besides', async () => {
  answer(listDayNotes, {
    notes: [note(1, { text: 'Gate B is stuck' }), note(2, { day: '2026-11-19', at: '2026-11-19T19:30:00.000Z' })],
  });
  renderApp('/employer/overview');
  const strip = await waitFor(() => {
    const found = screen.getByText('Gate B is stuck').closest('button');
    if (!found) throw new Error('No button');
    return found;
  });
  expect(strip.textContent).toMatch(/^Kate Brown, \d\d:05: Gate B is stuck 1 more$/);
  await userEvent.click(strip);
  const dialog = await screen.findByRole('dialog', { name: 'Notes on Fri 20 Nov' });
  const [first, second] = within(dialog).getAllByRole('listitem');
  expect(first?.textContent).toMatch(/^Kate Brown, \d\d:05Gate B is stuck$/);
  expect(second?.textContent).toMatch(/^Kate Brown on Thu 19 Nov, 19 Nov, \d\d:30Note 2$/);
});

test('a note is typed, saved, and seen; what is refused stays in the field with the reason', async () => {
  const saved = answer(addDayNote, note(3));
  renderApp('/employer/overview');
  await userEvent.click(await screen.findByText('Add note'));
  const dialog = await screen.findByRole('dialog');
  const field = within(dialog).getByRole('textbox', { name: 'Note' });
  await userEvent.click(field);
  await userEvent.paste('Gate B\nis stuck');
  expect(dialog.textContent).toContain('485 characters left');
  answer(listDayNotes, { notes: [note(3, { text: 'Gate B is stuck' })] });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(within(dialog).getByRole('listitem').textContent).toContain('Gate B is stuck'));
  expect(saved.at(-1)?.body).toEqual({ day: TODAY, text: 'Gate B is stuck' });
  expect(field).toHaveProperty('value', '');

  answer(addDayNote, refused(409, 'LIMIT_REACHED', 'You have left 20 notes on this day. Remove one first.'));
  await userEvent.type(field, 'One more');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText(/You have left 20 notes/)).toBeTruthy();
  expect(field).toHaveProperty('value', 'One more');
});

test('only a note that one may remove has a button for it', async () => {
  answer(listDayNotes, { notes: [note(1, { mayRemove: true }), note(2)] });
  const removed = answer(removeDayNote, { ok: true });
  renderApp('/employer/overview?open=notes');
  const dialog = await screen.findByRole('dialog', { name: /^Notes/ });
  const [remove, other] = await within(dialog).findAllByRole('button', { name: /^Remove/ });
  expect(other).toBeUndefined();
  answer(listDayNotes, { notes: [note(2)] });
  if (remove) await userEvent.click(remove);
  await waitFor(() => expect(within(dialog).getAllByRole('listitem')).toHaveLength(1));
  expect(removed.at(-1)?.params).toMatchObject({ noteId: idOf(1) });
});
