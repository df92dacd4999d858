import { expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/platform/db/db.ts';
import { localTime, zoneOf } from '#server/platform/zone.ts';
import { givenAccount, givenAdmin, givenEmployer } from '../support/factories.ts';
import { givenDevice, givenEmployee, givenGroup, givenStandardTimes } from '../support/factories.work.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';
import { truth } from '../support/trueDay.ts';

const t = useTestApp();
const { send, terminal } = useTerminals(t);

const ZONE = 'Asia/Kolkata';
const AHEAD_MS = 330 * 60_000;
const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'];
const MINUTE = 60_000;
/** Returns the instant of a wall time in Kolkata. */
const at = (day: string, time: string) => Date.parse(`${day}T${time}Z`) - AHEAD_MS;
const written = (instant: number) => localTime(zoneOf('UTC'), instant);

/** A simulated terminal with a clock of its own. */
type Wall = {
  punch(pin: string, status: number): void;
  /** Polls once, carries out the commands, then uploads everything that is stored. */
  call(): Promise<void>;
  reboot(from?: string): Promise<void>;
  isOnline: boolean;
};

/** An attendance terminal whose clock is `ahead` of UTC until the server sets it; `obeys` the handshake's TimeZone too. */
function wallTerminal(
  serial: string,
  {
    ahead = AHEAD_MS,
    obeys = false,
    sendsKeys = true,
    key = (status: number) => status,
    ...options
  }: {
    ahead?: number;
    obeys?: boolean;
    sendsKeys?: boolean;
    key?: (status: number) => number;
  } & Parameters<typeof terminal>[1] = {},
): Wall {
  let device = terminal(serial, options);
  let offset = ahead;
  const now = () => t.clock.now().getTime();
  const follow = () => {
    const told = Number(device.options.get('TimeZone'));
    if (obeys && Number.isFinite(told)) offset = (Math.abs(told) < 25 ? told * 60 : told) * MINUTE;
    if (device.clock) offset = Math.round((Date.parse(`${device.clock.replace(' ', 'T')}Z`) - now()) / 1000) * 1000;
    device.clock = null;
  };
  return {
    isOnline: true,
    punch: (pin, status) => device.punch(pin, written(now() + offset), sendsKeys ? key(status) : 0),
    async call() {
      await device.poll();
      follow();
      await device.upload();
      expect(device.violations).toEqual([]);
    },
    async reboot(from) {
      const { records } = device;
      device = terminal(serial, { ...options, ...(from && { from }) });
      device.records.push(...records);
      await device.handshake();
      follow();
    },
  };
}

/** An access terminal: it registers, sends its passes as `rtlog`, keeps its own clock and ignores commands. */
function accessTerminal(serial: string): Wall {
  const kept: string[] = [];
  let index = 0;
  return {
    isOnline: true,
    punch: (pin, status) =>
      void kept.push(
        `time=${written(t.clock.now().getTime() + AHEAD_MS)}\tpin=${pin}\tcardno=0\teventaddr=1\tevent=3\tinoutstatus=${status}\tverifytype=15\tindex=${++index}`,
      ),
    async call() {
      await send('GET', `/iclock/getrequest?SN=${serial}`);
      for (const row of kept.splice(0))
        expect((await send('POST', `/iclock/cdata?SN=${serial}&table=rtlog`, `${row}\r\n`)).status).toBe(200);
    },
    async reboot() {
      await send('GET', `/iclock/cdata?SN=${serial}&options=all&pushver=3.1.2&DeviceType=acc`);
      await send('POST', `/iclock/registry?SN=${serial}`, 'DeviceType=acc,~DeviceName=SpeedFace-V5L');
    },
  };
}

it('a week of six terminals: reboots, other addresses, outages, lost clocks, a wrong zone and no state keys cost no figure', async () => {
  t.clock.set('2026-11-16T02:00:00Z');
  const accountId = await givenAccount(t.db, { timeZone: 'UTC' });
  const timeGroupId = await givenGroup(t.db, accountId, 'time');
  await givenStandardTimes(t.db, accountId, timeGroupId, {
    start: '09:00',
    end: '17:00',
    breaks: [{ startTime: '12:30', endTime: '13:30' }],
  });
  const make: ((serial: string) => Wall)[] = [
    (serial) => wallTerminal(serial, { obeys: true }),
    (serial) => wallTerminal(serial, { sendsKeys: false }),
    (serial) => wallTerminal(serial, { generation: 'old' }),
    (serial) =>
      wallTerminal(serial, { key: () => 255, ahead: Date.parse('2000-01-01') - Date.parse('2026-11-16T02:00:00Z') }),
    (serial) => wallTerminal(serial, { suffix: '.aspx' }),
    accessTerminal,
  ];
  const walls: Wall[] = [];
  for (const wall of make) {
    const people = [walls.length * 2 + 1, walls.length * 2 + 2];
    const employeeIds = [];
    for (const person of people)
      employeeIds.push(await givenEmployee(t.db, accountId, { number: `${person}`, timeId: `${person}`, timeGroupId }));
    const { serialNumber } = await givenDevice(t.db, accountId, { employeeIds });
    walls.push(wall(serialNumber));
  }
  const [keys, noKeys, old, lostClock, moving] = walls;
  if (!keys || !noKeys || !old || !lostClock || !moving) throw new Error('six terminals');
  const figures = async (day: string) => {
    // A session ends after twelve hours.
    const employer = await givenEmployer(t.db, { accountId });
    const ask = async (what: string) => {
      const reply = await t.ask(`/v2/stats/${what}?referenceDate=${day}`, { token: employer.token });
      expect(reply.statusCode, reply.body).toBe(200);
      return reply.json();
    };
    const details = z
      .object({
        entries: z.array(
          z.object({
            employee: z.object({ number: z.string() }),
            lateTimeMs: z.number(),
            irregularBreakTimeMs: z.number(),
          }),
        ),
      })
      .parse(await ask('time-wasted/details'));
    const { present, absent, unverified, recalculating } = await ask('employee/attendance-status-totals');
    const wasted = details.entries
      .map(({ employee, lateTimeMs, irregularBreakTimeMs }) => [
        Number(employee.number),
        lateTimeMs,
        irregularBreakTimeMs,
      ])
      .sort(([a = 0], [b = 0]) => a - b);
    return { present, absent, unverified, recalculating, wasted };
  };
  const expected = (day: number) => ({
    present: 12,
    absent: 0,
    unverified: 0,
    recalculating: false,
    wasted: Array.from({ length: 12 }, (_, i) => i + 1)
      .map((person) => [person, truth(person, day).lateTimeMs, truth(person, day).irregularBreakTimeMs])
      .filter(([, late = 0, irregular = 0]) => late + irregular > 0),
  });
  /** Returns the time of the newest punch with the unknown PIN. */
  const standingOfNobody = async () =>
    (
      await t.db.rows(
        z.object({ standing: z.string() }),
        sql`select standing from clock_record where account_id = ${accountId} and time_id = '99' order by at desc limit 1`,
      )
    ).map(({ standing }) => standing);
  const callAll = async () => {
    for (const wall of walls) if (wall.isOnline) await wall.call();
  };

  for (const wall of walls) await wall.reboot();
  // A person uses the terminal whose battery was empty, after its clock has been set.
  t.clock.advance(5_000);
  lostClock.punch('99', 0);
  await lostClock.call();
  t.clock.advance(5_000);
  await lostClock.call();

  for (const [d, day] of DAYS.entries()) {
    if (d === 2) {
      // On Wednesday morning an administrator notices it.
      t.clock.set(new Date(at(day, '07:00:00')).toISOString());
      const answer = await t.ask(`/v2/account/settings/${accountId}`, {
        method: 'PUT',
        token: (await givenAdmin(t.db)).token,
        body: { timeZone: ZONE },
      });
      expect(answer.json()).toMatchObject({ timeZone: ZONE, recalculatingSince: expect.any(String) });
      await t.jobs.drain();
      await callAll();
    }
    if (d === 3) {
      t.clock.set(new Date(at(day, '07:00:00')).toISOString());
      // After a power cut in the night it has another address and sends everything again.
      await moving.reboot('127.0.1.2');
      await noKeys.reboot();
    }
    if (d === 4) {
      // The connection returns with another address a minute after the terminal's last call, and nobody intervenes.
      t.clock.set(new Date(at(day, '07:00:00')).toISOString());
      await keys.call();
      t.clock.advance(MINUTE);
      await keys.reboot('127.0.1.3');
      for (let call = 0; call < 4; call++) {
        t.clock.advance(30_000);
        await keys.call();
      }
      keys.punch('99', 0);
      await keys.call();
      expect(await standingOfNobody()).toEqual(['counted']);
    }
    const events = Array.from({ length: 12 }, (_, i) => i + 1)
      .flatMap((person) =>
        truth(person, d).events.map(({ time, status }) => ({ person, status, instant: at(day, time) })),
      )
      .sort((a, b) => a.instant - b.instant);
    // On Tuesday the old terminal has no connection from noon on, and delivers everything in the evening.
    for (const { person, status, instant } of events) {
      const wall = walls[Math.floor((person - 1) / 2)];
      if (!wall) throw new Error('a terminal for everybody');
      old.isOnline = !(d === 1 && instant > at(day, '12:00:00'));
      t.clock.set(new Date(instant + 1_000).toISOString());
      if (wall.isOnline) await wall.call();
      t.clock.set(new Date(instant).toISOString());
      wall.punch(`${person}`, status);
      t.clock.advance(1_000);
      if (wall.isOnline) await wall.call();
    }
    old.isOnline = true;
    t.clock.set(new Date(at(day, '18:30:00')).toISOString());
    await callAll();
    await t.jobs.drain();
    t.clock.set(new Date(at(day, '23:00:00')).toISOString());
    if (d >= 2) expect(await figures(day), day).toEqual(expected(d));
  }
  for (const [d, day] of DAYS.entries()) expect(await figures(day), day).toEqual(expected(d));
  const { punches } = await t.db.single(
    z.object({ punches: z.int() }),
    sql`select count(*)::int as punches from clock_record where account_id = ${accountId} and standing = 'counted' and employee_id is not null`,
  );
  expect(punches).toBe(12 * 5 * 4);
});
