import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_LICENSE } from '#contract/access/accounts.ts';
import { getGroups } from '#contract/masterData/groups.ts';
import { fill, msg } from '#contract/platform/words.ts';
import {
  type Alert,
  type AlertDelivery,
  checkRecipients,
  createAlert,
  deleteAlert,
  listAlertDeliveries,
  listAlerts,
  markAlertDeliveriesRead,
  previewAlert,
  sendTestAlert,
  updateAlert,
} from '#contract/reports/alerts.ts';
import { generateReport } from '#contract/reports/reports.ts';
import { AlertsButton } from '#src/features/reports/alerts/AlertsButton.tsx';
import { addRecipient, dayWords, GRID, slotLimit } from '#src/features/reports/alerts/alertForm.ts';
import { showLanguage } from '#src/lib/words.tsx';
import Alerts from '#src/routes/employer/-Alerts.tsx';
import { TODAY } from '#tests/support/dashboardSamples.ts';
import { answer, refused } from '#tests/support/fakeApi.ts';
import { idOf } from '#tests/support/manageSamples.ts';
import { showEnglish } from '#tests/support/pseudo.ts';
import { ACCOUNT_ID, renderWith, signedIn } from '#tests/support/ui.tsx';

const nothing = () => undefined;
const sample = (changes: Partial<Alert> = {}): Alert => ({
  _id: idOf(400),
  description: 'Late at the gates',
  category: 'attendance',
  viaEmail: true,
  emailRecipients: ['ann@farm.example', 'bob@farm.example'],
  daysOfWeek: [1, 2, 3, 4, 5],
  times: [{ enabled: true, time: '08:00' }],
  targetGroups: [{ timeGroupId: idOf(500), systemId: 'PAY' }],
  suppressEmpty: false,
  ...changes,
});

const sentOne: AlertDelivery = {
  _id: idOf(600),
  alertId: idOf(400),
  description: 'Late at the gates',
  category: 'attendance',
  localDate: TODAY,
  slot: '08:00',
  status: 'sent',
  reason: null,
  decidedAt: '2026-11-20T06:00:02.000Z',
  subject: '12 late at 08:00',
  text: 'Thandi Nkosi 0:20',
  report: null,
  read: false,
};

const license = (alerts: Partial<typeof DEFAULT_LICENSE.alerts> = {}) => ({
  alerts: { ...DEFAULT_LICENSE.alerts, ...alerts },
});
const manage = (given = license()) =>
  renderWith(
    <Alerts accountId={ACCOUNT_ID} license={given} timeZone="Africa/Johannesburg" today={TODAY} onClose={nothing} />,
  );
const having = (alerts: Alert[]) =>
  answer(listAlerts, ({ params }) => ({ results: alerts.filter(({ category }) => category === params.category) }));
const create = async (user: ReturnType<typeof manage>['user'], category = 'Attendance') => {
  await user.click(await screen.findByRole('button', { name: `Create ${category} Alert` }));
  return screen.findByRole('dialog', { name: `Create ${category} Alert` });
};
const describeIt = (dialog: HTMLElement, words: string) =>
  fireEvent.change(within(dialog).getByLabelText(/Description/), { target: { value: words } });

beforeEach(() => {
  signedIn();
  having([]);
  answer(listAlertDeliveries, { results: [], unread: 0 });
  answer(checkRecipients, { outside: [], limited: [] });
  answer(getGroups, {
    employeeGroups: [],
    jobDescriptions: [],
    timeGroups: [
      { _id: idOf(500), systemId: 'PAY', name: 'Day shift', deletedAt: null },
      { _id: idOf(501), systemId: 'PAY', name: 'Gone shift', deletedAt: '2026-11-01T06:00:00.000Z' },
    ],
  });
});
afterEach(() => act(showEnglish));

describe('an alert about events', () => {
  test('asks what it waits for and one number, instead of times, and says so in the list', async () => {
    const event = { kind: 'silent-device', minutes: 45 } as const;
    having([sample({ category: 'event', times: [], event })]);
    const saved = answer(createAlert, ({ body }) => ({ ...(body as Omit<Alert, '_id'>), _id: idOf(9) }));
    const { user } = manage();
    await user.click(await screen.findByRole('tab', { name: /Event/ }));
    expect(await screen.findByText('Mon to Fri, A device is silent: 45 min')).toBeTruthy();
    const dialog = await create(user, 'Event');
    const fields = within(dialog);
    expect(fields.queryByText('Alert times')).toBeNull();
    describeIt(dialog, 'Gates');
    await user.selectOptions(fields.getByLabelText('What happens'), 'Fewer or more people than usual');
    fireEvent.change(fields.getByLabelText('Away from usual by'), { target: { value: '30' } });
    await user.click(fields.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.body).toMatchObject({
      category: 'event',
      times: [],
      event: { kind: 'unusual-count', percent: 30 },
    });
  });

  test('asks for no number where the rules of hours say how near is near', async () => {
    having([sample({ category: 'event', times: [], event: { kind: 'limit-near' } })]);
    const saved = answer(createAlert, ({ body }) => ({ ...(body as Omit<Alert, '_id'>), _id: idOf(9) }));
    const { user } = manage();
    await user.click(await screen.findByRole('tab', { name: /Event/ }));
    expect(await screen.findByText('Mon to Fri, A limit of hours is near')).toBeTruthy();
    const dialog = await create(user, 'Event');
    const fields = within(dialog);
    describeIt(dialog, 'Long days');
    await user.selectOptions(fields.getByLabelText('What happens'), 'A limit of hours is near');
    expect(fields.queryByRole('spinbutton')).toBeNull();
    await user.click(fields.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.body).toMatchObject({ event: { kind: 'limit-near' } });
  });
});

describe('an alert that makes a report', () => {
  const report = { reportType: 'latecomers', period: 'last-week', exportType: 'xlsx', attach: true } as const;
  test('asks which one, of which days and people, and what becomes of the file', async () => {
    having([sample({ category: 'report', report, targetGroups: [] })]);
    const saved = answer(createAlert, ({ body }) => ({ ...(body as Omit<Alert, '_id'>), _id: idOf(9) }));
    const { user } = manage();
    await user.click(await screen.findByRole('tab', { name: /Report/ }));
    expect(await screen.findByText('Mon to Fri, 08:00: Latecomers, last week')).toBeTruthy();
    expect(screen.getByText('As a file')).toBeTruthy();
    const dialog = await create(user, 'Report');
    const fields = within(dialog);
    // Its filters are those of the report, not the time groups of the alert.
    expect(fields.queryByRole('group', { name: 'Shifts' })).toBeNull();
    expect(fields.queryByLabelText('Attach the file')).toBeNull();
    describeIt(dialog, 'Hours');
    await user.selectOptions(fields.getByLabelText('Report'), 'Paid Hours per Pay Period');
    await user.selectOptions(fields.getByLabelText('Days'), 'Last pay period');
    await user.click(await fields.findByRole('button', { name: /^Shifts/ }));
    await user.click(await fields.findByRole('button', { name: 'Deselect all' }));
    await user.click(fields.getByRole('button', { name: 'Save' }));
    expect(await fields.findByText('Select at least one, or all')).toBeTruthy();
    expect(saved).toHaveLength(0);
    await user.click(fields.getByRole('checkbox', { name: 'Day shift' }));
    await user.click(fields.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.body).toMatchObject({
      category: 'report',
      targetGroups: [],
      report: {
        reportType: 'paid-hours-period',
        period: 'last-pay-period',
        exportType: 'xlsx',
        attach: false,
        options: { orderBy: 'number', timeGroupIds: [idOf(500)] },
      },
    });
  });

  test('has the columns that are chosen, of those that its rows have', async () => {
    having([]);
    const saved = answer(createAlert, ({ body }) => ({ ...(body as Omit<Alert, '_id'>), _id: idOf(9) }));
    const { user } = manage();
    await user.click(await screen.findByRole('tab', { name: /Report/ }));
    const dialog = await create(user, 'Report');
    const fields = within(dialog);
    describeIt(dialog, 'Who was there');
    await user.click(await fields.findByRole('button', { name: 'Columns: as specified' }));
    await user.click(fields.getByRole('checkbox', { name: 'First Name' }));
    await user.click(fields.getByRole('checkbox', { name: 'How people clocked, and their work codes' }));
    await user.click(fields.getByRole('checkbox', { name: 'Clocked By' }));
    await user.click(fields.getByRole('checkbox', { name: 'How people clocked, and their work codes' }));
    await user.click(fields.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    const columns = (saved[0]?.body as Alert | undefined)?.report?.options?.columns;
    expect(columns?.slice(0, 3)).toEqual(['date', 'number', 'lastName']);
    expect(columns).not.toContain('clockedBy');
  });

  test('is not narrowed to time groups where the licence does not allow choosing them', async () => {
    having([
      sample({ category: 'report', report: { ...report, options: { timeGroupIds: [idOf(500)] } }, targetGroups: [] }),
    ]);
    const { user } = manage(license({ canSelectTimeGroups: false }));
    await user.click(await screen.findByRole('tab', { name: /Report/ }));
    const dialog = await create(user, 'Report');
    expect(await within(dialog).findByRole('button', { name: /^Job descriptions/ })).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: /^Shifts/ })).toBeNull();
  });

  test('is made again, with its days and filters, from what was sent', async () => {
    const request = { reportType: 'latecomers', dates: { from: TODAY, to: TODAY }, exportType: 'csv' } as const;
    answer(listAlertDeliveries, {
      results: [{ ...sentOne, category: 'report', subject: 'Late: Latecomers, 12 rows', report: request }],
      unread: 0,
    });
    const asked = answer(
      generateReport,
      () => new Response('x', { headers: { 'content-disposition': 'attachment; filename="late.csv"' } }),
    );
    const { user } = manage();
    await user.click(await screen.findByRole('tab', { name: 'Sent' }));
    await user.click(await screen.findByText('Late at the gates'));
    await user.click(screen.getByRole('button', { name: 'Download' }));
    await waitFor(() => expect(asked.map(({ body }) => body)).toEqual([request]));
  });
});

describe('the alerts button', () => {
  test('is there with GET_ALL_ALERTS only, and marks what is unread', async () => {
    answer(listAlertDeliveries, { results: [], unread: 3 });
    renderWith(<AlertsButton accountId={ACCOUNT_ID} onOpen={nothing} />);
    expect(await screen.findByRole('button', { name: 'Manage Alerts, 3 unread' })).toBeTruthy();
  });

  test('opens the alerts of the categories, marked or not', async () => {
    const opened: unknown[] = [];
    answer(listAlertDeliveries, { results: [], unread: 3 });
    const { user } = renderWith(<AlertsButton accountId={ACCOUNT_ID} onOpen={(...tabs) => opened.push(tabs)} />);
    await user.click(await screen.findByRole('button', { name: 'Manage Alerts, 3 unread' }));
    expect(opened).toHaveLength(1);
  });

  test('is absent without it', () => {
    signedIn({}, ['MANAGE_ALERTS']);
    renderWith(<AlertsButton accountId={ACCOUNT_ID} onOpen={nothing} />);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('the list', () => {
  test('has tabs per category; rows show the description and the counts of groups and recipients', async () => {
    having([
      sample(),
      sample({ _id: idOf(401), category: 'break', description: 'Breaks', targetGroups: [], emailRecipients: [] }),
    ]);
    const { user } = manage();
    const row = await screen.findByRole('button', { name: /Late at the gates/ });
    expect(row.textContent).toContain('1 shift');
    expect(row.textContent).toContain('2 recipients');
    expect(row.textContent).toContain('Mon to Fri, 08:00');
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Attendance (1)',
      'Piecework',
      'Break (1)',
      'Event',
      'Report',
      'Sent',
    ]);
    await user.click(screen.getByRole('tab', { name: 'Break (1)' }));
    const breaks = await screen.findByRole('button', { name: /Breaks/ });
    expect(breaks.textContent).toContain('All shifts');
    expect(breaks.textContent).toContain('0 recipients');
  });

  test('No alerts configured; Failed to load alerts', async () => {
    const empty = manage();
    expect(await screen.findByText('No alerts configured')).toBeTruthy();
    empty.unmount();
    answer(listAlerts, () => refused(500, 'INTERNAL', 'Broken'));
    manage();
    expect(await screen.findByText('Failed to load alerts')).toBeTruthy();
  });

  test('can be searched', async () => {
    having([sample(), sample({ _id: idOf(401), description: 'Absent at noon' })]);
    const { user } = manage();
    await screen.findByRole('button', { name: /Late at the gates/ });
    await user.type(screen.getByRole('searchbox', { name: 'Search alerts' }), 'noon');
    expect(screen.queryByRole('button', { name: /Late at the gates/ })).toBeNull();
    expect(screen.getByRole('button', { name: /Absent at noon/ })).toBeTruthy();
  });

  test('the licence caps the number of alerts, of all categories together', async () => {
    having([sample(), sample({ _id: idOf(401), category: 'break' })]);
    manage(license({ maxAlerts: 2 }));
    expect(await screen.findByText('2 of 2 alerts used. Your licence allows no more.')).toBeTruthy();
    const button = screen.getByRole('button', { name: 'Create Attendance Alert' });
    expect(button.getAttribute('disabled')).not.toBeNull();
  });

  test('without MANAGE_ALERTS: no create, no save, no delete', async () => {
    signedIn({}, ['GET_ALL_ALERTS']);
    having([sample()]);
    const { user } = manage();
    const row = await screen.findByRole('button', { name: /Late at the gates/ });
    expect(screen.queryByRole('button', { name: /^Create/ })).toBeNull();
    await user.click(row);
    const dialog = await screen.findByRole('dialog', { name: 'Edit Alert' });
    expect(within(dialog).queryByRole('button', { name: 'Save' })).toBeNull();
    expect(within(dialog).queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(within(dialog).queryByRole('button', { name: 'Send a test to me' })).toBeNull();
    expect(within(dialog).getByLabelText(/Description/)).toHaveProperty('readOnly', true);
  });

  test('without the permission for the figures nothing can be saved, and it says why; deleting is possible', async () => {
    signedIn({}, ['GET_ALL_ALERTS', 'MANAGE_ALERTS', 'Stats.GET_PERFORMANCE_METRICS']);
    having([sample()]);
    const { user } = manage();
    const row = await screen.findByRole('button', { name: /Late at the gates/ });
    expect(screen.queryByRole('button', { name: /^Create/ })).toBeNull();
    expect(screen.getByText('You may not see these figures, so you cannot have them sent.')).toBeTruthy();
    await user.click(row);
    const dialog = await screen.findByRole('dialog', { name: 'Edit Alert' });
    expect(within(dialog).queryByRole('button', { name: 'Save' })).toBeNull();
    expect(within(dialog).getByRole('button', { name: 'Delete' })).toBeTruthy();
  });
});

describe('create and edit', () => {
  test('creates with what was typed, says so and closes', async () => {
    const made = answer(createAlert, ({ body }) => ({ ...(body as Omit<Alert, '_id'>), _id: idOf(9) }));
    const { user } = manage();
    const dialog = await create(user);
    describeIt(dialog, 'Who is late');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Alert created successfully')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Create Attendance Alert' })).toBeNull());
    expect(made[0]?.body).toEqual({
      description: 'Who is late',
      category: 'attendance',
      viaEmail: false,
      emailRecipients: [],
      daysOfWeek: [1, 2, 3, 4, 5],
      times: [{ enabled: true, time: '08:00' }],
      targetGroups: [],
      suppressEmpty: false,
    });
  });

  test('edits, says so and closes', async () => {
    having([sample()]);
    const changed = answer(updateAlert, sample());
    const { user } = manage();
    await user.click(await screen.findByRole('button', { name: /Late at the gates/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Alert' });
    const save = within(dialog).getByRole('button', { name: 'Save' });
    expect(save).toHaveProperty('disabled', true);
    describeIt(dialog, 'Later');
    await user.click(within(dialog).getByRole('checkbox', { name: 'Sat' }));
    await user.click(save);
    expect(await screen.findByText('Alert updated successfully')).toBeTruthy();
    expect(changed[0]?.body).toMatchObject({ description: 'Later', daysOfWeek: [1, 2, 3, 4, 5, 6] });
    expect(changed[0]?.body).not.toHaveProperty('_id');
  });

  test('deletes after Confirm Deletion', async () => {
    having([sample()]);
    const deleted = answer(deleteAlert, { ok: true });
    const { user } = manage();
    await user.click(await screen.findByRole('button', { name: /Late at the gates/ }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const question = await screen.findByRole('dialog', { name: 'Confirm Deletion' });
    expect(question.textContent).toContain('Late at the gates');
    expect(deleted).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Alert deleted successfully')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit Alert' })).toBeNull());
    expect(deleted[0]?.params.alertId).toBe(idOf(400));
  });

  test('a refusal keeps the dialog and what was typed', async () => {
    answer(createAlert, () => refused(409, 'LIMIT_REACHED', 'Your licence allows 2 alerts.'));
    const { user } = manage();
    const dialog = await create(user);
    describeIt(dialog, 'One more');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Your licence allows 2 alerts.')).toBeTruthy();
    expect(within(dialog).getByLabelText(/Description/)).toHaveProperty('value', 'One more');
  });

  test('errors are shown under their fields, and the first gets the focus', async () => {
    const { user } = manage();
    const dialog = await create(user);
    describeIt(dialog, ' ');
    for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'])
      await user.click(within(dialog).getByRole('checkbox', { name: day }));
    await user.click(within(dialog).getByRole('switch', { name: /^Send via Email/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText('Description is required')).toBeTruthy();
    expect(within(dialog).getByText('Choose at least one day')).toBeTruthy();
    expect(within(dialog).getByText('Add at least one recipient')).toBeTruthy();
    expect(document.activeElement).toBe(within(dialog).getByLabelText(/Description/));
  });

  test('recipients who are no users of the account, or limited to some people, are named', async () => {
    const checked = answer(checkRecipients, ({ body }) => {
      const { emailRecipients } = body as { emailRecipients: string[] };
      return {
        outside: emailRecipients.filter((address) => address.startsWith('stranger')),
        limited: emailRecipients.filter((address) => address.startsWith('sue')),
      };
    });
    const { user } = manage();
    const dialog = await create(user);
    await user.click(within(dialog).getByRole('switch', { name: /^Send via Email/ }));
    const field = within(dialog).getByLabelText('Recipient');
    await user.type(field, 'ann@farm.example{Enter}');
    await waitFor(() => expect(checked.length).toBe(1));
    expect(screen.queryByText(/They get everything/)).toBeNull();
    await user.type(field, 'stranger@example.test{Enter}sue@farm.example{Enter}');
    await screen.findByText(
      'Not a user of this account: stranger@example.test. Limited to some people: sue@farm.example. They get everything that this alert says.',
    );
  });
  test('recipients need an @ and are added on Enter', async () => {
    const { user } = manage();
    const dialog = await create(user);
    await user.click(within(dialog).getByRole('switch', { name: /^Send via Email/ }));
    const field = within(dialog).getByLabelText('Recipient');
    await user.type(field, 'nobody{Enter}');
    expect(within(dialog).getByText('An email address needs an @')).toBeTruthy();
    await user.clear(field);
    await user.type(field, 'ann@farm.example{Enter}');
    expect(within(dialog).getByText('ann@farm.example')).toBeTruthy();
    await user.type(field, 'Ann@Farm.example{Enter}');
    expect(within(dialog).getByText('This recipient is already listed')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Remove ann@farm.example' }));
    expect(within(dialog).queryByText('ann@farm.example')).toBeNull();
  });

  test('text that is no address becomes no recipient, and Save reports a half-typed one', async () => {
    const { user } = manage();
    const dialog = await create(user);
    await user.click(within(dialog).getByRole('switch', { name: /^Send via Email/ }));
    const field = within(dialog).getByLabelText('Recipient');
    await user.type(field, 'bad@{Enter}');
    expect(within(dialog).getByText('Enter a valid email address')).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: 'Remove bad@' })).toBeNull();
    describeIt(dialog, 'Mornings');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText('Press Enter to add this recipient')).toBeTruthy();
    expect(document.activeElement).toBe(field);
  });

  test('time slots are capped by category and by licence', async () => {
    const { user } = manage(license({ attendanceTimeSlots: 1 }));
    const dialog = await create(user);
    expect(within(dialog).getByText(/1 of 1 time slot used/)).toBeTruthy();
    expect(within(dialog).getByRole('button', { name: 'Add time' })).toHaveProperty('disabled', true);
    expect(within(dialog).getByText('No time slots left.')).toBeTruthy();
  });

  test('a break alert may have four', async () => {
    const { user } = manage();
    await user.click(await screen.findByRole('tab', { name: 'Break' }));
    const dialog = await create(user, 'Break');
    for (let times = 1; times < 4; times += 1)
      await user.click(within(dialog).getByRole('button', { name: 'Add time' }));
    expect(within(dialog).getByText(/4 of 4 time slots used/)).toBeTruthy();
    expect(within(dialog).getByRole('button', { name: 'Add time' })).toHaveProperty('disabled', true);
  });

  test('time groups: all by default, without the deleted ones', async () => {
    const { user } = manage();
    const dialog = await create(user);
    expect(await within(dialog).findByRole('checkbox', { name: 'All shifts' })).toHaveProperty('checked', true);
    expect(within(dialog).queryByRole('checkbox', { name: /Gone shift/ })).toBeNull();
    await user.click(within(dialog).getByRole('checkbox', { name: 'Day shift' }));
    expect(within(dialog).getByRole('checkbox', { name: 'All shifts' })).toHaveProperty('checked', false);
  });

  test('no choice of time groups without the licence', async () => {
    const { user } = manage(license({ canSelectTimeGroups: false }));
    const dialog = await create(user);
    expect(within(dialog).queryByText('Shifts')).toBeNull();
  });

  test('closing asks only when typed text would be lost', async () => {
    const { user } = manage();
    let dialog = await create(user);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Create Attendance Alert' })).toBeNull());
    dialog = await create(user);
    describeIt(dialog, 'Precious');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('dialog', { name: 'Discard changes?' })).toBeTruthy();
  });
});

describe('preview', () => {
  test('shows what would be sent now and when it fires next; a test goes to the user', async () => {
    answer(previewAlert, {
      summary: { subject: '12 late at 09:40', text: 'Thandi Nkosi 0:20', html: '<p></p>', empty: false },
      nextFirings: ['2026-11-20T10:00:00.000Z', '2026-11-23T06:00:00.000Z'],
    });
    const tested = answer(sendTestAlert, { ok: true, sent: true });
    const { user } = manage();
    const dialog = await create(user);
    const show = within(dialog).getByRole('button', { name: 'What this would send now' });
    await user.click(show);
    expect(await within(dialog).findByText('Description is required')).toBeTruthy();
    describeIt(dialog, 'Late');
    await user.click(show);
    expect(await within(dialog).findByText('12 late at 09:40')).toBeTruthy();
    expect(within(dialog).getByText('Fires next today at 12:00, 23 Nov 2026 at 08:00.')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Send a test to me' }));
    expect(await screen.findByText('Test sent to you')).toBeTruthy();
    expect(tested[0]?.body).toMatchObject({ description: 'Late' });
  });

  test('says when there is nothing to report, and when it never fires', async () => {
    answer(previewAlert, { summary: { subject: 'Nobody late', text: '', html: '', empty: true }, nextFirings: [] });
    const { user } = manage();
    const dialog = await create(user);
    describeIt(dialog, 'Late');
    await user.click(within(dialog).getByRole('button', { name: 'What this would send now' }));
    expect(await within(dialog).findByText('There is nothing to say now.')).toBeTruthy();
    expect(within(dialog).getByText('It does not fire: no time is switched on.')).toBeTruthy();
  });
});

describe('what was sent', () => {
  const delivery = (changes: Partial<AlertDelivery> = {}): AlertDelivery => ({ ...sentOne, ...changes });

  const allowed = msg('The licence allows {alerts, plural, one {# alert} other {# alerts}}', { alerts: 1 });
  test('each slot with its outcome; new ones are marked, and looking marks them as read', async () => {
    const skipped = delivery({
      _id: idOf(601),
      status: 'skipped',
      reason: fill(allowed),
      words: allowed,
      subject: null,
      text: null,
      read: true,
    });
    answer(listAlertDeliveries, { results: [delivery(), skipped], unread: 1 });
    const read = answer(markAlertDeliveriesRead, () => {
      answer(listAlertDeliveries, { results: [delivery({ read: true }), skipped], unread: 0 });
      return { ok: true as const };
    });
    const { user } = manage();
    await user.click(await screen.findByRole('tab', { name: 'Sent (1 new)' }));
    expect(await screen.findByText('Skipped')).toBeTruthy();
    expect(screen.getByText('Today 08:00: The licence allows 1 alert')).toBeTruthy();
    act(() =>
      showLanguage('fr', { [allowed.id]: 'La licence permet {alerts} alertes', '{label}: {text}': '{label} : {text}' }),
    );
    expect(screen.getByText('Today 08:00 : La licence permet 1 alertes')).toBeTruthy();
    act(showEnglish);
    await waitFor(() => expect(read.length).toBe(1));
    expect(await screen.findByRole('tab', { name: 'Sent' })).toBeTruthy();
    expect(screen.getByText('New')).toBeTruthy();
    expect(read.length).toBe(1);
  });

  test('nothing was sent yet', async () => {
    const { user } = manage();
    await user.click(await screen.findByRole('tab', { name: 'Sent' }));
    expect(await screen.findByText('Nothing has been sent yet.')).toBeTruthy();
  });
});

describe('the rules behind the form', () => {
  test('the grid is every 15 minutes from 00:00 to 23:45', () => {
    expect(GRID).toHaveLength(96);
    expect([GRID[0], GRID[1], GRID.at(-1)]).toEqual(['00:00', '00:15', '23:45']);
  });

  test.each([
    ['attendance', 2],
    ['piecework', 2],
    ['break', 4],
  ] as const)('%s: at most %i', (category, most) => {
    expect(slotLimit(category, DEFAULT_LICENSE)).toBe(most);
    expect(slotLimit(category, license({ [`${category}TimeSlots`]: 1 }))).toBe(1);
  });

  test.each([
    [[1, 2, 3, 4, 5], 'Mon to Fri'],
    [[1, 2, 3, 4, 5, 6, 7], 'Every day'],
    [[7, 3], 'Wed, Sun'],
    [[1, 2], 'Mon, Tue'],
  ])('%j is %s', (days, words) => expect(dayWords(days)).toBe(words));

  test('addRecipient trims', () => expect(addRecipient([], ' a@b.example ')).toEqual(['a@b.example']));
});
