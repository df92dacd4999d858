import { expect, it } from 'vitest';
import { z } from 'zod';
import { createAdmsDevice } from '#contract/intake/enrolment.ts';
import { type PushMake, secretPathOf } from '#contract/intake/makes.ts';
import type { Exception } from '#contract/office/exceptions.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { sql } from '#server/platform/db/db.ts';
import { localTime, zoneOf } from '#server/platform/zone.ts';
import { EventTerminal } from '../support/eventTerminals.ts';
import { givenAccount, givenAdmin, givenEmployer } from '../support/factories.ts';
import { givenDevice, givenEmployee, givenGroup, givenStandardTimes } from '../support/factories.work.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';
import { truth } from '../support/trueDay.ts';

/** An emulated week of five makes beside ADMS: its figures equal the true ones. */
const t = useTestApp();
const terminals = useTerminals(t);
const ZONE = 'Asia/Kolkata';
const AHEAD_MS = 330 * 60_000;
const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'];
const MAKES = ['hikvision', 'dahua', 'controlid', 'bioconnect', 'json'] as const;
const PEOPLE = Array.from({ length: 12 }, (_, i) => i + 1);
const at = (day: string, time: string) => Date.parse(`${day}T${time}Z`) - AHEAD_MS;
const instant = (day: string, time: string) => new Date(at(day, time)).toISOString();

async function given() {
  t.clock.set(instant('2026-11-16', '07:00:00'));
  const accountId = await givenAccount(t.db, { timeZone: ZONE });
  const timeGroupId = await givenGroup(t.db, accountId, 'time');
  const breaks = [{ startTime: '12:30', endTime: '13:30' }];
  await givenStandardTimes(t.db, accountId, timeGroupId, { start: '09:00', end: '17:00', breaks });
  const ids = new Map<number, string>();
  for (const person of PEOPLE)
    ids.set(person, await givenEmployee(t.db, accountId, { number: `${person}`, timeId: `${person}`, timeGroupId }));
  const own = (wall: number) => [2 * wall + 1, 2 * wall + 2].flatMap((person) => ids.get(person) ?? []);
  const { deviceId: admsId, serialNumber } = await givenDevice(t.db, accountId, { employeeIds: own(MAKES.length) });
  const adms = terminals.terminal(serialNumber);
  await adms.handshake();
  const made: { deviceId: string; terminal: EventTerminal }[] = [];
  for (const make of MAKES) made.push(await push(accountId, make, own(made.length)));
  return { accountId, adms, admsId, made };
}

/** Adds a terminal of a make on which some employees clock. */
async function push(accountId: string, make: PushMake & (typeof MAKES)[number], employeeIds: string[]) {
  const { token } = await givenAdmin(t.db);
  const { id, secretPath } = (
    await t.ask(`/v2${createAdmsDevice.path.replace(':accountId', accountId)}`, {
      token,
      body: { serial: `${make}${accountId.slice(-8)}`.toUpperCase(), make },
    })
  ).json();
  await t.ask(`/v2/device/by-account/${accountId}/${id}`, {
    ...{ token, method: 'PUT', body: { employeeIds, description: make } },
  });
  const address = secretPathOf(make, secretPath);
  const send = async (body: string, path = '') => (await terminals.send('POST', `${address}${path}`, body)).status;
  return { deviceId: String(id), terminal: new EventTerminal(make, send) };
}

/** The figures of a day, as the dashboard has them. */
async function figures(accountId: string, day: string) {
  const { token } = await givenEmployer(t.db, { accountId });
  const ask = async (what: string) => (await t.ask(`/v2/stats/${what}?referenceDate=${day}`, { token })).json();
  const entry = z.object({
    employee: z.object({ number: z.string() }),
    lateTimeMs: z.number(),
    irregularBreakTimeMs: z.number(),
  });
  const { entries } = z.object({ entries: z.array(entry) }).parse(await ask('time-wasted/details'));
  const { present, absent, unverified } = await ask('employee/attendance-status-totals');
  const wasted = entries
    .map(({ employee, lateTimeMs, irregularBreakTimeMs }) => [
      Number(employee.number),
      lateTimeMs,
      irregularBreakTimeMs,
    ])
    .sort(([a = 0], [b = 0]) => a - b);
  return { present, absent, unverified, wasted };
}
const expected = (day: number) => ({
  ...{ present: PEOPLE.length, absent: 0, unverified: 0 },
  wasted: PEOPLE.map((person) => [
    person,
    truth(person, day).lateTimeMs,
    truth(person, day).irregularBreakTimeMs,
  ]).filter(([, late = 0, irregular = 0]) => late + irregular > 0),
});

it('a week of five makes beside ADMS: outages, lost answers, a reset counter and refusals cost no figure', async () => {
  const { accountId, adms, made } = await given();
  const [hikvision, dahua, controlid] = made;
  if (!hikvision || !dahua || !controlid) throw new Error('five makes');
  const callAll = async (late = false) => {
    for (const { terminal } of made) await terminal.call(late);
    await adms.poll();
    await adms.upload();
  };
  await callAll();
  for (const [d, day] of DAYS.entries()) {
    // A reset in the night: its counter begins again at 1.
    if (d === 2) hikvision.terminal.reset();
    const events = PEOPLE.flatMap((person) =>
      truth(person, d).events.map(({ time, status }) => ({ person, status, time: at(day, time) })),
    ).sort((a, b) => a.time - b.time);
    for (const { person, status, time } of events) {
      t.clock.set(new Date(time - 30_000).toISOString());
      await callAll();
      t.clock.set(new Date(time).toISOString());
      const wall = made[Math.floor((person - 1) / 2)];
      // Tuesday from noon on without a connection; everything arrives in the evening.
      for (const { terminal } of made) terminal.isOnline = !(d === 1 && time > at(day, '12:00:00'));
      if (!wall) adms.punch(`${person}`, localTime(zoneOf(ZONE), time), status);
      else {
        const { terminal } = wall;
        if (person % 3 === 0) terminal.record(time - 2_000, `${person}`, { refused: true });
        // The second person of a terminal is not asked for a direction: it alternates.
        terminal.record(time, `${person}`, { status: person % 2 ? status : null });
        terminal.record(time + 1_000, null);
        // Every third answer is lost: the same events are sent again.
        if (d === 3 && person % 3 === 1) terminal.losesAnswers = 1;
      }
      t.clock.advance(1_000);
      await callAll();
    }
    for (const { terminal } of made) terminal.isOnline = true;
    t.clock.set(instant(day, '18:30:00'));
    await callAll(true);
    t.clock.set(instant(day, '23:00:00'));
    expect(await figures(accountId, day), day).toEqual(expected(d));
  }
  for (const [d, day] of DAYS.entries()) expect(await figures(accountId, day), day).toEqual(expected(d));
  const { punches } = await t.db.single(
    z.object({ punches: z.int() }),
    sql`select count(*)::int as punches from clock_record where account_id = ${accountId} and standing = 'counted' and employee_id is not null`,
  );
  expect(punches).toBe(PEOPLE.length * DAYS.length * 4);
});

/** Presses the first proposal of each exception of a kind; returns how many records each is about. */
async function settleAll(accountId: string, kind: Exception['kind'], day: string) {
  const { token } = await givenEmployer(t.db, {
    accountId,
    permissions: [...EMPLOYER_PERMISSIONS, 'Attendance.CORRECT'],
  });
  const { exceptions } = (await t.ask(`/v2/exceptions?from=${day}&to=${day}`, { token })).json();
  const found = (exceptions as Exception[]).filter((one) => one.kind === kind);
  for (const { proposals } of found) {
    const [first] = proposals;
    const answer = await t.ask('/v2/corrections', { token, body: { reason: first?.reason, items: first?.items } });
    expect(answer.statusCode, answer.body).toBe(200);
  }
  return found.map(({ proposals }) => proposals[0]?.items.length);
}

it('a firmware reset to 1970 and a clock that is days ahead: nobody is absent, and accepted each figure is the true one', async () => {
  const { accountId, adms, made } = await given();
  const [hikvision, , , , ahead] = made;
  if (!hikvision || !ahead) throw new Error('five makes');
  const { token } = await givenAdmin(t.db);
  const callAll = async (late = false) => {
    for (const { terminal } of made) await terminal.call(late);
    await adms.poll();
    await adms.upload();
  };
  const days = DAYS.slice(0, 3);
  for (const [d, day] of days.entries()) {
    const events = PEOPLE.flatMap((person) =>
      truth(person, d).events.map(({ time, status }) => ({ person, status, time: at(day, time) })),
    ).sort((a, b) => a.time - b.time);
    // In the night before Tuesday: its counter begins again, and its clock until it is set at half past nine.
    if (d === 1) hikvision.terminal.reset();
    for (const { person, status, time } of events) {
      hikvision.terminal.clockMs = d === 1 && time < at(day, '09:30:00') ? -time : 0;
      ahead.terminal.clockMs = d === 2 && time > at(day, '12:00:00') ? 2 * 24 * 3_600_000 : 0;
      t.clock.set(new Date(time - 30_000).toISOString());
      await callAll();
      t.clock.set(new Date(time).toISOString());
      const wall = made[Math.floor((person - 1) / 2)];
      if (wall) wall.terminal.record(time, `${person}`, { status: person % 2 ? status : null });
      else adms.punch(`${person}`, localTime(zoneOf(ZONE), time), status);
      // What is accepted later counts at its receipt.
      await callAll();
      if (d === 1 && time === events.filter(({ time: one }) => one < at(day, '09:30:00')).at(-1)?.time)
        expect(await figures(accountId, day)).toMatchObject({ present: 10, absent: 0, unverified: 2 });
    }
    t.clock.set(instant(day, '18:30:00'));
    await callAll(true);
    if (d === 1) {
      const answer = await t.ask(`/v2/device/${hikvision.deviceId}/quarantine`, {
        ...{ token, body: { origin: 'time', decision: 'accept' } },
      });
      expect(answer.json()).toEqual({ records: 2 });
    }
    // Its two people went to lunch, came back, and went home.
    if (d === 2) expect(await settleAll(accountId, 'future-clock', day)).toEqual([3, 3]);
    t.clock.set(instant(day, '23:00:00'));
    expect(await figures(accountId, day), day).toEqual(expected(d));
  }
  for (const [d, day] of days.entries()) expect(await figures(accountId, day), day).toEqual(expected(d));
  const { alarms } = await t.db.single(
    z.object({ alarms: z.string() }),
    sql`select (state -> 'alarms')::text as alarms from device where device_id = ${ahead.deviceId}`,
  );
  expect(alarms).toContain('fast');
});

const DAY = 24 * 3_600_000;
/** Tuesday from noon on each clock is three days behind; on Wednesday until half past nine each is in 1970, after a reset of its firmware. */
const clockOf = (d: number, day: string, time: number) => {
  if (d === 1 && time > at(day, '12:00:00')) return time - 3 * DAY;
  return d === 2 && time < at(day, '09:30:00') ? (time - at(day, '00:00:00')) % DAY : time;
};

it('clocks of every make that are days behind, and in 1970 after a reset: nobody is absent, and accepted each figure is the true one', async () => {
  const { accountId, adms, admsId, made } = await given();
  const { token } = await givenAdmin(t.db);
  const devices = [...made.map(({ deviceId }) => deviceId), admsId];
  const callAll = async (late = false) => {
    for (const { terminal } of made) await terminal.call(late);
    await adms.poll();
    await adms.upload();
  };
  const acceptAll = async (origin: string) => {
    const counts: number[] = [];
    for (const id of devices) {
      const answer = await t.ask(`/v2/device/${id}/quarantine`, { token, body: { origin, decision: 'accept' } });
      counts.push(answer.json().records ?? 0);
    }
    return counts;
  };
  const days = DAYS.slice(0, 3);
  for (const [d, day] of days.entries()) {
    if (d === 2) for (const { terminal } of made) terminal.reset();
    const events = PEOPLE.flatMap((person) =>
      truth(person, d).events.map(({ time, status }) => ({ person, status, time: at(day, time) })),
    ).sort((a, b) => a.time - b.time);
    for (const { person, status, time } of events) {
      const shown = clockOf(d, day, time);
      const wall = made[Math.floor((person - 1) / 2)];
      // In contact for minutes, as terminals are: what they send then happens then.
      for (let minute = 5; minute > 0; minute--) {
        t.clock.set(new Date(time - minute * 60_000).toISOString());
        await (wall ? wall.terminal.call() : adms.poll());
      }
      t.clock.set(new Date(time).toISOString());
      if (wall) {
        wall.terminal.clockMs = shown - time;
        wall.terminal.record(time, `${person}`, { status: person % 2 ? status : null });
      } else adms.punch(`${person}`, localTime(zoneOf(ZONE), shown), status);
      await callAll();
    }
    t.clock.set(instant(day, '18:30:00'));
    await callAll(true);
    expect(await figures(accountId, day), day).toMatchObject({ absent: 0 });
    if (d === 1) expect(await acceptAll('clock')).toEqual([6, 6, 6, 6, 6, 6]);
    if (d === 2) expect(await acceptAll('time')).toEqual([2, 2, 2, 2, 2, 2]);
    t.clock.set(instant(day, '23:00:00'));
    expect(await figures(accountId, day), day).toEqual(expected(d));
  }
  for (const [d, day] of days.entries()) expect(await figures(accountId, day), day).toEqual(expected(d));
});

it('a morning that a terminal loses: its two people are not judged, not absent, and their figures are the true ones once it is asked again', async () => {
  const { accountId, made } = await given();
  const [hikvision, ...others] = made;
  if (!hikvision) throw new Error('five makes');
  const [day = ''] = DAYS;
  hikvision.terminal.record(at(day, '07:01:00'), null);
  await hikvision.terminal.call();
  const morning = PEOPLE.slice(0, 2 * MAKES.length).map((person) => ({
    person,
    time: at(day, truth(person, 0).events[0]?.time ?? ''),
  }));
  for (const { person, time } of morning)
    made[Math.floor((person - 1) / 2)]?.terminal.record(time, `${person}`, { status: 0 });
  t.clock.set(instant(day, '09:30:00'));
  const lost = hikvision.terminal.lose();
  for (const { terminal } of others) await terminal.call();
  hikvision.terminal.record(at(day, '09:29:00'), null);
  await hikvision.terminal.call();
  expect(lost).toBe(2);
  // The two of the ADMS terminal, which is silent since 07:00, are not judged either.
  expect(await figures(accountId, day)).toMatchObject({ present: 8, absent: 0, unverified: 4 });
  hikvision.terminal.recall(at(day, '08:00:00'), at(day, '09:28:00'));
  t.clock.set(instant(day, '09:40:00'));
  await hikvision.terminal.call(true);
  expect(await figures(accountId, day)).toMatchObject({ present: 10, absent: 0, unverified: 2 });
});
