import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listOwnDevices } from '#contract/intake/devices.ts';
import { getGroups, getLookups } from '#contract/masterData/groups.ts';
import type { PeriodRule } from '#contract/platform/periods.ts';
import { getChoices, saveChoices } from '#contract/reports/choices.ts';
import {
  type ExportRecord,
  generateReport,
  getExportChanges,
  listExports,
  ORDER_LABELS,
  REPORTS,
  type ReportType,
  reportType,
} from '#contract/reports/reports.ts';
import { ExportNote } from '#src/features/reports/reports/ExportNote.tsx';
import { exportWords } from '#src/features/reports/reports/exportWords.ts';
import { presetDates } from '#src/features/reports/reports/presets.ts';
import { ReportButton } from '#src/features/reports/reports/ReportButton.tsx';
import ReportDialog from '#src/features/reports/reports/ReportDialog.tsx';
import { reachability } from '#src/state/reachability.ts';
import { Connected } from '#src/ui/Missing.tsx';
import { TODAY } from '#tests/support/dashboardSamples.ts';
import { answer, later, noNetwork, refused } from '#tests/support/fakeApi.ts';
import { idOf, sampleDevice } from '#tests/support/manageSamples.ts';
import { ACCOUNT_ID, renderWith, signedIn } from '#tests/support/ui.tsx';

const group = (id: number, name: string, deleted = false) => ({
  _id: idOf(id),
  systemId: 'PAY',
  name,
  deletedAt: deleted ? '2026-10-01T06:00:00.000Z' : null,
});

/** Names that a click on a link would have saved. */
let saved: string[] = [];
beforeEach(() => {
  signedIn();
  saved = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    if (this.download) saved.push(this.download);
  });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  answer(getGroups, {
    employeeGroups: [group(1, 'Pickers'), group(2, 'Packers'), group(3, 'Pruners', true)],
    timeGroups: [group(4, 'Day shift')],
    jobDescriptions: [group(5, 'Driver')],
  });
  answer(getLookups, {
    lookups: [
      { lookup: 1, name: 'Crop', entries: [{ _id: idOf(6), code: 'A', description: 'Apples', deletedAt: null }] },
      { lookup: 2, name: 'Block', entries: [{ _id: idOf(7), code: 'B', description: 'Block 1', deletedAt: null }] },
    ],
  });
  answer(listExports, { results: [] });
});
afterEach(() => vi.restoreAllMocks());

const closed = vi.fn();
const dialog = (type: ReportType, props: Partial<Parameters<typeof ReportDialog>[0]> = {}) => {
  closed.mockClear();
  return renderWith(
    <ReportDialog
      type={type}
      accountId={ACCOUNT_ID}
      referenceDate="2026-11-03"
      today={TODAY}
      onClose={closed}
      {...props}
    />,
  );
};
const file = (name: string) =>
  new Response('number\r\n', { headers: { 'content-disposition': `attachment; filename="${name}"` } });
const press = (name: string | RegExp) =>
  screen.findByRole('button', { name }).then((button) => fireEvent.click(button));
const optionsOf = (request: { body: unknown } | undefined) => (request?.body as { options?: object })?.options;

describe('the dialogs', () => {
  test.each(reportType.options)('Export {name} Report: %s', async (type) => {
    dialog(type);
    const shown = await screen.findByRole('dialog', { name: `Export ${REPORTS[type].name} Report` });
    const labels = {
      employeeGroupIds: /^Employee groups/,
      timeGroupIds: /^Shifts/,
      jobDescriptionIds: /^Job descriptions/,
      lookup1Ids: /^Crop/,
      lookup2Ids: /^Block/,
      statuses: /^Attendance/,
    };
    for (const filter of REPORTS[type].filters)
      expect(await within(shown).findByRole('button', { name: labels[filter] })).toBeTruthy();
    expect(within(shown).getByRole('combobox', { name: 'Order by' })).toHaveProperty(
      'value',
      ORDER_LABELS[REPORTS[type].orderBy[0]],
    );
    fireEvent.click(within(shown).getByRole('combobox', { name: 'Order by' }));
    const offered = screen
      .getAllByRole('option', { hidden: true })
      .filter((option) => option.closest('[role=listbox]'))
      .map((option) => option.textContent);
    expect(offered).toEqual(
      REPORTS[type].orderBy.map((order) =>
        order === 'lookup1' && type !== 'breaks' ? 'Crop' : order === 'lookup2' ? 'Block' : ORDER_LABELS[order],
      ),
    );
    expect(within(shown).getByRole('radio', { name: 'CSV' })).toHaveProperty('checked', true);
  });

  test('the range starts as the card’s day; csv by default; everything unless narrowed', async () => {
    const requests = answer(generateReport, () => file('latecomers-1.csv'));
    dialog('latecomers');
    await press('Export');
    await waitFor(() => expect(saved).toEqual(['latecomers-1.csv']));
    expect(requests[0]?.body).toEqual({
      reportType: 'latecomers',
      dates: { from: '2026-11-03', to: '2026-11-03' },
      exportType: 'csv',
      options: { orderBy: 'hoursLate' },
    });
    expect(closed).toHaveBeenCalledOnce();
  });

  test('takes over the card’s filter', async () => {
    const requests = answer(generateReport, () => file('x.csv'));
    dialog('employee-attendance', { statuses: ['absent'] });
    expect((await screen.findByRole('button', { name: /^Attendance/ })).textContent).toContain('1 of 7');
    await press('Export');
    await waitFor(() => expect(optionsOf(requests[0])).toEqual({ orderBy: 'number', statuses: ['absent'] }));
  });

  test('takes over the page’s filter, devices too; lookups only where the report has them', async () => {
    const requests = answer(generateReport, () => file('x.csv'));
    answer(listOwnDevices, { devices: [sampleDevice({ _id: idOf(201) }), sampleDevice({ _id: idOf(202) })] });
    dialog('latecomers', { crew: { timeGroups: idOf(31), devices: idOf(201), lookup1: idOf(41) } });
    await waitFor(async () =>
      expect((await screen.findByRole('button', { name: /^Devices they clock on/ })).textContent).toContain('1 of 2'),
    );
    await press('Export');
    await waitFor(() =>
      expect(optionsOf(requests[0])).toEqual({
        orderBy: 'hoursLate',
        timeGroupIds: [idOf(31)],
        deviceIds: [idOf(201)],
      }),
    );
  });

  test('sums by person and pay period, or by a period of one’s own, with subtotals where a file can have them', async () => {
    const requests = answer(generateReport, () => file('x.xlsx'));
    const rule = { payPeriod: 'monthly' as const, periodStart: '2024-01-26' };
    answer(getChoices, { columns: {}, periods: [rule], spans: [] });
    dialog('piecework-performance');
    const rows = await screen.findByRole('combobox', { name: 'One row for' });
    await screen.findByRole('option', { name: 'Each person and period: 26th to 25th' });
    expect(screen.queryByRole('checkbox', { name: /^Subtotals/ })).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: 'Excel' }));
    fireEvent.click(await screen.findByRole('checkbox', { name: /^Subtotals/ }));
    fireEvent.change(rows, { target: { value: 'period' } });
    await press('Export');
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(optionsOf(requests[0])).toEqual({ orderBy: 'number', sums: { by: 'period' }, subtotals: true });
    // Of a row that is all of a person's work, no lookup can be the order.
    fireEvent.click(screen.getByRole('combobox', { name: 'Order by' }));
    expect(screen.queryByRole('option', { name: 'Crop', hidden: true })).toBeNull();
    fireEvent.change(rows, { target: { value: 'monthly 2024-01-26' } });
    fireEvent.click(screen.getByRole('checkbox', { name: 'A row for each Crop and Block of theirs' }));
    await press('Export');
    await waitFor(() => expect(requests).toHaveLength(2));
    expect(optionsOf(requests[1])).toEqual({
      orderBy: 'number',
      sums: { by: 'period', period: rule, lookups: true },
      subtotals: true,
    });
  });

  test('columns: chosen and ordered, stored for every device, in the request; as specified without a choice', async () => {
    const requests = answer(generateReport, () => file('x.csv'));
    answer(getChoices, { columns: { latecomers: ['hoursLate', 'number', 'gone'] }, periods: [], spans: [] });
    const stored = answer(saveChoices, ({ body }) => ({
      columns: { latecomers: (body as { columns: { latecomers: string[] } }).columns.latecomers ?? undefined },
      periods: [],
      spans: [],
    }));
    dialog('latecomers');
    await press('Columns: 2 of 10');
    await press('Employee Number up');
    await press('Columns: 2 of 10');
    await press('Export');
    await waitFor(() =>
      expect(optionsOf(requests[0])).toEqual({ orderBy: 'hoursLate', columns: ['number', 'hoursLate'] }),
    );
    expect(stored.map(({ body }) => body)).toEqual([{ columns: { latecomers: ['number', 'hoursLate'] } }]);
    await press('Columns: 2 of 10');
    await press('As specified');
    await press('Columns: as specified');
    await press('Export');
    await waitFor(() => expect(optionsOf(requests[1])).toEqual({ orderBy: 'hoursLate' }));
    expect(stored.at(-1)?.body).toEqual({ columns: { latecomers: null } });
  });

  test('days as a pay period, the present one up to today; a period of one’s own is added and deleted', async () => {
    const requests = answer(generateReport, () => file('x.csv'));
    const periods = [
      { from: '2026-11-01', to: '2026-11-30' },
      { from: '2026-10-01', to: '2026-10-31' },
    ];
    answer(getChoices, { columns: {}, periods: [], spans: [{ rule: null, periods }] });
    const stored = answer(saveChoices, ({ body }) => ({
      columns: {},
      periods: (body as { periods: PeriodRule[] }).periods,
      spans: [{ rule: null, periods }],
    }));
    dialog('latecomers');
    const days = await screen.findByRole('combobox', { name: 'Period' });
    await waitFor(() => expect(days).toHaveProperty('disabled', false));
    fireEvent.change(days, { target: { value: `2026-11-01 ${TODAY} Pay period` } });
    await press('Export');
    await waitFor(() => expect(requests[0]?.body).toMatchObject({ dates: { from: '2026-11-01', to: TODAY } }));
    fireEvent.change(days, { target: { value: 'more' } });
    const own = await screen.findByRole('dialog', { name: 'My periods' });
    await within(own).findByRole('button', { name: 'Add' });
    fireEvent.click(within(own).getByRole('button', { name: 'Add' }));
    await within(own).findByText('26th to 25th');
    expect(within(own).getByRole('button', { name: 'Add' })).toHaveProperty('disabled', true);
    fireEvent.change(within(own).getByRole('combobox', { name: 'Each is' }), { target: { value: 'weekly' } });
    fireEvent.click(within(own).getByRole('button', { name: 'Add' }));
    fireEvent.click(await within(own).findByRole('button', { name: 'Delete 26th to 25th' }));
    await waitFor(() => expect(within(own).queryByText('26th to 25th')).toBeNull());
    expect(within(own).getByText('Week from Thursday')).toBeTruthy();
    expect(stored.at(-1)?.body).toEqual({ periods: [{ payPeriod: 'weekly', periodStart: '2024-01-04' }] });
  });

  test('includes on request how people clocked, in the attendance report alone', async () => {
    const requests = answer(generateReport, () => file('x.csv'));
    dialog('employee-attendance');
    const choice = await screen.findByRole('checkbox', { name: 'How people clocked, and their work codes' });
    expect(choice).toHaveProperty('checked', false);
    fireEvent.click(choice);
    await press('Export');
    await waitFor(() => expect(optionsOf(requests[0])).toEqual({ orderBy: 'number', clocking: true }));
    dialog('latecomers');
    const other = await screen.findByRole('dialog', { name: 'Export Latecomers Report' });
    expect(within(other).queryByRole('checkbox', { name: /How people clocked/ })).toBeNull();
  });

  test('takes over the card’s order', async () => {
    const requests = answer(generateReport, () => file('x.csv'));
    dialog('piecework-performance', { orderBy: 'lookup2' });
    await press('Export');
    await waitFor(() => expect(optionsOf(requests[0])).toEqual({ orderBy: 'lookup2' }));
  });

  test('without a name from the server the file is called {reportType}-{timestamp}.csv', async () => {
    answer(generateReport, () => new Response('x'));
    dialog('breaks');
    await press('Export');
    await waitFor(() => expect(saved[0]).toMatch(/^breaks-\d{8}T\d{6}\.csv$/));
  });
});

describe('presets', () => {
  const rangeOf = async () => [
    ...(await screen.findAllByRole<HTMLInputElement>('textbox', { name: 'From' })).map(({ value }) => value),
    ...screen.getAllByRole<HTMLInputElement>('textbox', { name: 'To' }).map(({ value }) => value),
  ];

  // TODAY is Friday, 20 November 2026.
  test.each([
    ['This week', '16 Nov 2026', '20 Nov 2026'],
    ['Last week', '9 Nov 2026', '15 Nov 2026'],
    ['This month', '1 Nov 2026', '20 Nov 2026'],
    ['Last month', '1 Oct 2026', '31 Oct 2026'],
    ['3 Nov 2026', '3 Nov 2026', '3 Nov 2026'],
  ])('%s', async (preset, from, to) => {
    dialog('breaks');
    await press(preset);
    expect(await rangeOf()).toEqual([from, to]);
    expect(screen.getByRole('button', { name: preset }).getAttribute('aria-pressed')).toBe('true');
  });

  test('that of the last export is restored on this device, until other days are exported', async () => {
    const requests = answer(generateReport, () => file('x.csv'));
    const first = dialog('breaks');
    await press('Last week');
    await press('Export');
    await waitFor(() => expect(saved).toHaveLength(1));
    first.unmount();
    const second = dialog('latecomers');
    expect(await rangeOf()).toEqual(['9 Nov 2026', '15 Nov 2026']);
    await press('3 Nov 2026');
    await press('Export');
    await waitFor(() => expect(saved).toHaveLength(2));
    expect(requests[1]?.body).toMatchObject({ dates: { from: '2026-11-03', to: '2026-11-03' } });
    second.unmount();
    dialog('breaks');
    expect(await rangeOf()).toEqual(['3 Nov 2026', '3 Nov 2026']);
  });

  test('days stay within the retention, and up to today', () => {
    expect(presetDates('last-month', '2026-03-31', '2026-02-10')).toEqual({ from: '2026-02-10', to: '2026-02-28' });
    expect(presetDates('this-week', '2026-11-22', '2026-08-25')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
    expect(presetDates('last-month', '2027-01-01', '2026-10-04')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  });
});

describe('the group pickers', () => {
  const open = async () => {
    const shown = dialog('latecomers');
    await press('Employee groups All');
    return shown;
  };
  const boxes = () => screen.getAllByRole('checkbox').map((box) => box.closest('div')?.parentElement?.textContent);
  const head = () => screen.getByRole('button', { name: /^Employee groups/ }).textContent;

  test('search, select all, deselect all', async () => {
    const requests = answer(generateReport, () => file('x.csv'));
    const { user } = await open();
    expect(await screen.findByRole('checkbox', { name: 'Pickers' })).toHaveProperty('checked', true);
    await user.click(screen.getByRole('button', { name: 'Deselect all' }));
    expect(head()).toBe('Employee groups None');
    await user.type(screen.getByRole('searchbox', { name: 'Search employee groups' }), 'pick');
    expect(boxes()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Select all' }));
    expect(head()).toBe('Employee groups 1 of 3');
    await press('Export');
    await waitFor(() => expect(optionsOf(requests[0])).toMatchObject({ employeeGroupIds: [idOf(1)] }));
  });

  test('Show deleted', async () => {
    const { user } = await open();
    await screen.findByRole('checkbox', { name: 'Pickers' });
    expect(screen.queryByRole('checkbox', { name: /Pruners/ })).toBeNull();
    await user.click(screen.getByRole('switch', { name: 'Show deleted' }));
    expect(screen.getByRole('checkbox', { name: 'Pruners (deleted)' })).toBeTruthy();
  });

  test.each([
    [/^Shifts/, 1],
    [/^Attendance/, 0],
  ])('%s: Show deleted is there for whatever can be deleted, also when nothing is', async (picker, switches) => {
    dialog('employee-attendance');
    await press(picker);
    await screen.findByRole('button', { name: 'Select all' });
    expect(screen.queryAllByRole('switch', { name: 'Show deleted' })).toHaveLength(switches);
  });

  test('groups stand in the order in which people count', async () => {
    answer(getGroups, {
      employeeGroups: ['Team 10', 'team 2', 'Team 1'].map((name, index) => group(20 + index, name)),
      timeGroups: [],
      jobDescriptions: [],
    });
    await open();
    await screen.findByRole('checkbox', { name: 'Team 10' });
    const names = screen.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).labels?.[0]?.textContent);
    expect(names).toEqual(['Team 1', 'team 2', 'Team 10']);
  });

  test('selecting everything again is no filter', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('checkbox', { name: 'Packers' }));
    expect(head()).toBe('Employee groups 2 of 3');
    await user.click(screen.getByRole('checkbox', { name: 'Packers' }));
    expect(head()).toBe('Employee groups All');
  });

  test('an empty selection is refused before it is sent', async () => {
    const requests = answer(generateReport, () => file('x.csv'));
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Deselect all' }));
    await press('Export');
    expect(await screen.findByText('Select at least one, or all')).toBeTruthy();
    expect(requests).toEqual([]);
  });
});

describe('making it', () => {
  test('shows progress, and cancel stops it without a message', async () => {
    const never = later<Response>();
    answer(generateReport, () => never.promise);
    const { user } = dialog('breaks');
    await press('Export');
    expect(await screen.findByText(/Making the report/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByText(/Making the report/)).toBeNull());
    expect(screen.queryByText(/Failed to generate report/)).toBeNull();
    expect(closed).not.toHaveBeenCalled();
    never.settle(file('x.csv'));
  });

  test.each([
    ['the server refuses', () => refused(500, 'INTERNAL', 'The disk is full.'), 'The disk is full.'],
    ['the network fails', noNetwork, 'A network error occurred. Please try again.'],
  ])('%s: logged as a failed report, and the reason told to the person', async (_what, reply, words) => {
    answer(generateReport, reply);
    dialog('breaks');
    await press('Export');
    expect(await screen.findByText(words)).toBeTruthy();
    expect(vi.mocked(console.error).mock.calls[0]?.[0]).toBe('Failed to generate report');
    expect(screen.queryByText(/Failed to generate report/)).toBeNull();
    expect(closed).not.toHaveBeenCalled();
    expect(saved).toEqual([]);
  });

  test('a print view is opened by a click', async () => {
    const html = '<style>td { color: red }</style><script>x</script><table><tr><td>Thandi</td></tr></table>';
    const requests = answer(generateReport, () => new Response(html));
    const { user } = dialog('breaks');
    await user.click(await screen.findByRole('radio', { name: 'Print view' }));
    await press('Export');
    const view = document.implementation.createHTMLDocument();
    // jsdom accepts only style sheets that it created itself.
    Object.defineProperty(view, 'adoptedStyleSheets', { value: [], writable: true });
    const sheet = { replaceSync: vi.fn() };
    const copied = { clear: vi.fn() };
    const opened = {
      document: view,
      sessionStorage: copied,
      close: vi.fn(),
      CSSStyleSheet: vi.fn(function CSSStyleSheet() {
        return sheet;
      }),
    };
    // The stand-in has only what a print view needs.
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    await press('Open print view');
    expect(await screen.findByText(/^This browser blocked the window/)).toBeTruthy();
    expect(closed).not.toHaveBeenCalled();
    open.mockReturnValue(opened as unknown as Window);
    await press('Open print view');
    expect(view.querySelector('table')?.textContent).toBe('Thandi');
    expect(copied.clear).toHaveBeenCalledOnce();
    expect(view.querySelector('style, script')).toBeNull();
    expect(sheet.replaceSync).toHaveBeenCalledWith('td { color: red }');
    expect(view.adoptedStyleSheets).toEqual([sheet]);
    expect(closed).toHaveBeenCalledOnce();
    expect(requests[0]?.body).toMatchObject({ exportType: 'html' });
    expect(saved).toEqual([]);
    // A page that is loaded anew could not close it at the log-out.
    expect(opened.close).not.toHaveBeenCalled();
    window.dispatchEvent(new Event('pagehide'));
    expect(opened.close).toHaveBeenCalledOnce();
  });

  test('offline the export is disabled', async () => {
    const asked = answer(generateReport, () => file('breaks.csv'));
    dialog('breaks');
    const button = await screen.findByRole('button', { name: 'Export' });
    act(() => reachability.lost());
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
    expect(button.getAttribute('aria-description')).toBe('You are offline. This needs a connection.');
    fireEvent.click(button);
    expect(asked).toEqual([]);
  });

  test('offline the known groups are there; an unknown one is one plain sentence, and nothing is red', async () => {
    const known = dialog('breaks', { accountId: idOf(9) });
    await screen.findByRole('button', { name: /^Employee groups/ });
    answer(getGroups, noNetwork);
    answer(getLookups, noNetwork);
    await act(() => known.queryClient.invalidateQueries());
    expect(screen.getByRole('button', { name: /^Employee groups/ })).toBeTruthy();
    expect(screen.queryByText(/^Failed to load/)).toBeNull();
    known.unmount();
    renderWith(
      <Connected value={false}>
        <ReportDialog type="breaks" accountId={ACCOUNT_ID} referenceDate="2026-11-03" today={TODAY} onClose={closed} />
      </Connected>,
    );
    expect(await screen.findByText(/^Not available offline\./)).toBeTruthy();
    expect(screen.queryByText(/^Failed to load/)).toBeNull();
  });
});

describe('Generate report', () => {
  test('opens its report, or offers a choice', async () => {
    const opened = vi.fn();
    const { user, unmount } = renderWith(<ReportButton types={['breaks']} onOpen={opened} />);
    await user.click(screen.getByRole('button', { name: 'Generate report' }));
    expect(opened).toHaveBeenLastCalledWith('breaks');
    unmount();
    const more = renderWith(<ReportButton types={['time-wasted-summary', 'breaks', 'latecomers']} onOpen={opened} />);
    await more.user.click(screen.getByRole('button', { name: 'Generate report' }));
    await more.user.click(await screen.findByRole('menuitem', { name: 'Latecomers' }));
    expect(opened).toHaveBeenLastCalledWith('latecomers');
  });

  test('is not there without Stats.GENERATE_REPORTS', () => {
    signedIn({}, ['Stats.GET_ATTENDANCE_INFORMATION']);
    renderWith(<ReportButton types={['breaks']} onOpen={vi.fn()} />);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('the record of exports', () => {
  const record = (changes: Partial<ExportRecord> = {}): ExportRecord => ({
    _id: idOf(700),
    reportType: 'latecomers',
    by: 'Ann Smith',
    at: '2026-11-20T07:05:00.000Z',
    from: '2026-11-01',
    to: '2026-11-07',
    exportType: 'csv',
    rows: 12,
    narrowedBy: [],
    statuses: [],
    changedSince: false,
    ...changes,
  });
  const note = (referenceDate = '2026-11-03') =>
    renderWith(
      <ExportNote
        types={['latecomers']}
        accountId={ACCOUNT_ID}
        timeZone="Africa/Johannesburg"
        referenceDate={referenceDate}
        today={TODAY}
      />,
    );

  test('the last export that includes the day, with author and time', async () => {
    answer(listExports, { results: [record({ reportType: 'breaks', by: 'Bob' }), record()] });
    note();
    expect((await screen.findByText(/exported/)).textContent?.trim()).toBe(
      'Latecomers, Sun 1 to Sat 7 Nov, exported 09:05 by Ann Smith.',
    );
  });

  test('on another day nothing is shown', async () => {
    const requests = answer(listExports, { results: [record()] });
    note('2026-11-08');
    await waitFor(() => expect(requests.length).toBe(1));
    await Promise.resolve();
    expect(screen.queryByText(/exported/)).toBeNull();
  });

  test('data that arrived since is shown, with names, old and new', async () => {
    answer(listExports, { results: [record({ changedSince: true })] });
    const change = {
      day: '2026-11-03',
      number: '7',
      firstName: 'Thandi',
      lastName: 'Nkosi',
      field: 'Hours Late',
      before: '0:20',
      after: '0:00',
    };
    answer(getExportChanges, { results: [change], more: true });
    const { user } = note();
    expect(await screen.findByText('Data arrived since.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'What changed' }));
    const table = await screen.findByRole('table');
    expect(within(table).getAllByRole('row')[1]?.textContent).toBe('3 Nov 20267ThandiNkosiHours Late0:200:00');
    expect(screen.getByText(/More changed than can be listed/)).toBeTruthy();
  });

  test('data that arrived since and does not concern the file is no change', async () => {
    answer(listExports, { results: [record({ changedSince: true })] });
    answer(getExportChanges, { results: [], more: false });
    const { user } = note();
    await user.click(await screen.findByRole('button', { name: 'What changed' }));
    expect(await screen.findByRole('dialog', { name: 'Changed since: Latecomers, Sun 1 to Sat 7 Nov' })).toBeTruthy();
    expect(await screen.findByText(/^Nothing in this file has changed/)).toBeTruthy();
    expect(screen.queryByText('No data to display')).toBeNull();
  });

  const names = { lookup1: 'Product', lookup2: 'Block' };
  test.each<[Partial<ExportRecord>, string]>([
    [{ from: '2026-11-16', to: '2026-11-16' }, 'Latecomers, Mon 16 Nov'],
    [{ from: '2026-10-30', to: '2026-11-03' }, 'Latecomers, Fri 30 Oct to Tue 3 Nov'],
    [
      { reportType: 'employee-attendance', narrowedBy: ['statuses'], statuses: ['absent'] },
      'Employees: absent, Sun 1 to Sat 7 Nov',
    ],
    [
      { reportType: 'employee-attendance', narrowedBy: ['statuses', 'timeGroupIds'], statuses: ['onTime', 'late'] },
      'Employees: on time and late (some shifts), Sun 1 to Sat 7 Nov',
    ],
    [
      { reportType: 'piecework-time-spent', narrowedBy: ['employeeGroupIds', 'lookup1Ids'] },
      'Piecework Time Spent (some employee groups and Product), Sun 1 to Sat 7 Nov',
    ],
  ])('what was exported is said: %o', (changes, words) => {
    expect(exportWords(record(changes), names)).toBe(words);
  });
});
