import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { decideQuarantine } from '#contract/devices.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/permissions.ts';
import { type DataException, listByAttendanceStatus, listDataExceptions } from '#contract/stats.ts';
import { answerDashboard, sampleEntry } from '#tests/support/dashboardSamples.ts';
import { answer, refused } from '#tests/support/fakeApi.ts';
import { renderApp, signedIn } from '#tests/support/ui.tsx';

const OPEN = '/employer/overview?date=2026-11-03&open=exceptions';
const unknown: DataException = {
  kind: 'unmatched-pin',
  day: '2026-11-03',
  employeeNumber: null,
  detail: "PIN 77 is nobody's time id: 2 punches waiting",
  count: 2,
};
const unclocked: DataException = {
  kind: 'piecework-without-clock',
  day: '2026-11-03',
  employeeNumber: '8',
  detail: '1 entry outside every interval at work',
  count: 1,
};
const inactive: DataException = {
  ...unclocked,
  kind: 'inactive-clocked',
  employeeNumber: '99',
  detail: 'Inactive, but 1 record',
};

function given(exceptions: DataException[], entries = [sampleEntry(7), sampleEntry(8)]) {
  answerDashboard();
  answer(listDataExceptions, { exceptions });
  answer(listByAttendanceStatus, { entries });
  signedIn();
}
const dialog = () => screen.findByRole('dialog', { name: 'Exceptions, 3 Nov 2026' }, { timeout: 5_000 });
const section = async (title: RegExp) =>
  within((await within(await dialog()).findByRole('heading', { name: title })).closest('section') ?? document.body);

test('the strip leads to them; each kind says what it means and names who is concerned', async () => {
  given([unknown, unclocked, inactive], [sampleEntry(7, { flags: ['missing-out'] }), sampleEntry(8)]);
  const { user, router } = renderApp('/employer/overview?date=2026-11-03');
  await user.click(await screen.findByRole('button', { name: 'Exceptions' }, { timeout: 5_000 }));
  expect(router.state.location.search).toMatchObject({ date: '2026-11-03', open: 'exceptions' });
  expect(await within(await dialog()).findByText(/4 records to look at/)).toBeTruthy();
  expect((await section(/No punch out 1/)).getByText('First7 Last7')).toBeTruthy();
  expect((await section(/Unknown PINs 1/)).getByText(/PIN 77 is nobody's time id/)).toBeTruthy();
  expect((await section(/Inactive, but recorded/)).queryByRole('button')).toBeNull();
  await user.click((await section(/Piecework without a punch/)).getByRole('button', { name: /First8 Last8/ }));
  expect(router.state.location.search).toMatchObject({ open: 'exceptions', why: sampleEntry(8).employee._id });
});

test('closed by Escape, the focus is where it was', async () => {
  given([]);
  const { user } = renderApp('/employer/overview?date=2026-11-03');
  const opener = await screen.findByRole('button', { name: 'Exceptions' }, { timeout: 5_000 });
  await user.click(opener);
  await dialog();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test('the raw data is a table with the same records', async () => {
  given([unknown, unclocked]);
  const { user } = renderApp(OPEN);
  await user.click(await within(await dialog()).findByRole('button', { name: 'Show raw data' }));
  const table = within(await within(await dialog()).findByRole('table'));
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'ExceptionNumberNameDetail',
    "Unknown PINsPIN 77 is nobody's time id: 2 punches waiting",
    'Piecework without a punch8First8 Last81 entry outside every interval at work',
  ]);
  expect(within(await dialog()).getByRole('button', { name: 'Export CSV' })).toBeTruthy();
});

test('a day without any says so; a failure can be tried again', async () => {
  given([]);
  const first = renderApp(OPEN);
  expect(await within(await dialog()).findByText('Every punch has a person and a partner.')).toBeTruthy();
  expect(screen.getByText('Nothing to look at on this day.')).toBeTruthy();
  expect(within(await dialog()).queryByText('No data to display')).toBeNull();
  first.unmount();
  answer(listDataExceptions, refused(500, 'INTERNAL_ERROR'));
  renderApp(OPEN);
  const note = within(await within(await dialog()).findByRole('alert'));
  expect(note.getByText('Failed to load raw data')).toBeTruthy();
  expect(note.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('thousands of one kind are listed as far as a person reads, the rest is in the raw data', async () => {
  given(
    [],
    Array.from({ length: 3_000 }, (_, index) => sampleEntry(index, { flags: ['missing-out'] })),
  );
  renderApp(OPEN);
  expect(await within(await dialog()).findByText('2,950 more in the raw data.')).toBeTruthy();
  expect(within(await dialog()).getAllByRole('listitem')).toHaveLength(50);
});

const waiting: DataException = {
  kind: 'quarantined',
  day: '2026-11-03',
  employeeNumber: '7',
  detail: 'Clocked at 07:02, received from another network',
  count: 1,
  quarantine: {
    deviceId: '0199b000-0000-7000-8000-000000000201',
    deviceName: 'Gate terminal',
    origin: '203.0.113.0/24',
    network: '203.0.113.0/24',
    range: '203.0.0.0/16',
    address: '203.0.113.9',
    lastReceived: '2026-11-03T05:02:00.000Z',
  },
};

test.each([
  ['Accept this network', 'Accept', 'accept', /^All of 203\.0\.0\.0\/16/, 'range'],
  ['Reject', 'Reject', 'reject', undefined, 'network'],
] as const)(
  'punches from another network: %s, asked once and by keyboard',
  async (button, action, decision, scope, sent) => {
    given([waiting]);
    const decided = answer(decideQuarantine, { records: 1 });
    const { user } = renderApp(OPEN);
    const part = await section(/Waiting for a decision/);
    expect(part.getByText('Gate terminal')).toBeTruthy();
    expect(part.getByText(/From another network, 203\.0\.113\.9/)).toBeTruthy();
    part.getByRole('button', { name: button }).focus();
    await user.keyboard('{Enter}');
    const question = within(await screen.findByRole('dialog', { name: button }));
    expect(decided).toHaveLength(0);
    if (scope) await user.click(question.getByRole('radio', { name: scope }));
    await user.click(question.getByRole('button', { name: action }));
    expect(await screen.findByText('Decision saved')).toBeTruthy();
    expect(decided[0]?.body).toEqual({ origin: '203.0.113.0/24', decision, scope: sent });
  },
);

test('who may not ask devices for anything has nothing to decide', async () => {
  given([waiting]);
  signedIn(
    {},
    EMPLOYER_PERMISSIONS.filter((name) => name !== 'Device.REQUEST_SYNC'),
  );
  renderApp(OPEN);
  const part = await section(/Waiting for a decision/);
  expect(part.getByText('Gate terminal')).toBeTruthy();
  expect(part.queryByRole('button', { name: 'Accept this network' })).toBeNull();
  expect(part.queryByRole('button', { name: 'Reject' })).toBeNull();
});
