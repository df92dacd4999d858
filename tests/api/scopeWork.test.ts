import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PERMISSIONS } from '#contract/platform/permissions.ts';
import type { UserScope } from '#contract/platform/scope.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenSession, givenUser } from '../support/factories.ts';
import { givenDevice, givenGroup, givenLookup } from '../support/factories.work.ts';
import { ASKED, givenSupervised, MONDAY } from '../support/ledger.ts';
import { useTestApp } from '../support/testApp.ts';

/** A user who is limited to some products (docs/reference/scope.md#what-it-limits): work at others is as if it did not exist. */

const t = useTestApp();

/** One person with work at two products, of which a user sees A. */
async function givenProducts(more: object = {}) {
  const site = await givenSupervised(t);
  const a = await givenLookup(t.db, site.accountId, 1, 'A');
  await givenLookup(t.db, site.accountId, 1, 'B');
  const one = await site.person('1', { timeId: '1' });
  await site.send('1', ['07:00', '16:00']);
  const entry = (code: string, time: string, units: string) => ({
    ...{ units, startedAt: new Date(site.at(time)), endedAt: new Date(site.at(time)), lookup1Code: code },
  });
  await site.work('1', [entry('A', '08:00', '3'), entry('B', '09:00', '70'), entry('A', '10:00', '4')]);
  const userId = await givenUser(t.db, site.accountId, { permissions: PERMISSIONS, scope: { lookup1: [a], ...more } });
  const token = await givenSession(t.db, site.accountId, userId, { createdAt: ASKED, ttlSeconds: 86_400 });
  const recordOf = (time: string) => site.recordOf(one, time);
  const correct = async (change: object, as = token, path = '/corrections') => {
    const { body } = await site.ask(`/stats/employee/${one}/day?referenceDate=${MONDAY}`, undefined, as);
    return site.ask(path, { reason: 'wrong-count', items: [{ day: MONDAY, basis: body.basis, change }] }, as);
  };
  return { site, token, one, a, recordOf, correct };
}

const added = (employeeId: string, lookup1Code: string | null, at: string) => ({
  ...{ do: 'add-entry', employeeId, units: '5', startedAt: at, endedAt: null, durationMs: null },
  ...{ lookup1Code, lookup2Code: null },
});

describe('work at a product outside a scope', () => {
  it('is not in “Why?”: neither entries, nor what was set aside, nor corrections', async () => {
    const { site, token, one, recordOf, correct } = await givenProducts();
    const why = async () =>
      (await site.ask(`/stats/employee/${one}/day?referenceDate=${MONDAY}`, undefined, token)).body;
    expect((await why()).entries.map(({ lookup1Code }: { lookup1Code: string }) => lookup1Code)).toEqual(['A', 'A']);
    const ofB = await recordOf('09:00');
    expect((await correct({ do: 'void-entry', recordId: ofB }, site.token)).status).toBe(200);
    expect(
      (
        await correct(
          { do: 'replace-entry', recordId: await recordOf('10:00'), lookup1Code: 'B', units: '81' },
          site.token,
        )
      ).status,
    ).toBe(200);
    const { corrections, setAside, entries } = await why();
    expect(entries).toHaveLength(1);
    expect(setAside.map(({ what }: { what: string }) => what)).toEqual(['4 units']);
    expect(corrections).toHaveLength(1);
    expect(JSON.stringify(corrections)).not.toMatch(/(70|81) units/);
    const all = (await site.explain(one)).corrections;
    expect(all).toHaveLength(2);

    const page = `/corrections?from=${MONDAY}&to=${MONDAY}&startRow=0&endRow=10`;
    const listed = (await site.ask(page, undefined, token)).body;
    expect([listed.lastIndex, /(70|81) units/.test(JSON.stringify(listed))]).toEqual([1, false]);
    const person = (await site.ask(`/stats/person/${one}?from=${MONDAY}&to=${MONDAY}`, undefined, token)).body;
    expect([person.days[0].changes.length, /(70|81) units/.test(JSON.stringify(person))]).toEqual([1, false]);
    const report = await t.ask('/v2/stats/generateReport', {
      token,
      body: { reportType: 'corrections', exportType: 'csv', dates: { from: MONDAY, to: MONDAY } },
    });
    expect([report.statusCode, /\b(70|81) units/.test(report.body)]).toEqual([200, false]);
  });

  it('does not change what is proposed, although an added OUT would leave it outside every interval', async () => {
    const { site, token } = await givenProducts();
    await site.person('2', { timeId: '2' });
    await site.send('2', ['07:00']);
    const proposed = async () => {
      const { exceptions } = (await site.ask(`/exceptions?from=${MONDAY}&to=${MONDAY}`, undefined, token)).body;
      const found = exceptions.find(({ kind }: { kind: string }) => kind === 'missing-out');
      return found.proposals.map(({ label, inBulk }: { label: string; inBulk: boolean }) => [label, inBulk]);
    };
    const before = await proposed();
    expect(before[0]).toEqual(['OUT 16:00', true]);
    await site.work('2', [
      {
        units: '9',
        startedAt: new Date(site.at('17:00')),
        endedAt: new Date(site.at('17:30')),
        lookup1Code: 'B',
      },
    ]);
    expect(await proposed()).toEqual(before);
  });

  it('is not found by a correction, an undo or a sheet, exactly as what does not exist', async () => {
    const { site, token, one, recordOf, correct } = await givenProducts();
    const [ofA, ofB] = [await recordOf('08:00'), await recordOf('09:00')];
    for (const path of ['/corrections', '/corrections/preview'])
      for (const [theirs, nobodys] of [
        [
          { do: 'void-entry', recordId: ofB },
          { do: 'void-entry', recordId: randomUUID() },
        ],
        [
          { do: 'replace-entry', recordId: ofB, units: '1' },
          { do: 'replace-entry', recordId: randomUUID(), units: '1' },
        ],
        [
          { do: 'replace-entry', recordId: ofB, lookup1Code: 'A' },
          { do: 'replace-entry', recordId: randomUUID(), lookup1Code: 'A' },
        ],
        [
          { do: 'replace-entry', recordId: ofA, lookup1Code: 'B' },
          { do: 'replace-entry', recordId: ofA, lookup1Code: 'no such' },
        ],
        [added(one, 'B', site.at('11:00')), added(one, 'no such', site.at('11:00'))],
        [added(one, 'B', site.at('11:00')), added(one, null, site.at('11:00'))],
      ] as const) {
        const answer = await correct(theirs, token, path);
        expect(answer.status, JSON.stringify(theirs)).toBe(404);
        expect(answer).toEqual(await correct(nobodys, token, path));
      }
    const made = await correct({ do: 'void-entry', recordId: ofB }, site.token);
    const { correctionId } = made.body.results[0];
    const undo = (id: string) => site.ask('/corrections/undo', { items: [{ correctionId: id, basis: 'x' }] }, token);
    expect((await undo(correctionId)).status).toBe(404);
    expect(await undo(correctionId)).toEqual(await undo(randomUUID()));
    const undoAct = (id: string) => site.ask(`/corrections/acts/${id}/undo`, {}, token);
    expect(await undoAct(made.body.actId)).toEqual(await undoAct(randomUUID()));
    expect((await undoAct(made.body.actId)).status).toBe(404);

    const sheet = (product: string) => ({
      ...{ reason: 'crew-sheet', day: MONDAY, startTime: '12:00', endTime: '13:00', lookup2Code: null },
      ...{ products: [product], rows: [{ employeeId: one, units: ['2'] }] },
    });
    expect((await site.ask('/corrections/crew-sheet', sheet('B'))).body.added).toBe(1);
    expect(await site.ask('/corrections/crew-sheet', sheet('B'), token)).toEqual(
      await site.ask('/corrections/crew-sheet', sheet('no such'), token),
    );
    expect((await site.ask('/corrections/crew-sheet', sheet('A'), token)).body.added).toBe(1);
  });

  it('is in no units before and after a correction, and in no count of an exception', async () => {
    const { site, token, recordOf, correct } = await givenProducts();
    const { body } = await correct(
      { do: 'void-entry', recordId: await recordOf('08:00') },
      token,
      '/corrections/preview',
    );
    expect(
      body.effects.map(({ before, after }: Record<string, { units: string }>) => [before?.units, after?.units]),
    ).toEqual([['7', '4']]);
    await site.work(
      '1',
      ['18:00', '18:10'].map((time) => ({ units: '1', startedAt: new Date(site.at(time)), lookup1Code: 'B' })),
    );
    const doubts = async (as: string) => {
      const { status, body } = await site.ask(`/exceptions?from=${MONDAY}&to=${MONDAY}`, undefined, as);
      expect(status, JSON.stringify(body)).toBe(200);
      return body.exceptions.flatMap(({ kind, detail }: { kind: string; detail: string }) =>
        kind === 'piecework-without-clock' ? detail : [],
      );
    };
    expect([await doubts(site.token), await doubts(token)]).toEqual([['2 entries outside every interval at work'], []]);
    await site.work('1', [{ units: '1', startedAt: new Date(site.at('18:20')), lookup1Code: 'A' }]);
    expect([await doubts(site.token), await doubts(token)]).toEqual([
      ['3 entries outside every interval at work'],
      ['1 entry outside every interval at work'],
    ]);
  });
});

describe('the pace of an employee in a report', () => {
  it('is of their work at the products of the scope', async () => {
    const { site, token } = await givenProducts();
    const start = site.at('11:00');
    const end = site.at('12:00');
    await site.work('1', [
      { units: '10', startedAt: new Date(start), endedAt: new Date(end), lookup1Code: 'A' },
      { units: '900', startedAt: new Date(start), endedAt: new Date(end), lookup1Code: 'B' },
    ]);
    const body = { reportType: 'piecework-performance', exportType: 'csv', dates: { from: MONDAY, to: MONDAY } };
    const paces = async (as: string) =>
      (await t.ask('/v2/stats/generateReport', { token: as, body })).body
        .split(/\r?\n/)
        .filter((line) => line.startsWith(MONDAY))
        .map((line) => line.split(',').findLast((cell) => /^\d+\.\d\d$|^987$|^17$/.test(cell)));
    expect(await paces(token)).toEqual(['17']);
    expect(await paces(site.token)).toEqual(['987', '987']);
  });
});

describe('the ledger of a scope', () => {
  it('is whole however much is corrected of others', async () => {
    const { site, token, one, recordOf, correct } = await givenProducts();
    const group = await givenGroup(t.db, site.accountId, 'employee');
    await t.db.run(sql`update employee set employee_group_id = ${group} where employee_id = ${one}`);
    const two = await site.person('2', { timeId: '2' });
    expect((await correct({ do: 'void-entry', recordId: await recordOf('08:00') })).status).toBe(200);
    t.clock.advance(60_000);
    await site.corrected(two, [added(two, 'B', site.at('11:00')) as never]);
    await t.db.run(sql`insert into entry_correction
      select (jsonb_populate_record(k, jsonb_build_object('correction_id', gen_random_uuid()))).* from entry_correction k, generate_series(1, 20001)
      where k.account_id = ${site.accountId} and k.employee_id = ${two}`);
    const userId = await givenUser(t.db, site.accountId, {
      permissions: PERMISSIONS,
      scope: { employeeGroups: [group] },
    });
    const grouped = await givenSession(t.db, site.accountId, userId, { createdAt: ASKED, ttlSeconds: 86_400 });
    const page = `/corrections?from=${MONDAY}&to=${MONDAY}&startRow=0&endRow=10`;
    for (const as of [token, grouped]) expect((await site.ask(page, undefined, as)).body.lastIndex).toBe(1);
  });
});

describe('devices and exceptions of a scope', () => {
  /** A user who sees the people of one group, and perhaps only one device. */
  const limited = async (site: Awaited<ReturnType<typeof givenSupervised>>, scope: UserScope) => {
    const userId = await givenUser(t.db, site.accountId, { permissions: PERMISSIONS, scope });
    return givenSession(t.db, site.accountId, userId, { createdAt: ASKED, ttlSeconds: 86_400 });
  };
  it('are whole however many punches of others wait for a decision', async () => {
    const site = await givenSupervised(t);
    const group = await givenGroup(t.db, site.accountId, 'employee');
    await site.person('1', { timeId: '1', employeeGroupId: group });
    await site.person('2', { timeId: '2' });
    for (const pin of ['2', '1']) await site.send(pin, [pin === '1' ? '08:00' : '07:00']);
    await t.db.run(sql`update clock_record set standing = 'quarantined', source = source || case time_id when '1' then '@9.9.9.0/24' else '@203.0.113.0/24' end
      where account_id = ${site.accountId}`);
    await t.db.run(sql`insert into clock_record
      select (jsonb_populate_record(c, jsonb_build_object('clock_record_id', gen_random_uuid(), 'source', c.source || n))).*
      from clock_record c, generate_series(1, 501) n where c.account_id = ${site.accountId} and c.time_id = '2'`);
    const token = await limited(site, { employeeGroups: [group] });
    const { exceptions } = (await site.ask(`/exceptions?from=${MONDAY}&to=${MONDAY}`, undefined, token)).body;
    const waiting = exceptions.filter(({ kind }: { kind: string }) => kind === 'quarantined');
    expect(waiting.map(({ employee }: { employee: { number: string } }) => employee.number)).toEqual(['1']);
  });
  it('name no device outside it, even of somebody who clocks on all of them', async () => {
    const site = await givenSupervised(t);
    const one = await site.person('1', { timeId: '1' });
    const { deviceId } = await givenDevice(t.db, site.accountId, { description: 'Far gate' });
    const why = async (as = site.token) =>
      (await site.ask(`/stats/employee/${one}/day?referenceDate=${MONDAY}`, undefined, as)).body.devices.length;
    expect([await why(), await why(await limited(site, { devices: [deviceId] }))]).toEqual([2, 1]);
  });

  it('are those of its people and those of nobody, in lists, in the state of devices and for unknown numbers', async () => {
    const site = await givenSupervised(t);
    const group = await givenGroup(t.db, site.accountId, 'employee');
    const mine = await site.person('1', { timeId: '1', employeeGroupId: group });
    const other = await site.person('2', { timeId: '2' });
    const gate = async (description: string, employeeIds: string[]) =>
      (await givenDevice(t.db, site.accountId, { description, employeeIds })).deviceId;
    const [own, clocked, theirs] = [
      await gate('Own', [mine]),
      await gate('Clocked', [other]),
      await gate('Theirs', [other]),
    ];
    for (const [pin, deviceId] of [
      ['1', clocked],
      ['7777', theirs],
      ['7778', own],
    ] as const) {
      await site.send(pin, ['07:00']);
      await t.db.run(
        sql`update clock_record set device_id = ${deviceId} where account_id = ${site.accountId} and time_id = ${pin}`,
      );
    }
    await t.db.run(sql`update account set data_version = data_version + 1 where account_id = ${site.accountId}`);
    const token = await limited(site, { employeeGroups: [group] });
    const ids = (rows: { _id?: string; id?: string }[]) => rows.map((one) => one._id ?? one.id);
    const listed = ids((await site.ask('/device', undefined, token)).body.devices);
    expect(listed.toSorted()).toEqual([own, clocked, site.deviceId].toSorted());
    expect(ids((await site.ask('/account/sync-status', undefined, token)).body.devices).toSorted()).toEqual(
      listed.toSorted(),
    );
    const { exceptions } = (await site.ask(`/exceptions?from=${MONDAY}&to=${MONDAY}`, undefined, token)).body;
    const unknown = exceptions.filter(({ kind }: { kind: string }) => kind === 'unmatched-pin');
    expect(JSON.stringify(unknown)).toContain('7778');
    expect(JSON.stringify(unknown)).not.toContain('7777');
    const all = (await site.ask(`/exceptions?from=${MONDAY}&to=${MONDAY}`)).body.exceptions;
    const hidden = all.find(
      (one: { kind: string }) => one.kind === 'unmatched-pin' && JSON.stringify(one).includes('7777'),
    );
    const { items } = hidden.proposals.find(({ items: some }: { items: unknown[] }) => some.length > 0);
    expect((await site.ask('/corrections', { reason: 'wrong-person', items }, token)).status).toBe(404);
  });
});

describe('an act of which only some is within a scope', () => {
  it('is undone as if the rest did not exist: not counted, and not found where nothing is left', async () => {
    const site = await givenSupervised(t);
    const group = await givenGroup(t.db, site.accountId, 'employee');
    for (const number of ['1', '2', '3'])
      await site.person(number, { timeId: number, ...(number === '1' && { employeeGroupId: group }) });
    for (const pin of ['1', '2', '3'])
      await site.work(pin, [
        { units: '1', startedAt: new Date(site.at('09:00')), lookup1Code: 'P', lookup2Code: 'N3' },
      ]);
    const order = {
      reason: 'wrong-key',
      choice: { from: MONDAY, to: MONDAY },
      change: { do: 'change', lookup2Code: 'N4' },
    };
    const { basis } = (await site.ask('/corrections/pieces/preview', order)).body;
    const { actId, applied } = (await site.ask('/corrections/pieces', { ...order, basis })).body;
    expect(applied).toBe(3);
    const userId = await givenUser(t.db, site.accountId, {
      permissions: PERMISSIONS,
      scope: { employeeGroups: [group] },
    });
    const token = await givenSession(t.db, site.accountId, userId, { createdAt: ASKED, ttlSeconds: 86_400 });
    const other = await givenGroup(t.db, site.accountId, 'employee');
    const elsewhere = await givenUser(t.db, site.accountId, {
      permissions: PERMISSIONS,
      scope: { employeeGroups: [other] },
    });
    const outside = await givenSession(t.db, site.accountId, elsewhere, { createdAt: ASKED, ttlSeconds: 86_400 });
    const undo = (as: string, id = actId) => site.ask(`/corrections/acts/${id}/undo`, {}, as);
    expect(await undo(outside)).toEqual(await undo(outside, randomUUID()));
    expect((await undo(outside)).status).toBe(404);
    expect((await undo(token)).body).toEqual({ undone: 1, refused: 0, message: null });
    expect(await undo(token)).toMatchObject({ status: 409, body: { message: 'This was undone already.' } });
    expect((await undo(site.token)).body).toMatchObject({ undone: 2, refused: 0 });
    const left = await t.db.single(
      z.object({ count: z.int() }),
      sql`select count(*)::int as count from entry_correction where account_id = ${site.accountId} and kind = 'undo'`,
    );
    expect(left.count).toBe(3);
  });
});
