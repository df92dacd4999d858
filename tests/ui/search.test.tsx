import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { findPeople } from '#contract/people.ts';
import { answerDashboard } from '#tests/support/dashboardSamples.ts';
import { answer, refused } from '#tests/support/fakeApi.ts';
import { idOf } from '#tests/support/manageSamples.ts';
import { renderApp, signedIn } from '#tests/support/ui.tsx';

const anna = { _id: idOf(1_007), number: '7', firstName: 'Anna', lastName: 'Botha', timeId: '1007' };

beforeEach(() => {
  signedIn();
  answerDashboard();
});

test('Ctrl and K finds a person from anywhere, by the keyboard alone', async () => {
  const asked = answer(findPeople, { people: [anna], total: 1 });
  const app = renderApp('/employer/overview');
  await screen.findByRole('heading', { name: 'Overview' });
  // The keys are listened to once the page's effects have run, which may be after its heading is drawn.
  await act(async () => {});
  await app.user.keyboard('{Control>}k{/Control}');
  await app.user.type(await screen.findByRole('textbox', { name: 'Search' }), 'bot');
  expect(await screen.findByText('Anna Botha')).toBeTruthy();
  expect(screen.getByText('7, PIN 1007')).toBeTruthy();
  answer(findPeople, { people: [{ ...anna, card: '12EA30' }], total: 1 });
  await app.user.type(screen.getByRole('textbox', { name: 'Search' }), 'ha');
  expect(await screen.findByText('7, PIN 1007, card 12EA30')).toBeTruthy();
  await app.user.keyboard('{Enter}');
  expect(app.router.state.location.pathname).toBe(`/employer/people/${anna._id}`);
  expect(asked[0]?.query).toEqual({ q: 'bot' });
});

test('pages are found, too, and only those that the user may open', async () => {
  answer(findPeople, { people: [], total: 0 });
  const app = renderApp('/employer/overview');
  await app.user.click(await screen.findByRole('button', { name: 'Search' }));
  const box = await screen.findByRole('textbox', { name: 'Search' });
  await app.user.type(box, 'exce');
  expect(await screen.findByText('No employees match this filter')).toBeTruthy();
  expect(screen.queryByText('Shifts')).toBeNull();
  await app.user.keyboard('{Enter}');
  expect(app.router.state.location.pathname).toBe('/employer/exceptions');
});

test('says that the search failed', async () => {
  answer(findPeople, refused(403, 'PERMISSION_DENIED'));
  const app = renderApp('/employer/overview');
  await app.user.click(await screen.findByRole('button', { name: 'Search' }));
  await app.user.type(await screen.findByRole('textbox', { name: 'Search' }), 'anna');
  expect(await screen.findByText('Permission denied.')).toBeTruthy();
});
