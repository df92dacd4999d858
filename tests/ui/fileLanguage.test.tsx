import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { getGroups } from '#contract/masterData/groups.ts';
import { generateReport, listExports } from '#contract/reports/reports.ts';
import ReportDialog from '#src/features/reports/reports/ReportDialog.tsx';
import { TODAY } from '#tests/support/dashboardSamples.ts';
import { answer } from '#tests/support/fakeApi.ts';
import { ACCOUNT_ID, renderWith, signedIn } from '#tests/support/ui.tsx';

vi.mock('#src/shell/catalogues.ts', () => ({
  CATALOGUES: { '/words/fr.po': async () => ({ default: {} }), '/words/pt.po': async () => ({ default: {} }) },
}));

test('a file for people is in the language that is chosen, first the user’s; a CSV has none to choose', async () => {
  signedIn({ language: 'pt' });
  answer(getGroups, { employeeGroups: [], timeGroups: [], jobDescriptions: [] });
  answer(listExports, { results: [] });
  const asked = answer(generateReport, new Response('', { headers: { 'content-disposition': 'filename="a.xlsx"' } }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  renderWith(
    <ReportDialog
      type="latecomers"
      accountId={ACCOUNT_ID}
      referenceDate="2026-11-03"
      today={TODAY}
      onClose={() => {}}
    />,
  );
  const exported = await screen.findByRole('button', { name: 'Export' });
  expect(screen.queryByRole('combobox', { name: 'Language' })).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: 'Excel' }));
  const field = screen.getByRole('combobox', { name: 'Language' });
  expect(field).toHaveProperty('value', 'pt');
  fireEvent.change(field, { target: { value: 'fr' } });
  fireEvent.click(exported);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.body).toMatchObject({ exportType: 'xlsx', language: 'fr' });
});
