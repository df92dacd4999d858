import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { getAccount } from '#contract/access/accounts.ts';
import { type AuditEntry, exportAudit, listAudit } from '#contract/platform/audit.ts';
import { fill, msg } from '#contract/platform/words.ts';
import { showLanguage } from '#src/lib/words.tsx';
import { answer } from '#tests/support/fakeApi.ts';
import { idOf, sampleAccount } from '#tests/support/manageSamples.ts';
import { showEnglish } from '#tests/support/pseudo.ts';
import { renderApp, signedIn } from '#tests/support/ui.tsx';

const TAB = `/manage/accounts/edit/${idOf(1)}/activity`;
const entry = (number: number): AuditEntry => ({
  _id: idOf(800 + number),
  at: '2026-11-20T08:00:00.000Z',
  actor: `Actor ${number}`,
  actorId: null,
  targetId: null,
  action: number === 2 ? 'of.tomorrow' : 'account.update',
  target: 'Sunny Farm',
  address: '10.0.0.9',
  result: number === 1 ? 'refused' : 'ok',
  detail: null,
});

beforeEach(() => {
  signedIn({ role: 'admin' });
  answer(getAccount, sampleAccount());
});

test('shows who did what from where, older entries on request, and exports them as CSV', async () => {
  const asked = answer(listAudit, ({ url }) =>
    url.searchParams.get('startRow') === '0'
      ? { results: [entry(0), entry(1)], lastIndex: 51 }
      : { results: [entry(2)], lastIndex: 51 },
  );
  answer(
    exportAudit,
    () => new Response('x', { headers: { 'content-disposition': 'attachment; filename="audit-SUNNY.csv"' } }),
  );
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const app = renderApp(TAB);
  expect(await screen.findByText('Actor 0')).toBeTruthy();
  expect(screen.getByText('Refused')).toBeTruthy();
  expect(screen.getAllByText('Account changed')).toHaveLength(2);
  expect(screen.getByText('51 entries, newest first')).toBeTruthy();
  await app.user.click(screen.getByRole('button', { name: 'Show older' }));
  expect(await screen.findByText('Actor 2')).toBeTruthy();
  expect(screen.getByText('of.tomorrow')).toBeTruthy();
  expect(asked[1]?.url.search).toBe('?startRow=50&endRow=100');
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  await app.user.click(screen.getByRole('button', { name: 'Export' }));
  await app.user.click(await screen.findByRole('menuitem', { name: 'CSV' }));
  await waitFor(() => expect(saved).toEqual(['audit-SUNNY.csv']));
  vi.restoreAllMocks();
});

test('a detail is said in the language that is shown; a name or a file, and one of before there were words, stays as it is', async () => {
  const added = msg('employee added');
  const results = [
    { ...entry(0), detail: fill(added), words: added },
    { ...entry(1), detail: 'Late', words: null },
  ];
  answer(listAudit, { results, lastIndex: 2 });
  renderApp(TAB);
  expect(await screen.findByText('employee added')).toBeTruthy();
  act(() => showLanguage('es', { [added.id]: 'empleado añadido', Late: 'Tarde' }));
  expect(screen.getByText('empleado añadido')).toBeTruthy();
  expect(screen.getByText('Late')).toBeTruthy();
  act(showEnglish);
});

test('an account in which nothing happened says so', async () => {
  answer(listAudit, { results: [], lastIndex: 0 });
  renderApp(TAB);
  expect(await screen.findByText('Nothing has been recorded yet.')).toBeTruthy();
});
