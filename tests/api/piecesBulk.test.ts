import { expect, test } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/platform/db/db.ts';
import { givenSession, givenUser } from '#tests/support/factories.ts';
import { givenGroup, givenLookup } from '#tests/support/factories.work.ts';
import { ASKED, CORRECTS, givenSupervised, MONDAY, type Supervised } from '#tests/support/ledger.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/** Pieces in bulk (docs/reference/corrections.md#pieces-in-bulk): preview = act, undo = identity, twice, scope, locks, sizes, and two users at once. */

const t = useTestApp();

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
const trail = (accountId: string) =>
  t.db.rows(
    z.object({ action: z.string(), detail: z.string() }),
    sql`select action, detail from audit_entry where account_id = ${accountId} and action like 'correction.%' order by at`,
  );
const block = async (site: Supervised, employeeId: string, day = MONDAY) => {
  const { entries = [] } = await site.explain(employeeId, day);
  return entries.map(({ lookup1Code, lookup2Code, units }) => `${lookup1Code}/${lookup2Code} ${Number(units)}`);
};

/** A morning of a crew of four, counted into block N3 instead of N4: 75 entries each from 07:00 to 12:00, and a few in the afternoon. */
async function morning(each = 75) {
  const site = await givenSupervised(t);
  const people: string[] = [];
  for (const number of ['1', '2', '3', '4']) people.push(await site.person(number, { timeId: number }));
  for (const number of ['1', '2', '3', '4']) {
    await site.send(number, ['06:58', '16:02']);
    const minute = 60_000;
    const first = Date.parse(site.at('07:00'));
    await site.work(number, [
      ...Array.from({ length: each }, (_, i) => ({
        units: '1',
        startedAt: new Date(first + (i * 300 * minute) / each),
        lookup1Code: 'P',
        lookup2Code: 'N3',
      })),
      { units: '5', startedAt: new Date(site.at('13:30')), lookup1Code: 'P', lookup2Code: 'N3' },
    ]);
  }
  const choice = { from: MONDAY, to: MONDAY, startTime: '06:00', endTime: '12:00', lookup2Code: 'N3' };
  const order = (more: object = {}) => ({
    reason: 'wrong-key',
    choice,
    change: { do: 'change', lookup2Code: 'N4' },
    ...more,
  });
  const preview = (body: object, token?: string) => site.ask('/corrections/pieces/preview', body, token);
  /** Acts on what a preview shows. */
  const act = async (body: object, token?: string) => {
    const shown = (await preview(body, token)).body;
    return site.ask('/corrections/pieces', { ...body, basis: shown.basis ?? '' }, token);
  };
  return { site, people, choice, order, preview, act };
}

test('a wrong block all morning takes one act, which answers what its preview did, and one undo', async () => {
  const { site, people, order, preview, act } = await morning();
  const [first = ''] = people;
  const before = await tables(site.accountId);
  const shown = await preview(order());
  expect(shown.status, JSON.stringify(shown.body)).toBe(200);
  expect(shown.body).toMatchObject({
    chosen: 300,
    applied: 300,
    unchanged: [],
    before: [{ lookup1Code: 'P', lookup2Code: 'N3', entries: 300, units: '300' }],
    after: [{ lookup1Code: 'P', lookup2Code: 'N4', entries: 300, units: '300' }],
    peopleCount: 4,
  });
  expect(shown.body.people[0]).toMatchObject({
    before: { entries: 75, units: '75' },
    after: { entries: 75, units: '75' },
  });
  expect(await tables(site.accountId)).toEqual(before);
  expect(await trail(site.accountId)).toEqual([]);

  const made = await act(order());
  expect(made.status).toBe(200);
  expect({ ...made.body, actId: null }).toEqual({ ...shown.body, actId: null });
  const after = await block(site, first);
  expect([after.filter((one) => one === 'P/N4 1').length, after.filter((one) => one === 'P/N3 5').length]).toEqual([
    75, 1,
  ]);
  expect(await trail(site.accountId)).toEqual([
    { action: 'correction.make', detail: `300 of piecework, ${MONDAY} 06:00-12:00: change` },
  ]);

  // Nothing fits a second time.
  expect((await preview(order())).body).toMatchObject({ chosen: 0, applied: 0, actId: null });

  const undone = await site.ask(`/corrections/acts/${made.body.actId}/undo`, {});
  expect(undone).toMatchObject({ status: 200, body: { undone: 300, refused: 0 } });
  expect(await tables(site.accountId)).toEqual(before);
  expect((await trail(site.accountId)).length).toBe(2);
  expect(await site.ask(`/corrections/acts/${made.body.actId}/undo`, {})).toMatchObject({ status: 409 });
});

test('the job of entries is changed as their block is: preview, act, the day, and one undo', async () => {
  const { site, people, order, preview, act } = await morning(6);
  const [first = ''] = people;
  await givenGroup(t.db, site.accountId, 'job', { code: 'PACK', name: 'Packer' });
  await t.db.run(sql`update piecework_entry set job_description_code = 'PICK' where account_id = ${site.accountId}`);
  // As the day is derived from entries with a job.
  await t.db.run(sql`update piecework_fact set jobs = jsonb_build_array(
    jsonb_build_object('job', 'PICK', 'units', trim_scale(units)::text, 'timeMs', time_ms)) where account_id = ${site.accountId}`);
  const jobs = async () => ((await site.explain(first)).entries ?? []).map(({ jobName }) => jobName);
  const before = await tables(site.accountId);
  expect(await jobs()).toEqual(Array(7).fill('PICK'));
  const toPacker = order({ change: { do: 'change', jobDescriptionCode: 'PACK' } });
  const shown = await preview(toPacker);
  const sum = { lookup1Code: 'P', lookup2Code: 'N3', entries: 24, units: '24' };
  expect(shown.body).toMatchObject({
    ...{ chosen: 24, applied: 24, unchanged: [], peopleCount: 4 },
    before: [{ ...sum, jobDescriptionCode: 'PICK' }],
    after: [{ ...sum, jobDescriptionCode: 'PACK' }],
  });
  expect(await tables(site.accountId)).toEqual(before);
  // What is so already is not changed.
  expect((await preview(order({ change: { do: 'change', jobDescriptionCode: 'PICK' } }))).body).toMatchObject({
    chosen: 24,
    applied: 0,
  });
  const made = await act(toPacker);
  expect({ ...made.body, actId: null }).toEqual({ ...shown.body, actId: null });
  expect(await jobs()).toEqual([...Array(6).fill('Packer'), 'PICK']);
  expect(await site.ask(`/corrections/acts/${made.body.actId}/undo`, {})).toMatchObject({ body: { undone: 24 } });
  expect(await jobs()).toEqual(Array(7).fill('PICK'));
  expect(await tables(site.accountId)).toEqual(before);

  // Another change keeps it, and none takes it away.
  const moved = await act(order());
  expect(moved.body).toMatchObject({ applied: 24, after: [{ lookup2Code: 'N4', jobDescriptionCode: 'PICK' }] });
  expect(await jobs()).toEqual(Array(7).fill('PICK'));
  await site.ask(`/corrections/acts/${moved.body.actId}/undo`, {});
  expect((await act(order({ change: { do: 'change', jobDescriptionCode: null } }))).body).toMatchObject({
    applied: 24,
  });
  expect(await jobs()).toEqual([...Array(6).fill(null), 'PICK']);
});

test('two users with the same preview: one act is made, the other is told', async () => {
  const { site, order, preview } = await morning(5);
  const { basis } = (await preview(order())).body;
  const other = await site.other(CORRECTS);
  const both = await Promise.all([
    site.ask('/corrections/pieces', { ...order(), basis }),
    site.ask('/corrections/pieces', { ...order(), basis }, other),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ errorCode: 'CONFLICT' });
});

test('on a live day the act takes what its preview showed: what arrives meanwhile is counted and stays, a change of what was shown is a conflict', async () => {
  const { site, people, choice, order, preview } = await morning(3);
  const [one = '', two = '', three = ''] = people;
  await site.work('1', [{ startedAt: new Date(site.at('11:00')), lookup1Code: 'P', lookup2Code: 'N5' }]);
  const all = order({ choice: { ...choice, lookup2Code: undefined } });
  const shown = (await preview(all)).body;
  expect(shown).toMatchObject({ chosen: 13, applied: 13, arrived: 0, receivedUntil: new Date(ASKED).toISOString() });
  const { basis, receivedUntil } = shown;
  const act = () => site.ask('/corrections/pieces', { ...all, basis, receivedUntil });
  const arrive = (pin: string, time: string, lookup2Code = 'N3') =>
    site.work(pin, [{ startedAt: new Date(site.at(time)), lookup1Code: 'P', lookup2Code }], t.clock.now());
  t.clock.advance(60_000);
  // Two that fit, of which one began before those that were shown; one that is so already; and one that another user types in.
  await arrive('2', '11:30');
  await arrive('3', '06:30');
  await arrive('3', '11:35', 'N4');
  const at = { startedAt: site.at('11:40'), endedAt: null, durationMs: null };
  const added = { do: 'add-entry' as const, employeeId: two, ...at, units: '1', lookup1Code: 'P', lookup2Code: 'N3' };
  await site.corrected(two, [added]);

  // What was shown is another one by now.
  const first = await site.recordOf(one, '11:00');
  const corrected = await site.corrected(one, [{ do: 'replace-entry', recordId: first, units: '2' }]);
  expect(await act()).toMatchObject({ status: 409, body: { errorCode: 'CONFLICT' } });
  expect((await site.undo([corrected.results[0]?.correctionId])).status).toBe(200);

  const before = await tables(site.accountId);
  t.clock.advance(1_000);
  const made = await act();
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  expect({ ...made.body, actId: null }).toEqual({ ...shown, actId: null, arrived: 2 });
  expect((await block(site, two)).filter((one) => one.startsWith('P/N3'))).toEqual(['P/N3 1', 'P/N3 1', 'P/N3 5']);
  expect((await block(site, three))[0]).toBe('P/N3 1');
  // They are what the next preview shows.
  expect((await preview(all)).body).toMatchObject({ applied: 2, arrived: 0 });
  expect((await site.ask(`/corrections/acts/${made.body.actId}/undo`, {})).body).toMatchObject({ undone: 13 });
  expect(await tables(site.accountId)).toEqual(before);

  // Of doubles the ones that were shown are set aside, whatever a phone sends late.
  const doubles = order({ choice: { ...all.choice, doublesWithin: 120 }, change: { do: 'void' } });
  const close = (await preview(doubles)).body;
  t.clock.advance(60_000);
  await arrive('4', '06:59');
  const aside = await site.ask('/corrections/pieces', {
    ...doubles,
    basis: close.basis,
    receivedUntil: close.receivedUntil,
  });
  expect(aside.body).toMatchObject({ applied: close.applied, arrived: 0 });
});

test('clock-ins that arrive meanwhile stay where they are', async () => {
  const { site, people, order, preview } = await morning(1);
  const [one = '', two = ''] = people;
  const day = { from: MONDAY, to: MONDAY, employeeIds: [one] };
  await site.send('1', ['17:00']);
  const change = { do: 'change', employeeId: two, withPunches: true };
  const give = order({ reason: 'wrong-person', choice: day, change });
  const { basis, receivedUntil } = (await preview(give)).body;
  t.clock.advance(60_000);
  await site.send('1', ['18:00'], t.clock.now().toISOString());
  expect((await site.ask('/corrections/pieces', { ...give, basis, receivedUntil })).body).toMatchObject({
    ...{ applied: 2, punches: 1, arrived: 1 },
  });
});

test('a whole day is given to another employee with the clock-ins, and two who swapped badges are swapped for a time', async () => {
  const { site, people, order, act, preview } = await morning(5);
  const [one = '', two = '', three = ''] = people;
  const before = await tables(site.accountId);
  const day = { from: MONDAY, to: MONDAY };
  const give = order({
    reason: 'wrong-person',
    choice: { ...day, employeeIds: [one] },
    change: { do: 'change', employeeId: two, withPunches: true },
  });
  const shown = await preview(give);
  const given = await act(give);
  expect({ ...given.body, actId: null }).toEqual({ ...shown.body, actId: null });
  // Both clocked in at 06:58, so the clock-ins of one cannot be the other's too.
  expect(given.body).toMatchObject({ applied: 6, punches: 0, unchanged: [{ errorCode: 'ALREADY_EXISTS', count: 2 }] });
  expect([(await block(site, one)).length, (await block(site, two)).length]).toEqual([0, 12]);
  await site.ask(`/corrections/acts/${given.body.actId}/undo`, {});
  expect(await tables(site.accountId)).toEqual(before);

  await site.send('3', ['07:30', '15:00']);
  const same = await tables(site.accountId);
  const swap = order({
    reason: 'wrong-person',
    choice: { ...day, startTime: '07:00', endTime: '11:00', employeeIds: [one, three] },
    change: { do: 'swap', withPunches: true },
  });
  const swapped = await act(swap);
  expect(swapped.body).toMatchObject({ applied: 8, punches: 1, peopleCount: 2 });
  expect(swapped.body.effects.length).toBeGreaterThan(0);
  expect((await site.explain(one)).events.flatMap(({ punches }) => punches).length).toBe(3);
  await site.ask(`/corrections/acts/${swapped.body.actId}/undo`, {});
  expect(await tables(site.accountId)).toEqual(same);
  // A swap is of two.
  expect((await preview({ ...swap, choice: { ...day, employeeIds: [one] } })).status).toBe(400);
});

test('units are multiplied exactly, and of doubles the first stays', async () => {
  const { site, people, order, act } = await morning(1);
  const [one = ''] = people;
  const day = { from: MONDAY, to: MONDAY, employeeIds: [one] };
  await site.work('1', [
    { units: '0.333', startedAt: new Date(site.at('14:00')), lookup1Code: 'D' },
    { units: '0.333', startedAt: new Date(site.at('14:01')), lookup1Code: 'D' },
    { units: '0.333', startedAt: new Date(site.at('14:03')), lookup1Code: 'D' },
    { units: '-1', startedAt: new Date(site.at('14:03')), lookup1Code: 'D' },
    { units: '-1', startedAt: new Date(site.at('14:03:05')), lookup1Code: 'D' },
  ]);
  const voided = await act(
    order({ reason: 'counted-twice', choice: { ...day, doublesWithin: 2 }, change: { do: 'void' } }),
  );
  expect(voided.body).toMatchObject({
    chosen: 1,
    before: [{ lookup1Code: 'D', entries: 1, units: '0.333' }],
    after: [],
  });
  const scaled = await act(order({ choice: { ...day, lookup1Code: 'D' }, change: { do: 'change', factor: '1.5' } }));
  // 0.333 × 1.5 = 0.4995, to three decimals.
  expect(scaled.body).toMatchObject({ applied: 4, after: [{ units: '-2' }], before: [{ units: '-1.334' }] });
});

test('entries of a locked day and corrected ones stay as they are, and are told; nobody changes their own', async () => {
  const { site, people, order, preview } = await morning(5);
  const [one = '', two = ''] = people;
  await site.corrected(one, [{ do: 'void-entry', recordId: await site.recordOf(one, '08:00') }]);
  await site.corrected(two, [
    { do: 'replace-entry', recordId: await site.recordOf(two, '08:00'), lookup2Code: 'N3', units: '2' },
  ]);
  const token = await site.other(CORRECTS, one);
  const made = await preview(order(), token);
  expect(made.body).toMatchObject({ chosen: 19, applied: 14 });
  expect(made.body.unchanged).toEqual([
    expect.objectContaining({ errorCode: 'CONFLICT', count: 1 }),
    expect.objectContaining({ errorCode: 'OWN_RECORD', count: 4 }),
  ]);
  const before = await tables(site.accountId);
  const { basis } = (await preview(order())).body;
  expect((await site.ask('/period-locks', { from: MONDAY, to: MONDAY })).status).toBe(200);
  expect(await site.ask('/corrections/pieces', { ...order(), basis })).toMatchObject({
    status: 409,
    body: { errorCode: 'PERIOD_LOCKED' },
  });
  expect(await preview(order())).toMatchObject({ status: 409, body: { errorCode: 'PERIOD_LOCKED' } });
  expect(await tables(site.accountId)).toEqual(before);
});

test('a preview is of what it showed: a lock, another change or another choice since then is a conflict', async () => {
  const { site, people, order, preview } = await morning(3);
  const [one = ''] = people;
  const TUESDAY = '2026-11-24';
  await site.work('1', [{ units: '1', startedAt: new Date(site.at(`${TUESDAY} 08:00`)), lookup2Code: 'N3' }]);
  const days = order({ choice: { from: MONDAY, to: TUESDAY, lookup2Code: 'N3', employeeIds: [one] } });
  const shown = (await preview(days)).body;
  expect(shown.applied).toBe(5);
  const before = await tables(site.accountId);
  const act = (more: object) => site.ask('/corrections/pieces', { ...days, ...more, basis: shown.basis });
  const conflict = { status: 409, body: { errorCode: 'CONFLICT' } };
  expect(await act({ change: { do: 'void' } })).toMatchObject(conflict);
  expect(await act({ change: { do: 'change', lookup2Code: 'N5' } })).toMatchObject(conflict);
  expect(await act({ choice: { from: MONDAY, to: TUESDAY, lookup2Code: 'N3' } })).toMatchObject(conflict);
  expect((await site.ask('/period-locks', { from: TUESDAY, to: TUESDAY })).status).toBe(200);
  expect(await act({})).toMatchObject(conflict);
  expect(await tables(site.accountId)).toEqual(before);
  const again = (await preview(days)).body;
  expect([again.applied, again.unchanged]).toEqual([
    4,
    [expect.objectContaining({ errorCode: 'PERIOD_LOCKED', count: 1 })],
  ]);
  expect((await site.ask('/corrections/pieces', { ...days, basis: again.basis })).body.applied).toBe(4);
});

test('how many entries others have does not refuse a choice within a scope', async () => {
  const { site, people, order, preview } = await morning(1);
  const [one = '', two = ''] = people;
  const group = await givenGroup(t.db, site.accountId, 'employee');
  await t.db.run(sql`update employee set employee_group_id = ${group} where employee_id = ${one}`);
  await t.db.run(sql`insert into piecework_entry (account_id, piecework_entry_id, record_id, source, device_id, employee_id, time_id, units,
      started_at, received_at, standing, lookup1_code, lookup2_code)
    select account_id, gen_random_uuid(), 'many' || n, source, device_id, employee_id, time_id, units, started_at, received_at, standing,
      lookup1_code, lookup2_code
    from (select * from piecework_entry where account_id = ${site.accountId} and employee_id = ${two} limit 1) p, generate_series(1, 50001) n`);
  // As autovacuum does: without the number of rows a plan is one for a few.
  await t.db.run(sql`analyze piecework_entry`);
  const token = async (scope: object) => {
    const userId = await givenUser(t.db, site.accountId, { permissions: CORRECTS, scope });
    return givenSession(t.db, site.accountId, userId, { createdAt: ASKED, ttlSeconds: 86_400 });
  };
  const day = order({ choice: { from: MONDAY, to: MONDAY } });
  expect((await preview(day, await token({ employeeGroups: [group] }))).body.chosen).toBe(2);
  const other = await givenLookup(t.db, site.accountId, 1, 'Q');
  expect((await preview(day, await token({ lookup1: [other] }))).body.chosen).toBe(0);
  expect((await preview(day)).status).toBe(413);
});

test('an act that was made before a lock is not undone after it', async () => {
  const { site, order, act } = await morning(2);
  const { body } = await act(order());
  await site.ask('/period-locks', { from: MONDAY, to: MONDAY });
  const before = await tables(site.accountId);
  expect(await site.ask(`/corrections/acts/${body.actId}/undo`, {})).toMatchObject({
    status: 409,
    body: { errorCode: 'PERIOD_LOCKED' },
  });
  expect(await tables(site.accountId)).toEqual(before);
});

test('a user with a scope chooses among their people, gives to them only, and undoes only what is theirs', async () => {
  const { site, people, order, preview, act } = await morning(3);
  const [one = '', two = '', three = ''] = people;
  const group = await givenGroup(t.db, site.accountId, 'employee');
  await t.db.run(sql`update employee set employee_group_id = ${group} where employee_id = any(${[one, two]}::uuid[])`);
  const userId = await givenUser(t.db, site.accountId, { permissions: CORRECTS, scope: { employeeGroups: [group] } });
  const token = await givenSession(t.db, site.accountId, userId, { createdAt: ASKED, ttlSeconds: 86_400 });
  const shown = (await preview(order(), token)).body;
  expect([shown.chosen, shown.peopleCount]).toEqual([6, 2]);
  const toOther = order({ reason: 'wrong-person', change: { do: 'change', employeeId: three } });
  const unknown = order({ reason: 'wrong-person', change: { do: 'change', employeeId: crypto.randomUUID() } });
  expect((await preview(toOther, token)).body).toEqual((await preview(unknown, token)).body);
  expect((await preview(toOther, token)).status).toBe(404);
  const { body: all } = await act(order());
  expect(all.applied).toBe(12);
  const undone = await site.ask(`/corrections/acts/${all.actId}/undo`, {}, token);
  expect(undone.body).toMatchObject({ undone: 6, refused: 0, message: null });
  expect([(await block(site, one))[0], (await block(site, three))[0]]).toEqual(['P/N3 1', 'P/N4 1']);
});

test('one act takes 5,000 entries, and no more', async () => {
  const { site, people, choice, order, preview, act } = await morning(1_249);
  const [one = ''] = people;
  const all = { ...choice, startTime: undefined, endTime: undefined };
  const before = await tables(site.accountId);
  // As statistics are found that know nothing of the account's corrections.
  await t.db.run(sql`analyze`);
  const { body } = await act(order({ choice: all }));
  expect(body.applied).toBe(5_000);
  expect((await site.ask(`/corrections/acts/${body.actId}/undo`, {})).body).toMatchObject({ undone: 5_000 });
  expect(await tables(site.accountId)).toEqual(before);
  await site.work('1', [{ units: '1', startedAt: new Date(site.at('14:00')), lookup2Code: 'N3' }]);
  expect(await preview(order({ choice: all }))).toMatchObject({ status: 413, body: { errorCode: 'TOO_LARGE' } });
  expect((await preview(order({ choice: { ...all, employeeIds: [one] } }))).body.chosen).toBe(1_251);
});
