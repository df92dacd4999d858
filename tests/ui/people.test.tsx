import { act, screen, waitFor, within } from '@testing-library/react';
import { clear, createStore, keys } from 'idb-keyval';
import { http } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { explainDay } from '#contract/figures/explain.ts';
import {
  getMuster,
  getPersonCards,
  getPersonTrend,
  getRoll,
  getRollFile,
  type Muster,
  type PersonTrend,
  type Roll,
} from '#contract/figures/people.ts';
import { getQuality, type Quality } from '#contract/figures/quality.ts';
import { getPersonEarnings } from '#contract/money/earnings.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { getChoices, saveChoices } from '#contract/reports/choices.ts';
import { openFigureCache, wipeFigures } from '#src/cache/persistence.ts';
import * as cells from '#src/features/figures/people/cells.ts';
import { readTicks } from '#src/features/figures/people/musterTicks.ts';
import { reachability } from '#src/state/reachability.ts';
import { session } from '#src/state/session.ts';
import { answerDashboard, NOW } from '#tests/support/dashboardSamples.ts';
import { answer, asked, fakeServer, later, noNetwork, refused } from '#tests/support/fakeApi.ts';
import { idOf } from '#tests/support/manageSamples.ts';
import { literalsIn, showEnglish, showPseudo } from '#tests/support/pseudo.ts';
import { renderApp, signedIn } from '#tests/support/ui.tsx';

// The exception is left as it is and counted.
vi.mock(import('#src/features/figures/people/cells.ts'), { spy: true });

/** The test's own data, and what the contract says with values. */
const OWN = /(First|Last)\d|Packhouse|Gate A|Apples|(IN|OUT) \d\d:\d\d|would pass 12 h at 18:10/g;
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
  totals: { ...sums, absent: 1 },
  lastIndex: 1,
  total: 2,
});

/** First7 Last7: late on the 19th, which somebody corrected; nothing yet on the 20th. */
const person = (): PersonTrend => ({
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
  days: [
    { date: '2026-11-20', cell: '-', unfinished: true, changes: [], attendance: null, piecework: null },
    {
      date: '2026-11-19',
      cell: 'L*',
      unfinished: false,
      changes: [{ kind: 'changed', was: 'IN 07:40', is: 'IN 07:15' }],
      attendance: {
        status: 'present',
        provisional: false,
        shift: null,
        timeIn: '2026-11-19T05:15:00.000Z',
        timeOut: '2026-11-19T14:00:00.000Z',
        onSite: false,
        clockedMs: 29_700_000,
        late: true,
        lateMs: 900_000,
        irregularMs: 0,
        earlyLeaveMs: 0,
        gaps: [],
        flags: ['missing-out'],
        corrected: true,
        excused: false,
        limits: [
          {
            limit: 'day',
            state: 'broken',
            at: '2026-11-19T18:01:00+02:00',
            value: 43_260_000,
            most: 43_200_000,
            isUnder18: false,
          },
          { limit: 'restDays', state: 'kept', at: null, value: 3, most: 6, isUnder18: false },
        ],
      },
      piecework: { units: 12.5, performance: 1.5, lines: [] },
    },
  ],
  sums,
  medians: { ...sums, late: 0, people: 12 },
  pace: [{ code: 'APPLE', description: 'Apples', units: 12.5, own: 20, median: 18.5, people: 9 }],
});

beforeEach(() => {
  answer(getMuster, { asOf: '2026-11-20T07:40:00.000Z', timeZone: 'Africa/Johannesburg', entries: [] });
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  answerDashboard();
});
afterEach(async () => {
  act(showEnglish);
  reachability.answered();
  await clear(kept());
  vi.useRealTimers();
  sessionStorage.clear();
});
/** The entries on disk. */
const kept = () => createStore('tallyboard-cache', 'q');

test('what changes the roll is behind one button on a phone, which says whether it is open', async () => {
  answer(getRoll, roll());
  signedIn();
  const { user } = renderApp(PEOPLE);
  const choices = await screen.findByRole('button', { name: 'Choices, 1 in use' });
  expect(choices.ariaExpanded).toBe('false');
  await user.click(choices);
  expect(choices.ariaExpanded).toBe('true');
});

test('a row per employee, a cell per day in a letter and in words, sums at the end', async () => {
  answer(getRoll, roll());
  signedIn();
  renderApp(PEOPLE);
  const late = await screen.findByLabelText('Thursday, 19 November 2026: Late, a punch is missing');
  // The dot is drawn by CSS, because axe requires the text of a button in its accessible name.
  expect(late.textContent).toBe('L');
  expect(late.querySelector('[data-marks="."]')).toBeTruthy();
  expect(late.closest('[role="row"]')?.textContent).toBe('First7 Last7 7LP1108:1512.500:15');
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('3');
});

test('without the right to attendance the roll has no days, whose cells would open nothing', async () => {
  const { rows, ...rest } = roll();
  answer(getRoll, { ...rest, rows: rows.map((row) => ({ ...row, cells: null })) });
  signedIn();
  renderApp(PEOPLE);
  expect(await screen.findByRole('button', { name: /First7 Last7/ })).toBeTruthy();
  expect(screen.queryByRole('columnheader', { name: /19/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /19 November/ })).toBeNull();
  expect(screen.queryByText(/P Present/)).toBeNull();
});

test('arrows, Home and End move in the grid; a press opens Why? of that day over the roll, and Escape goes back to the cell', async () => {
  answer(getRoll, roll());
  signedIn();
  const { user, router } = renderApp(PEOPLE);
  const name = await screen.findByRole('button', { name: /First7 Last7/ });
  name.focus();
  await user.keyboard('{ArrowRight}{ArrowDown}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Thursday, 19 November 2026: Absent');
  await user.keyboard('{End}');
  expect(document.activeElement?.textContent).toBe('0:15');
  answer(explainDay, refused(404, 'NOT_FOUND'));
  await user.keyboard('{Home}{ArrowRight}{Enter}');
  const why = await screen.findByRole('dialog', { name: 'Why?' });
  expect(router.state.location).toMatchObject({
    pathname: '/employer/people',
    search: { from: '2026-11-19', on: '2026-11-19', why: idOf(1_008) },
  });
  expect(await within(why).findByText('No employee has this id, or this day is no longer stored.')).toBeTruthy();
  expect(within(why).queryByRole('button', { name: 'Try again' })).toBeNull();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.search).not.toHaveProperty('why');
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toContain('19 November 2026: Absent'));
});

test('a step in the grid renders its two rows again, not the others', async () => {
  const rows = Array.from({ length: 9 }, (_, n) => ({ employee: employee(n), cells: ['P', 'P'], sums }));
  answer(getRoll, { ...roll(), rows, lastIndex: 8, total: 9 });
  signedIn();
  const { user } = renderApp(PEOPLE);
  (await screen.findByRole('button', { name: /First0 Last0/ })).focus();
  const drawn = vi.mocked(cells.cellOf);
  drawn.mockClear();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toContain('First1 Last1');
  // Each has two days.
  expect(drawn).toHaveBeenCalledTimes(4);
});

test('on a phone the newest week of the roll is visible at first', async () => {
  const media = vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const list = new EventTarget() as MediaQueryList;
    return Object.assign(list, { matches: query === '(max-width: 48em)', media: query, addListener: () => undefined });
  });
  const width = vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(350);
  const days = Array.from({ length: 17 }, (_, n) => ({
    date: `2026-11-${String(n + 4).padStart(2, '0')}`,
    unfinished: false,
  }));
  const [row] = roll().rows;
  answer(getRoll, {
    ...roll(),
    days,
    rows: row ? [{ ...row, cells: days.map(() => 'P') }] : [],
    lastIndex: 0,
    total: 1,
  });
  signedIn();
  renderApp('/employer/people?from=2026-11-04&to=2026-11-20');
  const grid = await screen.findByRole('grid');
  // Ten days of 50 px stand before it.
  expect([...grid.querySelectorAll('div')].map(({ scrollLeft }) => scrollLeft)).toContain(500);
  // A swipe stops where a week that ends with the newest day begins.
  const weeks = [...grid.querySelectorAll('[data-week] > *')].map((cell) => cell.getAttribute('aria-label'));
  expect(weeks.map((label) => label?.slice(0, 13))).toEqual(['Saturday, 7 N', 'Saturday, 14 ']);
  width.mockRestore();
  media.mockRestore();
});

/** 3.1% bruised, of a crew of 1.8%. */
const quality: Quality = {
  defects: [{ _id: '0193a000-0000-7000-8000-0000000000d1', name: 'Bruised' }],
  people: [
    {
      employee: { _id: '0193a000-0000-7000-8000-000000000007', number: '7', firstName: 'First7', lastName: 'Last7' },
      ...{ crew: 'Orchard', samples: 2, pieces: 97, found: [3] },
    },
  ],
  all: { samples: 9, pieces: 500, found: [9] },
  ...{ days: [], uncounted: 0, setAside: 0 },
};
beforeEach(() => {
  answer(getQuality, quality);
});

test('sorted and searched by the server, as the address says', async () => {
  const requests = answer(getRoll, roll());
  signedIn();
  const { user, router } = renderApp(`${PEOPLE}&q=last`);
  await user.click(await screen.findByRole('button', { name: 'Late' }));
  await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ q: 'last', sort: '-late' }));
  expect(router.state.location.search).toMatchObject({ q: 'last', sort: '-late' });
});

test('a name opens the person: figures beside the medians, each day with its reason', async () => {
  answer(getRoll, roll());
  const loading = later<PersonTrend>();
  answer(getPersonTrend, () => loading.promise);
  answer(getPersonCards, { cards: ['12EA30', '4711'], phoneNumber: '+27 82 555 0142' });
  signedIn();
  const { user, router } = renderApp(PEOPLE);
  await user.click(await screen.findByRole('button', { name: /First7 Last7/ }));
  const heading = await screen.findByRole('heading', { name: 'Employee', level: 1 });
  loading.settle(person());
  expect(await screen.findByRole('heading', { name: 'First7 Last7' })).toBe(heading);
  const bruised = within(await screen.findByRole('table', { name: 'Quality' })).getByRole('row', { name: /^Bruised/ });
  expect(
    within(bruised)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['Bruised', '3.1%', '1.8%']);
  expect((await screen.findByRole('link', { name: '+27 82 555 0142' })).getAttribute('href')).toBe('tel:+27825550142');
  expect(heading.parentElement?.textContent).toBe('First7 Last77');
  expect(sumsOfAll()).toEqual([
    'Days present 1Median 1',
    'Days late 1Median 0',
    'Days absent 0Median 0',
    'Clocked 8:15Median 8:15',
    'Time wasted 0:15Median 0:15',
    'Units 12.50Median 12.50',
    'Units/hr, Apples 20.00Median 18.50',
    'Phone number +27 82 555 0142',
    'Shift Packhouse',
    'PIN 77',
    'Clocks on All devices',
    'Cards 12EA30, 4711',
  ]);
  expect(screen.getByText('Median of 12 people on their shift')).toBeTruthy();
  // 'Why?' of such a day says from when: 'Counts from Sat 21 Nov'.
  const uncounted = screen.getByRole('link', { name: '20 Nov 2026, Why?' }).closest('tr');
  expect(uncounted?.textContent).toContain('Does not count on this day');
  const day = screen.getByRole('link', { name: '19 Nov 2026, Why?' });
  const shown = router.state.location.href;
  expect(day.getAttribute('href')).toBe(`${shown}&why=${idOf(1_007)}&on=2026-11-19`);
  answer(explainDay, refused(404, 'NOT_FOUND'));
  await user.click(screen.getByRole('link', { name: /^Thursday, 19 November 2026/ }));
  await screen.findByRole('dialog', { name: 'Why?' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.href).toBe(shown);
});

test.each([
  [idOf(9), 404, 'NOT_FOUND'],
  ['nonsense', 400, 'VALIDATION_FAILED'],
] as const)('%s is nobody’s id, without a way to try again', async (id, status, errorCode) => {
  answer(getPersonTrend, refused(status, errorCode));
  signedIn();
  renderApp(`/employer/people/${id}`);
  expect(await screen.findByText('No employee has this id.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('‘Why?’ of a day that is no longer kept offers no second try', async () => {
  answer(getRoll, roll());
  answer(explainDay, refused(400, 'DATE_OUT_OF_RANGE'));
  signedIn();
  renderApp(`${PEOPLE}&why=${idOf(1_008)}&on=2025-01-01`);
  const why = await screen.findByRole('dialog', { name: 'Why?' });
  expect(await within(why).findByText('No employee has this id, or this day is no longer stored.')).toBeTruthy();
  expect(within(why).queryByRole('button', { name: 'Try again' })).toBeNull();
});

test.each([
  ['from=2024-01-01&to=2026-11-20', 'days beyond the retention'],
  ['from=2026-09-01&to=2026-11-20', 'more days than the roll has'],
  ['from=2026-11-20&to=2026-11-19', 'a range that ends before it begins'],
])('an address with %s is said to show other days: %s', async (days) => {
  answer(getRoll, roll());
  signedIn();
  renderApp(`/employer/people?${days}`);
  const note = 'The address asks for other days. Up to 31 can be shown, from 23 Aug 2026 to 20 Nov 2026.';
  expect(await screen.findByText(note)).toBeTruthy();
});

test.each(['people', `people/${idOf(9)}`, 'reports/trends'])(
  'without the right %s says so and offers nothing',
  async (page) => {
    signedIn({}, []);
    asked.length = 0;
    renderApp(`/employer/${page}`);
    expect(await screen.findByText(/has no permission to open (People|Reports)/)).toBeTruthy();
    expect(screen.queryByRole('group', { name: 'Days on show' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Export|Excel|Print/ })).toBeNull();
    expect(asked.filter((each) => each.includes('/stats/'))).toEqual([]);
  },
);

/** The sums of everybody above the roll, each a number with its label. */
const sumsOfAll = () =>
  screen.getAllByRole('term').map((label) => `${label.textContent} ${label.nextElementSibling?.textContent}`);

/** Picks from the menu of the roll. */
async function exportAs(user: ReturnType<typeof renderApp>['user'], what: string) {
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: what }));
}

test('the whole roll as Excel from the server, and on paper with lines to sign', async () => {
  answer(getRoll, roll());
  const files = answer(getRollFile, () => new Response('x', { headers: { 'content-disposition': 'attachment' } }));
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  signedIn();
  const { user } = renderApp(`${PEOPLE}&q=last`);
  await exportAs(user, 'Excel');
  await waitFor(() => expect(files[0]?.query).toMatchObject({ exportType: 'xlsx', q: 'last', from: '2026-11-19' }));
  await exportAs(user, 'Print');
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  const paper = await screen.findByRole('heading', { name: 'Roll, 19 Nov 2026 to 20 Nov 2026' });
  expect(paper.parentElement?.textContent).toContain('7First7 Last7L.P1108:1512.500:15');
  expect(paper.parentElement?.textContent).toContain('Checked by');
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(screen.queryByRole('heading', { name: /^Roll,/ })).toBeNull();
  print.mockRestore();
});

test('sums per pay period beside those of all days; chosen columns on screen, on paper and in the file', async () => {
  const own = { payPeriod: 'weekly' as const, periodStart: '2026-11-06' };
  answer(getChoices, { columns: { roll: ['units', 'clocked'] }, periods: [own], spans: [] });
  const periods = [
    { from: '2026-11-19', to: '2026-11-19' },
    { from: '2026-11-20', to: '2026-11-20' },
  ];
  const rolls = answer(getRoll, ({ query }) => ({
    ...roll(),
    ...(query?.periods && {
      periods,
      rows: roll().rows.map((row) => ({
        ...row,
        ofPeriods: [
          { ...sums, units: 10 },
          { ...sums, units: 2.5 },
        ],
      })),
    }),
  }));
  const files = answer(getRollFile, () => new Response('x', { headers: { 'content-disposition': 'attachment' } }));
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  signedIn();
  const { user } = renderApp(PEOPLE);
  const name = await screen.findByRole('button', { name: /First7 Last7/ });
  await waitFor(() => expect(name.closest('[role="row"]')?.textContent).toBe('First7 Last7 712.508:15'));
  // The sums of everybody, in the same columns.
  expect(sumsOfAll()).toEqual(['Employees 2', 'Units 12.50', 'Clocked 8:15']);
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await screen.findByRole('option', { name: 'Sums per period: Week from Friday' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sums' }), 'weekly 2026-11-06');
  await waitFor(() => expect(rolls.at(-1)?.query).toMatchObject({ periods: 'weekly', periodStart: '2026-11-06' }));
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await screen.findByRole('columnheader', { name: /^Units ?Thu 19 Nov$/ });
  expect(screen.getByRole('button', { name: /First7 Last7/ }).closest('[role="row"]')?.textContent).toBe(
    'First7 Last7 710.002.5012.508:158:158:15',
  );
  await exportAs(user, 'CSV');
  await waitFor(() =>
    expect(files[0]?.query).toMatchObject({ exportType: 'csv', columns: 'units,clocked', periods: 'weekly' }),
  );
  await exportAs(user, 'Print');
  const paper = await screen.findByRole('heading', { name: 'Roll, 19 Nov 2026 to 20 Nov 2026' });
  expect(paper.parentElement?.textContent).toContain('7First7 Last710.002.5012.508:158:158:15');
  act(() => void window.dispatchEvent(new Event('afterprint')));
  const stored = answer(saveChoices, { columns: { roll: ['units'] }, periods: [own], spans: [] });
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Clocked' }));
  await waitFor(() => expect(stored[0]?.body).toEqual({ columns: { roll: ['units'] } }));
  print.mockRestore();
});

test('the time cards of everybody on the roll, a page each; more than 200 are not printed', async () => {
  answer(getRoll, roll());
  answer(getPersonTrend, ({ params }) => ({
    ...person(),
    employee: { ...person().employee, ...employee(params.employeeId === idOf(1_007) ? 7 : 8) },
  }));
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  signedIn();
  const { user } = renderApp(`${PEOPLE}&q=last`);
  await exportAs(user, 'Time cards');
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  const cards = () => screen.queryAllByRole('heading', { name: /^Time card,/ }).map(({ textContent }) => textContent);
  expect(cards()).toEqual(['Time card, First7 Last7, 7', 'Time card, First8 Last8, 8']);
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(cards()).toEqual([]);
  answer(getRoll, { ...roll(), total: 201 });
  await exportAs(user, 'Time cards');
  expect(await screen.findByText('At most 200 time cards at a time: filter or search')).toBeTruthy();
  expect(print).toHaveBeenCalledOnce();
  print.mockRestore();
});

const onSite = (): Muster => ({
  asOf: '2026-11-20T07:40:00.000Z',
  timeZone: 'Africa/Johannesburg',
  entries: [
    { employee: employee(7), since: '2026-11-20T04:58:00.000Z', clockedMs: 9_720_000, device: null },
    {
      employee: employee(8),
      since: '2026-11-20T05:01:00.000Z',
      clockedMs: 9_540_000,
      device: { id: idOf(201), name: 'Gate A' },
      passes: { limit: 'day', most: 43_200_000, at: '2026-11-20T18:10:00+02:00', isNear: true },
    },
  ],
});

test('on site now: by last device, ticked and kept through a reload, and on paper with boxes', async () => {
  answer(getRoll, roll());
  answer(getMuster, onSite());
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  signedIn();
  const { user, router, unmount } = renderApp(PEOPLE);
  await user.click(await screen.findByRole('link', { name: 'On site: 2' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/employer/people/on-site'));
  expect(await screen.findByText(/2 people on site as of 09:40/)).toBeTruthy();
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Gate A 1 person',
    'No device 1 person',
  ]);
  expect(screen.getByText('would pass 12 h at 18:10')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'First8 Last8' }).getAttribute('href')).toContain(idOf(1_008));
  await user.click(screen.getByRole('checkbox', { name: 'First8 Last8, 8' }));
  expect(screen.getByText('1 ticked')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Print' }));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(document.body.textContent).toContain('Sunny Farm. 2 people on site as of 09:40.');
  unmount();
  renderApp('/employer/people/on-site');
  const again = await screen.findByRole('checkbox', { name: 'First8 Last8, 8' });
  expect((again as HTMLInputElement).checked).toBe(true);
  // Somebody who logs in afterwards has found nobody yet.
  expect(readTicks().size).toBe(1);
  const own = session.get();
  if (!own) throw new Error('Nobody is logged in');
  session.set({ ...own, id: 'another' });
  expect(readTicks().size).toBe(0);
  session.set(own);
  await user.click(await screen.findByRole('button', { name: 'Clear ticks' }));
  expect(screen.getByText('0 ticked')).toBeTruthy();
  print.mockRestore();
});

test('people of yesterday’s shift are told apart from those that the tile counts: on the list and paper', async () => {
  answer(getRoll, roll());
  answer(getMuster, { ...onSite(), ofYesterday: 1 });
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  signedIn();
  const { user } = renderApp(PEOPLE);
  await user.click(await screen.findByRole('link', { name: 'On site: 2' }));
  const words = '2 people on site as of 09:40: 1 of today, 1 of yesterday’s shift';
  expect((await screen.findByText(/2 people on site/)).textContent).toBe(`${words}, 0 ticked`);
  await user.click(screen.getByRole('button', { name: 'Print' }));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(document.body.textContent).toContain(`Sunny Farm. ${words}.`);
  print.mockRestore();
});

test('without a connection the muster list is there with its age, also after a start', async () => {
  answer(getMuster, onSite());
  signedIn();
  const { queryClient } = renderApp('/employer/people/on-site');
  await screen.findByText(/2 people on site as of 09:40/);
  const [kept] = queryClient.getQueryCache().findAll({ predicate: ({ queryKey }) => queryKey.includes('on-site') });
  expect(kept?.meta?.persist).toBe('large');
  answer(getMuster, () => noNetwork());
  await act(() => queryClient.invalidateQueries());
  expect(screen.getByText(/2 people on site as of 09:40/)).toBeTruthy();
});

test('the roll and a person that were seen last open without a connection, with their age; a log-out deletes them', async () => {
  answer(getRoll, ({ query }) =>
    Number(query?.lastIndex) < 0 ? { ...roll(), total: 640 } : refused(500, 'INTERNAL_SERVER_ERROR'),
  );
  answer(getPersonTrend, person());
  answer(getPersonCards, { cards: ['12EA30'] });
  const session = signedIn();
  const before = renderApp(PEOPLE);
  const cache = await openFigureCache(session, before.queryClient, 'h1');
  await before.user.click(await screen.findByRole('button', { name: /First7 Last7/ }));
  expect(await screen.findByText('12EA30')).toBeTruthy();
  await waitFor(async () => expect((await keys(kept())).toString()).toMatch(/"roll".*"person"|"person".*"roll"/));
  // Cards open doors: they are not stored on the device.
  expect((await keys(kept())).toString()).not.toContain('"cards"');
  cache.close();
  before.unmount();

  fakeServer.use(http.all('*/v2/*', noNetwork));
  reachability.lost();
  const after = renderApp(PEOPLE);
  await (await openFigureCache(session, after.queryClient, 'h1')).restore();
  expect(
    await screen.findByText(
      /The first 2 people are stored on this device, the others come once there is a connection\.$/,
    ),
  ).toBeTruthy();
  expect(sumsOfAll()).toEqual([
    'Employees 640',
    'Present 1',
    'Late 1',
    'Absent 1',
    'Clocked 8:15',
    'Units 12.50',
    'Wasted 0:15',
  ]);
  expect(screen.getByText(/What you see is what was last known/).textContent).toContain('as of 09:40');
  await after.user.click(screen.getByRole('button', { name: /First7 Last7/ }));
  expect(await screen.findByText('Units/hr, Apples')).toBeTruthy();
  expect(screen.queryByText('12EA30')).toBeNull();
  expect(sumsOfAll()).toContain('Phone number Not kept on this device');
  expect(screen.getByText(/What you see is what was last known/).textContent).toContain('as of 09:40');
  await wipeFigures(session);
  expect(await keys(kept())).toEqual([]);
});

test("a person's days stand in a strip, and print as a time card", async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  answer(getPersonTrend, person());
  signedIn();
  const { user } = renderApp(`/employer/people/${idOf(1_007)}?from=2026-11-19&to=2026-11-20`);
  const day = await screen.findByRole('link', {
    name: 'Thursday, 19 November 2026: Late, corrected or excused, 8:15 clocked',
  });
  expect(day.getAttribute('href')).toContain('on=2026-11-19');
  await user.click(screen.getByRole('button', { name: 'Time card' }));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  const card = screen.getByRole('heading', { name: 'Time card, First7 Last7, 7' }).parentElement;
  expect(card?.textContent).toContain('Thu 19 NovLate07:1516:008:150:1512.50no punch out; IN 07:40, now IN 07:15');
  expect(card?.textContent).toContain('Total1 present, 1 late, 0 absent8:150:1512.50');
  act(() => showPseudo());
  expect(literalsIn(screen.getByRole('heading', { name: /^\[Time card/ }).parentElement as Element, OWN)).toEqual([]);
  print.mockRestore();
});

test.each([
  ['the usual days', ''],
  ['an earlier month', '?from=2026-10-01&to=2026-10-31'],
])('the page of a person says where they are now, on the clock of the account: %s', async (_, days) => {
  const { days: both, ...rest } = person();
  const [today, yesterday] = both;
  if (!today || !yesterday) throw new Error('The sample has two days');
  const attendance = {
    ...yesterday.attendance,
    timeIn: '2026-11-20T05:15:00.000Z',
    timeOut: null,
    onSite: true,
    shift: { start: '2026-11-20T05:00:00.000Z', end: '2026-11-20T14:00:00.000Z' },
  } as NonNullable<(typeof yesterday)['attendance']>;
  // Also where the days on show are others.
  answer(getPersonTrend, ({ query }) => ({
    ...rest,
    days: query?.to === '2026-10-31' ? [] : [{ ...today, cell: 'L', attendance }, yesterday],
  }));
  answer(getPersonCards, { cards: [] });
  signedIn();
  renderApp(`/employer/people/${idOf(1_007)}${days}`);
  const heading = await screen.findByRole('heading', { name: 'First7 Last7' });
  await waitFor(() => expect(heading.parentElement?.textContent).toBe('First7 Last77Latesince 07:15'));
  expect(sumsOfAll()).toContain('Shift Packhouse, 07:00 to 16:00');
});

test.each([
  ['a month', '2026-10-01', '2026-10-31', '2026-10-01'],
  ['the last days of a longer span', '2026-08-29', '2026-10-31', '2026-10-01'],
])('the pay beside the days of a person is of these days: %s', async (_, from, to, first) => {
  answer(getPersonTrend, person());
  const noTime = { ordinaryMs: 0, overtimeMs: 0, sundayMs: 0, holidayMs: 0, notSettledMs: 0, heldMs: 0 };
  const noPay = { piece: '0.00', hourly: '0.00', topUp: '0.00', rest: '0.00', premium: '0.00', floor: '0.00' };
  const requests = answer(getPersonEarnings, {
    employee: { _id: idOf(1_007), number: '7', firstName: 'First7', lastName: 'Last7' },
    ...{ from: first, to, payType: 'piece', payTypeFrom: null, windows: [], currency: 'ZAR' },
    sums: {
      ...{ ...noTime, ...noPay, paidMs: 0, units: '0', notSettledUnits: '0' },
      ...{ notSettled: '0.00', holidayOff: '0.00', total: '28.79' },
    },
  });
  signedIn({}, [...EMPLOYER_PERMISSIONS, 'Pay.VIEW']);
  renderApp(`/employer/people/${idOf(1_007)}?from=${from}&to=${to}`);
  const lines = await screen.findByRole('link', { name: 'Lines of pay' });
  for (const part of [`from=${first}`, `to=${to}`]) expect(lines.getAttribute('href')).toContain(part);
  expect(requests.map(({ url }) => [url.searchParams.get('from'), url.searchParams.get('to')])).toEqual([[first, to]]);
});

test.each([
  ['agreed', null, 'Agreed'],
  ['changed', null, 'Changed after they agreed'],
  ['other', null, 'Agreed to other figures'],
  ['disputed', 'pieces', 'Disputed: pieces missing'],
] as const)(
  'a day says what its employee said of it, on the screen and on the time card: %s',
  async (state, wrong, words) => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    const { days, ...rest } = person();
    const ownDay = { state, wrong, at: '2026-11-19T14:05:00.000Z' };
    answer(getPersonTrend, {
      ...rest,
      days: days.map((day) => (day.date === '2026-11-19' ? { ...day, changes: [], ownDay } : day)),
    });
    signedIn();
    const { user } = renderApp(`/employer/people/${idOf(1_007)}?from=2026-11-19&to=2026-11-20`);
    const row = (await screen.findByRole('link', { name: '19 Nov 2026, Why?' })).closest('tr');
    // Beside the day, where a narrow screen shows it.
    const table = within(screen.getByRole('region', { name: 'Days, table' }));
    expect(table.getAllByRole('columnheader')[1]?.textContent).toBe('Agreement');
    expect(row?.cells[1]?.textContent).toBe(words);
    expect(row?.textContent).toContain('no punch out');
    expect(screen.getByRole('link', { name: '20 Nov 2026, Why?' }).closest('tr')?.textContent).not.toMatch(
      /gree|Disputed/,
    );
    await user.click(screen.getByRole('button', { name: 'Time card' }));
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    const card = screen.getByRole('heading', { name: 'Time card, First7 Last7, 7' }).parentElement;
    expect(card?.textContent).toContain(`12.50${words}; no punch out`);
    print.mockRestore();
  },
);
