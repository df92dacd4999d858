import { expect, it } from 'vitest';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { givenEmployer } from '../support/factories.ts';
import { givenEmployee } from '../support/factories.work.ts';
import { useTestApp } from '../support/testApp.ts';

/** The import of a list of piecework is undone in one act, and may come again. */
const t = useTestApp();

it('undoes an import and nothing else, after which the list may come again', async () => {
  const { accountId, token } = await givenEmployer(t.db, {
    permissions: [...EMPLOYER_PERMISSIONS, 'Attendance.CORRECT'],
  });
  await givenEmployee(t.db, accountId, { number: '7' });
  const ask = async (path: string, body: object) => {
    const reply = await t.ask(`/v2${path}`, { token, body });
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json();
  };
  const take = (csv: string, commit = true) => ask(`/account/${accountId}/import`, { kind: 'piecework', csv, commit });
  const list = 'Emp No,Date,Qty,Code\n7,2026-11-19,12,a\n7,2026-11-18,5,';
  expect(await take(list, false)).toMatchObject({ added: 2, undo: null });
  expect(await take('Emp No,Date,Qty\n7,2026-11-19,3')).toMatchObject({ added: 1 });
  t.clock.advance(60_000);
  const { undo } = await take(list);
  expect(undo).toMatchObject({ from: '2026-11-17', to: '2026-11-20' });

  const order = { reason: 'wrong-list', choice: undo, change: { do: 'void' } };
  const { basis, receivedUntil, before } = await ask('/corrections/pieces/preview', order);
  expect(before).toMatchObject([{ entries: 2, units: '17' }]);
  expect(await ask('/corrections/pieces', { ...order, basis, receivedUntil })).toMatchObject({ applied: 2 });
  expect(
    (await ask('/corrections/pieces/preview', { ...order, choice: { from: undo.from, to: undo.to } })).chosen,
  ).toBe(1);

  const imports = async () => (await t.ask(`/v2/account/${accountId}/imports`, { token })).json().imports;
  expect(await imports()).toMatchObject([
    { at: undo.importedAt, fileName: null, added: 2, refused: 0, undo, cannotUndo: 'It was undone.' },
    { added: 1, cannotUndo: null, by: expect.stringMatching(/^Uma User /) },
  ]);

  t.clock.advance(60_000);
  expect(await take(list)).toMatchObject({ added: 2, unchanged: 0, refused: 0 });
  expect(await take(list)).toMatchObject({ added: 0, unchanged: 2, undo: null });
});

it('undoes the import of a month', async () => {
  const { accountId, token } = await givenEmployer(t.db, {
    permissions: [...EMPLOYER_PERMISSIONS, 'Attendance.CORRECT'],
  });
  await givenEmployee(t.db, accountId, { number: '7' });
  const ask = async (path: string, body: object) => (await t.ask(`/v2${path}`, { token, body })).json();
  const csv = 'Emp No,Date,Qty\n7,2026-10-20,12\n7,2026-11-19,5';
  const { undo } = await ask(`/account/${accountId}/import`, { kind: 'piecework', csv, commit: true });
  const order = { reason: 'wrong-list', choice: undo, change: { do: 'void' } };
  const shown = await ask('/corrections/pieces/preview', order);
  expect(shown, JSON.stringify(shown)).toMatchObject({ chosen: 2 });
  const tooWide = await ask(`/account/${accountId}/import`, {
    kind: 'piecework',
    csv: 'Emp No,Date,Qty\n7,2025-10-20,12\n7,2026-11-19,6',
    commit: true,
  });
  expect(tooWide).toMatchObject({ added: 2, undo: null });
  const { imports } = (await t.ask(`/v2/account/${accountId}/imports`, { token })).json();
  expect(imports.map(({ cannotUndo }: { cannotUndo: string | null }) => cannotUndo).sort()).toEqual([
    'Its days are more than 124 apart: set them aside by days, under Pieces.',
    null,
  ]);
  const wrong = async (choice: object) =>
    (await ask('/corrections/pieces/preview', { ...order, choice })).issues.map(
      ({ message }: { message: string }) => message,
    );
  expect(await wrong({ ...undo, from: '2026-01-01' })).toEqual(['At most 124 days']);
  expect(await wrong({ from: '2026-01-01', to: undo.to })).toEqual(['At most 31 days']);
});

it('undoes one of two imports that were received in the same millisecond', async () => {
  const { accountId, token } = await givenEmployer(t.db, {
    permissions: [...EMPLOYER_PERMISSIONS, 'Attendance.CORRECT'],
  });
  await givenEmployee(t.db, accountId, { number: '7' });
  const ask = async (path: string, body: object) => (await t.ask(`/v2${path}`, { token, body })).json();
  const take = async (units: number) =>
    ask(`/account/${accountId}/import`, {
      ...{ kind: 'piecework', csv: `Emp No,Date,Qty\n7,2026-11-19,${units}`, commit: true },
    });
  for (const units of [3, 4]) await take(units);
  const { undo } = await take(5);
  t.clock.advance(60_000);
  const order = { reason: 'wrong-list', choice: undo, change: { do: 'void' } };
  const { basis, receivedUntil } = await ask('/corrections/pieces/preview', order);
  expect(await ask('/corrections/pieces', { ...order, basis, receivedUntil })).toMatchObject({ applied: 1 });
  const { imports } = (await t.ask(`/v2/account/${accountId}/imports`, { token })).json();
  expect(imports.map(({ cannotUndo }: { cannotUndo: string | null }) => cannotUndo)).toEqual([
    ...['It was undone.', null, null],
  ]);
});
