import fc from 'fast-check';
import { z } from 'zod';
import type { CorrectionChange } from '#contract/figures/corrections.ts';
import { loadCalendar } from '#server/attendance/calendars.ts';
import { deriveChanged } from '#server/attendance/deriveChanged.ts';
import { selectMembers } from '#server/attendance/facts.sql.ts';
import { raiseDataVersion } from '#server/attendance/records.sql.ts';
import { deriveOver } from '#server/attendance/refresh.ts';
import { storeRecords } from '#server/attendance/store.ts';
import { type Db, sql } from '#server/platform/db/db.ts';
import {
  givenDevice,
  givenEmployee,
  givenGroup,
  givenHoliday,
  givenLookup,
  givenStandardTimes,
} from './factories.work.ts';
import { givenSupervised, type Supervised } from './ledger.ts';
import type { TestApp } from './testApp.ts';

/** Random worlds across a change of clocks, for tests of kept days. */

/** Clocks go back on the 25th of October. */
const DAYS = ['2026-10-23', '2026-10-24', '2026-10-25', '2026-10-26', '2026-11-24', '2026-11-25'] as const;
export const ZONE = 'Europe/Berlin';
export const DAY_PINS = ['1001', '1002', '1003', '1004'] as const;
/** The last one works at night. */
const PINS = [...DAY_PINS, '1005'] as const;

const pin = fc.constantFrom(...PINS);
const day = fc.constantFrom(...DAYS);
const at = fc
  .tuple(day, fc.integer({ min: 0, max: 24 * 12 - 1 }))
  .map(
    ([date, five]) =>
      `${date} ${String(Math.floor(five / 12)).padStart(2, '0')}:${String((five % 12) * 5).padStart(2, '0')}`,
  );
/** Deliveries, corrections, excuses and changes of who works where. */
export const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('shift' as const), pin, day, late: fc.integer({ min: 0, max: 40 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('punch' as const), pin: fc.constantFrom(...PINS, '1009'), at }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('work' as const),
      pin,
      at,
      code: fc.constantFrom<string>('A', 'B', 'C'),
      units: fc.integer({ min: 1, max: 90_000 }),
      // Entries of one lookup overlap.
      minutes: fc.constantFrom(40, 240, 480),
    }),
  },
  fc.record({ do: fc.constant('add' as const), pin, at, direction: fc.constantFrom('in', 'out') }),
  fc.record({ do: fc.constant('void' as const), nth: fc.nat() }),
  fc.record({ do: fc.constant('recount' as const), nth: fc.nat(), code: fc.constantFrom('A', 'B', null) }),
  fc.record({ do: fc.constant('excuse' as const), pin, day, judgement: fc.constantFrom('absence', 'lateness') }),
  fc.record({ do: fc.constant('undo' as const), nth: fc.nat() }),
  fc.record({ do: fc.constant('arrive' as const), day }),
  fc.record({ do: fc.constant('leave' as const), pin, day }),
  fc.record({ do: fc.constant('move' as const), pin, day }),
  fc.record({ do: fc.constant('crew' as const), pin }),
  fc.record({ do: fc.constant('holiday' as const), day }),
  fc.record({ do: fc.constant('silence' as const), at }),
  fc.record({ do: fc.constant('describe' as const), code: fc.constantFrom('A', 'B') }),
  fc.record({ do: fc.constant('recalculate' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

export type World = Awaited<ReturnType<typeof givenWorld>>;
export async function givenWorld(t: TestApp) {
  const site = await givenSupervised(t, { weekdays: [1, 2, 3, 4, 5, 6, 7] });
  const { accountId } = site;
  await t.db.run(sql`update account set time_zone = ${ZONE} where account_id = ${accountId}`);
  const night = await givenGroup(t.db, accountId, 'time');
  await givenStandardTimes(t.db, accountId, night, {
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    start: '22:00',
    end: '06:00',
    breaks: [{ startTime: '02:00', endTime: '02:30' }],
  });
  const crew = await givenGroup(t.db, accountId, 'employee');
  const { deviceId } = await givenDevice(t.db, accountId, {
    description: 'Gate B',
    lastContact: '2026-10-25T03:00:00Z',
  });
  const lookup = await givenLookup(t.db, accountId, 1, 'A');
  const people = new Map<string, string>();
  for (const [nth, number] of PINS.entries())
    people.set(
      number,
      await site.person(number, {
        timeGroupId: nth === 4 ? night : site.group,
        employeeGroupId: nth % 2 === 0 ? crew : null,
      }),
    );
  await t.db.run(
    sql`insert into device_employee (account_id, device_id, employee_id) values (${accountId}, ${deviceId}, ${people.get('1003')})`,
  );
  return { site, people, night, crew, deviceId, lookup };
}

/** Writes master data as another process of the installation would, so that this one is not told. */
async function write(t: TestApp, site: Supervised, statement: ReturnType<typeof sql>) {
  await t.db.run(statement);
  await t.db.run(sql`update account set data_version = data_version + 1 where account_id = ${site.accountId}`);
}

/** Writes hours or who works by which, and derives what that changes in one transaction, as whatever writes master data does. */
const changeHours = ({ db, clock }: TestApp, { accountId }: Supervised, change: (tx: Db) => Promise<unknown>) =>
  db.tenant(accountId, async (tx) => {
    const calendar = await loadCalendar(tx, accountId);
    const members = await selectMembers(tx, accountId, null);
    await change(tx);
    const timeGroups = new Map(members.map((member) => [member.employeeId, member]));
    await deriveChanged(tx, accountId, { calendar, timeGroups, added: new Set() }, clock.now());
    await raiseDataVersion(tx, accountId, clock.now());
  });

/** Carries out a step. */
export async function take(t: TestApp, { site, people, night, crew, deviceId }: World, one: Step) {
  const { accountId } = site;
  const idOf = (number: string) => people.get(number) ?? '';
  const correct = async (change: CorrectionChange, employeeId: string, of: string) =>
    site.ask('/corrections', { reason: 'other', note: 'At random', items: await site.items(employeeId, [change], of) });
  switch (one.do) {
    case 'shift':
      await site.send(one.pin, [`${one.day} 07:${String(one.late).padStart(2, '0')}`, `${one.day} 16:00`]);
      return;
    case 'punch':
      await site.send(one.pin, [one.at]);
      return;
    case 'work': {
      const startedAt = new Date(site.at(one.at));
      const entry = {
        startedAt,
        endedAt: new Date(startedAt.getTime() + one.minutes * 60_000),
        units: `${one.units / 1_000}`,
        lookup1Code: one.code,
      };
      await site.work(one.pin, [entry]);
      return;
    }
    case 'add':
      await correct(
        { do: 'add-punch', employeeId: idOf(one.pin), at: site.at(one.at), direction: one.direction },
        idOf(one.pin),
        one.at.slice(0, 10),
      );
      return;
    case 'void': {
      // Future days cannot be corrected.
      const rows = await t.db.rows(
        z.object({ id: z.string(), owner: z.string(), day: z.string() }),
        sql`select clock_record_id as id, employee_id as owner, (at at time zone ${ZONE})::date::text as day from clock_record
          where account_id = ${accountId} and employee_id is not null and at <= ${t.clock.now()} order by at, id`,
      );
      const raw = rows[one.nth % Math.max(1, rows.length)];
      if (raw) await correct({ do: 'void-punch', recordId: raw.id }, raw.owner, raw.day);
      return;
    }
    case 'recount': {
      const rows = await t.db.rows(
        z.object({ id: z.string(), owner: z.string(), day: z.string() }),
        sql`select piecework_entry_id as id, employee_id as owner, (started_at at time zone ${ZONE})::date::text as day from piecework_entry
          where account_id = ${accountId} and employee_id is not null and ended_at <= ${t.clock.now()} order by started_at, id`,
      );
      const raw = rows[one.nth % Math.max(1, rows.length)];
      if (!raw) return;
      const { id: recordId, owner, day: of } = raw;
      const change: CorrectionChange =
        one.code === null ? { do: 'void-entry', recordId } : { do: 'replace-entry', recordId, lookup1Code: one.code };
      await correct(change, owner, of);
      return;
    }
    case 'excuse':
      await correct(
        {
          do: 'excuse',
          employeeId: idOf(one.pin),
          judgement: one.judgement,
          kind: 'leave',
          from: one.day,
          to: one.day,
        },
        idOf(one.pin),
        one.day,
      );
      return;
    case 'undo': {
      const { results } = await site.get('/corrections?from=2026-10-20&to=2026-11-25&startRow=0&endRow=100');
      const standing = results.filter(({ undone }: { undone: unknown }) => !undone);
      if (standing.length > 0) await site.undo([standing[one.nth % standing.length]._id]);
      return;
    }
    case 'arrive': {
      const number = String(2_000 + people.size);
      people.set(
        number,
        await givenEmployee(t.db, accountId, { number, timeGroupId: site.group, receivedAt: `${one.day}T12:00:00Z` }),
      );
      await write(t, site, sql`select 1`);
      return;
    }
    case 'leave':
      await write(
        t,
        site,
        sql`update employee set deleted_at = ${`${one.day}T12:00:00Z`} where account_id = ${accountId} and number = ${one.pin}`,
      );
      return;
    case 'move': {
      const groups = JSON.stringify([
        { from: null, timeGroupId: site.group },
        { from: one.day, timeGroupId: night },
      ]);
      await changeHours(t, site, (tx) =>
        tx.run(
          sql`update employee set time_groups = ${groups}, time_group_id = ${night} where account_id = ${accountId} and number = ${one.pin}`,
        ),
      );
      return;
    }
    case 'crew':
      await write(
        t,
        site,
        sql`update employee set employee_group_id = case when employee_group_id is null then ${crew}::uuid end
        where account_id = ${accountId} and number = ${one.pin}`,
      );
      return;
    case 'holiday':
      await changeHours(t, site, (tx) => givenHoliday(tx, accountId, one.day));
      return;
    case 'silence':
      await write(
        t,
        site,
        sql`update device set last_contact = ${site.at(one.at)} where account_id = ${accountId} and device_id = ${deviceId}`,
      );
      return;
    case 'describe':
      await write(
        t,
        site,
        sql`update lookup_entry set description = description || '!' where account_id = ${accountId} and code = ${one.code}`,
      );
      return;
    case 'recalculate':
      await t.db.tenant(accountId, (tx) => deriveOver(tx, accountId, null, { from: '2026-10-20', to: '2026-11-27' }));
      await write(t, site, sql`select 1`);
      return;
  }
}

/** Writes that a terminal called at an instant; that does not raise the data version. */
export const givenContact = (t: TestApp, { site, deviceId }: World, at: string) =>
  t.db.run(sql`update device set last_contact = ${at}, first_contact = least(first_contact, ${at}::timestamptz)
    where account_id = ${site.accountId} and device_id = ${deviceId}`);

const moment = fc
  .integer({ min: 0, max: 4 * 24 * 60 })
  .map((n) => new Date(Date.UTC(2026, 10, 22) + n * 60_000).toISOString());
/** Steps, and what comes without anybody's act: arrivals, records of a network that is not trusted, contacts, time. */
export const happening = fc.oneof(
  { weight: 4, arbitrary: step },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('arrivals' as const), pins: fc.subarray([...DAY_PINS]), at: moment }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('quarantine' as const), pin: fc.constantFrom(...DAY_PINS), at: moment }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('contact' as const), at: moment }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 30, 300, 14 * 60) }),
  },
);
type Happening = typeof happening extends fc.Arbitrary<infer H> ? H : never;

let contacts = 0;
/** Carries out what happens. */
export async function happen(t: TestApp, world: World, one: Happening) {
  const { accountId, deviceId } = world.site;
  const store = (pins: readonly string[], at: string, untrustedNetwork?: string) =>
    t.db.tenant(accountId, (tx) =>
      storeRecords(tx, {
        accountId,
        receivedAt: t.clock.now(),
        clockRecords: pins.map((timeId) => ({
          timeId,
          deviceId,
          source: `device:${deviceId}`,
          recordId: `${timeId} ${at}`,
          at: new Date(at),
          ...(untrustedNetwork && { untrustedNetwork }),
        })),
      }),
    );
  switch (one.do) {
    case 'arrivals':
      await store(one.pins, one.at);
      return;
    case 'quarantine':
      await store([one.pin], one.at, '203.0.113.0/24');
      return;
    case 'contact':
      await givenContact(t, world, one.at);
      // Changes that do not raise the data version show with the next version or minute, so this record must not be a duplicate.
      await store(['1004'], new Date(Date.parse(one.at) + ++contacts * 1_000).toISOString());
      return;
    case 'wait':
      t.clock.advance(one.minutes * 60_000);
      return;
    default:
      await take(t, world, one);
  }
}
