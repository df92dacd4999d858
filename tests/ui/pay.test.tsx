import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { getGroups, getLookupDefinition, getLookups } from '#contract/masterData/groups.ts';
import {
  createPayRate,
  createPayRule,
  listPayRates,
  listPayRules,
  type PayRule,
  updatePayRule,
} from '#contract/masterData/payRules.ts';
import {
  getCosts,
  getEarnings,
  getPayRuleWhatIf,
  getPersonEarnings,
  getWhatIf,
  type OpenReason,
  type PayLine,
  type PayWindowOf,
  testPayRule,
} from '#contract/money/earnings.ts';
import { getPayToday } from '#contract/money/payToday.ts';
import { getSetup } from '#contract/office/setup.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { NEUTRAL, TEMPLATES } from '#src/features/money/pay/templates.ts';
import { whyPay } from '#src/features/money/pay/words.ts';
import { showLanguage } from '#src/lib/words.tsx';
import { answerDashboard } from '#tests/support/dashboardSamples.ts';
import { answer, asked, refused } from '#tests/support/fakeApi.ts';
import { idOf } from '#tests/support/manageSamples.ts';
import { literalsIn, showEnglish, showPseudo } from '#tests/support/pseudo.ts';
import { sampleSetup } from '#tests/support/setupSamples.ts';
import { renderApp, signedIn } from '#tests/support/ui.tsx';

afterEach(() => act(showEnglish));

const H = 3_600_000;
const ann = { _id: idOf(1), number: '7', firstName: 'Ann', lastName: 'Ama' };
const sums = {
  ...{
    paidMs: 18 * H,
    ordinaryMs: 18 * H,
    overtimeMs: 0,
    sundayMs: 0,
    holidayMs: 0,
    units: '170',
    notSettledMs: 0,
    heldMs: 0,
    notSettledUnits: '0',
  },
  ...{ piece: '527.00', hourly: '0.00', topUp: '73.11', rest: '0.00', premium: '0.00', total: '600.11' },
  ...{ floor: '0.00', holidayOff: '0.00' },
  notSettled: '30.00',
};
const span = { from: '2026-11-16', to: '2026-11-20', currency: 'ZAR' };
const OWNER = [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE', 'Pay.VIEW', 'Pay.MANAGE'] as const;

function answerPay(isOfProducts = false, open: OpenReason[] = ['missing-punch']) {
  answerDashboard();
  answer(getSetup, sampleSetup());
  answer(getGroups, { employeeGroups: [], timeGroups: [], jobDescriptions: [] });
  answer(getLookups, {
    lookups: [
      {
        lookup: 1,
        name: 'Product',
        entries: [{ _id: idOf(9), code: 'crate', description: 'Crates', deletedAt: null }],
      },
      { lookup: 2, name: 'Block', entries: [] },
    ],
  });
  answer(getLookupDefinition, { lookup1: 'Product', lookup2: 'Block' });
  return answer(getEarnings, {
    ...span,
    periods: [
      { from: '2026-11-16', to: '2026-11-22' },
      { from: '2026-11-09', to: '2026-11-15' },
    ],
    rows: [{ employee: ann, sums, open }],
    totals: sums,
    isOfProducts,
    unpriced: [{ lookup1: 'Pinklady', lookup2: '', units: '12' }],
    unpricedHours: { ms: 30 * H, people: 2 },
    lastIndex: 0,
    total: 1,
  });
}

/** Names of the samples, of currencies and of days. */
const OWN =
  /\b(Our rule|Locked|Ann|Ama|Product|Block|Crates|none|Pinklady|Tallyboard|South Africa|[A-Z]{3}, .+|\w+day(, \w+)?|No)\b/g;
function expectNoLiteral(root: HTMLElement) {
  act(() => showPseudo());
  expect(literalsIn(root, OWN)).toEqual([]);
}

function answerCosts() {
  const cost = { units: '170', direct: '527.00', spread: '73.11', total: '600.11', perUnit: '3.53' };
  answer(getCosts, {
    ...{ ...span, totals: cost, notSettled: '30.00' },
    rows: [
      { ...cost, lookup1: { code: 'crate', description: 'Crates' }, lookup2: { code: null, description: '(none)' } },
    ],
  });
}
const rate = {
  ...{ _id: idOf(3), systemId: 'CSV', owner: 'Tallyboard', isLocked: false, basis: 'b', kind: 'piece' as const },
  ...{ amount: '3.1', from: '2026-10-01', lookup1: 'crate', lookup2: null, jobDescriptionId: null },
  ...{ employeeGroupId: null, employeeId: null },
};

test('people and their pay of a period: sums on top, what is open beside them, what is not priced', async () => {
  const requests = answerPay();
  signedIn({}, [...OWNER]);
  const { user } = renderApp('/employer/payroll/pay');
  const table = await screen.findByRole('region', { name: 'Pay, table' });
  expect(
    within(table)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Ann Ama',
    ...['7', 'R 600.11', 'R 30.00', '18:00', '170.00', 'R 527.00', 'R 73.11'].map((text) =>
      text.replace(' ', '\u00a0'),
    ),
    'A punch is missing, or work goes on',
    // The sums of everybody.
    ...['', 'R 600.11', 'R 30.00', '18:00', '170.00', 'R 527.00', 'R 73.11', ''].map((text) =>
      text.replace(' ', '\u00a0'),
    ),
  ]);
  const sums = screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(sums.map((sum) => sum.join(' ').replaceAll('\u00a0', ' '))).toEqual([
    ...['With pay 1', 'Paid Hours 18:00', 'Paid Units 170.00', 'Total R 600.11', 'Open R 30.00'],
  ]);
  expect(screen.getByText(/12 Pinklady · 30:00 h of 2 people without an hourly rate/)).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Pay period'), '9 Nov 2026 to 15 Nov 2026');
  await waitFor(() => expect(requests.at(-1)?.url.searchParams.get('to')).toBe('2026-11-15'));
});

test('the cost of work by product and block', async () => {
  answerPay();
  answerCosts();
  signedIn({}, [...OWNER]);
  renderApp('/employer/payroll/cost');
  const table = await screen.findByRole('region', { name: 'Costs, table' });
  expect(await within(table).findByRole('columnheader', { name: 'Product' })).toBeTruthy();
  expect(within(table).getByRole('cell', { name: /3\.53/ })).toBeTruthy();
  const sums = screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(sums.map((sum) => sum.join(' ').replaceAll('\u00a0', ' '))).toEqual([
    ...['Total R 600.11', 'Units 170.00', 'Per Unit R 3.53', 'Open R 30.00'],
  ]);
});

test('pay of chosen products has their pieces alone: no column of hours, and a sentence that says so', async () => {
  signedIn({}, [...EMPLOYER_PERMISSIONS, 'Pay.VIEW']);
  answerPay(true);
  renderApp('/employer/payroll/pay');
  expect(await screen.findByText(/^Pieces of the chosen products alone, without hours/)).toBeTruthy();
  expect(screen.queryByText('Paid Hours')).toBeNull();
  expect(screen.getAllByText('Paid Units').length).toBeGreaterThan(0);
});

test('each line opens Why this pay?', async () => {
  answerPay();
  const line = {
    units: null,
    pieces: [],
    morePieces: 0,
    ms: null,
    paidClass: null,
    perHour: null,
    base: null,
    factor: null,
    rate: null,
  };
  answer(getPersonEarnings, {
    ...{ ...span, employee: ann, payType: 'both', payTypeFrom: '2026-11-12', sums },
    windows: [
      {
        ...{ from: '2026-11-17', to: '2026-11-17', window: 'day', ruleName: 'South Africa', isSettled: true },
        ...{ guarantee: '259.11', counts: '186.00', moreLines: 0 },
        days: [{ date: '2026-11-17', paidMs: 9 * H, notSettledMs: 0, minimum: '28.79', open: [], isSettled: true }],
        lines: [
          {
            ...{ ...line, date: '2026-11-17', kind: 'piece', amount: '186.00', units: '60', isSettled: true },
            rate: { kind: 'piece', amount: '3.1', from: '2026-10-01' },
            pieces: [{ lookup1: 'Crates', lookup2: '', units: '60' }],
          },
          { ...line, date: '2026-11-17', kind: 'top-up', amount: '73.11', isSettled: true },
        ],
      },
      {
        ...{ from: '2026-11-18', to: '2026-11-19', window: 'workweek', ruleName: 'Weeks', isSettled: false },
        ...{ guarantee: '259.11', counts: '62.00', moreLines: 0 },
        days: [
          {
            date: '2026-11-18',
            paidMs: 0,
            notSettledMs: 5 * H,
            minimum: '28.79',
            open: ['missing-punch'],
            isSettled: false,
          },
          { date: '2026-11-19', paidMs: 9 * H, notSettledMs: 0, minimum: '28.79', open: [], isSettled: true },
        ],
        lines: [
          { ...line, date: '2026-11-18', kind: 'piece', amount: '31.00', isSettled: false },
          { ...line, date: '2026-11-19', kind: 'piece', amount: '32.00', isSettled: true },
          { ...line, date: '2026-11-19', kind: 'top-up', amount: '196.11', isSettled: false },
        ],
      },
    ],
  });
  signedIn({}, [...OWNER]);
  const { user } = renderApp(`/employer/payroll/pay?employee=${ann._id}`);
  await user.click(await screen.findByRole('button', { name: 'Piecework: Crates' }));
  expect(screen.getByText('Another choice holds from 12 Nov 2026: days before are locked.')).toBeTruthy();
  const why = await screen.findByRole('dialog', { name: 'Why this pay?' });
  // Piece pay is settled by its day, the top-up with its window.
  const amounts = screen.getAllByRole('row', { hidden: true }).map(({ textContent }) => textContent);
  for (const [amount, isSettled] of [
    ['R\u00a031.00', false],
    ['R\u00a032.00', true],
    ['R\u00a0196.11', false],
  ] as const)
    expect(amounts.filter((text) => text.includes(amount))).toEqual([
      expect.stringMatching(isSettled ? /\d$/ : /\(open\)$/),
    ]);
  expect(why.textContent).toContain('60.00 Crates');
  expect(why.textContent).toContain('60.00 units x R\u00a03.10 (piece rate from 1 Oct 2026) = R\u00a0186.00');
  await user.keyboard('{Escape}');
  await user.click((await screen.findAllByRole('button', { name: 'Top-up' }))[0] as HTMLElement);
  const topUp = await screen.findByRole('dialog');
  expect(topUp.textContent).toContain(
    "Guarantee of 17 Nov 2026 by 'South Africa': R\u00a0259.11. Pay that counts: R\u00a0186.00. The difference is R\u00a073.11.",
  );
  expectNoLiteral(topUp);
  expectNoLiteral(screen.getByRole('main', { hidden: true }));
});

test('a rate is typed with a comma or a point, not with thousands; a refusal is shown at its field', async () => {
  answerPay();
  answer(listPayRates, { currency: 'ZAR', rates: [] });
  const posts = answer(createPayRate, () =>
    refused(409, 'ALREADY_EXISTS', 'There is a rate already.', [{ path: 'from', message: 'There is a rate already.' }]),
  );
  signedIn({}, [...OWNER]);
  const { user } = renderApp('/employer/settings?page=rates');
  await user.click(await screen.findByRole('button', { name: 'Add rate' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add rate' });
  const amount = within(dialog).getByLabelText(/Amount per unit/);
  await user.type(amount, '0');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText('More than 0')).toBeTruthy();
  await user.clear(amount);
  await user.type(amount, '1,250');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText('An amount, such as 3.40')).toBeTruthy();
  expect(posts).toEqual([]);
  await user.clear(amount);
  await user.type(amount, '3,40');
  await user.selectOptions(within(dialog).getByLabelText('Product'), 'Crates');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText('There is a rate already.')).toBeTruthy();
  expect(posts.at(-1)?.body).toMatchObject({ kind: 'piece', amount: '3.40', lookup1: 'crate', lookup2: null });
});

test('a pay rule begins as a template, with its source and the day on which it was read', async () => {
  answerPay();
  answer(listPayRules, { payRules: [] });
  const posts = answer(createPayRule, () => refused(409, 'CONFLICT', 'No.'));
  signedIn({}, [...OWNER]);
  const { user } = renderApp('/employer/settings?page=rules');
  await user.click(await screen.findByRole('button', { name: 'Add pay rule' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add pay rule' });
  await user.selectOptions(within(dialog).getByLabelText('Template'), 'South Africa, farm');
  expect(within(dialog).getByText(/Read on 24 Nov 2026/)).toBeTruthy();
  // What of its law it leaves out, with a source each.
  const gaps = within(dialog).getAllByRole('listitem');
  expect(gaps.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(
      /^The ordinary wage plus what was earned on a holiday.*not by 13 weeks\. Read on 29 Nov 2026: source$/,
    ),
  ]);
  for (const [place, { gaps: left }] of TEMPLATES.entries()) {
    await user.selectOptions(within(dialog).getByLabelText('Template'), String(place));
    const links = within(dialog)
      .getAllByRole('listitem')
      .map((item) => within(item).getByRole('link'));
    expect(links.map((link) => link.getAttribute('href'))).toEqual(left.map(({ source }) => source));
  }
  await user.selectOptions(within(dialog).getByLabelText('Template'), 'South Africa, farm');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(posts.at(-1)?.body).toMatchObject({ window: 'day', scope: 'all', leastMinutes: 240 }));
  expectNoLiteral(dialog);
});

test('what if: the last 90 days at another amount, and who gains', async () => {
  answerPay();
  answer(listPayRates, { currency: 'ZAR', rates: [rate] });
  const requests = answer(getWhatIf, {
    ...{ ...span, gain: 1, lose: 0, people: [{ employee: ann, before: '600.11', after: '633.11' }] },
    before: { total: '859.22', topUp: '301.22', notSettled: '0.00' },
    after: { total: '892.22', topUp: '280.22', notSettled: '0.00' },
  });
  signedIn({}, [...OWNER]);
  const { user } = renderApp('/employer/settings?page=rates');
  await user.click(await screen.findByRole('button', { name: /^What if\? Piecework: Crates/ }));
  const dialog = await screen.findByRole('dialog', { name: 'What if?' });
  const amount = await within(dialog).findByLabelText('Instead of R 3.10');
  await user.clear(amount);
  await user.type(amount, '3,40');
  await user.click(within(dialog).getByRole('button', { name: 'Compute' }));
  expect(await within(dialog).findByText(/1 person gains, 0 people lose/)).toBeTruthy();
  expect(requests.at(-1)?.url.searchParams.get('amount')).toBe('3.40');
  expectNoLiteral(dialog);
});

const ownRule: PayRule = {
  ...{ _id: idOf(7), basis: 'b', timeGroupId: null, employeeId: null, from: '2026-10-01', name: 'Our rule' },
  ...NEUTRAL,
};

test('a rule that leaves overtime out of the minimum says so: what changes, and a copy of it from a date on', async () => {
  answerPay();
  const { premiumBase: _, ...former } = ownRule;
  answer(listPayRules, { payRules: [former, { ...ownRule, _id: idOf(8), name: 'By all hours' }] });
  const requests = answer(getPayRuleWhatIf, {
    ...{ ...span, gain: 1, lose: 0, people: [{ employee: ann, before: '374.27', after: '604.59' }] },
    before: { total: '374.27', topUp: '234.77', notSettled: '0.00' },
    after: { total: '604.59', topUp: '292.35', notSettled: '0.00' },
  });
  const posts = answer(createPayRule, () => refused(409, 'PERIOD_LOCKED', 'Locked.'));
  signedIn({}, [...OWNER]);
  const { user } = renderApp('/employer/settings?page=rules');
  await screen.findByText('Our rule');
  expect(screen.getAllByText(/leaves overtime out of the minimum/)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'See what changes' }));
  const dialog = await screen.findByRole('dialog', { name: 'Minimum of all hours' });
  expect(await within(dialog).findByText(/1 person gains, 0 people lose/)).toBeTruthy();
  expect(requests.at(-1)?.url.searchParams.get('premiumBase')).toBe('greater');
  await user.click(within(dialog).getByRole('button', { name: 'Pay by all hours' }));
  expect(await within(dialog).findByText('Locked.')).toBeTruthy();
  expect(posts.at(-1)?.body).toMatchObject({ name: 'Our rule', premiumBase: 'greater', window: 'day' });
  expect(posts.at(-1)?.body).not.toHaveProperty('basis');
  expectNoLiteral(dialog);
});

test('the dialog of such a rule keeps it as it is unless a base is chosen; a new rule has the greater one', async () => {
  answerPay();
  const { premiumBase: _, ...former } = ownRule;
  answer(listPayRules, { payRules: [former] });
  const puts = answer(updatePayRule, () => refused(409, 'CONFLICT', 'No.'));
  signedIn({}, [...OWNER]);
  const { user } = renderApp('/employer/settings?page=rules');
  await user.click(await screen.findByRole('button', { name: 'Our rule' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit pay rule' });
  const base = within(dialog).getByLabelText('Base of premiums');
  expect((base as HTMLSelectElement).value).toBe('');
  await user.type(within(dialog).getByLabelText(/^Name/), ' 2');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(puts).toHaveLength(1));
  expect(puts[0]?.body).not.toHaveProperty('premiumBase');
  await user.selectOptions(base, 'The minimum');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(puts.at(-1)?.body).toMatchObject({ premiumBase: 'minimum' }));
  expectNoLiteral(dialog);
});

test('floors of Sundays and holidays are chosen in the dialog, begin as the template has them, and are kept', async () => {
  answerPay();
  answer(listPayRules, { payRules: [ownRule] });
  const posts = answer(createPayRule, () => refused(409, 'CONFLICT', 'No.'));
  signedIn({}, [...OWNER]);
  const { user } = renderApp('/employer/settings?page=rules');
  await user.click(await screen.findByRole('button', { name: 'Add pay rule' }));
  const added = await screen.findByRole('dialog', { name: 'Add pay rule' });
  await user.selectOptions(within(added).getByLabelText('Template'), 'South Africa, farm');
  const holidays = /^A holiday that is worked is worth at least/;
  expect((within(added).getByLabelText(holidays) as HTMLInputElement).value).toBe('2');
  await user.clear(within(added).getByLabelText(holidays));
  await user.type(within(added).getByLabelText(holidays), '1.5');
  await user.click(within(added).getByLabelText('A Sunday counts at least its ordinary hours'));
  await user.click(within(added).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(posts).toHaveLength(1));
  const farm = {
    sunday: { ordinaryHours: true, wages: 1 },
    holiday: { ordinaryHours: false, wages: 1.5 },
    holidayOff: true,
  };
  expect(posts[0]?.body).toMatchObject({ floors: farm });
  expectNoLiteral(added);
});

test('a rule without floors is changed to have one', async () => {
  answerPay();
  answer(listPayRules, { payRules: [ownRule] });
  const puts = answer(updatePayRule, () => refused(409, 'CONFLICT', 'No.'));
  signedIn({}, [...OWNER]);
  const { user } = renderApp('/employer/settings?page=rules');
  await user.click(await screen.findByRole('button', { name: 'Our rule' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit pay rule' });
  await user.click(within(dialog).getByLabelText(/^A holiday that is not worked is paid/));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(puts).toHaveLength(1));
  expect(puts[0]?.body).toMatchObject({ floors: { sunday: { wages: 0 }, holidayOff: true } });
});

test("'Why this pay?' says by which hours and wage a floor and a holiday are", () => {
  const line = {
    ...{ date: '2026-11-16', units: null, pieces: [], morePieces: 0, rate: null, base: null },
    ...{ ms: 9 * H, perHour: '28.79' },
  };
  const window = { days: [], from: '2026-11-16', to: '2026-11-16' } as unknown as PayWindowOf;
  const floor: PayLine = { ...line, kind: 'floor', amount: '230.32', paidClass: 'holiday', factor: 2 };
  const plain = (all: readonly string[]) => all.map((one) => one.replaceAll('\u00a0', ' '));
  expect(plain(whyPay(floor, window, 'ZAR'))).toEqual([
    "The ordinary hours of the day are 9:00 h, at R 28.79 an hour. 2 x 9:00 h x R 28.79 less the day's pay, with its part of the top-up: R 230.32.",
  ]);
  const off: PayLine = { ...line, kind: 'holiday-off', amount: '259.11', paidClass: null, factor: null };
  expect(plain(whyPay(off, window, 'ZAR'))).toEqual([
    'Ordinary hours of the day, 9:00 h x R 28.79 an hour = R 259.11.',
  ]);
});

/** Answers 'Test a rule' with a piece line and its top-up. */
function answerTest() {
  answerPay();
  answer(listPayRates, { currency: 'ZAR', rates: [] });
  answer(listPayRules, { payRules: [ownRule] });
  const line = {
    pieces: [],
    morePieces: 0,
    ms: null,
    paidClass: null,
    perHour: null,
    factor: null,
    base: null,
    rate: null,
  };
  return answer(testPayRule, {
    ...{ guarantee: '259.11', total: '1234.56', open: [] },
    sums: {
      piece: '186.00',
      hourly: '0.00',
      'top-up': '73.11',
      rest: '0.00',
      premium: '0.00',
      floor: '0.00',
      'holiday-off': '0.00',
    },
    lines: [
      { ...line, date: '2026-11-13', kind: 'piece', amount: '186.00', units: '60' },
      { ...line, date: '2026-11-13', kind: 'top-up', amount: '73.11', units: null },
    ],
  });
}

/** Returns the fields of the first day of a payslip: its ordinary hours and its units. */
function firstDay(): [hours: HTMLElement, units: HTMLElement] {
  const [hours] = screen.getAllByLabelText(/^Ordinary hours, /);
  const [units] = screen.getAllByLabelText(/^Units, /);
  if (!hours || !units) throw new Error('There are no days');
  return [hours, units];
}

test('a rule is tested on a payslip: each line, and where they differ', async () => {
  const posts = answerTest();
  signedIn({}, [...OWNER]);
  const { user } = renderApp('/employer/settings?page=test');
  await screen.findByRole('option', { name: 'Our rule' });
  await user.selectOptions(screen.getByLabelText('Rule'), 'South Africa, farm');
  await user.type(screen.getByLabelText('Piece rate'), '3,10');
  const [hoursOfFirst, unitsOfFirst] = firstDay();
  await user.type(hoursOfFirst, '7:36');
  await user.type(unitsOfFirst, '60');
  await user.type(screen.getByLabelText('Ordinary hours of a day'), '9');
  await user.click(screen.getByLabelText('With overtime, Sunday and holidays'));
  const [off] = screen.getAllByLabelText(/^Holiday not worked, /).slice(-1);
  if (off) await user.click(off);
  await user.click(screen.getByRole('button', { name: 'Compute' }));
  await user.type(await screen.findByLabelText('Top-up of the payslip'), '70');
  expect(screen.getByText('-R 3.11')).toBeTruthy();
  expect(screen.getAllByText('R 73.11')).toHaveLength(2);
  expectNoLiteral(screen.getByRole('main'));
  expect(posts.at(-1)?.body).toMatchObject({
    ...{ rule: { leastMinutes: 240 }, pieceRate: '3.10', minimum: null },
    ordinaryMinutes: 540,
    days: [
      { ordinary: 456, units: '60', unitMinutes: null, isHolidayOff: false },
      ...Array(5).fill({ ordinary: 0, units: null, isHolidayOff: false }),
      { ordinary: 0, units: null, isHolidayOff: true },
    ],
  });
});

test('a rule of the account is tested by its rules alone, with numbers as the language writes them', async () => {
  const posts = answerTest();
  act(() => showLanguage('fr', {}));
  signedIn({}, [...OWNER]);
  const { user } = renderApp('/employer/settings?page=test');
  await screen.findByRole('option', { name: 'Our rule' });
  await user.selectOptions(screen.getByLabelText('Rule'), 'Our rule');
  const factor = screen.getByLabelText('Overtime factor');
  expect(factor).toHaveProperty('value', '1,5');
  await user.clear(factor);
  await user.type(factor, '1,75');
  await user.type(screen.getByLabelText('Hourly rate'), '1 234,5');
  await user.click(screen.getByRole('button', { name: 'Compute' }));
  const total = await screen.findByLabelText('Total of the payslip');
  const { _id, basis, timeGroupId, employeeId, from, ...rules } = ownRule;
  expect(posts.at(-1)?.body).toMatchObject({ overtimeFactor: 1.75, sundayFactor: 2, hourlyRate: '1234.5' });
  expect(posts.at(-1)?.body).toHaveProperty('rule', rules);
  const row = within(total.closest('tr') as HTMLElement);
  expect(row.getByText(/^1\s234,56\sR$/)).toBeTruthy();
  await user.type(total, '1 234,56');
  expect(row.getByText('Equal')).toBeTruthy();
  await user.type(total, 'x');
  expect(row.queryByText(/Equal|NaN/)).toBeNull();
  expect(row.getByText(/^An amount, such as/)).toBeTruthy();
});

test('what cannot be read in a payslip is refused at its field, and nothing is computed', async () => {
  const posts = answerTest();
  signedIn({}, [...OWNER]);
  const { user } = renderApp('/employer/settings?page=test');
  const sunday = await screen.findByLabelText('Sunday factor');
  await user.clear(sunday);
  await user.type(sunday, 'double');
  await user.clear(screen.getByLabelText('Holiday factor'));
  await user.type(screen.getByLabelText('Minimum'), 'law');
  const [hoursOfFirst, unitsOfFirst] = firstDay();
  await user.type(hoursOfFirst, 'abc');
  await user.type(unitsOfFirst, 'few');
  await user.click(screen.getByRole('button', { name: 'Compute' }));
  const faultOf = (field: HTMLElement) =>
    document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;
  expect([sunday, screen.getByLabelText('Holiday factor'), hoursOfFirst].map(faultOf)).toEqual([
    ...['A factor, such as 1.5', 'A factor, such as 1.5', 'Hours, such as 9 or 7:30'],
  ]);
  expect([screen.getByLabelText('Minimum'), unitsOfFirst].map(faultOf)).toEqual([
    ...['An amount, such as 3.40', 'Units, such as 110'],
  ]);
  await user.clear(hoursOfFirst);
  expect(faultOf(hoursOfFirst)).toBeUndefined();
  expect(posts).toEqual([]);
});

test('the Overview says what today comes to so far', async () => {
  answerPay();
  answer(getPayToday, {
    ...{ currency: 'ZAR', earned: '5120.00', units: '1600', perUnit: '3.20', topUpPeople: 14, topUp: '812.00' },
  });
  signedIn({}, [...OWNER]);
  renderApp('/employer/overview');
  expect(await screen.findByText(/Earned so far: R 5,120\.00\. Cost per unit: R 3\.20/)).toBeTruthy();
  expect(screen.getByText(/^At .+, 14 people stand to need R 812\.00 of top-up today/)).toBeTruthy();
});

test('a user without Pay.VIEW sees nothing of it, and nothing of it is asked for', async () => {
  answerPay();
  signedIn({}, [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE']);
  const { unmount } = renderApp('/employer/overview');
  expect(await screen.findByRole('link', { name: 'People' })).toBeTruthy();
  unmount();
  renderApp('/employer/payroll/pay');
  expect(await screen.findByText(/see pay/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Pay' })).toBeNull();
  expect(document.body.textContent).not.toMatch(/600\.11|R\u00a0/);
  expect(asked.filter((one) => one.includes('/v2/pay'))).toEqual([]);
});

test('Pay says whose records of days on which they were not active are in no other figure', async () => {
  answerPay(false, ['inactive-clocked']);
  signedIn({}, [...OWNER]);
  renderApp('/employer/payroll/pay');
  await screen.findByText(
    /1 employee has records of days on which they were not active: what they did then is open here, and in no other figure\./,
  );
});
