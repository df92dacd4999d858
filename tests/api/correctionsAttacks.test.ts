import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CorrectionChange } from '#contract/figures/corrections.ts';
import type { Exception } from '#contract/office/exceptions.ts';
import { sql } from '#server/platform/db/db.ts';
import { cellsOfCsv } from '#tests/support/hostileCells.ts';
import { ASKED, CORRECTS, givenSupervised, MONDAY, type Supervised } from '#tests/support/ledger.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/** Attacks on the calls of the ledger: docs/reference/corrections.md#what-is-refused. */

const t = useTestApp();
const out = (site: Supervised, employeeId: string, time = '16:00'): CorrectionChange => ({
  do: 'add-punch',
  employeeId,
  at: site.at(time),
  direction: 'out',
});
const restoring = (accountId: string) =>
  t.db.run(sql`insert into restore_job (account_id, restore_job_id, started_at, started_by, status, upload_path, heartbeat_at)
    values (${accountId}, ${randomUUID()}, ${ASKED}, 'x', 'In Progress', 'x', ${ASKED})`);

test('a user’s own punch of a clock that is ahead belongs to their own day', async () => {
  const site = await givenSupervised(t);
  const one = await site.person('1');
  await site.send('1', ['2026-11-25 14:00'], ASKED);
  const [found] = (await site.get('/exceptions')).exceptions.filter(
    ({ kind }: { kind: string }) => kind === 'future-clock',
  );
  const own = await site.other(CORRECTS, one);
  // One that only opens a dialog applies nothing.
  const applied = found.proposals.filter(({ items }: { items: unknown[] }) => items.length > 0);
  expect(applied.length).toBeGreaterThan(0);
  for (const { items, reason } of applied)
    expect(await site.ask('/corrections', { reason, items }, own)).toMatchObject({
      status: 409,
      body: { errorCode: 'OWN_RECORD' },
    });
});

test('nothing is written to the ledger while a backup is restored', async () => {
  const site = await givenSupervised(t);
  const one = await site.person('1');
  await site.send('1', [['07:00', 'in']]);
  const applied = await site.corrected(one, [out(site, one)]);
  const lock = await site.ask('/period-locks', { from: '2026-11-16', to: '2026-11-17' });
  const { results } = await site.get(`/corrections?from=${MONDAY}&to=${MONDAY}&startRow=0&endRow=9`);
  await restoring(site.accountId);
  const asked: [string, unknown][] = [
    ['/corrections/undo', { items: [{ correctionId: applied.results[0]?.correctionId, basis: results[0].basis }] }],
    ['/period-locks', { from: '2026-11-18', to: '2026-11-19' }],
    [`/period-locks/${lock.body._id}/reopen`, { reason: 'Late punches' }],
    ['/exceptions/reviews', { items: [{ key: 'x', evidence: 'y' }] }],
  ];
  for (const [path, body] of asked)
    expect([path, await site.ask(path, body)]).toMatchObject([
      path,
      { status: 503, body: { errorCode: 'UNAVAILABLE' } },
    ]);
});

test('two people who press the same exception, and one who presses twice, make one act', async () => {
  const site = await givenSupervised(t);
  const one = await site.person('1');
  await site.send('1', [['07:00', 'in']]);
  const body = { reason: 'forgot-to-clock', items: await site.items(one, [out(site, one)]) };
  const other = await site.other(CORRECTS);
  const key = { 'idempotency-key': 'a-double-press' };
  const answers = await Promise.all([
    site.ask('/corrections', body, site.token, key),
    site.ask('/corrections', body, site.token, key),
    site.ask('/corrections', body, other),
  ]);
  expect(new Set(answers.filter(({ status }) => status === 200).map((answer) => answer.body.actId)).size).toBe(1);
  const listed = await site.get(`/corrections?from=${MONDAY}&to=${MONDAY}&startRow=0&endRow=9`);
  expect(listed.lastIndex).toBe(1);
});

test('200 items are one act, 201 are refused', async () => {
  const site = await givenSupervised(t);
  const one = await site.person('1');
  const changes = Array.from({ length: 201 }, (_, i) =>
    out(site, one, `07:${String(Math.floor(i / 60)).padStart(2, '0')}:${String(i % 60).padStart(2, '0')}`),
  );
  const items = await site.items(one, changes);
  expect(await site.ask('/corrections', { reason: 'wrong-key', items })).toMatchObject({ status: 400 });
  const { body } = await site.ask('/corrections', { reason: 'wrong-key', items: items.slice(1) });
  expect(body.results.filter(({ outcome }: { outcome: string }) => outcome === 'applied')).toHaveLength(200);
});

test('a locked day refuses a bulk, an undo and an excuse that reaches into it; the rest of the bulk is applied', async () => {
  const site = await givenSupervised(t);
  const [one, two] = [await site.person('1'), await site.person('2')];
  for (const pin of ['1', '2']) await site.send(pin, [['07:00', 'in']]);
  await site.send('1', [['2026-11-24 07:00', 'in']]);
  const applied = await site.corrected(one, [out(site, one)]);
  expect((await site.ask('/period-locks', { from: '2026-11-20', to: MONDAY })).status).toBe(200);
  const later = await site.items(one, [out(site, one, '2026-11-24 16:00')], '2026-11-24');
  const items = [...(await site.items(two, [out(site, two)])), ...later];
  const { body } = await site.ask('/corrections', { reason: 'forgot-to-clock', items });
  expect(body.results).toMatchObject([{ outcome: 'refused', errorCode: 'PERIOD_LOCKED' }, { outcome: 'applied' }]);
  const locked = { status: 409, body: { errorCode: 'PERIOD_LOCKED' } };
  expect(await site.undo([applied.results[0]?.correctionId])).toMatchObject(locked);
  const excuse = { do: 'excuse', employeeId: one, judgement: 'breaks', kind: 'other' } as const;
  expect(await site.correct(one, [{ ...excuse, from: MONDAY, to: '2026-11-25' }], '2026-11-24')).toMatchObject(locked);
  const moved: CorrectionChange = {
    do: 'replace-punch',
    recordId: await site.recordOf(one, '2026-11-24 07:00', '2026-11-24'),
    at: site.at('06:00'),
  };
  expect(await site.correct(one, [moved], '2026-11-24')).toMatchObject(locked);
});

test('a lock of more days than a list covers counts what is open in all of them, each once', async () => {
  const site = await givenSupervised(t);
  await site.person('1');
  await site.person('2', { timeGroupId: null });
  await t.db.run(sql`update account set first_record_at = '2026-09-01T00:00:00Z' where account_id = ${site.accountId}`);
  const days = ['2026-10-05', '2026-11-05', MONDAY];
  for (const day of days) await site.send('1', [[`${day} 07:00`, 'in']]);
  const [from, to] = ['2026-10-01', '2026-11-24'];
  expect(await site.ask(`/exceptions/counts?from=${from}&to=${to}`)).toMatchObject({
    body: { errorCode: 'DATE_OUT_OF_RANGE' },
  });
  const parts = [
    await site.get(`/exceptions?from=${from}&to=2026-10-31`),
    await site.get(`/exceptions?from=2026-11-01&to=${to}`),
  ];
  const keys = (kind: string) =>
    new Set(
      parts.flatMap(({ exceptions }: { exceptions: Exception[] }) =>
        exceptions.filter((one) => one.kind === kind).map(({ key }) => key),
      ),
    );
  expect([keys('missing-out').size, keys('no-time-group').size]).toEqual([days.length, 1]);
  const body = { from, to, knownOpen: days.length - 1 };
  expect(await site.ask('/period-locks', body)).toMatchObject({ status: 409 });
  expect(await site.ask('/period-locks', { ...body, knownOpen: days.length })).toMatchObject({
    status: 200,
    body: { toFix: days.length, toDecide: keys('absence').size + 1 },
  });
  const first = await site.get('/exceptions');
  expect(first.exceptions.filter(({ day }: Exception) => day <= to)).toEqual([]);
});

test('a repeated hour: either of its times can be given, and they are an hour apart', async () => {
  const site = await givenSupervised(t, null);
  const one = await site.person('1');
  await t.db.run(sql`update account set time_zone = 'Europe/Berlin' where account_id = ${site.accountId}`);
  t.clock.set('2026-11-01T10:00:00Z');
  const day = '2026-10-25';
  await site.corrected(
    one,
    [
      { do: 'add-punch', employeeId: one, at: '2026-10-25T02:30:00+02:00', direction: 'in' },
      { do: 'add-punch', employeeId: one, at: '2026-10-25T02:30:00+01:00', direction: 'out' },
    ],
    day,
  );
  const { events } = await site.explain(one, day);
  expect(events.map(({ at }) => Date.parse(at))).toEqual([
    Date.parse('2026-10-25T00:30:00Z'),
    Date.parse('2026-10-25T01:30:00Z'),
  ]);
});

test('a note is text in every file, whatever it starts with', async () => {
  const site = await givenSupervised(t);
  const one = await site.person('1');
  await site.send('1', [['07:00', 'in']]);
  const notes = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(1)',
    '＝1',
    ' =1',
    '"',
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
  ];
  for (const [i, note] of notes.entries()) {
    const items = await site.items(one, [out(site, one, `14:${10 + i}`)]);
    expect(await site.ask('/corrections', { reason: 'other', note, items })).toMatchObject({ status: 200 });
  }
  const report = async (exportType: string) => {
    const body = { reportType: 'corrections', dates: { from: MONDAY, to: MONDAY }, exportType };
    return (await t.ask('/v2/stats/generateReport', { token: site.token, body })).body;
  };
  expect(await report('html')).not.toMatch(/<script>alert|<img/);
  const cells = cellsOfCsv(await report('csv')).flat();
  expect(cells.filter((cell) => cell.includes('SUM(1)'))).toHaveLength(1);
  expect(cells.filter((cell) => /^\s*[=+@＝]|^-\d/.test(cell))).toEqual([]);
});

test('simultaneous reports of one account are all made, however far the disk’s clock is from the server’s', async () => {
  const site = await givenSupervised(t);
  const one = await site.person('1');
  await site.send('1', [['07:00', 'in']]);
  t.clock.set('2199-11-25T10:00:00Z');
  await t.db.run(sql`update session set created_at = '2199-11-25T00:00:00Z', expires_at = '2199-12-30T00:00:00Z'`);
  expect(one).toBeTruthy();
  const body = { reportType: 'corrections', dates: { from: '2199-11-01', to: '2199-11-20' }, exportType: 'csv' };
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => t.ask('/v2/stats/generateReport', { token: site.token, body })),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
});
