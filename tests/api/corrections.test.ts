import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { CorrectionChange } from '#contract/figures/corrections.ts';
import { APPLICATION_SYSTEM } from '#contract/masterData/setupRecords.ts';
import type { Exception } from '#contract/office/exceptions.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { deriveOver } from '#server/attendance/refresh.ts';
import { sql } from '#server/platform/db/db.ts';
import { backupCalls } from '#tests/support/backupCalls.ts';
import { givenAdmin, givenSession } from '#tests/support/factories.ts';
import { givenLookup } from '#tests/support/factories.work.ts';
import { ASKED, CORRECTS, givenSupervised, MONDAY, type Supervised } from '#tests/support/ledger.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/** The ledger of docs/reference/corrections.md: permissions, refusals, concurrent acts, undo, and figures that equal those of a full derivation. */

const t = useTestApp();
const SPAN = 'from=2026-11-16&to=2026-11-25';

const out = (site: Supervised, employeeId: string, time = '16:00'): CorrectionChange => ({
  do: 'add-punch',
  employeeId,
  at: site.at(time),
  direction: 'out',
});
const exceptions = async (site: Supervised): Promise<Exception[]> => (await site.get(`/exceptions?${SPAN}`)).exceptions;
/** Returns everything that figures are made from, raw and derived. */
const tables = (accountId: string) =>
  Promise.all(
    [
      sql`select to_jsonb(c)::text as text from clock_record c where account_id = ${accountId} order by clock_record_id`,
      sql`select to_jsonb(p)::text as text from piecework_entry p where account_id = ${accountId} order by piecework_entry_id`,
      sql`select to_jsonb(f)::text as text from day_fact f where account_id = ${accountId} order by day, employee_id`,
      sql`select to_jsonb(f)::text as text from piecework_fact f where account_id = ${accountId}
        order by day, employee_id, lookup1_code, lookup2_code`,
    ].map((query) => t.db.rows(z.object({ text: z.string() }), query)),
  );
const rederived = async (site: Supervised) => {
  const before = await tables(site.accountId);
  await t.db.tenant(site.accountId, (tx) =>
    deriveOver(tx, site.accountId, null, { from: '2026-10-01', to: '2026-11-27' }),
  );
  expect(await tables(site.accountId)).toEqual(before);
  return before;
};

/** A day with a forgotten OUT, a night shift, a wrong count, an absence and an unknown PIN. */
async function busy() {
  const site = await givenSupervised(t);
  const [one, two, three] = [await site.person('1001'), await site.person('1002'), await site.person('1034')];
  await site.send('1001', [['07:00', 'in']]);
  await site.send('1002', ['06:55', '07:20', '12:00', '13:05', '16:02', '2026-11-24 06:50', '2026-11-24 16:00']);
  await site.send('1043', ['06:59', '16:02']);
  await site.work('1002', [
    { units: '40', startedAt: new Date(site.at('08:00')), endedAt: new Date(site.at('10:00')), lookup1Code: 'A' },
    { units: '20', startedAt: new Date(site.at('17:00')), endedAt: new Date(site.at('18:00')) },
  ]);
  return { site, one, two, three };
}

test('Why? names what an entry was of as the lookups do', async () => {
  const { site, two } = await busy();
  await givenLookup(t.db, site.accountId, 1, 'A', 'Apples');
  expect((await site.explain(two)).entries).toMatchObject([
    { lookup1Code: 'A', lookup1Name: 'Apples', lookup2Name: null },
    { lookup1Code: null, lookup1Name: null },
  ]);
});

test('every kind of change gives the days that a full derivation gives, and undoing all of them, in any order, the former days', async () => {
  const { site, one, two, three } = await busy();
  const original = await rederived(site);
  const pages = async () =>
    Promise.all([
      exceptions(site),
      site.get(`/stats/employee/by-attendance-status/total?referenceDate=${MONDAY}`),
      site.reportHashes({ from: '2026-11-20', to: '2026-11-24' }),
    ]);
  const seen = await pages();
  const [first, second] = [await site.recordOf(two, '06:55'), await site.recordOf(two, '07:20')];
  const [entry] = [await site.recordOf(two, '08:00')];
  const changes: [string, CorrectionChange][] = [
    [one, out(site, one)],
    [two, { do: 'void-punch', recordId: first }],
    [two, { do: 'replace-punch', recordId: second, employeeId: three, at: site.at('07:25'), direction: 'out' }],
    [two, { do: 'replace-entry', recordId: entry, units: '34', lookup1Code: 'B' }],
    [
      two,
      {
        do: 'add-entry',
        employeeId: two,
        units: '2.5',
        startedAt: site.at('11:00'),
        endedAt: site.at('11:30'),
        durationMs: null,
        lookup1Code: null,
        lookup2Code: 'N',
      },
    ],
    [three, { do: 'excuse', employeeId: three, judgement: 'lateness', kind: 'sick-leave', from: MONDAY, to: MONDAY }],
  ];
  const ids: (string | undefined)[] = [];
  for (const [employeeId, change] of changes) {
    const preview = await site.ask('/corrections/preview', {
      reason: 'wrong-key',
      items: await site.items(employeeId, [change]),
    });
    const applied = await site.corrected(employeeId, [change]);
    expect(preview.body.effects).toEqual(applied.effects);
    ids.push(applied.results[0]?.correctionId);
    await rederived(site);
  }
  const raw = (all: typeof original) => all.slice(0, 2);
  expect(raw(await tables(site.accountId))).toEqual(raw(original));
  for (const id of [ids[3], ids[0], ids[5], ids[2], ids[4], ids[1]]) {
    expect(await site.undo([id])).toMatchObject({ status: 200 });
    await rederived(site);
  }
  expect(await tables(site.accountId)).toEqual(original);
  expect(await pages()).toEqual(seen);
  const { results } = await site.get(`/corrections?${SPAN}&startRow=0&endRow=20`);
  expect(results.every(({ undone }: { undone: unknown }) => undone !== null)).toBe(true);
  expect(await site.ask('/corrections/undo', { items: [{ correctionId: ids[0], basis: '' }] })).toMatchObject({
    status: 409,
  });
});

test('nobody corrects their own day, whether a record is given or taken away', async () => {
  const { site, one, two } = await busy();
  const own = await site.other(CORRECTS, one);
  const before = await tables(site.accountId);
  const asked: [string, CorrectionChange][] = [
    [one, out(site, one)],
    [two, { do: 'replace-punch', recordId: await site.recordOf(two, '06:55'), employeeId: one }],
    [one, { do: 'void-punch', recordId: await site.recordOf(one, '07:00') }],
    [one, { do: 'excuse', employeeId: one, judgement: 'breaks', kind: 'other', from: MONDAY, to: MONDAY }],
  ];
  for (const [employeeId, change] of asked) {
    const items = await site.items(employeeId, [change]);
    const answer = await site.ask('/corrections', { reason: 'wrong-key', items }, own);
    expect(answer).toMatchObject({
      status: 409,
      body: { errorCode: 'OWN_RECORD', message: 'You cannot correct your own day.' },
    });
  }
  const { results } = await site.corrected(one, [out(site, one)]);
  const { results: rows } = await site.get(`/corrections?${SPAN}&startRow=0&endRow=20`);
  const items = [{ correctionId: results[0]?.correctionId, basis: rows[0].basis }];
  expect(await site.ask('/corrections/undo', { items }, own)).toMatchObject({
    status: 409,
    body: { errorCode: 'OWN_RECORD' },
  });
  await site.undo([results[0]?.correctionId]);
  expect(await tables(site.accountId)).toEqual(before);
});

test('another account’s employees and records are not found, and its ledger is not seen', async () => {
  const { site, one } = await busy();
  const recordId = await site.recordOf(one, '07:00');
  const items = await site.items(one, [out(site, one), { do: 'void-punch', recordId }]);
  await site.corrected(one, [out(site, one)]);
  const stranger = await givenSupervised(t);
  for (const item of items)
    expect(await stranger.ask('/corrections', { reason: 'wrong-key', items: [item] })).toMatchObject({ status: 404 });
  expect(await stranger.get(`/corrections?${SPAN}&startRow=0&endRow=20`)).toEqual({ results: [], lastIndex: 0 });
  expect(await stranger.ask(`/period-locks/${randomUUID()}/reopen`, { reason: 'Why not' })).toMatchObject({
    status: 404,
  });
});

test('notes and kinds of excuse are visible to those who correct, and in no trail', async () => {
  const { site, three } = await busy();
  const items = await site.items(three, [
    { do: 'excuse', employeeId: three, judgement: 'absence', kind: 'sick-leave', from: MONDAY, to: MONDAY },
  ]);
  // The kind of an excuse is its reason.
  expect(await site.ask('/corrections', { note: 'Broke a leg', items })).toMatchObject({ status: 200 });
  const reader = await site.other(EMPLOYER_PERMISSIONS);
  const path = `/corrections?${SPAN}&startRow=0&endRow=9`;
  expect((await site.get(path)).results[0]).toMatchObject({ note: 'Broke a leg', excuseKind: 'sick-leave' });
  expect((await site.ask(path, undefined, reader)).body.results[0]).toMatchObject({ note: null, excuseKind: null });
  const why = `/stats/employee/${three}/day?referenceDate=${MONDAY}`;
  const { excuses, corrections } = (await site.ask(why, undefined, reader)).body;
  expect([excuses[0].kind, corrections[0].note]).toEqual([null, null]);
  const trail = await t.db.rows(
    z.object({ text: z.string() }),
    sql`select to_jsonb(e)::text as text from audit_entry e`,
  );
  expect(trail.filter(({ text }) => text.includes('correction.make'))).toHaveLength(1);
  expect(trail.filter(({ text }) => /Broke|sick/.test(text))).toEqual([]);
});

test('a refused item changes nothing and says why', async () => {
  const { site, one, two } = await busy();
  const inactive = await site.person('77', { inactiveFrom: '2026-11-10' });
  const before = await tables(site.accountId);
  const excuse = { do: 'excuse', employeeId: one, judgement: 'absence', kind: 'other' } as const;
  const refused: [string, CorrectionChange, string][] = [
    [one, out(site, one, '2026-11-26 16:00'), 'VALIDATION_FAILED'],
    [one, out(site, one, '2026-10-10 16:00'), 'DATE_OUT_OF_RANGE'],
    [inactive, out(site, inactive), 'VALIDATION_FAILED'],
    // A basis of Monday is not valid for Thursday.
    [one, out(site, one, '2026-11-19 16:00'), 'VALIDATION_FAILED'],
    [one, { ...excuse, from: '2026-11-19', to: '2026-11-20' }, 'VALIDATION_FAILED'],
    [two, out(site, two, '16:02'), 'ALREADY_EXISTS'],
    [one, { ...excuse, from: MONDAY, to: '2027-03-01' }, 'VALIDATION_FAILED'],
    [one, { do: 'void-punch', recordId: randomUUID() }, 'NOT_FOUND'],
  ];
  for (const [employeeId, change, errorCode] of refused)
    expect([change, (await site.correct(employeeId, [change])).body.errorCode]).toEqual([change, errorCode]);
  expect(await site.correct(one, [out(site, one)], MONDAY, { reason: 'other' })).toMatchObject({ status: 400 });
  expect(await site.correct(one, [out(site, one)], MONDAY, { reason: undefined })).toMatchObject({ status: 400 });
  expect(await tables(site.accountId)).toEqual(before);
  await site.corrected(one, [{ ...excuse, from: MONDAY, to: MONDAY }]);
  expect((await site.correct(one, [{ ...excuse, from: '2026-11-20', to: '2026-11-24' }])).body.errorCode).toBe(
    'ALREADY_EXISTS',
  );
  await t.db.run(sql`insert into restore_job (account_id, restore_job_id, started_at, started_by, status, upload_path, heartbeat_at)
    values (${site.accountId}, ${randomUUID()}, ${ASKED}, 'x', 'In Progress', 'x', ${ASKED})`);
  expect(await site.correct(one, [out(site, one)])).toMatchObject({ status: 503 });
});

test('of a hundred simultaneous presses one succeeds, and those with an older view get a conflict', async () => {
  const { site, one } = await busy();
  const items = await site.items(one, [out(site, one)]);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      site.ask('/corrections', {
        reason: 'forgot-to-clock',
        items: i % 2 ? items : [{ ...items[0], change: out(site, one, '16:10') }],
      }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const others = new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.errorCode));
  expect([...others].every((code) => ['CONFLICT', 'ALREADY_EXISTS', 'TOO_MANY_REQUESTS'].includes(code))).toBe(true);
  await rederived(site);
});

test('the same key and body is one act', async () => {
  const { site, one } = await busy();
  const body = { reason: 'forgot-to-clock', items: await site.items(one, [out(site, one)]) };
  const headers = { 'idempotency-key': 'press-it-once' };
  const [first, again] = [
    await site.ask('/corrections', body, site.token, headers),
    await site.ask('/corrections', body, site.token, headers),
  ];
  expect(again).toEqual(first);
  expect((await site.get(`/corrections?${SPAN}&startRow=0&endRow=9`)).lastIndex).toBe(1);
});

test('38 in bulk: 36 resolved, 2 changed meanwhile and are still listed', async () => {
  const site = await givenSupervised(t);
  const people: string[] = [];
  for (let i = 1; i <= 38; i++) {
    people.push(await site.person(String(100 + i)));
    await site.send(String(100 + i), [['07:00', 'in']]);
  }
  const found = (await exceptions(site)).filter(({ kind }) => kind === 'missing-out');
  expect(found).toHaveLength(38);
  const items = found.flatMap(({ proposals }) => proposals[0]?.items ?? []);
  for (const pin of ['101', '102']) await site.send(pin, [['15:00', 'out']], '2026-11-25T09:59:00Z');
  const { body } = await site.ask('/corrections', { reason: 'forgot-to-clock', items });
  const outcomes = Map.groupBy(body.results as { outcome: string }[], ({ outcome }) => outcome);
  expect([outcomes.get('applied')?.length, outcomes.get('conflict')?.length]).toEqual([36, 2]);
  expect(body.effects).toHaveLength(36);
  expect((await exceptions(site)).filter(({ kind }) => kind === 'missing-out')).toEqual([]);
  const { results } = await site.get(`/corrections?${SPAN}&startRow=0&endRow=50`);
  expect(results).toHaveLength(36);
  expect(results.every(({ inBulk }: { inBulk: boolean }) => inBulk)).toBe(true);
  await rederived(site);
});

test('a late record changes a locked day, which shows it; corrections of it wait until it is re-opened', async () => {
  const { site, one, two } = await busy();
  expect(await site.ask('/period-locks', { from: MONDAY, to: MONDAY, knownOpen: 0 })).toMatchObject({ status: 409 });
  const counts = await site.get(`/exceptions/counts?from=${MONDAY}&to=${MONDAY}`);
  const lock = await site.ask('/period-locks', { from: MONDAY, to: MONDAY, knownOpen: counts.toFix });
  expect(lock).toMatchObject({
    status: 200,
    body: { toFix: counts.toFix, toDecide: counts.toDecide, reopened: null },
  });
  expect(await site.ask('/period-locks', { from: '2026-11-20', to: MONDAY })).toMatchObject({ status: 409 });
  expect((await site.explain(one)).locked).toMatchObject({ lockId: lock.body._id });
  const kinds = async () =>
    new Set((await site.get('/exceptions')).exceptions.map(({ kind, day }: Exception) => `${kind} ${day}`));
  expect(await kinds()).not.toContain(`missing-out ${MONDAY}`);
  expect(await kinds()).not.toContain(`changed-after-lock ${MONDAY}`);
  await site.send('1001', [['15:00', 'out']], '2026-11-25T09:59:00Z');
  expect((await site.explain(one)).events).toHaveLength(2);
  expect(await kinds()).toContain(`changed-after-lock ${MONDAY}`);
  const change: CorrectionChange = { do: 'void-punch', recordId: await site.recordOf(two, '06:55') };
  expect((await site.correct(two, [change])).body.errorCode).toBe('PERIOD_LOCKED');
  const may = await site.other([...EMPLOYER_PERMISSIONS, 'Attendance.CORRECT']);
  expect(await site.ask(`/period-locks/${lock.body._id}/reopen`, { reason: 'Late punches' }, may)).toMatchObject({
    status: 401,
  });
  const opened = await site.ask(`/period-locks/${lock.body._id}/reopen`, { reason: 'Late punches' });
  expect(opened.body.reopened).toMatchObject({ reason: 'Late punches' });
  expect((await site.correct(two, [change])).status).toBe(200);
});

test('an exception that was left as it is comes back with other evidence, and counts are the lengths of lists', async () => {
  const { site } = await busy();
  const all = await exceptions(site);
  const { counts, exceptions: listed } = await site.get(`/exceptions?${SPAN}`);
  expect(Object.values(counts as Record<string, number>).reduce((sum, count) => sum + count, 0)).toBe(listed.length);
  const absences = all.filter(({ kind }) => kind === 'absence').length;
  const toDecide = absences + all.filter(({ kind }) => ['no-time-group', 'no-shift'].includes(kind)).length;
  expect(await site.get(`/exceptions/counts?${SPAN}`)).toEqual({
    toFix: all.length - toDecide,
    toDecide,
    absences,
    absencesLeft: 0,
    onLockedDays: 0,
  });
  const crew = await site.get(`/exceptions?${SPAN}&timeGroups=${site.group}`);
  expect(crew.exceptions.map(({ key }: Exception) => key)).toEqual(
    all.filter(({ employee }) => employee !== null).map(({ key }) => key),
  );
  expect(await site.get(`/exceptions/counts?${SPAN}&employeeGroups=${site.group}`)).toEqual({
    toFix: 0,
    toDecide: 0,
    absences: 0,
    absencesLeft: 0,
    onLockedDays: 0,
  });
  const [first] = all.filter(({ kind }) => kind === 'missing-out');
  await site.ask('/exceptions/reviews', { items: [{ key: first?.key, evidence: first?.evidence }] });
  const left = await exceptions(site);
  expect(left.map(({ key }) => key)).toEqual(all.map(({ key }) => key).filter((key) => key !== first?.key));
  await site.send('1001', [['06:30', 'in']], '2026-11-25T09:59:00Z');
  expect((await exceptions(site)).some(({ kind }) => kind === 'missing-out')).toBe(true);
  const absent = await site.get(`/stats/employee/by-attendance-status/absent?referenceDate=${MONDAY}`);
  expect(all.filter(({ kind, day }) => kind === 'absence' && day === MONDAY)).toHaveLength(absent.entries.length);
});

test('the seventh report: the value before and after, the reason, the author, and what was undone', async () => {
  const { site, one, three } = await busy();
  const applied = await site.corrected(one, [out(site, one)]);
  await site.corrected(three, [
    { do: 'excuse', employeeId: three, judgement: 'absence', kind: 'leave', from: MONDAY, to: MONDAY },
  ]);
  await site.undo([applied.results[0]?.correctionId]);
  const body = { reportType: 'corrections', dates: { from: MONDAY, to: MONDAY }, exportType: 'html' };
  const { body: html } = await t.ask('/v2/stats/generateReport', { token: site.token, body });
  for (const words of [
    'OUT 16:00',
    'Forgot to clock',
    'Absence excused',
    'Excused: Leave',
    'Signed',
    '2 corrections, ',
  ])
    expect(html).toContain(words);
});

test('the ledger is append-only: a transaction of the account changes and deletes nothing of it', async () => {
  const { site, one } = await busy();
  await site.corrected(one, [out(site, one)]);
  for (const statement of [
    sql`update punch_correction set reason = 'other'`,
    sql`delete from punch_correction`,
    sql`update entry_correction set note = 'x'`,
    sql`update excuse set note = 'x'`,
    sql`delete from period_lock`,
    sql`delete from exception_review`,
  ])
    await expect(t.db.tenant(site.accountId, (tx) => tx.run(statement))).rejects.toThrow('permission denied');
});

test('a backup includes the ledger: corrected, undone, excused and locked days are restored', async () => {
  const { site, one, two, three } = await busy();
  const applied = await site.corrected(one, [out(site, one)]);
  await site.corrected(two, [{ do: 'void-punch', recordId: await site.recordOf(two, '06:55') }]);
  await site.corrected(two, [{ do: 'replace-entry', recordId: await site.recordOf(two, '08:00'), units: '34' }]);
  await site.corrected(three, [
    { do: 'excuse', employeeId: three, judgement: 'absence', kind: 'leave', from: MONDAY, to: MONDAY },
  ]);
  await site.undo([applied.results[0]?.correctionId]);
  await site.ask('/period-locks', { from: '2026-11-16', to: '2026-11-22' });
  const admin = await givenAdmin(t.db);
  await t.db.run(sql`update session set created_at = ${ASKED}, expires_at = '2026-12-30T00:00:00Z'`);
  const { backUp, restore } = backupCalls(t, () => admin.token);
  const said = async () => [
    await tables(site.accountId),
    await site.get(`/corrections?${SPAN}&startRow=0&endRow=20`),
    (await site.get('/period-locks')).results,
    // A restore determines the first evidence again from the present records (docs/reference/attendance.md#status).
    (await exceptions(site)).filter(({ day }) => day >= MONDAY),
  ];
  const before = await said();
  const { archive } = await backUp(site.accountId);
  await site.corrected(one, [out(site, one, '16:30')]);
  await site.send('1001', [['15:00', 'out']], '2026-11-25T09:59:00Z');
  t.clock.advance(60_000);
  const { status } = await restore(archive, site.accountId, 'replace', ['Payroll Data', 'Employees', 'Clock Records']);
  expect(status.status).toBe('Successful');
  expect(await said()).toEqual(before);
});

const TUESDAY = '2026-11-24';
const totalsOf = (site: Supervised) =>
  Promise.all(
    [MONDAY, TUESDAY].map(
      async (day) => (await site.get(`/stats/employee/attendance-status-totals?referenceDate=${day}`)).total,
    ),
  );
const lockTuesday = async (site: Supervised) => {
  const lock = { from: TUESDAY, to: TUESDAY };
  const { toFix } = await site.get(`/exceptions/counts?from=${TUESDAY}&to=${TUESDAY}`);
  expect((await site.ask('/period-locks', { ...lock, knownOpen: toFix })).status).toBe(200);
};

/** Sets the first day of an employee by the set-up, as the press on 'Count from' does. */
async function countFrom(site: Supervised, number: string, activeFrom: string | null) {
  const admin = await givenAdmin(t.db);
  const token = await givenSession(t.db, admin.accountId, admin.userId, { createdAt: t.clock.now().toISOString() });
  const query = `accountId=${site.accountId}`;
  const { employees } = (await t.ask(`/v2/setup/employees?q=${number}&${query}`, { token })).json();
  const [{ _id, basis }] = employees;
  const body = { activeFrom, basis };
  const answer = await t.ask(`/v2/setup/employees/${_id}?${query}`, { token, method: 'PUT', body });
  return answer.json().errorCode ?? answer.statusCode;
}

test('records that a correction gives or adds make nobody count earlier: they are inactive-clocked, to count from then (13)', async () => {
  const site = await givenSupervised(t);
  const one = await site.person('1');
  const two = await site.person('2', { receivedAt: ASKED });
  await t.db.run(sql`update employee set system_id = ${APPLICATION_SYSTEM} where employee_id = ${two}`);
  await site.send('1', ['07:00', '16:00', `${TUESDAY} 07:00`, `${TUESDAY} 16:00`]);
  await lockTuesday(site);
  expect(await totalsOf(site)).toEqual([1, 1]);
  const recordId = await site.recordOf(one, '16:00');
  const given = await site.corrected(one, [{ do: 'replace-punch', recordId, employeeId: two }]);
  expect(given.effects.map(({ employee, day }) => [employee.number, day])).toEqual([['1', MONDAY]]);
  const untimed = { endedAt: null, durationMs: null, lookup1Code: null, lookup2Code: null };
  await site.corrected(two, [
    { do: 'add-entry', employeeId: two, units: '3', startedAt: site.at('10:00'), ...untimed },
  ]);
  expect(await totalsOf(site)).toEqual([1, 1]);
  const { exceptions } = await site.get(`/exceptions?from=${MONDAY}&to=${MONDAY}`);
  const [found] = exceptions.filter(({ kind }: { kind: string }) => kind === 'inactive-clocked');
  expect(found).toMatchObject({ day: MONDAY, employee: { number: '2' } });
  const count = found.proposals.find(({ opens }: { opens: string }) => opens === 'start');
  expect(count).toMatchObject({ label: 'Count from 23 Nov', done: 'Thandi Nkosi counts from 23 Nov.' });
  // Recalculated, and after a record of their own, the same.
  await site.send('2', ['2026-11-25 07:00']);
  expect(await totalsOf(site)).toEqual([1, 1]);
  expect(await countFrom(site, '2', found.day)).toBe('PERIOD_LOCKED');
  expect(await totalsOf(site)).toEqual([1, 1]);
  const [lock] = (await site.get('/period-locks')).results;
  expect((await site.ask(`/period-locks/${lock._id}/reopen`, { reason: 'Late' })).status).toBe(200);
  expect(await countFrom(site, '2', found.day)).toBe(200);
  expect(await totalsOf(site)).toEqual([2, 2]);
  expect((await site.get(`/exceptions?from=${MONDAY}&to=${MONDAY}`)).counts['inactive-clocked']).toBeUndefined();
  expect(await countFrom(site, '2', null)).toBe(200);
  expect((await site.undo([given.results[0]?.correctionId])).status).toBe(200);
  expect(await totalsOf(site)).toEqual([1, 1]);
});

test('a correction that moves a first work day changes every day between: each is told, none under a lock, in an undo neither (13, C7)', async () => {
  const site = await givenSupervised(t);
  await site.person('1');
  const two = await site.person('2', { receivedAt: ASKED });
  await site.send('1', ['07:00', '16:00', `${TUESDAY} 07:00`, `${TUESDAY} 16:00`]);
  await site.send('2', ['07:00']);
  expect(await totalsOf(site)).toEqual([2, 2]);
  const items = await site.items(two, [{ do: 'void-punch', recordId: await site.recordOf(two, '07:00') }]);
  const body = { reason: 'wrong-person', items };
  const previewed = await site.ask('/corrections/preview', body);
  expect(previewed.body.effects.map(({ day }: { day: string }) => day)).toEqual([MONDAY, TUESDAY]);
  const refused = { status: 409, body: { errorCode: 'PERIOD_LOCKED' } };
  await lockTuesday(site);
  expect(await site.ask('/corrections', body)).toMatchObject(refused);
  const [lock] = (await site.get('/period-locks')).results;
  expect((await site.ask(`/period-locks/${lock._id}/reopen`, { reason: 'Late' })).status).toBe(200);
  const made = await site.ask('/corrections', body);
  expect(made.status).toBe(200);
  expect(await totalsOf(site)).toEqual([1, 1]);
  await lockTuesday(site);
  expect(await site.undo([made.body.results[0].correctionId])).toMatchObject(refused);
  expect(await totalsOf(site)).toEqual([1, 1]);
});

test('a star in the roll means a correction or an excuse', async () => {
  const site = await givenSupervised(t);
  const one = await site.person('1');
  const two = await site.person('2');
  const three = await site.person('3');
  await site.send('2', ['07:30', '16:00']);
  await site.send('3', ['07:00']);
  const cells = async () => {
    const { rows } = await site.get(`/stats/roll?from=${MONDAY}&to=${MONDAY}`);
    return rows.map((row: { cells: string[] }) => row.cells[0]);
  };
  expect(await cells()).toEqual(['A', 'L', 'P.']);
  const excuse = { do: 'excuse' as const, kind: 'leave' as const, from: MONDAY, to: MONDAY };
  await site.corrected(one, [{ ...excuse, employeeId: one, judgement: 'absence' }]);
  await site.corrected(two, [{ ...excuse, employeeId: two, judgement: 'lateness' }]);
  await site.corrected(three, [out(site, three)]);
  expect(await cells()).toEqual(['E*', 'P*', 'P*']);
});
