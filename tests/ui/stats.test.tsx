import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type DayExplanation, explainDay } from '#contract/figures/explain.ts';
import {
  getAttendanceTotals,
  getTimeWastedDetails,
  getTimeWastedTotals,
  listByAttendanceStatus,
} from '#contract/figures/stats.ts';
import { english, msg } from '#contract/platform/words.ts';
import { AttendanceCard } from '#src/features/figures/stats/AttendanceCard.tsx';
import EmployeeListDialog from '#src/features/figures/stats/EmployeeListDialog.tsx';
import { TimeWastedCard } from '#src/features/figures/stats/TimeWastedCard.tsx';
import { showLanguage } from '#src/lib/words.tsx';
import { answerDashboard, sampleEntry } from '#tests/support/dashboardSamples.ts';
import { sampleTotals } from '#tests/support/dashboardTotals.ts';
import { answer, refused } from '#tests/support/fakeApi.ts';
import { idOf } from '#tests/support/manageSamples.ts';
import { literalsIn, showEnglish, showPseudo } from '#tests/support/pseudo.ts';
import { theDay } from '#tests/support/theDay.ts';
import { renderApp, renderWith, signedIn } from '#tests/support/ui.tsx';

/** Names of the samples. */
const OWN = /\b(First\d+|Last\d+|Day shift|Gate [AB])\b/g;
function expectNoLiteral(root: HTMLElement) {
  act(() => showPseudo());
  expect(literalsIn(root, OWN)).toEqual([]);
}
afterEach(() => act(showEnglish));
const nothing = () => undefined;
const list = (onWhy: (id: string) => void = nothing) =>
  renderWith(<EmployeeListDialog day={theDay()} status="present" onClose={nothing} onWhy={onWhy} />);

describe('the list behind a tile', () => {
  test('shows number, name and time in on the account’s clock', async () => {
    answer(listByAttendanceStatus, { entries: [sampleEntry(7, { late: true, lateMs: 20 * 60_000 })] });
    list();
    const why = await screen.findByRole('button', { name: /First7 Last7/ });
    expect(why.parentElement?.textContent).toBe('7First7 Last7Late0:20 late06:58Why?');
  });

  test('shows in, out and the time clocked so far; the name leads to the person', async () => {
    answer(listByAttendanceStatus, {
      entries: [
        sampleEntry(7, { timeOut: null, clockedMs: 9_720_000, onSite: true }),
        sampleEntry(8, { timeOut: '2026-11-20T07:10:00.000Z', clockedMs: 7_920_000, onSite: false }),
      ],
    });
    renderWith(
      <EmployeeListDialog
        day={theDay()}
        status="present"
        onClose={nothing}
        onWhy={nothing}
        person={(id, name) => <a href={`/person/${id}`}>{name}</a>}
      />,
    );
    const link = await screen.findByRole('link', { name: 'First7 Last7' });
    expect(link.getAttribute('href')).toBe(`/person/${idOf(1_007)}`);
    expect(screen.getByRole('button', { name: /First7.*06:58 ?2:42 clocked, on site/ })).toBeTruthy();
    expect(screen.getByRole('button', { name: /First8.*06:58 to 09:10 ?2:12 clocked ?Why/ })).toBeTruthy();
    expectNoLiteral(screen.getByRole('dialog'));
  });

  test.each([
    ['number', '4012', 'First4012 Last4012'],
    ['first name', 'first3999', 'First3999 Last3999'],
    ['last name', 'LAST17', 'First17 Last17'],
  ])('of 5,000 draws only what is in view, and finds by %s', async (_what, typed, name) => {
    answer(listByAttendanceStatus, { entries: Array.from({ length: 5_000 }, (_, index) => sampleEntry(index)) });
    const { user } = list();
    await screen.findByText('5,000 employees');
    expect(screen.getAllByText('Why?').length).toBeLessThan(60);
    await user.type(screen.getByRole('searchbox'), typed);
    expect(await screen.findByText(name)).toBeTruthy();
  });

  test('says what is empty: the list, or the search', async () => {
    answer(listByAttendanceStatus, { entries: [] });
    const empty = list();
    expect(await screen.findByText('No data to display')).toBeTruthy();
    empty.unmount();
    answer(listByAttendanceStatus, { entries: [sampleEntry(1)] });
    const { user } = list();
    await screen.findByText('1 employee');
    await user.type(screen.getByRole('searchbox'), 'nobody');
    expect(await screen.findByText('No employees match this filter')).toBeTruthy();
  });

  test('a failure is shown inline and can be tried again', async () => {
    answer(listByAttendanceStatus, () => refused(500, 'INTERNAL', 'Broken'));
    const { user } = list();
    const note = await screen.findByText('Failed to fetch employees');
    answer(listByAttendanceStatus, { entries: [sampleEntry(1)] });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1 employee')).toBeTruthy();
    expect(note.isConnected).toBe(false);
  });

  test('a person opens Why?; provisional and flagged people are marked', async () => {
    const opened = vi.fn();
    answer(listByAttendanceStatus, {
      entries: [
        sampleEntry(1, { status: 'absent', present: false, timeIn: null, provisional: true }),
        sampleEntry(2, { flags: ['missing-out'] }),
      ],
    });
    const { user } = list(opened);
    const absent = await screen.findByRole('button', { name: /First1.*provisional until the shift ends/ });
    expect(screen.getByRole('button', { name: /First2.*no punch out/ })).toBeTruthy();
    await user.click(absent);
    expect(opened).toHaveBeenCalledWith(idOf(1_001));
  });
});

const explanation = (changes: Partial<DayExplanation> = {}): DayExplanation => ({
  employee: sampleEntry(7).employee,
  referenceDate: '2026-11-20',
  timeZone: 'Africa/Johannesburg',
  asOf: '2026-11-20T07:40:00.000Z',
  status: 'present',
  late: true,
  lateMs: 20 * 60_000,
  provisional: false,
  flags: ['direction-corrected'],
  reason: 'Late by 20 min: in after 07:00 and the grace of 5 min.',
  rule: 7,
  shift: {
    start: '2026-11-20T05:00:00.000Z',
    end: '2026-11-20T14:00:00.000Z',
    graceMinutes: 5,
    breakGraceMinutes: 5,
    timeGroup: 'Day shift',
    breaks: [{ start: '2026-11-20T10:00:00.000Z', end: '2026-11-20T11:00:00.000Z' }],
  },
  noShift: null,
  events: [
    {
      at: '2026-11-20T05:20:00.000Z',
      direction: 'in',
      flags: ['direction-corrected'],
      punches: [
        {
          recordId: 'a',
          at: '2026-11-20T05:20:00.000Z',
          direction: 'out',
          kept: true,
          device: 'Gate A',
          receivedAt: '2026-11-20T05:20:04.000Z',
          clockedBy: 'Face',
          workCode: '12',
        },
        {
          recordId: 'b',
          at: '2026-11-20T05:20:40.000Z',
          direction: 'in',
          kept: false,
          device: 'Gate B',
          receivedAt: '2026-11-20T09:01:02.000Z',
          clockedBy: null,
          workCode: null,
        },
      ],
    },
  ],
  gaps: [{ out: '2026-11-20T07:00:00.000Z', in: null, creditedMs: 0, irregularMs: 40 * 60_000 }],
  lateTimeMs: 20 * 60_000,
  irregularBreakTimeMs: 40 * 60_000,
  earlyLeaveMs: 0,
  devices: [{ name: 'Gate A', lastContact: '2026-11-20T07:39:30.000Z', silent: false }],
  ...changes,
});
/** Opens 'Why?' of one employee over the dashboard. */
function why(answered: Parameters<typeof answer<typeof explainDay>>[1]) {
  signedIn();
  answerDashboard();
  answer(explainDay, answered);
  return renderApp(`/employer/overview?open=why&why=${idOf(1_007)}`);
}

describe('Why?', () => {
  test('shows the rule, the shift, punches kept and merged, the terminal and when they arrived', async () => {
    why(explanation());
    const dialog = await screen.findByRole('dialog', { name: 'Why? First7 Last7, 7' });
    const text =
      (await within(dialog).findByText(/Late by 20 min/)).closest('section')?.parentElement?.textContent ?? '';
    expect(text).toContain('07:00 to 16:00, Day shift');
    expect(text).toContain('Breaks 12:00 to 13:00');
    expect(text).toContain('In 07:20:00');
    expect(text).toContain('KeptOut 07:20:00, Gate A, Face, work code 12, received 07:20:04');
    expect(text).toContain('MergedIn 07:20:40, Gate B, received 11:01:02');
    expect(text).toContain('direction corrected');
    expect(text).toContain('Time wasted 1:00');
    expect(text).toContain('Away 09:00 to now: 0:40 irregular');
    expect(text).toContain('Gate A: last contact 09:39');
    expectNoLiteral(dialog);
  });

  test('says in the language that is shown what the server found', async () => {
    const reason = msg('Late by {late} min: in after {start} and the grace of {grace} min.', {
      ...{ late: 20, start: '07:00', grace: 5 },
    });
    const noShift = msg('Holiday: {holiday}', { holiday: 'Heritage Day' });
    why(
      explanation({
        reason: english(reason),
        noShift: english(noShift),
        words: { reason, noShift, rule: null },
        shift: null,
      }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Why? First7 Last7, 7' }));
    expect(await dialog.findByText('Late by 20 min: in after 07:00 and the grace of 5 min.')).toBeTruthy();
    act(() =>
      showLanguage('de', {
        [reason.id]: 'Um {late} Min. verspätet: ab {start} mit {grace} Min. Kulanz.',
        'No shift: {why}': 'Keine Schicht: {why}',
        [noShift.id]: 'Feiertag: {holiday}',
        Face: 'Gesicht',
      }),
    );
    expect(dialog.getByText('Um 20 Min. verspätet: ab 07:00 mit 5 Min. Kulanz.')).toBeTruthy();
    expect(dialog.getByText(/Gesicht/)).toBeTruthy();
    expect(dialog.getByText('Keine Schicht: Feiertag: Heritage Day')).toBeTruthy();
  });

  test('says why nothing was expected, and which device is silent', async () => {
    why(
      explanation({
        status: 'unverified',
        late: false,
        shift: null,
        noShift: 'Rest day',
        events: [],
        gaps: [],
        lateTimeMs: 0,
        irregularBreakTimeMs: 0,
        devices: [{ name: 'Gate B', lastContact: '2026-11-20T04:10:00.000Z', silent: true }],
      }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: /^Why\? First7/ }));
    expect(dialog.getByText('No shift: Rest day')).toBeTruthy();
    expect(dialog.getByText('None on this work day.')).toBeTruthy();
    expect(dialog.getByText('Can’t tell yet')).toBeTruthy();
    expect(dialog.getByText(/Gate B: last contact 06:10/).textContent).toContain(', silent');
    expect(dialog.queryByText(/Time wasted/)).toBeNull();
    expectNoLiteral(screen.getByRole('dialog'));
  });

  test('links to the paragraph of its rule, not to a number', async () => {
    const { user, router } = why(explanation());
    const dialog = within(await screen.findByRole('dialog', { name: /^Why\? First7/ }));
    expect(dialog.queryByText(/rule \d/i)).toBeNull();
    const rule = await dialog.findByRole('link', { name: 'How is this computed?' });
    expect(rule.getAttribute('href')).toBe('/help/reference/attendance.html#late');
    await router.navigate({ to: '/employer/figures', hash: 'rule-7' });
    expect(await screen.findByRole('heading', { level: 1, name: 'How figures are worked out' })).toBeTruthy();
    const late = await screen.findByRole('heading', { level: 2, name: 'Late' });
    await waitFor(() => expect(document.activeElement).toBe(late));
    await user.click(screen.getByRole('link', { name: 'Time Wasted' }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Time Wasted'));
    expectNoLiteral(screen.getByRole('main'));
  });

  test('a failure is said inline', async () => {
    why(() => refused(500, 'INTERNAL_SERVER_ERROR'));
    expect(await screen.findByText('Failed to load raw data')).toBeTruthy();
  });
});

describe('Employee Attendance', () => {
  test('is a pie of On Time, Absent, Late with X of Y attended; the rest in words', async () => {
    answer(getAttendanceTotals, sampleTotals({ unverified: 42 }));
    renderWith(<AttendanceCard day={theDay()} />);
    expect(await screen.findByText('120 of 155 attended')).toBeTruthy();
    expect(screen.getByText('5 people not due yet, can’t tell yet: 42 people')).toBeTruthy();
    const chart = await screen.findByRole('img', { name: /Employee attendance/ });
    expect(chart.getAttribute('aria-label')).toBe(
      'Employee attendance: 120 of 155 attended. On Time 108, Absent 30, Late 12.',
    );
    const legend = screen.getAllByRole('button', { pressed: true }).map((entry) => entry.textContent);
    expect(legend).toEqual(['On Time10872%', 'Absent3020%', 'Late128%']);
  });

  test('legend entries toggle; with all of them off it says so, not that there is no data', async () => {
    answer(getAttendanceTotals, sampleTotals());
    const { user } = renderWith(<AttendanceCard day={theDay()} />);
    await user.click(await screen.findByRole('button', { name: /^On Time/ }));
    expect(screen.getByRole('button', { name: /^On Time/ }).getAttribute('aria-pressed')).toBe('false');
    expect(screen.getByRole('button', { name: /^Absent/ }).textContent).toContain('71%');
    await user.click(screen.getByRole('button', { name: /^Absent/ }));
    await user.click(screen.getByRole('button', { name: /^Late/ }));
    expect(screen.getByText(/^Everything is hidden/)).toBeTruthy();
    expect(screen.queryByText('No data to display')).toBeNull();
    await user.click(screen.getByRole('button', { name: /^Late/ }));
    expect(screen.queryByText(/^Everything is hidden/)).toBeNull();
  });

  test('nobody expected: no data to display', async () => {
    answer(getAttendanceTotals, sampleTotals({ expected: 0, present: 0, onTime: 0, absent: 0, late: 0 }));
    renderWith(<AttendanceCard day={theDay()} />);
    expect(await screen.findByText('No data to display')).toBeTruthy();
  });

  test('raw data is a sortable table, with its own failure', async () => {
    answer(getAttendanceTotals, sampleTotals());
    answer(listByAttendanceStatus, () => refused(500, 'INTERNAL', 'Broken'));
    const { user, container } = renderWith(<AttendanceCard day={theDay()} />);
    await user.click(screen.getByRole('button', { name: 'Show raw data' }));
    expect(await screen.findByText('Failed to load raw data')).toBeTruthy();
    answer(listByAttendanceStatus, {
      entries: [sampleEntry(10), sampleEntry(9), sampleEntry(2, { status: 'off', present: false, timeIn: null })],
    });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    const table = await screen.findByRole('table');
    const numbers = () =>
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.firstElementChild?.textContent);
    expect(numbers()).toEqual(['10', '9', '2']);
    await user.click(within(table).getByRole('button', { name: 'Number' }));
    expect(numbers()).toEqual(['2', '9', '10']);
    expect(screen.getByRole('button', { name: 'Export' })).toBeTruthy();
    expectNoLiteral(container);
  });

  test('a failed load is said, and tried again', async () => {
    answer(getAttendanceTotals, () => refused(500, 'INTERNAL', 'Broken'));
    const { user } = renderWith(<AttendanceCard day={theDay()} />);
    expect(await screen.findByText('Failed to load statistics')).toBeTruthy();
    answer(getAttendanceTotals, sampleTotals());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('120 of 155 attended')).toBeTruthy();
  });
});

describe('Time Wasted', () => {
  const totals = { totalTimeMs: 5_400_000, lateTimeMs: 3_600_000, irregularBreakTimeMs: 1_800_000 };

  test('is Late against Irregular Breaks with the total', async () => {
    answer(getTimeWastedTotals, totals);
    renderWith(<TimeWastedCard day={theDay()} />);
    expect(await screen.findByText('hours wasted')).toBeTruthy();
    const chart = await screen.findByRole('img', { name: /Time wasted/ });
    expect(chart.getAttribute('aria-label')).toBe('Time wasted: 1:30 hours. Late 1:00, irregular breaks 0:30.');
    expect(screen.getByRole('button', { name: /^Irregular Breaks/ }).textContent).toBe('Irregular Breaks0:3033%');
  });

  test('per employee in the raw data', async () => {
    signedIn();
    answer(getTimeWastedTotals, totals);
    answer(getTimeWastedDetails, { entries: [{ employee: sampleEntry(7).employee, ...totals, gaps: [] }] });
    const { user, container } = renderWith(<TimeWastedCard day={theDay()} />);
    await user.click(screen.getByRole('button', { name: 'Show raw data' }));
    const table = await screen.findByRole('table');
    expect(within(table).getAllByRole('row')[1]?.textContent).toBe('7First7Last71:000:301:30');
    expectNoLiteral(container);
    act(showEnglish);
    await user.click(screen.getByRole('button', { name: 'Hide raw data' }));
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
  });

  test('none: no data to display', async () => {
    answer(getTimeWastedTotals, { totalTimeMs: 0, lateTimeMs: 0, irregularBreakTimeMs: 0 });
    renderWith(<TimeWastedCard day={theDay()} />);
    expect(await screen.findByText('No data to display')).toBeTruthy();
  });
});
