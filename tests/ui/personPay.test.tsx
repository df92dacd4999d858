import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getPersonEarnings } from '#contract/money/earnings.ts';
import PersonPayPanel from '#src/features/money/pay/PersonPayPanel.tsx';
import { answer } from '#tests/support/fakeApi.ts';
import { idOf } from '#tests/support/manageSamples.ts';
import { renderWith } from '#tests/support/ui.tsx';

const ofPeriod = {
  employee: { _id: idOf(7), number: '7', firstName: 'Thandi', lastName: 'Nkosi' },
  ...{ payType: 'piece', payTypeFrom: '2026-10-01', windows: [], currency: 'ZAR' },
  sums: {
    ...{ paidMs: 3_600_000, ordinaryMs: 3_600_000, overtimeMs: 0, sundayMs: 0, holidayMs: 0, units: '0' },
    ...{ notSettledMs: 0, heldMs: 0, notSettledUnits: '0', notSettled: '0.00', floor: '0.00', holidayOff: '0.00' },
    ...{ total: '28.79', piece: '0.00', hourly: '0.00', topUp: '28.79', rest: '0.00', premium: '0.00' },
  },
};

test.each([
  ['October', { from: '2026-10-01', to: '2026-10-31' }, '2026-10-01'],
  ['the last days of a longer span', { from: '2026-08-03', to: '2026-10-31' }, '2026-10-01'],
])('the pay beside the days of a person is of these days: %s', async (_, span, from) => {
  const requests = answer(getPersonEarnings, ({ url }) =>
    Response.json({ ...ofPeriod, from: url.searchParams.get('from'), to: url.searchParams.get('to') }),
  );
  renderWith(<PersonPayPanel accountId={idOf(1)} employeeId={idOf(7)} span={span} />);
  expect(await screen.findByText(/^Pay, .*1 to .*31 Oct$/)).toBeTruthy();
  expect(requests.map(({ url }) => url.searchParams.get('from'))).toEqual([from]);
  const lines = screen.getByRole('link', { name: 'Lines of pay' }).getAttribute('href');
  expect(lines).toContain(`from=${from}`);
});
