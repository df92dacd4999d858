import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getPersonTrend, getRoll, type Roll } from '#contract/trends.ts';
import { answerDashboard, NOW } from '#tests/support/dashboardSamples.ts';
import { answer } from '#tests/support/fakeApi.ts';
import { idOf } from '#tests/support/manageSamples.ts';
import { renderApp, signedIn } from '#tests/support/ui.tsx';

const PEOPLE = '/employer/people?from=2026-11-19&to=2026-11-20';
const sums = { present: 1, late: 1, absent: 0, clockedMs: 29_700_000, wastedMs: 900_000, units: 12.5 };
const employee = (number: number) => ({
  _id: idOf(1_000 + number),
  number: String(number),
  firstName: `First${number}`,
  lastName: `Last${number}`,
});
const roll = (): Roll => ({
  days: [
    { date: '2026-11-19', unfinished: false },
    { date: '2026-11-20', unfinished: true },
  ],
  rows: [
    { employee: employee(7), cells: ['L.', 'P'], sums },
    { employee: employee(8), cells: ['A', 'N'], sums: { ...sums, present: 0, absent: 1 } },
  ],
  lastIndex: 1,
  total: 2,
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  answerDashboard();
});
afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});
const find = { timeout: 10_000 };

test('a row per employee, a cell per day in a letter and in words, sums at the end', async () => {
  answer(getRoll, roll());
  signedIn();
  renderApp(PEOPLE);
  const late = await screen.findByLabelText('Thursday, 19 November 2026: Late, a punch is missing', {}, find);
  expect(late.textContent).toBe('L.');
  expect(late.closest('[role="row"]')?.textContent).toBe('First7 Last7 7L.P1108:1512.500:15');
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('3');
});

test('arrows, Home and End move in the grid; a press opens Why? of that day', async () => {
  answer(getRoll, roll());
  signedIn();
  const { user, router } = renderApp(PEOPLE);
  const name = await screen.findByRole('button', { name: /First7 Last7/ }, find);
  name.focus();
  await user.keyboard('{ArrowRight}{ArrowDown}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Thursday, 19 November 2026: Absent');
  await user.keyboard('{End}');
  expect(document.activeElement?.textContent).toBe('0:15');
  await user.keyboard('{Home}{ArrowRight}{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/employer/overview'));
  expect(router.state.location.search).toMatchObject({ date: '2026-11-19', open: 'why', why: idOf(1_008) });
});

test('sorted and searched by the server, as the address says', async () => {
  const requests = answer(getRoll, roll());
  signedIn();
  const { user, router } = renderApp(`${PEOPLE}&q=last`);
  await user.click(await screen.findByRole('button', { name: 'Late' }, find));
  await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ q: 'last', sort: '-late' }));
  expect(router.state.location.search).toMatchObject({ q: 'last', sort: '-late' });
});

test('a name leads to the person: figures beside the medians, each day with its reason', async () => {
  answer(getRoll, roll());
  answer(getPersonTrend, {
    employee: {
      ...employee(7),
      timeId: '77',
      timeGroup: { _id: idOf(31), name: 'Packhouse' },
      employeeGroup: null,
      jobDescription: null,
      isDeleted: false,
    },
    timeZone: 'Africa/Johannesburg',
    devices: [],
    days: [{ date: '2026-11-19', cell: 'A', unfinished: false, attendance: null, piecework: null }],
    sums,
    medians: { ...sums, late: 0, people: 12 },
    pace: [{ code: 'APPLE', description: 'Apples', units: 12.5, own: 20, median: 18.5, people: 9 }],
  });
  signedIn();
  const { user } = renderApp(PEOPLE);
  await user.click(await screen.findByRole('button', { name: /First7 Last7/ }, find));
  expect(await screen.findByRole('heading', { name: 'First7 Last7' }, find)).toBeTruthy();
  expect(screen.getByText('7, PIN 77, Packhouse, clocks on all devices')).toBeTruthy();
  expect(screen.getByText('Days late').closest('tr')?.textContent).toBe('Days late10');
  expect(screen.getByText('Units/hr, Apples').closest('tr')?.textContent).toBe('Units/hr, Apples20.0018.50');
  const day = screen.getByRole('link', { name: '19 Nov 2026, Why?' });
  expect(day.getAttribute('href')).toContain('open=why');
});
