import { QueryClient } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findPeople, getMuster } from '#contract/figures/people.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { personQuery } from '#src/features/figures/people/people.queries.ts';
import { findStoredPeople } from '#src/features/figures/search/search.queries.ts';
import { attendanceListQuery } from '#src/features/figures/stats/stats.queries.ts';
import { reachability } from '#src/state/reachability.ts';
import { answerDashboard, sampleEntry } from '#tests/support/dashboardSamples.ts';
import { answer, refused } from '#tests/support/fakeApi.ts';
import { idOf } from '#tests/support/manageSamples.ts';
import { renderApp, signedIn } from '#tests/support/ui.tsx';

const anna = { _id: idOf(1_007), number: '7', firstName: 'Anna', lastName: 'Botha', timeId: '1007' };

beforeEach(() => {
  signedIn();
  answerDashboard();
});
afterEach(() => reachability.answered());

/** First, because the others load the search too. */
test('letters that are typed before the search has come are in it', async () => {
  answer(findPeople, { people: [], total: 0 });
  const app = renderApp('/employer/overview');
  await screen.findByRole('heading', { name: 'Overview' });
  await act(async () => {});
  await app.user.keyboard('{Control>}k{/Control}lox{Backspace}ck');
  expect(await screen.findByRole('combobox', { name: 'Search' })).toHaveProperty('value', 'lock');
  expect(await screen.findByRole('option', { name: /^Close or lock a period/ })).toBeTruthy();
});

test('Ctrl and K finds a person from anywhere, by the keyboard alone', async () => {
  const asked = answer(findPeople, { people: [anna], total: 1 });
  const app = renderApp('/employer/overview');
  await screen.findByRole('heading', { name: 'Overview' });
  // The keys are listened to once the page's effects have run, which may be after its heading is drawn.
  await act(async () => {});
  await app.user.keyboard('{Control>}k{/Control}');
  await app.user.type(await screen.findByRole('combobox', { name: 'Search' }), 'bot');
  expect(await screen.findByText('Anna Botha')).toBeTruthy();
  expect(screen.getByText('7, PIN 1007')).toBeTruthy();
  answer(findPeople, { people: [{ ...anna, card: '12EA30' }], total: 1 });
  await app.user.type(screen.getByRole('combobox', { name: 'Search' }), 'ha');
  expect(await screen.findByText('7, PIN 1007, card 12EA30')).toBeTruthy();
  await app.user.keyboard('{Enter}');
  expect(app.router.state.location.pathname).toBe(`/employer/people/${anna._id}`);
  expect(asked[0]?.query).toEqual({ q: 'bot' });
});

test('pages are found, too, and only those that the user may open', async () => {
  answer(findPeople, { people: [], total: 0 });
  const app = renderApp('/employer/overview');
  await app.user.click(await screen.findByRole('button', { name: 'Search' }));
  const box = await screen.findByRole('combobox', { name: 'Search' });
  expect(box.getAttribute('aria-controls')).toBe((await screen.findByRole('listbox', { name: 'Found' })).id);
  expect(await screen.findByRole('dialog', { name: 'Search' })).toBeTruthy();
  await app.user.type(box, 'exce');
  expect(await screen.findByRole('option', { name: /^Exceptions/ })).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Looking for people')).toBeNull());
  expect(screen.queryByText('No employees match this filter')).toBeNull();
  expect(screen.queryByText('Shifts')).toBeNull();
  await app.user.keyboard('{Enter}');
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/employer/exceptions'));
});

test.each([
  ['lock', 'Close or lock a period'],
  ['close', 'Close or lock a period'],
  ['rates', 'Rates'],
  ['file', 'Payroll files'],
  ['quality', 'Quality'],
])('%j finds where it is done', async (typed, label) => {
  answer(findPeople, { people: [], total: 0 });
  signedIn({}, [...EMPLOYER_PERMISSIONS, 'Pay.VIEW', 'Pay.MANAGE', 'Attendance.CORRECT']);
  const app = renderApp('/employer/overview');
  await app.user.click(await screen.findByRole('button', { name: 'Search' }));
  await app.user.type(await screen.findByRole('combobox', { name: 'Search' }), typed);
  expect(await screen.findByRole('option', { name: new RegExp(`^${label}`) })).toBeTruthy();
});

test.each(['', 'an', 'zzz'])('Escape closes the search with %j typed, and the page stays', async (typed) => {
  answer(findPeople, { people: typed === 'an' ? [anna] : [], total: typed === 'an' ? 1 : 0 });
  const app = renderApp('/employer/overview');
  await app.user.click(await screen.findByRole('button', { name: 'Search' }));
  const box = await screen.findByRole('combobox', { name: 'Search' });
  if (typed) await app.user.type(box, typed);
  if (typed === 'zzz') expect(await screen.findByText('No employees match this filter')).toBeTruthy();
  await app.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Search' })).toBeNull());
  expect(app.router.state.location.pathname).toBe('/employer/overview');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Search' })));
});

test('says that the search failed', async () => {
  answer(findPeople, refused(403, 'PERMISSION_DENIED'));
  const app = renderApp('/employer/overview');
  await app.user.click(await screen.findByRole('button', { name: 'Search' }));
  await app.user.type(await screen.findByRole('combobox', { name: 'Search' }), 'anna');
  expect(await screen.findByText('Permission denied.')).toBeTruthy();
});

test('Enter before the search has answered opens what it finds for all that is typed, never for less', async () => {
  const ben = { ...anna, _id: idOf(1_008), firstName: 'Ben', number: '8' };
  const asked = answer(findPeople, ({ query }) =>
    query?.q === 'b' ? { people: [ben, anna], total: 2 } : { people: [anna], total: 1 },
  );
  const app = renderApp('/employer/overview');
  await app.user.click(await screen.findByRole('button', { name: 'Search' }));
  const box = await screen.findByRole('combobox', { name: 'Search' });
  await app.user.type(box, 'b');
  await screen.findByText('Ben Botha');
  fireEvent.change(box, { target: { value: 'botha anna' } });
  await app.user.keyboard('{Enter}');
  await waitFor(() => expect(app.router.state.location.pathname).toBe(`/employer/people/${anna._id}`));
  expect(asked.map(({ query }) => query?.q)).toEqual(['b', 'botha anna']);
});

test('without a connection it searches everybody who is stored, not only the roll', async () => {
  const onSite = { ...{ since: '2026-11-20T05:00:00.000Z', clockedMs: 0, device: null } };
  const zanele = { _id: idOf(1_009), number: '9', firstName: 'Zanele', lastName: 'Onsite' };
  answer(getMuster, {
    ...{ asOf: '2026-11-20T07:40:00.000Z', timeZone: 'Africa/Johannesburg' },
    entries: [{ employee: zanele, ...onSite }],
  });
  const app = renderApp('/employer/people/on-site');
  await screen.findByText(/Onsite/);
  act(() => reachability.lost());
  await app.user.click(screen.getByRole('button', { name: 'Search' }));
  fireEvent.change(await screen.findByRole('combobox', { name: 'Search' }), { target: { value: 'zan' } });
  expect(await screen.findByText('People who are stored on this device')).toBeTruthy();
  expect(screen.getByRole('option', { name: /Zanele Onsite/ })).toBeTruthy();
});

test('who is stored is of the lists behind the tiles and of the people who were opened, with their PIN', () => {
  const client = new QueryClient();
  const day = { accountId: 'a', referenceDate: '2026-11-20', timeZone: 'UTC', live: true };
  client.setQueryData(attendanceListQuery(day, 'absent').queryKey, {
    entries: [sampleEntry(6)],
    lastIndex: 0,
  } as never); // its people are read
  const { _id, number, firstName, lastName } = anna;
  const employee = { _id, number, firstName, lastName, timeId: '1007', isDeleted: false };
  const range = { ...{ accountId: 'a', timeZone: 'UTC', crew: {}, live: true }, from: '2026-11-01', to: '2026-11-20' };
  client.setQueryData(personQuery(range, _id).queryKey, { employee } as never); // its employee is read
  expect(findStoredPeople(client, 'a', 'last6').people.map((one) => one.number)).toEqual(['6']);
  expect(findStoredPeople(client, 'a', '1007').people).toEqual([{ _id, number, firstName, lastName, timeId: '1007' }]);
  expect(findStoredPeople(client, 'b', 'last6').total).toBe(0);
});
