import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ContainerKind } from '#contract/masterData/containers.ts';
import type { ListedContainer } from '#contract/office/containers.ts';
import type { Exception } from '#contract/office/exceptions.ts';
import { sql } from '#server/platform/db/db.ts';
import { addDays } from '#server/platform/zone.ts';
import * as support from '#tests/support/containers.ts';
import { givenAccount, givenEmployer } from '#tests/support/factories.ts';
import { givenGroup } from '#tests/support/factories.work.ts';
import { CORRECTS, givenSupervised, MONDAY, type Supervised } from '#tests/support/ledger.ts';
import { runs } from '#tests/support/size.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/** Containers that lead to their picker and count once (docs/reference/containers.md). */
const t = useTestApp();
const { BIN } = support;
const kindOf = (accountId: string, fields: object = BIN): Promise<ContainerKind> =>
  support.givenSetup(t, accountId, 'container-kinds', fields);
const sessionNow = (accountId: string, userId: string) => support.sessionNow(t, accountId, userId);
const givenRecorder = (site: Supervised, serialNumber: string) => support.givenRecorder(t, site, serialNumber);

describe('kinds', () => {
  const given = async () => {
    const accountId = await givenAccount(t.db);
    const { token } = await givenEmployer(t.db, { accountId, permissions: ['Setup.MANAGE'] });
    const ask = async (path: string, body?: object, method?: 'PUT' | 'DELETE') => {
      const answer = await t.ask(`/v2/setup/container-kinds${path}`, { token, body, ...(method && { method }) });
      return { status: answer.statusCode, body: answer.json() };
    };
    return { accountId, ask };
  };

  it('are added, changed and deleted, each name once', async () => {
    const { ask } = await given();
    const { body: bin } = await ask('', { ...BIN, units: '350.500' });
    expect(bin).toMatchObject({ ...BIN, units: '350.5', owner: 'Tallyboard', isLocked: false });
    expect(await ask('', { ...BIN, name: 'BIN' })).toMatchObject({
      status: 409,
      body: { errorCode: 'ALREADY_EXISTS' },
    });
    expect((await ask('', { ...BIN, name: 'Lug', units: '0' })).status).toBe(400);
    expect((await ask('', { ...BIN, name: 'Lug', lookup1Code: 'NONE' })).status).toBe(400);
    const { body: changed } = await ask(`/${bin._id}`, { ...BIN, hours: 2, basis: bin.basis }, 'PUT');
    expect(changed).toMatchObject({ units: '350', hours: 2 });
    expect((await ask(`/${bin._id}?basis=${bin.basis}`, undefined, 'DELETE')).body.errorCode).toBe('OUTDATED');
    expect((await ask(`/${bin._id}?basis=${changed.basis}`, undefined, 'DELETE')).status).toBe(200);
    expect((await ask('')).body).toEqual({ containerKinds: [], nextLabel: 1 });
  });

  it('have labels of one series, which goes on after those that were printed', async () => {
    const { ask } = await given();
    const { body: bin } = await ask('', BIN);
    const { body: lug } = await ask('', { ...BIN, name: 'Lug' });
    expect((await ask(`/${bin._id}/labels`, { first: 1, count: 20 })).status).toBe(200);
    expect((await ask('')).body.nextLabel).toBe(21);
    expect((await ask(`/${lug._id}/labels`, { first: 21, count: 4 })).status).toBe(200);
    // Printed again.
    expect((await ask(`/${bin._id}/labels`, { first: 3, count: 1 })).status).toBe(200);
    expect((await ask('')).body.nextLabel).toBe(25);
    const other = await given();
    expect((await other.ask(`/${bin._id}/labels`, { first: 1, count: 1 })).status).toBe(404);
  });
});

describe('a Recorder', () => {
  it('is told the kinds, and which containers are full, by its cursor', async () => {
    const site = await givenSupervised(t);
    const bin = await kindOf(site.accountId);
    const one = await site.person('1', { number: '1001' });
    const [first, second] = [await givenRecorder(site, 'PH1'), await givenRecorder(site, 'PH2')];
    const { containerKinds, containers, cursor } = await second();
    const { keepsRejected: _, ...shown } = BIN;
    expect(containerKinds).toEqual([{ _id: bin._id, ...shown }]);
    expect(containers).toEqual([]);
    const at = '2026-11-25T08:00:00.000Z';
    const entry = (recordId: string, more: object = {}) => ({
      ...{ recordId, employeeNumber: '1001', units: '350', startedAt: at },
      ...{ container: { number: '4711', kindId: bin._id }, ...more },
    });
    t.clock.advance(600_000);
    expect(await first({ pieceworkEntries: [entry('r1')] })).toMatchObject({ accepted: 1 });
    expect(await first({ pieceworkEntries: [entry('r1')] })).toMatchObject({ duplicates: 1 });
    // Answered as a duplicate, the count of another container would be lost.
    for (const container of [{ number: '4712', kindId: bin._id }, undefined])
      expect(await first({ pieceworkEntries: [entry('r1', { container })] })).toMatchObject({
        rejected: [{ recordId: 'r1', reason: 'id-used' }],
      });
    const until = '2026-11-26T00:00:00.000Z';
    expect((await second({ cursor })).containers).toEqual([
      { number: '4711', at, until, employeeId: one, crew: null, lookup1Code: null, lookup2Code: null },
    ]);
    // Taken back: it is empty from then on.
    const back = entry('r2', { units: '-350', startedAt: '2026-11-25T08:30:00.000Z' });
    await first({ pieceworkEntries: [back] });
    const [told] = (await second({ cursor })).containers;
    expect(told).toMatchObject({ at: '2026-11-25T08:30:00.000Z', until: '2026-11-25T08:30:00.000Z' });
    // One that knows nothing is told nothing of what is empty.
    expect((await second()).containers).toEqual([]);
  });

  it('is told that a container is empty whose entry the office voided, and full again once that is undone', async () => {
    const site = await givenSupervised(t);
    const { _id: kindId } = await kindOf(site.accountId);
    const one = await site.person('1', { number: '1001' });
    const sync = await givenRecorder(site, 'PH1');
    const { cursor } = await sync();
    t.clock.advance(600_000);
    const at = '2026-11-25T08:00:00.000Z';
    const counted = { recordId: 'r1', employeeNumber: '1001', units: '350', startedAt: at };
    await sync({ pieceworkEntries: [{ ...counted, container: { number: '4711', kindId } }] });
    const told = async (more: object = {}) => (await sync(more)).containers;
    expect(await told()).toMatchObject([{ number: '4711', at }]);
    const { cursor: before } = await sync({ cursor });
    t.clock.advance(600_000);
    const day = '2026-11-25';
    const recordId = await site.recordOf(one, `${day} 10:00`, day);
    const { results } = await site.corrected(one, [{ do: 'void-entry', recordId }], day);
    const emptied = '2026-11-25T08:00:00.001Z';
    expect(await told({ cursor: before })).toMatchObject([{ number: '4711', at: emptied, until: emptied }]);
    expect(await told()).toEqual([]);
    const [voided] = results;
    await site.undo([voided?.outcome === 'applied' ? voided.correctionId : undefined]);
    expect(await told({ cursor: before })).toMatchObject([{ number: '4711', at, employeeId: one }]);
  });

  it('whose entry is ahead of its receipt is listed, and counts at its receipt where a user says so', async () => {
    const site = await givenSupervised(t);
    const { _id: kindId } = await kindOf(site.accountId);
    const one = await site.person('1', { number: '1001' });
    const sync = await givenRecorder(site, 'PH1');
    t.clock.set(`${MONDAY}T10:00:00.000Z`);
    const ahead = { recordId: 'r1', employeeNumber: '1001', units: '350', startedAt: `${MONDAY}T13:00:00.000Z` };
    await sync({ pieceworkEntries: [{ ...ahead, container: { number: '4711', kindId } }] });
    t.clock.set(`${MONDAY}T14:00:00.000Z`);
    expect(await unitsOf(site, one)).toBe(0);
    const aheadOf = async () =>
      (await site.get(`/exceptions?from=${MONDAY}&to=${MONDAY}`)).exceptions.filter(
        ({ kind }: Exception) => kind === 'future-clock',
      );
    const [found, ...more]: Exception[] = await aheadOf();
    expect(more).toEqual([]);
    expect(found).toMatchObject({ day: MONDAY, employee: { _id: one } });
    expect(found?.proposals.map(({ label }) => label)).toContain('Does not count');
    const counting = found?.proposals.find(({ label }) => label === 'Count at its receipt');
    const { status, body } = await site.ask('/corrections', { reason: counting?.reason, items: counting?.items });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(await unitsOf(site, one)).toBe(350);
    expect(await aheadOf()).toEqual([]);
  });

  it('of a kind that was deleted, or never was the account’s, counts all the same', async () => {
    const site = await givenSupervised(t);
    await site.person('1');
    const bin = await kindOf(site.accountId, { ...BIN, hours: 1 });
    const strange = await kindOf(await givenAccount(t.db), { ...BIN, hours: 1 });
    await t.db.run(sql`update container_kind set deleted_at = now() where account_id = ${site.accountId}`);
    for (const [number, kindId] of [
      ['1', bin._id],
      ['2', strange._id],
    ] as const)
      await site.work('1', [{ units: '350', container: { number, kindId } }]);
    const kept = z.object({
      container: z.string(),
      kind: z.string().nullable(),
      hours: z.number(),
      standing: z.string(),
    });
    const rows = await t.db.rows(
      kept,
      sql`select container, container_kind_id as kind, standing, extract(epoch from full_until - started_at)::float8 / 3600 as hours
        from piecework_entry where account_id = ${site.accountId} order by container`,
    );
    expect(rows).toEqual([
      { container: '1', kind: bin._id, hours: 1, standing: 'counted' },
      { container: '2', kind: null, hours: 16, standing: 'counted' },
    ]);
  });
});

const listed = async (site: Supervised): Promise<Exception[]> =>
  (await site.get(`/exceptions?from=2026-11-17&to=2026-11-25`)).exceptions.filter(
    ({ kind }: Exception) => kind === 'counted-twice',
  );
/** The units of an employee on Monday, which their entries and the stored figures of the day agree on. */
const unitsOf = async (site: Supervised, employeeId: string, date = MONDAY) => {
  const { entries = [] } = await site.explain(employeeId, date);
  const units = entries.reduce((sum, { units }) => sum + Number(units), 0);
  const { days } = await site.get(`/stats/person/${employeeId}?from=${date}&to=${date}`);
  const [{ piecework }] = days;
  expect(Number(piecework?.units ?? 0)).toBe(units);
  return units;
};

describe('a container that two Recorders count', () => {
  const given = async () => {
    const site = await givenSupervised(t);
    const { _id: kindId } = await kindOf(site.accountId);
    const [one, two] = [await site.person('1'), await site.person('2', { firstName: 'Sipho', lastName: 'Dube' })];
    const count = (pin: string, time: string, source: string) =>
      site.work(pin, [
        {
          units: '350',
          startedAt: new Date(site.at(time)),
          source: `device:${source}`,
          container: { number: '4711', kindId },
        },
      ]);
    return { site, one, two, kindId, count };
  };

  it('counts for the earlier, also where that arrives later, and the other is listed', async () => {
    const { site, one, two, count } = await given();
    await count('2', '09:40', 'b');
    expect(await unitsOf(site, two)).toBe(350);
    await count('1', '09:12', 'a');
    expect([await unitsOf(site, one), await unitsOf(site, two)]).toEqual([350, 0]);
    const [found, ...more] = await listed(site);
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      day: MONDAY,
      employee: { firstName: 'Sipho' },
      detail: 'Bin 4711 at 09:40, counted already at 09:12; it does not count',
    });
  });

  it('counts for both where a user says so, and that can be undone', async () => {
    const { site, one, two, count } = await given();
    await count('1', '09:12', 'a');
    await count('2', '09:40', 'b');
    const [found] = await listed(site);
    const right = found?.proposals.find(({ label }) => label === 'Both are right');
    expect(right).toMatchObject({
      label: 'Both are right',
      done: 'Bin 4711 counts for Sipho Dube as well.',
      inBulk: false,
    });
    const { status, body } = await site.ask('/corrections', { reason: right?.reason, items: right?.items });
    expect(status, JSON.stringify(body)).toBe(200);
    expect([await unitsOf(site, one), await unitsOf(site, two)]).toEqual([350, 350]);
    expect(await listed(site)).toEqual([]);
    await site.undo([body.results[0]?.correctionId]);
    expect(await unitsOf(site, two)).toBe(0);
    expect(await listed(site)).toHaveLength(1);
  });

  it('is found though the later was corrected before the earlier arrived', async () => {
    const { site, one, two, count } = await given();
    await count('2', '09:40', 'b');
    const recordId = await site.recordOf(two, '09:40');
    await site.corrected(two, [{ do: 'replace-entry', recordId, units: '300' }]);
    expect(await unitsOf(site, two)).toBe(300);
    await count('1', '09:12', 'a');
    expect([await unitsOf(site, one), await unitsOf(site, two)]).toEqual([350, 0]);
    const [found, ...more] = await listed(site);
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      employee: { firstName: 'Sipho' },
      detail: 'Bin 4711 at 09:40, counted already at 09:12; it does not count',
    });
    const { setAside = [] } = await site.explain(two);
    expect(setAside).toMatchObject([{ recordId, why: 'duplicate' }]);
    // Both are right, as it was corrected.
    const right = found?.proposals.find(({ label }) => label === 'Both are right');
    const { status, body } = await site.ask('/corrections', { reason: right?.reason, items: right?.items });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(await unitsOf(site, two)).toBe(300);
    expect(await listed(site)).toEqual([]);
    // It stays right, whatever arrives.
    await count('1', '09:10', 'c');
    expect([await unitsOf(site, one), await unitsOf(site, two)]).toEqual([350, 300]);
    await site.undo([body.results[0]?.correctionId]);
    expect(await unitsOf(site, two)).toBe(0);
    const open = await listed(site);
    expect(open).toHaveLength(2);
    // Said again, it counts as it was corrected.
    const again = open
      .flatMap(({ proposals }) => proposals)
      .find((one) => one.items.some(({ change }) => 'recordId' in change && change.recordId === recordId));
    expect((await site.ask('/corrections', { reason: 'wrong-count', items: again?.items })).status).toBe(200);
    expect(await unitsOf(site, two)).toBe(300);
  });

  it('is decided for the employee to whom the later was given', async () => {
    const { site, one, two, count } = await given();
    await count('2', '09:40', 'b');
    const recordId = await site.recordOf(two, '09:40');
    const three = await site.person('3', { firstName: 'Anele', lastName: 'Zulu' });
    await site.corrected(two, [{ do: 'replace-entry', recordId, employeeId: three }]);
    expect(await unitsOf(site, three)).toBe(350);
    await count('1', '09:12', 'a');
    expect([await unitsOf(site, one), await unitsOf(site, two), await unitsOf(site, three)]).toEqual([350, 0, 0]);
    const [found] = await listed(site);
    expect(found).toMatchObject({ employee: { firstName: 'Anele' } });
    const right = found?.proposals.find(({ label }) => label === 'Both are right');
    expect((await site.ask('/corrections', { reason: right?.reason, items: right?.items })).status).toBe(200);
    expect([await unitsOf(site, one), await unitsOf(site, two), await unitsOf(site, three)]).toEqual([350, 0, 350]);
  });

  it('is decided anew by each act of the office and its undo, and refused where that moves a locked day', async () => {
    const { site, one, two, kindId } = await given();
    const [tuesday, wednesday] = [addDays(MONDAY, 1), addDays(MONDAY, 2)];
    const counts = (pin: string, time: string, source: string) =>
      site.work(pin, [
        {
          units: '350',
          startedAt: new Date(site.at(time)),
          source: `device:${source}`,
          container: { number: '4711', kindId },
        },
      ]);
    await counts('1', '14:00', 'a');
    await counts('2', '15:00', 'b');
    await counts('1', `${tuesday} 06:30`, 'a');
    const states = async () =>
      (await site.get(`/containers?from=${MONDAY}&to=${wednesday}`)).containers
        .map(({ counted }: ListedContainer) => counted?.counts)
        .reverse();
    expect(await states()).toEqual(['yes', 'twice', 'yes']);
    const change = { do: 'void-entry' as const, recordId: await site.recordOf(one, '14:00') };
    const { results } = await site.corrected(one, [change]);
    // The second is the first now, and full until after the third.
    expect(await states()).toEqual(['voided', 'yes', 'twice']);
    expect([await unitsOf(site, two), await unitsOf(site, one, tuesday)]).toEqual([350, 0]);
    await counts('2', `${tuesday} 08:00`, 'b');
    expect(await states()).toEqual(['voided', 'yes', 'twice', 'yes']);
    const [voided] = results;
    await site.undo([voided?.outcome === 'applied' ? voided.correctionId : undefined]);
    expect(await states()).toEqual(['yes', 'twice', 'yes', 'twice']);
    expect(await unitsOf(site, one, tuesday)).toBe(350);
    expect((await site.ask('/period-locks', { from: tuesday, to: tuesday })).status).toBe(200);
    const { status, body } = await site.correct(one, [change], MONDAY);
    expect([status, body.errorCode]).toEqual([409, 'PERIOD_LOCKED']);
    expect(await states()).toEqual(['yes', 'twice', 'yes', 'twice']);
  });

  it('moves a locked day of the later when the earlier of another day arrives, and that is listed', async () => {
    const { site, two, kindId } = await given();
    const counts = (pin: string, day: string, time: string, source: string) =>
      site.work(pin, [
        {
          units: '350',
          startedAt: new Date(site.at(`${day} ${time}`)),
          source: `device:${source}`,
          container: { number: '4711', kindId },
        },
      ]);
    const tuesday = addDays(MONDAY, 1);
    await counts('2', tuesday, '06:00', 'b');
    expect((await site.ask('/period-locks', { from: tuesday, to: tuesday })).status).toBe(200);
    await counts('1', MONDAY, '23:00', 'a');
    expect((await site.explain(two, tuesday)).entries ?? []).toEqual([]);
    const { exceptions }: { exceptions: Exception[] } = await site.get(`/exceptions?from=${MONDAY}&to=${tuesday}`);
    expect(exceptions.map(({ kind, day }) => [kind, day])).toContainEqual(['changed-after-lock', tuesday]);
  });

  it('does not count for less than nothing when the later is taken back, which empties nothing', async () => {
    const { site, one, two, kindId } = await given();
    const sent = (pin: string, time: string, source: string, units: string) =>
      site.work(pin, [
        {
          units,
          startedAt: new Date(site.at(time)),
          source: `device:${source}`,
          container: { number: '4711', kindId },
        },
      ]);
    const arrivals = [
      () => sent('1', '09:12', 'a', '350'),
      () => sent('2', '09:40', 'b', '350'),
      () => sent('2', '09:41', 'b', '-350'),
    ];
    for (const arrive of arrivals) await arrive();
    expect([await unitsOf(site, one), await unitsOf(site, two)]).toEqual([350, 0]);
    expect(await listed(site)).toEqual([]);
    await sent('1', '10:00', 'a', '350');
    expect(await unitsOf(site, one)).toBe(350);
    expect(await listed(site)).toMatchObject([{ employee: { firstName: 'Thandi' } }]);
  });

  it('is taken back in whichever order it arrives', async () => {
    const { site, one, two, kindId } = await given();
    const sent = (pin: string, time: string, source: string, units: string) =>
      site.work(pin, [
        {
          units,
          startedAt: new Date(site.at(time)),
          source: `device:${source}`,
          container: { number: '4711', kindId },
        },
      ]);
    await sent('2', '09:40', 'b', '350');
    await sent('2', '09:41', 'b', '-350');
    await sent('1', '09:12', 'a', '350');
    expect([await unitsOf(site, one), await unitsOf(site, two)]).toEqual([350, 0]);
    // Both are taken back by whom they were counted.
    await sent('1', '10:12', 'a', '-350');
    expect([await unitsOf(site, one), await unitsOf(site, two)]).toEqual([0, 0]);
    await sent('2', '10:30', 'b', '350');
    expect(await unitsOf(site, two)).toBe(350);
    expect(await listed(site)).toEqual([]);
  });

  it.each([
    ['between the count and its end, two days later', '14:00', `${addDays(MONDAY, -7)} 14:30`, '14:15'],
    ['long after both', '07:00', `${addDays(MONDAY, -5)} 07:10`, '12:00'],
  ])('stays taken back when it is counted again: %s', async (_name, counted, back, again) => {
    const { site, one, two, kindId } = await given();
    const wednesday = addDays(MONDAY, -5);
    const sent = (pin: string, time: string, source: string, units: string) =>
      site.work(pin, [
        {
          units,
          startedAt: new Date(site.at(time)),
          source: `device:${source}`,
          container: { number: '4711', kindId },
        },
      ]);
    await sent('2', `${addDays(MONDAY, -7)} ${counted}`, 'b', '350');
    await sent('2', back, 'b', '-350');
    await sent('1', `${wednesday} ${again}`, 'a', '350');
    const all = await Promise.all([addDays(MONDAY, -7), wednesday].map((day) => unitsOf(site, two, day)));
    expect([...all, await unitsOf(site, one, wednesday)]).toEqual([0, 0, 350]);
  });

  it('is taken back though others counted it between, longer ago than it is full', async () => {
    const { site, one, two, kindId } = await given();
    const sent = (pin: string, time: string, source: string, units: string) =>
      site.work(pin, [
        {
          units,
          startedAt: new Date(site.at(time)),
          source: `device:${source}`,
          container: { number: '4711', kindId },
        },
      ]);
    const [tuesday, wednesday] = [addDays(MONDAY, -6), addDays(MONDAY, -5)];
    await sent('1', `${addDays(MONDAY, -7)} 06:00`, 'a', '350');
    await sent('2', `${addDays(MONDAY, -7)} 23:00`, 'b', '350');
    await sent('1', `${wednesday} 23:30`, 'a', '-350');
    expect(await Promise.all([addDays(MONDAY, -7), tuesday, wednesday].map((day) => unitsOf(site, one, day)))).toEqual([
      0, 0, 0,
    ]);
    expect(await unitsOf(site, two, addDays(MONDAY, -7))).toBe(350);
  });

  it('counts for nobody once it is taken back, whatever the office made of it before or makes of it after', async () => {
    const { site, one, two, kindId } = await given();
    const sent = async (pin: string, number: string, time: string, source: string, units = '350') => {
      await site.work(pin, [
        { units, startedAt: new Date(site.at(time)), source: `device:${source}`, container: { number, kindId } },
      ]);
      const { id } = await t.db.single(
        z.object({ id: z.string() }),
        sql`select piecework_entry_id as id from piecework_entry where account_id = ${site.accountId} and container = ${number}
          and source = ${`device:${source}`} order by started_at desc limit 1`,
      );
      return id;
    };
    const both = async () => [await unitsOf(site, one), await unitsOf(site, two)];
    // Given to another person, of other units, and void.
    for (const [number, change] of [
      ['1', { do: 'replace-entry', employeeId: two }],
      ['2', { do: 'replace-entry', units: '300' }],
      ['3', { do: 'void-entry' }],
    ] as const) {
      const recordId = await sent('1', number, '09:12', 'a');
      const { results } = await site.corrected(one, [{ ...change, recordId }]);
      const [done] = results;
      await sent('1', number, '09:20', 'a', '-350');
      expect(await both(), number).toEqual([0, 0]);
      const undone = await site.undo([done?.outcome === 'applied' ? done.correctionId : undefined]);
      expect(undone.status, JSON.stringify(undone.body)).toBe(200);
      expect(await both(), number).toEqual([0, 0]);
    }
    // Void once it was taken back.
    const recordId = await sent('1', '4', '09:12', 'a');
    await sent('1', '4', '09:20', 'a', '-350');
    expect((await site.correct(one, [{ do: 'void-entry', recordId }], MONDAY)).status).toBe(400);
    expect(await both()).toEqual([0, 0]);
    // Both are right, the later is taken back, and that both are right is undone.
    await sent('1', '5', '09:12', 'a');
    await sent('2', '5', '09:40', 'b');
    const [found] = await listed(site);
    const right = found?.proposals.find(({ label }) => label === 'Both are right');
    const said = await site.ask('/corrections', { reason: right?.reason, items: right?.items });
    expect(await both()).toEqual([350, 350]);
    await sent('2', '5', '09:45', 'b', '-350');
    expect(await both()).toEqual([350, 0]);
    await site.undo([said.body.results[0]?.correctionId]);
    expect(await both()).toEqual([350, 0]);
    expect(await listed(site)).toEqual([]);
  });

  it('is left as it is by a review', async () => {
    const { site, count } = await given();
    await count('1', '09:12', 'a');
    await count('2', '09:40', 'b');
    const [found] = await listed(site);
    await site.ask('/exceptions/reviews', { items: [{ key: found?.key, evidence: found?.evidence }] });
    expect(await listed(site)).toEqual([]);
  });

  it('is told to a user with a scope without whose the other is', async () => {
    const { site, two, count } = await given();
    await count('1', '09:12', 'a');
    await count('2', '09:40', 'b');
    const crew = await givenGroup(t.db, site.accountId, 'time', { name: 'Crew' });
    await t.db.run(sql`update employee set time_group_id = ${crew}
      where account_id = ${site.accountId} and employee_id = ${two}`);
    const seen = async (timeGroup: string) => {
      const scope = { timeGroups: [timeGroup] };
      const { userId } = await givenEmployer(t.db, { accountId: site.accountId, permissions: [...CORRECTS], scope });
      const token = await sessionNow(site.accountId, userId);
      const answer = await t.ask('/v2/exceptions?from=2026-11-17&to=2026-11-25', { token });
      return answer.json().exceptions.filter(({ kind }: Exception) => kind === 'counted-twice');
    };
    const own = await seen(crew);
    expect(own).toHaveLength(1);
    expect(JSON.stringify(own)).not.toContain('Nkosi');
    expect(await seen(site.group)).toEqual([]);
  });
});

describe('delivery', () => {
  const given = async (more: object = {}) => {
    const site = await givenSupervised(t);
    const { _id: kindId } = await kindOf(site.accountId, { ...BIN, ...more });
    const [one, two] = [await site.person('1'), await site.person('2', { firstName: 'Sipho', lastName: 'Dube' })];
    const count = (pin: string, time: string, number = '4711') =>
      site.work(pin, [{ units: '350', startedAt: new Date(site.at(time)), container: { number, kindId } }]);
    const sync = await givenRecorder(site, 'GATE');
    let serial = 0;
    const deliver = (time: string, over: object = {}) => {
      const delivery = {
        recordId: `d${++serial}`,
        at: new Date(site.at(time)).toISOString(),
        container: '4711',
        verdict: 'accept',
      };
      return sync({ deliveries: [{ ...delivery, ...over }] });
    };
    const containers = async (query = '') => {
      const listed: { containers: ListedContainer[] } = await site.get(
        `/containers?from=2026-11-17&to=2026-11-25${query}`,
      );
      return listed.containers;
    };
    return { site, one, two, kindId, count, deliver, sync, containers };
  };

  it('makes it empty, so that it counts again, whichever arrives first', async () => {
    const { site, one, two, count, deliver } = await given();
    await count('1', '08:00');
    await count('2', '10:00');
    expect([await unitsOf(site, one), await unitsOf(site, two)]).toEqual([350, 0]);
    expect(await deliver('09:00', { weight: '412.5' })).toMatchObject({ accepted: 1, rejected: [] });
    expect([await unitsOf(site, one), await unitsOf(site, two)]).toEqual([350, 350]);
    expect(await listed(site)).toEqual([]);
  });

  it('is stored once, and another one under its id is refused', async () => {
    const { deliver, containers } = await given();
    const sent = { recordId: 'd', weight: '400' };
    expect(await deliver('09:00', sent)).toMatchObject({ accepted: 1, duplicates: 0 });
    expect(await deliver('09:00', sent)).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(await deliver('09:05', sent)).toMatchObject({ rejected: [{ recordId: 'd', reason: 'id-used' }] });
    expect(await containers()).toHaveLength(1);
  });

  it('is listed: with its picker, not delivered, never counted, rejected, or by its number', async () => {
    const { site, one, count, deliver, containers } = await given();
    await count('1', '08:00');
    await count('1', '08:10', '4712');
    await deliver('09:00', { weight: '412.5' });
    await deliver('09:10', { container: '99' });
    const [stray, second, first, ...more] = await containers();
    expect(more).toEqual([]);
    expect(stray).toMatchObject({ number: '99', counted: null, delivered: { verdict: 'accept' } });
    expect(second).toMatchObject({ number: '4712', delivered: null });
    expect(first).toMatchObject({
      ...{ number: '4711', kind: 'Bin' },
      counted: { employee: { _id: one, lastName: 'Nkosi' }, units: '350', counts: 'yes' },
      delivered: { verdict: 'accept', weight: '412.5', device: 'New Device' },
    });
    const numbers = async (query: string) => (await containers(query)).map(({ number }) => number);
    expect(await numbers('&list=undelivered')).toEqual(['4712']);
    expect(await numbers('&list=uncounted')).toEqual(['99']);
    expect(await numbers('&list=rejected')).toEqual([]);
    expect(await numbers('&number=4711')).toEqual(['4711']);
    const { sums } = await site.get('/containers?from=2026-11-17&to=2026-11-25');
    expect(sums).toEqual({ counting: 2, units: '700', accepted: 2, rejected: 0, weight: '412.5', stoodMs: 3_600_000 });
  });

  it('is in a report with its picker, what was said and how long it stood; of a scope their people’s alone', async () => {
    const { site, two, count, deliver } = await given();
    await count('1', '08:00');
    await count('2', '08:10', '4712');
    await deliver('09:00', { verdict: 'reject', reason: '=Bruised' });
    await deliver('09:10', { container: '99', weight: '3.5' });
    // Counted twice and delivered once.
    await count('1', '08:20', '4713');
    await count('2', '08:30', '4713');
    await deliver('09:20', { container: '4713', weight: '400' });
    const { sums } = await site.get('/containers?from=2026-11-17&to=2026-11-25');
    expect(sums).toMatchObject({ counting: 3, units: '1050', accepted: 2, rejected: 1, weight: '403.5' });
    const report = async (scope?: object) => {
      const permissions = [...CORRECTS, 'Stats.GENERATE_REPORTS', 'Stats.GET_PERFORMANCE_METRICS'] as const;
      const { userId } = await givenEmployer(t.db, { accountId: site.accountId, permissions: [...permissions], scope });
      const token = await sessionNow(site.accountId, userId);
      const options = {
        columns: ['number', 'container', 'kind', 'units', 'counts', 'verdict', 'reason', 'stood', 'weight'],
      };
      const dates = { from: '2026-11-17', to: '2026-11-25' };
      const body = { reportType: 'containers', dates, options };
      const answer = await t.ask('/v2/stats/generateReport', { token, body });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.body.trim().split('\r\n').slice(1).sort();
    };
    expect(await report()).toEqual([
      ',99,,,"Delivered, not counted",Accepted,,,,3.5',
      `1,4711,Bin,350,Yes,Rejected,'=Bruised,1,1:00,`,
      '1,4713,Bin,350,Yes,Accepted,,1,1:00,400',
      '2,4712,Bin,350,Yes,"Counted, not delivered",,,,',
      '2,4713,Bin,,Counted twice,Accepted,,,,',
    ]);
    const crew = await givenGroup(t.db, site.accountId, 'time', { name: 'Crew' });
    await t.db.run(sql`update employee set time_group_id = ${crew}
      where account_id = ${site.accountId} and employee_id = ${two}`);
    expect(await report({ timeGroups: [crew] })).toEqual([
      '2,4712,Bin,350,Yes,"Counted, not delivered",,,,',
      '2,4713,Bin,,Counted twice,Accepted,,,,',
    ]);
  });

  it('of a user with a scope shows their people’s alone', async () => {
    const { site, two, count, deliver } = await given();
    await count('1', '08:00');
    await count('2', '08:10', '4712');
    await deliver('09:10', { container: '99' });
    const crew = await givenGroup(t.db, site.accountId, 'time', { name: 'Crew' });
    await t.db.run(sql`update employee set time_group_id = ${crew}
      where account_id = ${site.accountId} and employee_id = ${two}`);
    const scope = { timeGroups: [crew] };
    const { userId } = await givenEmployer(t.db, { accountId: site.accountId, permissions: [...CORRECTS], scope });
    const token = await sessionNow(site.accountId, userId);
    const answer = await t.ask('/v2/containers?from=2026-11-17&to=2026-11-25', { token });
    expect(answer.json().containers.map(({ number }: ListedContainer) => number)).toEqual(['4712']);
    // Nothing of other accounts.
    const other = await givenEmployer(t.db, { permissions: [...CORRECTS] });
    const theirs = await t.ask('/v2/containers?from=2026-11-17&to=2026-11-25', {
      token: await sessionNow(other.accountId, other.userId),
    });
    expect(theirs.json().containers).toEqual([]);
  });

  const ofRejects = async (site: Supervised): Promise<Exception[]> =>
    (await site.get('/exceptions?from=2026-11-17&to=2026-11-25')).exceptions.filter(
      ({ kind }: Exception) => kind === 'rejected-container',
    );
  it('that rejects is listed, and takes the entry off where a user says so', async () => {
    const { site, one, count, deliver, containers } = await given();
    await count('1', '08:00');
    await deliver('09:00', { verdict: 'reject', reason: 'Bruised' });
    const [found] = await ofRejects(site);
    expect(found?.detail).toBe('Bin 4711, counted at 08:00, was rejected on Mon 23 Nov at 09:00: Bruised');
    expect(await unitsOf(site, one)).toBe(350);
    const off = found?.proposals.find(({ label }) => label === 'Does not count');
    const { status, body } = await site.ask('/corrections', { reason: off?.reason, items: off?.items });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(await unitsOf(site, one)).toBe(0);
    expect(await ofRejects(site)).toEqual([]);
    expect(await containers('&list=rejected')).toMatchObject([{ counted: { counts: 'voided' } }]);
  });

  it('that is said anew within the hours of its kind replaces what was said before', async () => {
    const { site, one, count, deliver, containers } = await given({ hours: 2 });
    await count('1', '08:00');
    await deliver('09:00', { verdict: 'reject', reason: 'Bruised' });
    await deliver('09:01', { weight: '400' });
    expect(await ofRejects(site)).toEqual([]);
    const [line, ...more] = await containers();
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      counted: { employee: { _id: one } },
      delivered: { verdict: 'accept', weight: '400' },
    });
    expect(await containers('&list=uncounted')).toEqual([]);
    // What was said last counts, though it arrives first.
    await deliver('09:03', { verdict: 'reject', reason: 'Rotten' });
    await deliver('09:02');
    expect(await ofRejects(site)).toMatchObject([{ detail: expect.stringContaining('at 09:03: Rotten') }]);
    expect(await containers('&list=rejected')).toHaveLength(1);
    // By then the container was empty: it was filled again and never counted.
    await deliver('10:30', { verdict: 'reject', reason: 'Green' });
    expect(await ofRejects(site)).toMatchObject([{ detail: expect.stringContaining('at 09:03: Rotten') }]);
    expect(await containers('&list=uncounted')).toMatchObject([{ delivered: { reason: 'Green' } }]);
  });

  it('that is first said long after a container was counted is of what was counted', async () => {
    const { one, count, deliver, containers } = await given({ hours: 2 });
    await count('1', '08:00');
    await deliver('11:00');
    expect(await containers()).toMatchObject([
      { counted: { employee: { _id: one } }, delivered: { verdict: 'accept' } },
    ]);
  });

  it('that is ahead of its receipt, or older than 45 days, makes nothing empty', async () => {
    const { site, two, count, deliver, containers } = await given();
    await count('1', '08:00');
    const later = { at: '2027-01-05T10:00:00.000Z', recordId: 'd' };
    expect(await deliver('09:00', later)).toMatchObject({ accepted: 1, rejected: [] });
    expect(await deliver('09:00', later)).toMatchObject({ duplicates: 1 });
    expect(await deliver('09:00', { at: '2026-09-01T10:00:00.000Z' })).toMatchObject({ accepted: 1 });
    expect(await containers('&list=undelivered')).toMatchObject([{ number: '4711', delivered: null }]);
    await count('2', '10:00');
    expect(await unitsOf(site, two)).toBe(0);
    const ahead = await site.get('/containers?from=2027-01-05&to=2027-01-05');
    expect(ahead.containers).toMatchObject([{ counted: null, delivered: { verdict: 'accept' } }]);
    // The same record in time, in the place of the one that was set aside.
    t.clock.set('2027-01-05T10:01:00.000Z');
    expect(await deliver('09:00', { ...later, verdict: 'reject', reason: 'Green' })).toMatchObject({ accepted: 1 });
    const again = await site.get('/containers?from=2027-01-05&to=2027-01-05');
    expect(again.containers).toEqual([]);
    const said = (await containers()).flatMap(({ delivered }) => delivered?.verdict ?? []);
    expect(said).toContain('reject');
  });

  it('is of a number without what surrounds it, in one line', async () => {
    const { site, one, sync, kindId, deliver, containers } = await given();
    const entry = (recordId: string, time: string, number: string, units = '350') => ({
      ...{ recordId, timeId: '1', units, startedAt: new Date(site.at(time)).toISOString() },
      container: { number, kindId },
    });
    const pieceworkEntries = [
      entry('r0', '07:00', '4711', '0'),
      entry('r1', '08:00', ' 4711'),
      entry('r2', '08:10', '4711 '),
      entry('r3', '08:20', '47\n11'),
    ];
    expect(await sync({ pieceworkEntries })).toMatchObject({ accepted: 3, rejected: [{ recordId: 'r3' }] });
    // The entry of no units made nothing full.
    expect(await unitsOf(site, one)).toBe(350);
    expect(await listed(site)).toMatchObject([{ detail: expect.stringContaining('Bin 4711 at 08:10') }]);
    expect(await deliver('09:00', { container: ' 4711 ' })).toMatchObject({ accepted: 1 });
    expect(await deliver('09:00', { container: '47\n12' })).toMatchObject({ accepted: 0, rejected: [{}] });
    expect(await containers('&list=uncounted')).toEqual([]);
    expect(await containers('&number=4711%20')).toHaveLength(2);
  });

  it('that rejects what was corrected is listed, taken off, and counts as corrected once that is undone', async () => {
    const { site, one, two, count, deliver } = await given();
    await count('1', '08:00');
    const recordId = await site.recordOf(one, '08:00');
    await site.corrected(one, [{ do: 'replace-entry', recordId, employeeId: two, units: '300' }]);
    await deliver('09:00', { verdict: 'reject', reason: 'Bruised' });
    const [found, ...more] = await ofRejects(site);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ employee: { firstName: 'Sipho' } });
    const off = found?.proposals.find(({ label }) => label === 'Does not count');
    const { status, body } = await site.ask('/corrections', { reason: off?.reason, items: off?.items });
    expect(status, JSON.stringify(body)).toBe(200);
    expect([await unitsOf(site, one), await unitsOf(site, two)]).toEqual([0, 0]);
    expect(await ofRejects(site)).toEqual([]);
    expect((await site.undo([body.results[0]?.correctionId])).status).toBe(200);
    expect([await unitsOf(site, one), await unitsOf(site, two)]).toEqual([0, 300]);
    expect(await ofRejects(site)).toHaveLength(1);
  });

  it('that rejects what counts by *Both are right*, undone, leaves that to be undone', async () => {
    const { site, one, two, count, deliver } = await given();
    await count('1', '08:00');
    await count('2', '08:30');
    const said = async (label: string, found: readonly Exception[]) => {
      const one = found[0]?.proposals.find((proposal) => proposal.label === label);
      const { status, body } = await site.ask('/corrections', { reason: one?.reason, items: one?.items });
      expect(status, JSON.stringify(body)).toBe(200);
      return String(body.actId);
    };
    const undoAct = async (actId: string) => (await site.ask(`/corrections/acts/${actId}/undo`, {})).status;
    const units = async () => [await unitsOf(site, one), await unitsOf(site, two)];
    const right = await said('Both are right', await listed(site));
    await deliver('09:00', { verdict: 'reject', reason: 'Bruised' });
    const off = await said('Does not count', await ofRejects(site));
    expect(await units()).toEqual([350, 0]);
    expect(await undoAct(right)).toBe(409);
    expect(await undoAct(off)).toBe(200);
    expect(await units()).toEqual([350, 350]);
    expect(await undoAct(right)).toBe(200);
    expect(await units()).toEqual([350, 0]);
    expect(await undoAct(right)).toBe(409);
    expect(await listed(site)).toHaveLength(1);
  });

  it('that rejects changes no locked day, and nothing of a kind whose rejected ones count', async () => {
    const { site, one, count, deliver } = await given();
    await count('1', '08:00');
    const lock = await site.ask('/period-locks', { from: MONDAY, to: MONDAY });
    expect(lock.status, JSON.stringify(lock.body)).toBe(200);
    await deliver('09:00', { verdict: 'reject', reason: 'Bruised' });
    expect(await unitsOf(site, one)).toBe(350);
    expect(await ofRejects(site)).toEqual([]);
    const kept = await given({ keepsRejected: true });
    await kept.count('1', '08:00');
    await kept.deliver('09:00', { verdict: 'reject', reason: 'Bruised' });
    expect(await ofRejects(kept.site)).toEqual([]);
  });
});

it('in any order of arrival, with answers lost and corrections between: 0 doubled, 0 lost, each conflict listed', async () => {
  const scan = fc.record({
    container: fc.constantFrom('1', '2'),
    minute: fc.integer({ min: 0, max: 300 }),
    recorder: fc.constantFrom('a', 'b', 'c'),
    isBack: fc.boolean(),
  });
  const correction = fc.record({ scan: fc.nat(), does: fc.constantFrom('units', 'void', 'right', 'undo') });
  const world = fc.array(scan, { minLength: 2, maxLength: 14 }).chain((scans) =>
    fc.record({
      scans: fc.constant(scans),
      arrival: fc.shuffledSubarray([...scans.keys()], { minLength: scans.length }),
      batches: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1 }),
      lost: fc.boolean(),
      corrections: fc.array(correction, { maxLength: 8 }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(world, async ({ scans, arrival, batches, lost, corrections }) => {
      const site = await givenSupervised(t);
      const { _id: kindId } = await kindOf(site.accountId, { ...BIN, hours: 2 });
      const person = await site.person('1');
      const entryAt = (recordId: string, minute: number, number: string) => ({
        ...{ recordId, source: 'device:a', units: '1', container: { number, kindId } },
        startedAt: new Date(Date.parse(site.at('07:00')) + minute * 60_000),
      });
      const entries = scans.map(({ container, minute, recorder, isBack }, i) => ({
        ...entryAt(`r${i}`, minute, container),
        ...{ source: `device:${recorder}`, units: isBack && i % 3 === 0 ? '-1' : '1' },
      }));
      const ledger = new Map<string, { does: string; correctionId: string | undefined }[]>();
      const doneOf = (recordId: string) => ledger.get(recordId)?.at(-1)?.does;
      const unitsBy = (recordId: string) => (ledger.get(recordId)?.some(({ does }) => does === 'units') ? 2 : 1);
      const correct = async ({ scan: nth, does }: (typeof corrections)[number]) => {
        const of = entries[nth % entries.length];
        if (of?.units !== '1') return;
        const [row] = await t.db.rows(
          z.object({ id: z.string(), standing: z.string() }),
          sql`select piecework_entry_id as id, standing from piecework_entry
            where account_id = ${site.accountId} and source = ${of.source} and record_id = ${of.recordId}`,
        );
        const own = ledger.get(of.recordId) ?? [];
        const stood = own.at(-1)?.does;
        if (does === 'undo') {
          const last = own.pop();
          if (!last) return;
          const { status, body } = await site.undo([last.correctionId]);
          expect(status, JSON.stringify(body)).toBe(200);
          return;
        }
        if (!row || row.standing === 'taken-back' || (stood !== undefined && (does !== 'right' || stood !== 'units')))
          return;
        const { id: recordId } = row;
        if (does === 'right') {
          const proposals = (await listed(site)).flatMap((one) => one.proposals);
          const items = proposals
            .filter(({ label }) => label === 'Both are right')
            .flatMap((one) => one.items)
            .filter(({ change }) => 'recordId' in change && change.recordId === recordId);
          if (items.length === 0) return;
          const { status, body } = await site.ask('/corrections', { reason: 'wrong-count', items });
          expect(status, JSON.stringify(body)).toBe(200);
          own.push({ does, correctionId: body.results[0].correctionId });
        } else {
          // To change the units of what was counted twice says that both are right.
          if (does === 'units' && row.standing === 'duplicate') return;
          const change = does === 'void' ? { do: 'void-entry' as const } : { do: 'replace-entry' as const, units: '2' };
          const { results } = await site.corrected(person, [{ ...change, recordId }]);
          const [made] = results;
          own.push({ does, correctionId: made?.outcome === 'applied' ? made.correctionId : undefined });
        }
        ledger.set(of.recordId, own);
      };
      for (let from = 0, n = 0; from < arrival.length; n++) {
        const some = arrival.slice(from, from + (batches[n % batches.length] ?? 1)).flatMap((i) => entries[i] ?? []);
        await site.work('1', some);
        if (lost) await site.work('1', some);
        from += some.length;
        for (const one of corrections.slice(n * 2, n * 2 + 2)) await correct(one);
      }
      // Slowly: of each container in the order of time, what counts.
      const key = (one: (typeof entries)[number]) => `${one.startedAt.toISOString()} ${one.source} ${one.recordId}`;
      const NEVER = { counts: false, units: 0, until: 0 };
      let [sum, doubles] = [0, 0];
      for (const number of ['1', '2']) {
        const counted = new Map<string, { counts: boolean; units: number; until: number }[]>();
        const open = new Set<object>();
        let full = NEVER;
        for (const one of entries
          .filter(({ container }) => container.number === number)
          .sort((a, b) => (key(a) < key(b) ? -1 : 1))) {
          const at = one.startedAt.getTime();
          const said = doneOf(one.recordId);
          const own = counted.get(one.source) ?? [];
          if (one.units === '1') {
            const isFull = at < full.until;
            const scan = {
              ...{ counts: said === 'right' || (said !== 'void' && !isFull), until: at + 2 * 3_600_000 },
              units: unitsBy(one.recordId),
            };
            counted.set(one.source, [...own, scan]);
            if (scan.counts) {
              sum += scan.units;
              full = scan;
            }
            if (isFull && said !== 'right' && said !== 'void') open.add(scan);
          } else {
            const taken = own.pop();
            if (taken) open.delete(taken);
            if (taken && !taken.counts) continue;
            sum -= taken?.units ?? 1;
            if (!taken || taken === full) full = NEVER;
          }
        }
        doubles += open.size;
      }
      expect(await unitsOf(site, person)).toBe(sum);
      expect(await listed(site)).toHaveLength(doubles);
      const { stored } = await t.db.single(
        z.object({ stored: z.int() }),
        sql`select count(*)::int as stored from piecework_entry where account_id = ${site.accountId}`,
      );
      expect(stored).toBe(entries.length);
    }),
    runs(8, 60),
  );
}, 600_000);
