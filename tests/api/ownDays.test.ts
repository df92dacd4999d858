import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Exception } from '#contract/office/exceptions.ts';
import { PERMISSIONS, type Permission } from '#contract/platform/permissions.ts';
import { figuresOf } from '#recorder/app/ownDay.ts';
import type { Direction, LogRecord } from '#recorder/core/record.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenAdmin, givenEmployer, givenSession } from '../support/factories.ts';
import { ASKED, CORRECTS, givenSupervised, MONDAY } from '../support/ledger.ts';
import { useTestApp } from '../support/testApp.ts';

/** Agreements and disputes of employees about their own days, as a Recorder sends them (docs/reference/privacy.md#their-own-day). */
const t = useTestApp();
let serial = 0;
const SESSION = { createdAt: ASKED, ttlSeconds: 90 * 86_400 };

async function givenRecorder() {
  const site = await givenSupervised(t);
  const { accountId, at } = site;
  const system = await givenAdmin(t.db);
  const admin = await givenSession(t.db, system.accountId, system.userId, SESSION);
  const code = async () => {
    const body = { serialNumber: `OD${++serial}`, imei: '350' };
    const made = await t.ask(`/v2/device/v2/for-account/${accountId}`, { token: admin, body });
    return { deviceId: made.json().id as string, activationToken: made.json().activationToken as string };
  };
  const { deviceId: recorderId, activationToken } = await code();
  const { deviceToken } = (await t.ask('/v2/rc/activate', { method: 'POST', body: { activationToken } })).json();
  const thandi = await site.person('11');
  const sync = async (body: object) => {
    const sentAt = t.clock.now().toISOString();
    const answer = await t.ask('/v2/rc/sync', { method: 'POST', token: deviceToken, body: { sentAt, ...body } });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const punch = (time: string, direction: string) => ({
    ...{ recordId: `c${++serial}`, employeeNumber: '11', at: at(time), direction },
  });
  const pieces = (units: string, lookup1Code = 'APPLE') => ({
    ...{ recordId: `p${++serial}`, employeeNumber: '11', startedAt: at('09:00'), units, lookup1Code },
  });
  const shown = (out: string | null, units: string | null = '14') => ({
    in: at('06:58'),
    out: out && at(out),
    pieces: units === null ? [] : [{ lookup1Code: 'APPLE', lookup2Code: null, units }],
  });
  const act = (more: object = {}) => ({
    ...{ recordId: `a${++serial}`, employeeNumber: '11', at: at('16:05'), day: MONDAY, shown: shown('16:00') },
    ...more,
  });
  const said = async (as = site.token) => {
    const { status, body } = await site.ask(`/stats/person/${thandi}?from=${MONDAY}&to=${MONDAY}`, undefined, as);
    return status === 200 ? body.days[0]?.ownDay : status;
  };
  const disputes = async (as = site.token, query = ''): Promise<Exception[]> =>
    (await site.ask(`/exceptions?from=${MONDAY}&to=${MONDAY}${query}`, undefined, as)).body.exceptions.filter(
      ({ kind }: Exception) => kind === 'dispute',
    );
  /** A day of work, as the Recorder shows it. */
  const worked = () =>
    sync({
      clockRecords: [punch('06:58', 'in'), punch('16:00', 'out')],
      pieceworkEntries: [pieces('10'), pieces('4')],
    });
  return { ...site, admin, recorderId, thandi, sync, punch, pieces, shown, act, said, disputes, worked };
}
const ADD = { do: 'add-punch', direction: 'out' } as const;

describe('an agreement', () => {
  it('is one however often it is sent, with the records of the same delivery, and says so on the time card', async () => {
    const world = await givenRecorder();
    const { act, punch, pieces } = world;
    const agreed = act();
    const given = {
      clockRecords: [punch('06:58', 'in'), punch('16:00', 'out')],
      pieceworkEntries: [pieces('14')],
      ownDayActs: [agreed],
    };
    expect(await world.sync(given)).toMatchObject({ accepted: 4, duplicates: 0, rejected: [], ownDays: [] });
    expect(await world.sync(given)).toMatchObject({ accepted: 0, duplicates: 4, rejected: [], ownDays: [] });
    expect(await world.said()).toEqual({ state: 'agreed', at: '2026-11-23T14:05:00.000Z', wrong: null });
    const other = { ...agreed, wrong: 'hours' };
    expect((await world.sync({ ownDayActs: [other] })).rejected).toEqual([
      { recordId: agreed.recordId, reason: 'id-used' },
    ]);
    expect(await world.disputes()).toEqual([]);
  });

  it('is to what was shown: a later change says so, is shown again with the present figures, and can be agreed to', async () => {
    const world = await givenRecorder();
    await world.worked();
    expect(await world.sync({ ownDayActs: [world.act()] })).toMatchObject({ accepted: 1, ownDays: [] });
    const { results } = await world.corrected(world.thandi, [
      { ...ADD, employeeId: world.thandi, at: world.at('17:00') },
      { do: 'void-punch', recordId: await world.recordOf(world.thandi, '16:00') },
    ]);
    expect(await world.said()).toMatchObject({ state: 'changed' });
    const figures = {
      in: '2026-11-23T04:58:00.000Z',
      out: '2026-11-23T15:00:00.000Z',
      pieces: [{ lookup1Code: 'APPLE', lookup2Code: null, units: '14' }],
    };
    const { ownDays } = await world.sync({});
    expect(ownDays).toEqual([{ employeeId: world.thandi, day: MONDAY, figures }]);
    const again = world.act({ at: world.at('2026-11-24 07:00'), shown: ownDays[0].figures });
    expect(await world.sync({ ownDayActs: [again] })).toMatchObject({ accepted: 1, ownDays: [] });
    expect(await world.said()).toMatchObject({ state: 'agreed' });
    await world.undo(results.map(({ correctionId }) => correctionId));
    expect(await world.said()).toMatchObject({ state: 'changed' });
  });

  it.each([
    ['one scan without a direction', ['07:00 auto']],
    ['an OUT', ['07:00 auto', '16:00 auto']],
    ['back from a break', ['07:00 auto', '12:00 auto', '13:00 auto']],
    ['a full day', ['07:00 auto', '12:00 auto', '13:00 auto', '16:00 auto']],
    ['scans within two minutes', ['07:00 auto', '07:01 auto', '16:00 auto', '16:02 auto']],
    ['keys, and an IN again', ['07:00 in', '12:00 out', '13:00 in']],
    ['an IN twice', ['07:00 in', '07:30 in', '16:00 out']],
    ['a key and none', ['07:00 in', '16:00 auto']],
    ['a night of the day before', ['2026-11-22 22:00 auto', '02:00 auto']],
    ['a night with keys, and the day after it', ['2026-11-22 22:00 in', '06:00 out', '14:00 in', '18:00 out']],
  ])('to what a Recorder shows of its scans is to what the office has of them: %s', async (_what, scans) => {
    const world = await givenRecorder();
    const marks = scans.map((scan) => {
      const [, time = '', direction = ''] = /^(.*) (\w+)$/.exec(scan) ?? [];
      return { at: new Date(world.at(time)).toISOString(), direction: direction as Direction };
    });
    const person = { _id: world.thandi, number: '11', timeId: null, badge: '11' };
    const log = marks.map(
      ({ at, direction }): LogRecord => ({
        ...{ id: at, kind: 'clock', direction, person, means: 'scanner', group: 'g', from: { reading: 1, plus: 0 } },
        ...{ wall: Date.parse(at), state: 'held', heldUntil: 0 },
      }),
    );
    const start = Date.parse(world.at('00:00'));
    const shown = figuresOf(log, { day: MONDAY, start, offset: 0, zone: 'Africa/Johannesburg' });
    const clockRecords = marks.map((mark) => ({ recordId: `s${++serial}`, employeeNumber: '11', ...mark }));
    const { accepted, ownDays } = await world.sync({ clockRecords, ownDayActs: [world.act({ shown })] });
    expect({ accepted, ownDays }).toEqual({ accepted: scans.length + 1, ownDays: [] });
    expect(await world.said()).toMatchObject({ state: 'agreed' });
  });

  it('to figures that the office did not have is no change after it', async () => {
    const world = await givenRecorder();
    await world.worked();
    const elsewhere = world.act({ shown: world.shown('15:30') });
    expect(await world.sync({ ownDayActs: [elsewhere] })).toMatchObject({ ownDays: [], otherDays: [{ day: MONDAY }] });
    expect(await world.said()).toMatchObject({ state: 'other' });
  });

  it.each([
    ['an unknown number', { employeeNumber: '4711' }, 'unknown-employee'],
    ['no person', { employeeNumber: undefined }, 'timeId: employeeNumber or timeId is required'],
    ['a day to come', { day: '2026-11-25' }, 'day: Use a day of the last 31 days'],
    ['a day long ago', { day: '2026-10-01' }, 'day: Use a day of the last 31 days'],
    ['an unknown wrong', { wrong: 'pay' }, /^wrong: /],
    ['no figures', { shown: undefined }, /^shown: /],
    [
      'units that are none',
      { shown: { in: null, out: null, pieces: [{ lookup1Code: null, lookup2Code: null, units: 'x' }] } },
      /^shown\.pieces\.0\.units: /,
    ],
    [
      'a code that no database keeps',
      { shown: { in: null, out: null, pieces: [{ lookup1Code: 'a\0', lookup2Code: null, units: '1' }] } },
      /^shown\.pieces\.0\.lookup1Code: /,
    ],
    [
      'half a character',
      { shown: { in: null, out: null, pieces: [{ lookup1Code: '\ud800', lookup2Code: null, units: '1' }] } },
      /^shown\.pieces\.0\.lookup1Code: /,
    ],
  ])('with %s is refused by itself, and fails no batch', async (_what, wrong, reason) => {
    const world = await givenRecorder();
    const { accepted, rejected } = await world.sync({ ownDayActs: [world.act(wrong), world.act()] });
    expect({ accepted, rejected }).toEqual({
      accepted: 1,
      rejected: [
        { recordId: expect.any(String), reason: typeof reason === 'string' ? reason : expect.stringMatching(reason) },
      ],
    });
  });
});

describe('a dispute', () => {
  it('is an exception with the figures as shown, changes none, and ends by an agreement', async () => {
    const world = await givenRecorder();
    await world.worked();
    const before = await world.figures(world.thandi);
    const counts = async () => (await world.ask(`/exceptions/counts?from=${MONDAY}&to=${MONDAY}`)).body;
    const { toFix, toDecide } = await counts();
    const { body: one } = await world.ask(`/stats/person/${world.thandi}?from=${MONDAY}&to=${MONDAY}`);
    await world.sync({ ownDayActs: [world.act({ wrong: 'pieces' })] });
    expect(await world.figures(world.thandi)).toEqual(before);
    const { ownDay, ...day } = (await world.ask(`/stats/person/${world.thandi}?from=${MONDAY}&to=${MONDAY}`)).body
      .days[0];
    expect(day).toEqual(one.days[0]);
    expect(ownDay).toMatchObject({ state: 'disputed', wrong: 'pieces' });
    const [found, ...others] = await world.disputes();
    expect(others).toEqual([]);
    // The data is not in doubt: the office decides.
    expect(await counts()).toMatchObject({ toFix, toDecide: toDecide + 1 });
    expect(found).toMatchObject({
      ...{ kind: 'dispute', day: MONDAY, employee: { number: '11' } },
      detail: 'Pieces missing, said at 16:05. Shown: IN 06:58, OUT 16:00; 14 APPLE',
      words: { values: { wrong: { id: 'Pieces missing' }, when: '16:05' } },
    });
    // The figures as they were shown, whatever comes afterwards.
    await world.sync({ pieceworkEntries: [world.pieces('5')] });
    expect((await world.disputes())[0]?.detail).toBe(found?.detail);
    await world.sync({ ownDayActs: [world.act({ at: world.at('16:20'), shown: world.shown('16:00', '19') })] });
    expect(await world.disputes()).toEqual([]);
    expect(await world.said()).toMatchObject({ state: 'agreed' });
  });

  it('is settled by the office with a note, in the trail too; another one is open again, and a lock hides none', async () => {
    const world = await givenRecorder();
    await world.worked();
    await world.sync({ ownDayActs: [world.act({ wrong: 'hours' }), world.act({ wrong: 'other' })] });
    const [first, second] = await world.disputes();
    const settle = (item: Exception | undefined, note?: string) =>
      world.ask('/exceptions/reviews', {
        items: [{ key: item?.key, evidence: item?.evidence, ...(note && { note }) }],
      });
    expect((await settle(first, 'Asked the gate: she left at 16:00')).status).toBe(200);
    expect((await settle(second, 'x'.repeat(201))).status).toBe(400);
    expect((await world.disputes()).map(({ key }) => key)).toEqual([second?.key]);
    const notes = await t.db.rows(
      z.object({ note: z.string() }),
      sql`select note from exception_review where account_id = ${world.accountId}
        union all select detail from audit_entry where account_id = ${world.accountId} and action = 'exception.review'`,
    );
    expect(notes.map(({ note }) => note)).toEqual(Array(2).fill('Asked the gate: she left at 16:00'));
    await world.sync({ ownDayActs: [world.act({ wrong: 'hours', at: world.at('18:00') })] });
    expect(await world.disputes()).toHaveLength(2);
    const { toFix = 0, toDecide = 0 } = (await world.ask(`/exceptions/counts?from=${MONDAY}&to=${MONDAY}`)).body;
    const lock = { from: MONDAY, to: MONDAY, knownOpen: toFix + toDecide };
    expect((await world.ask('/period-locks', lock)).status).toBe(200);
    const { exceptions } = (await world.ask('/exceptions')).body;
    expect(exceptions.filter(({ kind }: Exception) => kind === 'dispute')).toHaveLength(2);
  });

  it('tells of pieces only whom may see them, and of a person only whom may see that person', async () => {
    const world = await givenRecorder();
    await world.worked();
    await world.sync({ ownDayActs: [world.act({ wrong: 'hours' })] });
    const without = await world.other(CORRECTS.filter((one) => one !== 'Stats.GET_PERFORMANCE_METRICS'));
    expect((await world.disputes(without)).map(({ detail }) => detail)).toEqual([
      'Not my hours, said at 16:05. Shown: IN 06:58, OUT 16:00',
    ]);
    const scoped = async (lists: object) => {
      const token = await world.other(CORRECTS as Permission[]);
      await t.db.run(sql`update app_user set scope = ${JSON.stringify(lists)}::jsonb where user_id = (
        select user_id from app_user where account_id = ${world.accountId} order by created_at desc, user_id desc limit 1)`);
      return token;
    };
    const nobodys = await scoped({ timeGroups: [] });
    expect(await world.disputes(nobodys)).toEqual([]);
    expect(await world.said(nobodys)).toBe(404);
    const [found] = await world.disputes();
    const items = [{ key: found?.key, evidence: found?.evidence }];
    expect((await world.ask('/exceptions/reviews', { items }, nobodys)).status).toBe(404);
    const stranger = await givenEmployer(t.db, { permissions: PERMISSIONS });
    const strange = await givenSession(t.db, stranger.accountId, stranger.userId, SESSION);
    expect(await world.disputes(strange)).toEqual([]);
    expect(await world.said(strange)).toBe(404);
  });
});

it('a saved file brings what was said, once; an export has it', async () => {
  const world = await givenRecorder();
  const body = JSON.stringify({
    clockRecords: [],
    pieceworkEntries: [],
    ownDayActs: [world.act({ wrong: 'product' })],
  });
  const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(body))).toString('hex');
  const read = async () =>
    (
      await t.ask(`/v2/device/by-account/${world.accountId}/${world.recorderId}/records`, {
        token: world.admin,
        body: { format: 'tallyboard-recorder-1', deviceId: world.recorderId, sha256, body },
      })
    ).json();
  expect(await read()).toMatchObject({ accepted: 1, duplicates: 0, rejected: [] });
  expect(await read()).toMatchObject({ accepted: 0, duplicates: 1, rejected: [] });
  expect(await world.said()).toMatchObject({ state: 'disputed', wrong: 'product' });
});
