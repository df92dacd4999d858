import { expect, type Page } from '@playwright/test';
import { PUSH_MAKES } from '#contract/intake/makes.ts';
import { SETUP_PAGES } from '#src/features/office/setup/pages.ts';

/**
 * Every screen, dialog, menu and picker, each reachable by itself: what the accessibility check and the pictures walk through.
 * `open` starts from a page that has loaded. `isLink`: it ends at a page that the server makes, in the language of the account.
 * `again` makes said once more what was said at a press, after the language has changed.
 */
export type Stop = {
  name: string;
  path: string;
  open?: (page: Page) => Promise<unknown>;
  isLink?: true;
  again?: (page: Page) => Promise<unknown>;
};

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first();
const press = (name: string | RegExp) => (page: Page) => button(page, name).click();
/** Raw data of a card by its title. */
const raw = (title: string) => async (page: Page) => {
  const card = page.getByRole('region', { name: title, exact: true });
  await card.getByRole('button', { name: 'Show raw data' }).click();
  await expect(card.getByRole('table').or(card.getByText('No data to display')).first()).toBeVisible({
    timeout: 30_000,
  });
};

/** Leaves the description of a new alert empty, which is said below it. */
const leaveEmpty = async (page: Page) => {
  const description = page.getByRole('dialog').last().getByLabel('Description');
  await description.fill('x');
  await description.fill('');
  await description.blur();
};

/** The month behind the first date of a dialog. */
const pickDate = async (page: Page) => {
  await page.getByRole('dialog').getByRole('textbox', { name: 'From' }).click();
  await expect(page.getByRole('button', { name: 'Previous month' })).toBeVisible();
};

/** The message that the last page of a tab leaves for the log-in page. */
export const LOGGED_OUT_ELSEWHERE =
  'You have been logged out because your session expired or because you logged into a different device.';

export const PUBLIC_STOPS: readonly Stop[] = [
  { name: 'login', path: '/login' },
  { name: 'request-reset', path: '/login/request-reset' },
  { name: 'set-password', path: '/login/password-reset/x' },
  { name: 'set-password-without-token', path: '/login/password-reset' },
  { name: 'transfer-failed', path: '/login/transfer-session/bad' },
  { name: 'denied', path: '/nologin?reason=invalid-role' },
  { name: 'denied-module', path: '/nologin?reason=no-module-access' },
  { name: 'not-found', path: '/nowhere' },
  {
    name: 'session-ended',
    path: '/login',
    async open(page) {
      await page.evaluate((words) => sessionStorage.setItem('tb.pendingMessage', words), LOGGED_OUT_ELSEWHERE);
      await page.reload();
      await expect(page.getByText(LOGGED_OUT_ELSEWHERE)).toBeVisible();
    },
  },
];

const openPersonPay = async (page: Page) => {
  await page.getByRole('table').last().getByRole('link').first().click({ timeout: 30_000 });
  await expect(page.getByRole('table', { name: 'Lines of pay' })).toBeVisible({ timeout: 30_000 });
};
const dashboard = (name: string, query: string, open?: Stop['open']): Stop => ({
  name,
  path: `/employer/overview${query}`,
  open,
});
/** A page of the set-up, or a dialog of it. */
const setUp = (page: string, name = '', open?: Stop['open']): Stop => ({
  name: ['setup', page, name].filter(Boolean).join('-'),
  path: `/employer/settings?page=${page}`,
  open,
});
/** The day before yesterday: past in every time zone. */
const PAST_DAY = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
const REPORTS = [
  'piecework-performance',
  'piecework-time-spent',
  'time-wasted-summary',
  'breaks',
  'latecomers',
  'employee-attendance',
  'paid-hours',
  'paid-hours-period',
  'working-hours',
  'consents',
  'quality',
  'corrections',
];

/** The session of an employer with every permission. */
export const EMPLOYER_STOPS: readonly Stop[] = [
  dashboard('dashboard', ''),
  dashboard('dashboard-past', `?date=${PAST_DAY}`),
  dashboard('search', '', async (page) => {
    await press('Search')(page);
    await page.getByRole('combobox', { name: 'Search' }).fill('a');
    await expect(page.getByRole('option').first()).toBeVisible();
  }),
  { name: 'reports', path: '/employer/reports' },
  { name: 'trends', path: '/employer/reports/trends' },
  {
    name: 'trends-filter',
    path: '/employer/reports/trends',
    open: (page) => button(page, 'Filter').click(),
  },
  { name: 'records', path: '/employer/reports/records' },
  { name: 'old-records', path: '/employer/reports/records', open: press('Remove old records') },
  { name: 'people', path: '/employer/people' },
  { name: 'people-per-period', path: '/employer/people?per=weekly%202026-11-05' },
  {
    name: 'roll-columns',
    path: '/employer/people',
    async open(page) {
      await page.getByRole('button', { name: 'Columns', exact: true }).click();
      await expect(page.getByRole('group', { name: 'Columns' })).toBeVisible();
    },
  },
  {
    name: 'my-periods',
    path: '/employer/people',
    async open(page) {
      await page.getByRole('combobox', { name: 'Period' }).selectOption('more');
      await expect(page.getByRole('dialog', { name: 'My periods' })).toBeVisible();
    },
  },
  { name: 'on-site', path: '/employer/people/on-site' },
  { name: 'paid-hours', path: '/employer/payroll/hours' },
  { name: 'sample-dialog', path: '/employer/payroll/hours', open: press('New sample') },
  {
    name: 'auditor-page',
    path: '/employer/payroll/hours',
    isLink: true,
    async open(page) {
      await press('New sample')(page);
      await page.getByRole('textbox', { name: /^Auditor/ }).fill('Ethical Audits Ltd');
      await press('Draw')(page);
      const link = (await page.getByTestId('sync-key').textContent()) ?? '';
      await page.goto(new URL(link, page.url()).pathname);
    },
  },
  {
    name: 'person',
    path: '/employer/people',
    async open(page) {
      await page.getByRole('rowheader').getByRole('button').first().click();
      await expect(page.getByRole('button', { name: 'Time card' })).toBeVisible();
    },
  },
  {
    name: 'person-agreed',
    path: '/employer/people?q=100000',
    async open(page) {
      await page.getByRole('rowheader').getByRole('button').first().click();
      await page.getByText('Changed after they agreed').first().scrollIntoViewIfNeeded();
    },
  },
  ...['pay', 'cost', 'files'].map((page) => ({ name: `payroll-${page}`, path: `/employer/payroll/${page}` })),
  {
    name: 'pay-rate',
    path: '/employer/settings?page=rates',
    open: (page) => page.getByRole('button', { name: 'Add rate' }).click(),
  },
  { name: 'pay-person', path: '/employer/payroll/pay', open: openPersonPay },
  {
    name: 'pay-why',
    path: '/employer/payroll/pay',
    async open(page) {
      await openPersonPay(page);
      await page.getByRole('table', { name: 'Lines of pay' }).getByRole('button').first().click();
    },
  },
  {
    name: 'pay-what-if',
    path: '/employer/settings?page=rates',
    open: (page) =>
      page
        .getByRole('button', { name: /^What if/ })
        .first()
        .click(),
  },
  {
    name: 'pay-profile',
    path: '/employer/payroll/files',
    open: (page) => page.getByRole('button', { name: 'Add profile' }).click(),
  },
  ...[
    { name: 'make', what: /^Adjustments/ },
    { name: 'lines', what: /^1, whole$/ },
  ].map(({ name, what }) => ({
    name: `pay-file-${name}`,
    path: '/employer/payroll/files',
    async open(page: Page) {
      await page.getByRole('button', { name: what }).click();
      await expect(page.getByRole('table', { name: 'Lines' })).toBeVisible({ timeout: 30_000 });
    },
  })),
  ...['fix', 'decide', 'lock', 'hand-over'].map((step) => ({
    name: `payroll-${step}`,
    path: `/employer/payroll?step=${step}`,
    async open(page: Page) {
      await expect(page.getByRole('list', { name: 'Close the period' })).toBeVisible({ timeout: 30_000 });
      if (step === 'hand-over')
        await expect(page.getByText(/^(File for |After the lock)/)).toBeVisible({ timeout: 30_000 });
    },
  })),
  {
    name: 'pay-rule',
    path: '/employer/settings?page=rules',
    open: (page) => page.getByRole('button', { name: 'Add pay rule' }).click(),
  },
  { name: 'figures', path: '/employer/figures' },
  { name: 'figures-rule', path: '/employer/figures#rule-7' },
  ...SETUP_PAGES.map((page) => setUp(page)),
  setUp('employees', 'employee', (page) => page.getByRole('button', { name: 'Add employee' }).click()),
  setUp('employees', 'change', async (page) => {
    await page.getByRole('region', { name: 'Employees' }).getByRole('button').first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
  }),
  setUp('employees', 'erase', async (page) => {
    await page.getByRole('region', { name: 'Employees' }).getByRole('button').first().click();
    await page.getByRole('button', { name: 'Erase', exact: true }).click();
    await expect(page.getByRole('region', { name: 'What goes' })).toBeVisible();
  }),
  setUp('employees', 'own-days', async (page) => {
    await page.getByRole('region', { name: 'Employees' }).getByRole('button').first().click();
    await page
      .getByRole('region', { name: 'Own days' })
      .getByRole('button', { name: /^(Make|Replace) link$/ })
      .click();
    await expect(
      page.getByRole('dialog', { name: 'Link to own days' }).getByRole('img', { name: 'Link to own days' }),
    ).toBeVisible();
  }),
  setUp('employees', 'own-days-pin', async (page) => {
    await page.getByRole('region', { name: 'Employees' }).getByRole('button').first().click();
    await page
      .getByRole('region', { name: 'Own days' })
      .getByRole('button', { name: /^(Make|Replace) PIN$/ })
      .click();
    await expect(page.getByTestId('sync-key')).toBeVisible();
  }),
  setUp('groups', 'group', (page) => page.getByRole('button', { name: 'Add shift' }).click()),
  setUp('shifts', 'rotation', (page) =>
    page
      .getByRole('button', { name: /^Repeat weeks of/ })
      .first()
      .click(),
  ),
  setUp('phones', 'phone', (page) => page.getByRole('button', { name: 'Add phone' }).click()),
  setUp('containers', 'container', (page) => page.getByRole('button', { name: 'Add kind of container' }).click()),
  setUp('teams', 'team', (page) => page.getByRole('button', { name: 'Add team' }).click()),
  setUp('defects', 'defect', (page) => page.getByRole('button', { name: 'Add defect' }).click()),
  setUp('holidays', 'holiday', (page) => page.getByRole('button', { name: 'Add holiday' }).click()),
  setUp('hours', 'hours-rule', (page) => page.getByRole('button', { name: 'Add rule' }).click()),
  setUp('hours', 'limits', async (page) => {
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByLabel('The people on this shift are under 18').scrollIntoViewIfNeeded();
  }),
  setUp('users', 'whom', (page) => page.getByRole('table', { name: 'Users' }).getByRole('button').first().click()),
  setUp('users', 'reading-key', (page) => page.getByRole('button', { name: 'New key' }).click()),
  setUp('workbook', 'preview', async (page) => {
    await page.getByRole('button', { name: 'Paste cells' }).click();
    await page
      .getByRole('textbox', { name: 'Cells' })
      .fill('Employee Number\tFirst Name\tLast Name\nT1\tTo\tLook\n\tNo\tNumber');
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByRole('button', { name: /^Take/ })).toBeVisible();
  }),
  { name: 'change-password', path: '/login/change-password' },
  { name: 'log-in-options', path: '/login/options' },
  dashboard('device-alerts', '', async (page) => {
    // A browser without windows blocks notifications, whatever it is granted.
    await page.evaluate("Object.defineProperty(Notification, 'permission', { configurable: true, value: 'granted' })");
    await button(page, /^User menu/).click();
    await page.getByRole('menuitem', { name: 'Alerts on this device' }).click();
    await expect(page.getByLabel('This device is mine alone')).toBeVisible();
  }),
  dashboard('user-menu', '', async (page) => {
    await button(page, /^User menu/).click();
    await expect(page.getByRole('menu')).toBeVisible();
  }),
  dashboard('continue-elsewhere', '', async (page) => {
    await button(page, /^User menu/).click();
    await page.getByRole('menuitem', { name: 'Continue on another device' }).click();
    await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
  }),
  dashboard('date-picker', '', async (page) => {
    await button(page, /Reference date/).click();
    await expect(page.getByRole('button', { name: 'Today' })).toBeVisible();
  }),
  dashboard('helper', '', (page) => button(page, 'About Time Wasted').hover()),
  dashboard('notes', '?open=notes'),
  dashboard('payroll', '?open=payroll'),
  dashboard('devices', '?open=devices'),
  ...['total', 'present', 'absent', 'late', 'unverified'].map((status) =>
    dashboard(`list-${status}`, `?open=list&status=${status}`),
  ),
  dashboard('why', '?open=list&status=total', async (page) => {
    await button(page, /Why\?$/).click();
    await expect(page.getByRole('heading', { name: /^Why\?/ })).toBeVisible();
  }),
  { name: 'exceptions', path: '/employer/exceptions' },
  {
    name: 'exceptions-kind',
    path: '/employer/exceptions',
    async open(page) {
      await page.getByRole('group', { name: 'Kinds on show' }).getByRole('button').first().click();
      await button(page, /^More: /).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'exceptions-dispute',
    path: '/employer/exceptions',
    open: (page) => page.getByRole('button', { name: /^More: Not my hours/ }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'exceptions-settle',
    path: '/employer/exceptions',
    async open(page) {
      await page.getByRole('button', { name: /^More: Not my hours/ }).click();
      await page.getByRole('menuitem', { name: 'Settle' }).click();
      await expect(page.getByRole('dialog', { name: 'Settle' })).toBeVisible();
    },
  },
  { name: 'pieces', path: '/employer/work?page=bulk' },
  { name: 'pieces-sheet', path: '/employer/work?page=sheet' },
  { name: 'pieces-clock', path: '/employer/work?page=clock' },
  { name: 'pieces-plans', path: '/employer/work?page=plans' },
  { name: 'pieces-file', path: '/employer/work?page=file' },
  {
    name: 'exceptions-resolve',
    path: '/employer/exceptions',
    async open(page) {
      await page.getByRole('checkbox', { name: 'All of: Absent without a reason' }).click();
      await button(page, /^(Apply|Excuse) \d+/).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'exceptions-make-employee',
    path: '/employer/exceptions',
    async open(page) {
      await page.getByText('Make employee').first().click();
      await expect(page.getByRole('dialog', { name: 'Make Nomvula Bezuidenhout an employee' })).toBeVisible();
    },
  },
  ...['Add punch', 'Add piecework', 'Excuse'].map((name) =>
    dashboard(`correct-${name.toLowerCase().replace(' ', '-')}`, '?open=list&status=total', async (page) => {
      await button(page, /Why\?$/).click();
      await button(page, name).click();
      await expect(page.getByRole('dialog', { name: /^(Correct|Excuse) / })).toBeVisible();
    }),
  ),
  dashboard('piecework-raw', '', raw('Piecework Totals')),
  dashboard('attendance-raw', '', raw('Employee Attendance')),
  dashboard('time-spent-raw', '', raw('Piecework Time Spent')),
  dashboard('time-wasted-raw', '', raw('Time Wasted')),
  ...REPORTS.map((report) => dashboard(`report-${report}`, `?open=report&report=${report}`)),
  dashboard('report-sums', '?open=report&report=piecework-performance', async (page) => {
    await page.getByText('Excel', { exact: true }).click();
    await page.getByRole('combobox', { name: 'One row for' }).selectOption('period');
    await page.getByRole('button', { name: /^Columns/ }).click();
    await expect(page.getByRole('group', { name: 'Columns' })).toBeVisible();
  }),
  dashboard('report-date-picker', '?open=report&report=breaks', pickDate),
  dashboard('alerts', '?open=alerts'),
  dashboard('alerts-piecework', '?open=alerts', (page) => page.getByRole('tab', { name: 'Piecework' }).click()),
  dashboard('alert-event', '?open=alerts', async (page) => {
    await page.getByRole('tab', { name: 'Event' }).click();
    await page.getByRole('button', { name: 'Create Event Alert' }).click();
    await expect(page.getByLabel('What happens')).toBeVisible();
  }),
  dashboard('alert-event-limit', '?open=alerts', async (page) => {
    await page.getByRole('tab', { name: 'Event' }).click();
    await page.getByRole('button', { name: 'Create Event Alert' }).click();
    await page.getByLabel('What happens').selectOption('limit-near');
  }),
  dashboard('alert-report', '?open=alerts', async (page) => {
    await page.getByRole('tab', { name: 'Report' }).click();
    await page.getByRole('button', { name: 'Create Report Alert' }).click();
    await expect(page.getByLabel('Days', { exact: true })).toBeVisible();
  }),
  dashboard('alerts-sent', '?open=alerts', (page) => page.getByRole('tab', { name: 'Sent' }).click()),
  dashboard('alert-edit', '?open=alerts', async (page) => {
    await button(page, /^Who is missing this morning/).click();
    await expect(page.getByRole('dialog', { name: 'Edit Alert' })).toBeVisible();
  }),
  dashboard('alert-new', '?open=alerts', async (page) => {
    await press(/^Create/)(page);
    await expect(page.getByRole('dialog', { name: /^Create/ })).toBeVisible();
  }),
  {
    ...dashboard('alert-invalid', '?open=alerts', async (page) => {
      await press(/^Create/)(page);
      await leaveEmpty(page);
    }),
    again: leaveEmpty,
  },
  dashboard('device-silent', '', async (page) => {
    await button(page, /silent since/).click();
    await expect(page.getByRole('dialog', { name: 'Devices' })).toBeVisible();
  }),
  // This is the last stop, because the session keeps counting down.
  dashboard('session-ending', '', async (page) => {
    await page.evaluate(() => {
      const held = JSON.parse(sessionStorage.getItem('tb.session') ?? '{}');
      sessionStorage.setItem('tb.session', JSON.stringify({ ...held, expiresAt: Date.now() + 4_000 }));
    });
    await page.reload();
    await expect(page.getByRole('alertdialog')).toBeVisible();
  }),
];

const account = (id: string, name: string, tab: string, open?: Stop['open']): Stop => ({
  name: `account-${name}`,
  path: `/manage/accounts/edit/${id}/${tab}`,
  open,
});
const addDevice = (id: string, kind: string) =>
  account(id, `device-new-${kind}`, 'devices', async (page) => {
    await button(page, 'Add Device').click();
    await page.getByRole('menuitem', { name: new RegExp(`^Add ${kind} Device`, 'i') }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });

/** Adds a terminal of a make that has an address of its own, which is shown once. */
const addMake = async (page: Page, make: string) => {
  await button(page, 'Add Device').click();
  await page.getByRole('menuitem', { name: /^Add ADMS Device/i }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Make').selectOption(make);
  await dialog.getByLabel('Serial number').fill(`TOUR${Date.now()}`);
  return dialog;
};
const enrolMake = async (page: Page, make: string) => {
  await (await addMake(page, make)).getByRole('button', { name: 'Add Device' }).click();
  const dialog = page.getByRole('dialog', { name: 'Terminal enrolled' });
  await expect(dialog.getByText('Waiting for the first contact.')).toBeVisible();
  return dialog;
};

/** Of an administrator; `accountId` is an account with users, devices and data, `userId` one of its users. */
export const adminStops = (accountId: string, userId: string): readonly Stop[] => [
  { name: 'accounts', path: '/manage/accounts/all' },
  { name: 'accounts-none', path: '/manage/accounts/all?q=nothing-is-called-this' },
  {
    name: 'accounts-health',
    path: '/manage/accounts/health',
    open: (page) => expect(page.getByRole('region', { name: 'Health of accounts, table' })).toBeVisible(),
  },
  { name: 'account-new', path: '/manage/accounts/new' },
  account(accountId, 'general', 'general'),
  account(accountId, 'delete', 'general', press('Delete Account')),
  account(accountId, 'users', 'users'),
  account(accountId, 'setup-link', 'users', press('Set-up link')),
  account(accountId, 'setup-link-shown', 'users', async (page) => {
    await button(page, 'Set-up link').click();
    const dialog = page.getByRole('dialog', { name: 'Set-up link' });
    const name = `tour${Date.now()}`;
    await dialog.getByLabel('Username').fill(name);
    await dialog.getByLabel('Email').fill(`${name}@orchard.test`);
    await dialog.getByRole('button', { name: 'Make link' }).click();
    await expect(dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  }),
  account(accountId, 'user-new', 'users/new'),
  account(accountId, 'devices', 'devices'),
  account(accountId, 'device-menu', 'devices', async (page) => {
    await button(page, 'Add Device').click();
    await expect(page.getByRole('menu')).toBeVisible();
  }),
  ...['adms', 'managed', 'unmanaged', 'standalone'].map((kind) => addDevice(accountId, kind)),
  account(accountId, 'device-make', 'devices', async (page) => void (await addMake(page, 'Hikvision'))),
  ...PUSH_MAKES.map((make) =>
    account(accountId, `device-address-${make}`, 'devices', async (page) => void (await enrolMake(page, make))),
  ),
  account(accountId, 'device-fields', 'devices', async (page) => {
    await (await enrolMake(page, 'Another device, by JSON')).getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Connection log' }).last().click();
    await page.getByRole('group', { name: 'Its names of the fields' }).scrollIntoViewIfNeeded();
  }),
  account(accountId, 'device-edit', 'devices', press('Edit')),
  account(accountId, 'device-recorder', 'devices', press('Connection log')),
  account(accountId, 'device-code', 'devices', press('Activation code')),
  account(accountId, 'device-delete', 'devices', press(/^Delete/)),
  account(accountId, 'statistics', 'stats'),
  account(accountId, 'data', 'data-management'),
  account(accountId, 'backup-new', 'data-management', press('Create Backup')),
  account(accountId, 'backup-status', 'data-management', press('Status')),
  account(accountId, 'restore-confirm', 'data-management', press(/^Continue the restore/)),
  account(accountId, 'restore', 'data-management', press('Restore Backup')),
  account(accountId, 'recalculate', 'data-management', press('Recalculate Dashboard Data')),
  account(accountId, 'recalculate-date-picker', 'data-management', async (page) => {
    await button(page, 'Recalculate Dashboard Data').click();
    await pickDate(page);
  }),
  account(accountId, 'settings', 'settings'),
  account(accountId, 'key-new', 'settings', press('New Sync Key')),
  account(accountId, 'activity', 'activity'),
  { name: 'users', path: '/manage/users/all' },
  { name: 'mail', path: '/manage/mail' },
  { name: 'users-export', path: '/manage/users/all', open: press('Export User List') },
  { name: 'user-new', path: '/manage/users/new' },
  { name: 'user-general', path: `/manage/users/edit/${userId}/general` },
  { name: 'user-delete', path: `/manage/users/edit/${userId}/general`, open: press('Delete User') },
  { name: 'user-password', path: `/manage/users/edit/${userId}/password` },
  { name: 'user-settings', path: `/manage/users/edit/${userId}/settings` },
];

/** Single sign-on, on a server with two providers, before a log-in and after one. */
export const SIGN_ON_STOPS: readonly Stop[] = [
  {
    name: 'sign-on-login',
    path: '/login',
    open: (page) => expect(button(page, /^Continue with/)).toBeVisible(),
  },
  {
    name: 'sign-on-away',
    path: '/login',
    async open(page) {
      const providers = [
        { id: 'hill', name: 'Provider hill', isAway: false },
        { id: 'vale', name: 'Provider vale', isAway: true },
      ];
      await page.route('**/v2/session/single-sign-on', (route) => route.fulfill({ json: { providers } }));
      await page.reload();
      await expect(page.getByText('Provider vale cannot be reached. Try again later.')).toBeVisible();
    },
  },
];
/** Of an employer who is linked to both. */
export const SIGN_ON_USER_STOPS: readonly Stop[] = [
  {
    name: 'sign-on-linked-options',
    path: '/login/options',
    open: (page) => expect(button(page, /^Remove Provider/)).toBeVisible(),
  },
  {
    name: 'sign-on-confirm',
    path: '/login/options',
    async open(page) {
      await button(page, /^Remove Provider/).click();
      await expect(button(page, /^Log in with .+ again$/)).toBeVisible();
    },
  },
];
export const signOnAdminStops = (accountId: string, linkedUserId: string, userId: string): readonly Stop[] => [
  {
    name: 'sign-on-options',
    path: '/login/options',
    open: (page) => expect(button(page, /^Link Provider/)).toBeVisible(),
  },
  ...[
    { name: 'sign-on-linked-user', id: linkedUserId },
    { name: 'sign-on-user', id: userId },
  ].map(({ name, id }) => ({
    name,
    path: `/manage/users/edit/${id}/password`,
    open: (page: Page) => expect(page.getByRole('region', { name: 'Single sign-on' })).toBeVisible(),
  })),
  account(accountId, 'sign-on', 'settings', async (page) => {
    const form = page.getByRole('form', { name: 'Single sign-on' });
    await form.getByLabel('Provider').selectOption({ label: 'Provider hill' });
    for (const name of ['Link by email address', 'Require single sign-on', 'Create users'])
      await form.getByLabel(name).click({ force: true });
    await expect(form.getByRole('textbox', { name: 'Value' })).toBeVisible();
  }),
];

/** Goes there and waits until nothing is a placeholder, loads or fades any more. */
export async function visit(page: Page, origin: string, { path, open }: Stop) {
  await page.goto(origin + path);
  await page.locator('#root h1').first().waitFor();
  await settle(page);
  if (open) {
    await open(page);
    await settle(page);
  }
}

/** Waits two frames, after which a change of the page has been drawn. */
export const twoFrames = (page: Page) =>
  page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))');

/** Waits until nothing loads or moves. Conditions are text, because they run in the page with the page's globals. */
export async function settle(page: Page) {
  await expect(page.locator('.mantine-Skeleton-root, [aria-busy="true"]')).toHaveCount(0, { timeout: 60_000 });
  // Charts follow the width a frame later, and what fades in begins with one.
  await twoFrames(page);
  await page.evaluate(`Promise.allSettled(
    document.getAnimations().filter((each) => each.effect.getComputedTiming().iterations !== Infinity).map((each) => each.finished)
  ).then(() => undefined)`);
}
