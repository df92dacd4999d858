import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Exception } from '#contract/office/exceptions.ts';
import { lockWith } from '#recorder/app/code.ts';
import { proofOf } from '#recorder/app/pin.ts';
import { sealPin } from '#server/attendance/ownDays/pin.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenAdmin, givenSession } from '../support/factories.ts';
import { ASKED, givenSupervised, MONDAY } from '../support/ledger.ts';
import { useTestApp } from '../support/testApp.ts';

/** The token of one tablet says and learns no more of people's own days than its people could. */
const t = useTestApp();
let serial = 0;
const SESSION = { createdAt: ASKED, ttlSeconds: 90 * 86_400 };
type Answer = {
  accepted: number;
  duplicates: number;
  rejected: { reason: string }[];
  ownDays?: { day: string }[];
  otherDays?: { day: string }[];
};

async function givenTablets() {
  const site = await givenSupervised(t);
  const { accountId, at } = site;
  const system = await givenAdmin(t.db);
  const admin = await givenSession(t.db, system.accountId, system.userId, SESSION);
  const tablet = async (people?: string[]) => {
    const body = { serialNumber: `OT${++serial}`, imei: '350' };
    const made = (await t.ask(`/v2/device/v2/for-account/${accountId}`, { token: admin, body })).json();
    if (people) {
      const limited = { employeeIds: people, description: 'Row 12' };
      await t.ask(`/v2/device/by-account/${accountId}/${made.id}`, { token: admin, method: 'PUT', body: limited });
    }
    const body2 = { activationToken: made.activationToken };
    const { deviceToken } = (await t.ask('/v2/rc/activate', { method: 'POST', body: body2 })).json();
    const sync = async (body: object = {}): Promise<Answer> => {
      const answer = await t.ask('/v2/rc/sync', {
        ...{ method: 'POST', token: deviceToken, body: { sentAt: t.clock.now().toISOString(), ...body } },
      });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json();
    };
    return { id: made.id as string, token: deviceToken as string, sync };
  };
  const [thandi, sipho] = [await site.person('11'), await site.person('12')];
  const punches = (number: string, out: string) =>
    (['07:00 in', `${out} out`] as const).map((mark) => ({
      ...{ recordId: `c${++serial}`, employeeNumber: number, at: at(mark.slice(0, 5)), direction: mark.slice(6) },
    }));
  const shown = (out: string) => ({ in: at('07:00'), out: at(out), pieces: [] as object[] });
  const act = (number: string, more: object = {}) => ({
    ...{ recordId: `a${++serial}`, employeeNumber: number, at: at('16:05'), day: MONDAY, shown: shown('16:00') },
    ...more,
  });
  const disputes = async () =>
    ((await site.ask(`/exceptions?from=${MONDAY}&to=${MONDAY}`)).body.exceptions as Exception[]).filter(
      ({ kind }) => kind === 'dispute',
    );
  const state = async (employeeId: string) =>
    (await site.ask(`/stats/person/${employeeId}?from=${MONDAY}&to=${MONDAY}`)).body.days[0]?.ownDay?.state;
  /** Gives somebody a PIN, made at a time; returns what proves it of an act. */
  const givenPin = async (employeeId: string, pin: string, madeAt = new Date(0)) => {
    const { salt, hash } = await lockWith(pin);
    const check = sealPin(t.services.secrets, { accountId, employeeId }, `${salt}.${hash}.${madeAt.getTime()}`);
    await t.db.run(
      sql`update employee set own_days_pin = ${check} where account_id = ${accountId} and employee_id = ${employeeId}`,
    );
    return (sent: { day: string; wrong?: string; shown: ReturnType<typeof shown> }, key = hash) =>
      proofOf(key, { employeeId, day: sent.day, wrong: sent.wrong ?? null, shown: sent.shown as never });
  };
  const reasons = ({ rejected }: Answer) => rejected.map(({ reason }) => reason);
  return { ...site, admin, tablet, thandi, sipho, punches, shown, act, disputes, state, givenPin, reasons };
}

it('a tablet answers only for people whom it knows, and for those whom it knew until it was told otherwise', async () => {
  const world = await givenTablets();
  const { act, reasons } = world;
  const tablet = await world.tablet([world.thandi]);
  await tablet.sync({ clockRecords: world.punches('12', '16:00') });
  expect(reasons(await tablet.sync({ ownDayActs: [act('11'), act('12')] }))).toEqual(['unknown-employee']);
  const moved = { employeeIds: [world.sipho], description: 'Row 12' };
  await t.ask(`/v2/device/by-account/${world.accountId}/${tablet.id}`, {
    token: world.admin,
    method: 'PUT',
    body: moved,
  });
  // It was without a connection: it is told in the answer to this.
  expect(reasons(await tablet.sync({ ownDayActs: [act('11'), act('12')] }))).toEqual([]);
  expect(reasons(await tablet.sync({ ownDayActs: [act('11', { at: world.at('16:10') }), act('12')] }))).toEqual([]);
  t.clock.advance(3_600_000);
  const late = { at: t.clock.now().toISOString() };
  expect(reasons(await tablet.sync({ ownDayActs: [act('11', late), act('12', late)] }))).toEqual(['unknown-employee']);
});

it('a tablet learns no figures by guessing, only those of days whose figures it had', async () => {
  const world = await givenTablets();
  const tablet = await world.tablet();
  const gate = await world.tablet();
  await gate.sync({ clockRecords: [...world.punches('11', '17:00'), ...world.punches('12', '16:00')] });
  const guessed = await tablet.sync({ ownDayActs: [world.act('11'), world.act('12')] });
  expect([guessed.accepted, guessed.ownDays, guessed.otherDays]).toEqual([
    ...[2, []],
    [{ employeeId: world.thandi, day: MONDAY }],
  ]);
  expect(JSON.stringify(guessed)).not.toContain('T15:00');
  // What it did know is told anew once it changes, to it alone.
  await gate.sync({ clockRecords: world.punches('12', '18:00').slice(1) });
  expect((await tablet.sync()).ownDays).toMatchObject([
    { employeeId: world.sipho, figures: { out: '2026-11-23T16:00:00.000Z' } },
  ]);
  expect(await gate.sync()).toMatchObject({
    ownDays: [],
    otherDays: [{ employeeId: world.thandi }, { employeeId: world.sipho }],
  });
});

it('an employee with a PIN is believed with a proof of it, once, and five wrong ones end the tablet’s tries', async () => {
  const world = await givenTablets();
  const { act, reasons } = world;
  const proofFor = await world.givenPin(world.thandi, '0417');
  const wrongKey = (await lockWith('1111')).hash;
  const tablet = await world.tablet();
  await tablet.sync({ clockRecords: world.punches('11', '16:00') });
  expect(reasons(await tablet.sync({ ownDayActs: [act('11')] }))).toEqual(['pin-needed']);
  const sent = act('11');
  const proved = { ...sent, proof: await proofFor(sent) };
  expect(await tablet.sync({ ownDayActs: [proved] })).toMatchObject({ accepted: 1, rejected: [] });
  expect(await world.state(world.thandi)).toBe('agreed');
  expect(await tablet.sync({ ownDayActs: [proved] })).toMatchObject({ duplicates: 1, rejected: [] });
  // Not for other figures, nor a second time.
  const other = act('11', { shown: world.shown('17:00') });
  expect(reasons(await tablet.sync({ ownDayActs: [{ ...other, proof: proved.proof }] }))).toEqual(['wrong-pin']);
  expect(reasons(await tablet.sync({ ownDayActs: [{ ...act('11'), proof: proved.proof }] }))).toEqual(['id-used']);
  const guesses = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const guess = act('11', { wrong: 'hours' });
      return { ...guess, proof: await proofFor(guess, wrongKey) };
    }),
  );
  expect(reasons(await tablet.sync({ ownDayActs: guesses }))).toEqual([
    ...Array(4).fill('wrong-pin'),
    ...Array(2).fill('pin-locked'),
  ]);
  const right = act('11', { wrong: 'hours' });
  const again = { ...right, proof: await proofFor(right) };
  expect(reasons(await tablet.sync({ ownDayActs: [again] }))).toEqual(['pin-locked']);
  // Another tablet of theirs goes on, and so does this one with the next PIN.
  expect(reasons(await (await world.tablet()).sync({ ownDayActs: [again] }))).toEqual([]);
  await t.ask(`/v2/setup/employees/${world.thandi}/own-days-pin`, {
    token: await world.other(['Setup.MANAGE']),
    body: {},
  });
  expect(reasons(await tablet.sync({ ownDayActs: [act('11', { at: t.clock.now().toISOString() })] }))).toEqual([
    'pin-needed',
  ]);
});

it('what was said before a PIN was made needs none', async () => {
  const world = await givenTablets();
  await world.givenPin(world.thandi, '0417', new Date(world.at('18:00')));
  const tablet = await world.tablet();
  expect(
    world.reasons(await tablet.sync({ ownDayActs: [world.act('11'), world.act('11', { at: world.at('19:00') })] })),
  ).toEqual(['pin-needed']);
});

it('a dispute is taken back at the same tablet or with a proof; an agreement from elsewhere is shown beside it', async () => {
  const world = await givenTablets();
  const { act } = world;
  const tablet = await world.tablet();
  const another = await world.tablet();
  await tablet.sync({ clockRecords: [...world.punches('11', '16:00'), ...world.punches('12', '16:00')] });
  await tablet.sync({ ownDayActs: [act('11', { wrong: 'hours' }), act('12', { wrong: 'hours' })] });
  const later = { at: world.at('16:30') };
  expect(
    await another.sync({ ownDayActs: [act('11', { ...later, capturedBy: tablet.id }), act('12', later)] }),
  ).toMatchObject({ accepted: 2 });
  expect((await world.disputes()).map(({ detail }) => detail)).toEqual(
    Array(2).fill(
      'Not my hours, said at 16:05. Shown: IN 07:00, OUT 16:00 An agreement from another device came afterwards, without their PIN.',
    ),
  );
  expect(await world.state(world.thandi)).toBe('disputed');
  await tablet.sync({ ownDayActs: [act('11', { at: world.at('16:40') })] });
  const proofFor = await world.givenPin(world.sipho, '0417');
  const sent = act('12', { at: world.at('16:40') });
  await another.sync({ ownDayActs: [{ ...sent, proof: await proofFor(sent) }] });
  expect(await world.disputes()).toEqual([]);
  expect([await world.state(world.thandi), await world.state(world.sipho)]).toEqual(['agreed', 'agreed']);
});

it('a day of more products, or longer units, than an answer may have stops no tablet', async () => {
  const world = await givenTablets();
  const tablet = await world.tablet();
  const entry = (units: string, lookup2Code: string, number = '11') => ({
    ...{ recordId: `p${++serial}`, employeeNumber: number, startedAt: world.at('09:00'), units, lookup2Code },
  });
  const bundles = Array.from({ length: 300 }, (_, i) => entry('1', `bundle ${i}`));
  const empty = { in: null, out: null, pieces: [] };
  await tablet.sync({ pieceworkEntries: bundles, ownDayActs: [world.act('11', { shown: empty })] });
  const long = [entry('999999999999.999', 'A', '12'), entry('999999999999.999', 'A', '12')];
  await tablet.sync({ pieceworkEntries: long, ownDayActs: [world.act('12', { shown: empty })] });
  for (const one of [tablet, await world.tablet()])
    expect(await one.sync()).toMatchObject({
      ...{ ownDays: [], otherDays: [{ employeeId: world.thandi }, { employeeId: world.sipho }] },
    });
});

it('answers to a day, and of a tablet in a day, have an end', async () => {
  const world = await givenTablets();
  const tablet = await world.tablet();
  const many = Array.from({ length: 25 }, () => world.act('11', { wrong: 'other' }));
  const first = await tablet.sync({ ownDayActs: many });
  expect([first.accepted, world.reasons(first)]).toEqual([20, Array(5).fill('too-many')]);
  // What is stored stays known.
  expect(await tablet.sync({ ownDayActs: many })).toMatchObject({ accepted: 0, duplicates: 20 });
  await t.db.run(sql`insert into own_day_act (account_id, act_id, employee_id, day, shown, shown_checksum, office_checksum, at, device_id, source, record_id, received_at)
    select ${world.accountId}, gen_random_uuid(), gen_random_uuid(), ${MONDAY}, '{}', '', '', now(), ${tablet.id}, 'x', i::text, ${t.clock.now()}
    from generate_series(1, 1980) i`);
  expect(world.reasons(await tablet.sync({ ownDayActs: [world.act('12')] }))).toEqual(['too-many']);
  t.clock.advance(86_400_001);
  expect(world.reasons(await tablet.sync({ ownDayActs: [world.act('12')] }))).toEqual([]);
  const { acts } = await t.db.single(
    z.object({ acts: z.int() }),
    sql`select count(*)::int as acts from own_day_act where account_id = ${world.accountId} and employee_id = ${world.thandi}`,
  );
  expect(acts).toBe(20);
});
