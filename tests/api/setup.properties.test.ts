import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenSyncKey } from '../support/factories.payroll.ts';
import { givenAdmin, givenEmployer } from '../support/factories.ts';
import { useTestApp } from '../support/testApp.ts';

/** The properties of the set-up that hold for any data. */
const t = useTestApp();

async function given() {
  const { accountId, token } = await givenEmployer(t.db, {
    permissions: [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE'],
    account: { allowedSystemIds: ['PAYROLL'] },
  });
  await t.db.run(sql`update session set expires_at = '2027-01-01'`);
  const key = await givenSyncKey(t.db, accountId);
  const ask = async (path: string, body?: unknown, method?: 'PUT') => {
    const answer = await t.ask(`/v2/setup${path}`, { token, body, ...(method && { method }) });
    return answer.json();
  };
  const sync = async (body: object) => {
    const reply = await t.ask('/v2/payroll/PAYROLL/sync', { token: key, body, method: 'POST' });
    expect(reply.statusCode, reply.body).toBe(200);
  };
  const paste = async (sheet: string, rows: string[][]) => {
    const shown = await ask('/pasted', { sheet, rows });
    const result = await ask(`/workbook/${shown.workbookId}/apply`, {
      outcomeHash: shown.outcomeHash,
      leaveRefused: true,
    });
    return { shown, result };
  };
  return { accountId, token, ask, sync, paste };
}
type Given = Awaited<ReturnType<typeof given>>;

const GROUPS = ['Day', 'Night'];
const DATES = ['', '2026-10-01', '2026-11-18'];
const HEAD = ['Employee Number', 'First Name', 'Last Name', 'Time ID', 'Time Group', 'Group From', 'Active From'];
const person = fc.record({
  first: fc.constantFrom('Ann', 'Bob', '=Cleo', 'Zoë'),
  hasTimeId: fc.boolean(),
  group: fc.constantFrom(...GROUPS),
  from: fc.constantFrom(...DATES),
  activeFrom: fc.constantFrom('', '2026-01-01'),
});
const shift = fc.record({
  group: fc.constantFrom(...GROUPS),
  weekday: fc.integer({ min: 1, max: 7 }),
  start: fc.constantFrom('rest', '07:00', '22:00'),
  from: fc.constantFrom(...DATES),
});
const farm = fc.record({
  people: fc.array(person, { maxLength: 4 }),
  shifts: fc.uniqueArray(shift, { maxLength: 5, selector: ({ group, weekday }) => `${group} ${weekday}` }),
});
type Farm = typeof farm extends fc.Arbitrary<infer F> ? F : never;
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const numberOf = (i: number) => String(i + 1).padStart(4, '0');

/** Returns all that was set up, without ids, owners and codes. */
const tables = (accountId: string) =>
  t.db.rows(
    z.object({ line: z.string() }),
    sql`select jsonb_build_array(number, first_name, last_name, time_id, g.name, activity, (select jsonb_agg(jsonb_build_array(d->>'from', n.name))
          from jsonb_array_elements(e.time_groups) d left join work_group n on n.group_id::text = d->>'timeGroupId'))::text as line
        from employee e left join work_group g on g.group_id = e.time_group_id where e.account_id = ${accountId}
        union all select jsonb_build_array(g.name, weekday, start_time, end_time, breaks, grace_minutes, pre_minutes, post_minutes,
          effective_from, is_rest)::text
        from standard_time s join work_group g on g.group_id = s.time_group_id where s.account_id = ${accountId} and s.deleted_at is null
        union all select jsonb_build_array(kind, name)::text from work_group where account_id = ${accountId} order by 1`,
  );

async function bySync({ sync }: Given, { people, shifts }: Farm) {
  await sync({
    timeGroups: GROUPS.map((name) => ({ code: name, name })),
    standardTimes: shifts.map(({ group, weekday, start, from }) => ({
      code: `${group} ${weekday}`,
      timeGroupCode: group,
      weekday,
      effectiveFrom: from || null,
      ...(start === 'rest' ? { rest: true } : { startTime: start, endTime: '06:00' }),
    })),
    employees: people.map(({ first, hasTimeId, group, from, activeFrom }, i) => ({
      code: numberOf(i),
      number: numberOf(i),
      firstName: first,
      lastName: 'X',
      timeId: hasTimeId ? numberOf(i) : null,
      timeGroupCode: group,
      timeGroupFrom: from || null,
      ...(activeFrom && { activeFrom }),
    })),
  });
}
async function byWorkbook({ paste }: Given, { people, shifts }: Farm) {
  await paste('groups', [['Kind', 'Name'], ...GROUPS.map((name) => ['Time Group', name])]);
  const times = shifts.map(({ group, weekday, start, from }) => [
    group,
    DAYS[weekday - 1] ?? '',
    start,
    start === 'rest' ? '' : '06:00',
    from,
  ]);
  if (times.length > 0) await paste('shifts', [['Time Group', 'Days', 'Start', 'End', 'From'], ...times]);
  const lines = people.map(({ first, hasTimeId, group, from, activeFrom }, i) => [
    numberOf(i),
    first,
    'X',
    hasTimeId ? numberOf(i) : '',
    group,
    from,
    activeFrom,
  ]);
  await paste('employees', [HEAD, ...lines]);
}
async function byScreens({ ask }: Given, { people, shifts }: Farm) {
  const ids = new Map<string, string>();
  for (const name of GROUPS) ids.set(name, (await ask('/groups', { kind: 'time', name }))._id);
  // A rest day where nothing was before needs no record: screens make none.
  for (const { group, weekday, start, from } of shifts) {
    const id = ids.get(group);
    const found = (await ask('/shifts')).shifts.find((one: { timeGroupId: string }) => one.timeGroupId === id);
    const hours = { breaks: [], graceMinutes: 5, breakGraceMinutes: 5, preMinutes: 120, postMinutes: 240 };
    const isRest = start === 'rest';
    const day = { weekday, isRest, startTime: isRest ? '00:00' : start, endTime: isRest ? '00:00' : '06:00', ...hours };
    await ask(`/shifts/${id}`, { from: from || null, days: [day], basis: found.basis }, 'PUT');
  }
  for (const [i, { first, hasTimeId, group, from, activeFrom }] of people.entries())
    await ask('/employees', {
      number: numberOf(i),
      firstName: first,
      lastName: 'X',
      timeId: hasTimeId ? numberOf(i) : null,
      timeGroupId: ids.get(group),
      timeGroupFrom: from || null,
      ...(activeFrom && { activeFrom }),
    });
}

test('screens, workbook and sync leave equal tables', async () => {
  await fc.assert(
    fc.asyncProperty(farm, async ({ people, shifts }) => {
      const worked = { people, shifts: shifts.filter(({ start }) => start !== 'rest') };
      const [one, two, three] = [await given(), await given(), await given()];
      await bySync(one, worked);
      await byWorkbook(two, worked);
      await byScreens(three, worked);
      const synced = await tables(one.accountId);
      expect(await tables(two.accountId)).toEqual(synced);
      expect(await tables(three.accountId)).toEqual(synced);
    }),
    { numRuns: 6 },
  );
});

test('no field has two owners: what one wrote, the other does not change', async () => {
  const act = fc.record({
    isSystem: fc.boolean(),
    number: fc.constantFrom('1', '2', '3'),
    last: fc.constantFrom('A', 'B'),
    timeId: fc.constantFrom(undefined, '', '7', '8', '9'),
    group: fc.constantFrom(undefined, ...GROUPS),
  });
  const row = z.object({
    number: z.string(),
    owner: z.string(),
    last: z.string(),
    timeId: z.string().nullable(),
    group: z.string().nullable(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 8 }), async (acts) => {
      const { accountId, sync, paste } = await given();
      await sync({ timeGroups: GROUPS.map((name) => ({ code: name, name })) });
      const rows = async () =>
        new Map(
          (
            await t.db.rows(
              row,
              sql`select number, e.system_id as owner, last_name as last, time_id as "timeId", time_group_id::text as "group"
                  from employee e where account_id = ${accountId}`,
            )
          ).map((one) => [one.number, one]),
        );
      const claimed = new Set<string>();
      for (const { isSystem, number, last, timeId, group } of acts) {
        const before = await rows();
        if (isSystem) {
          const said = {
            ...(timeId !== undefined && { timeId: timeId || null }),
            ...(group && { timeGroupCode: group }),
          };
          await sync({ employees: [{ code: number, number, firstName: 'F', lastName: last, ...said }] });
          if (timeId !== undefined) claimed.add('timeId');
          if (group) claimed.add('group');
        } else {
          const columns = [
            'Employee Number',
            'First Name',
            'Last Name',
            ...(timeId === undefined ? [] : ['Time ID']),
            ...(group ? ['Time Group'] : []),
          ];
          const cells = [number, 'F', last, ...(timeId === undefined ? [] : [timeId]), ...(group ? [group] : [])];
          const { shown, result } = await paste('employees', [columns, cells]);
          // The apply does what the preview showed.
          expect(result).toMatchObject({
            new: shown.sheets[0].new,
            changed: shown.sheets[0].changed,
            leftOut: shown.sheets[0].refused,
          });
        }
        for (const [found, was] of before) {
          const is = (await rows()).get(found);
          expect(is?.owner).toBe(was.owner);
          if (isSystem && was.owner === 'CSV') expect(is).toEqual(was);
          if (!isSystem && was.owner === 'PAYROLL') {
            expect(is?.last).toBe(was.last);
            if (claimed.has('timeId')) expect(is?.timeId).toBe(was.timeId);
            if (claimed.has('group')) expect(is?.group).toBe(was.group);
          }
        }
      }
    }),
    { numRuns: 8 },
  );
});

test('past days are equal before and after a dated move, and a recalculation changes nothing', async () => {
  const hour = fc.integer({ min: 0, max: 9 * 24 - 1 });
  const facts = (accountId: string, before: string) =>
    t.db.rows(
      z.object({ line: z.string() }),
      sql`select concat_ws(' ', day, events, entries, worked_ms) as line from day_fact
          where account_id = ${accountId} and day < ${before}::date order by 1`,
    );
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(hour, { maxLength: 16 }),
      fc.integer({ min: 12, max: 19 }),
      async (hours, moved) => {
        const { accountId, token, ask, sync } = await given();
        const { token: root } = await givenAdmin(t.db);
        const from = `2026-11-${moved}`;
        const times = (code: string, startTime: string, endTime: string) =>
          [1, 2, 3, 4, 5, 6].map((weekday) => ({
            code: `${code} ${weekday}`,
            timeGroupCode: code,
            weekday,
            startTime,
            endTime,
          }));
        await sync({
          timeGroups: GROUPS.map((name) => ({ code: name, name })),
          standardTimes: [...times('Day', '07:00', '16:00'), ...times('Night', '22:00', '06:00')],
          employees: [{ code: '1', number: '1', firstName: 'A', lastName: 'B', activeFrom: '2026-01-01' }],
        });
        const groups = (await ask('/groups')).groups as { name: string; _id: string }[];
        const idOf = (name: string) => groups.find((one) => one.name === name)?._id;
        const move = async (name: string, date: string | null) => {
          const [{ _id, basis }] = (await ask('/employees')).employees;
          const answer = await ask('/employees/move', {
            employees: [{ _id, basis }],
            timeGroupId: idOf(name),
            from: date,
          });
          expect(answer).toMatchObject({ moved: 1 });
        };
        await move('Day', null);
        const at = (h: number) => new Date(Date.UTC(2026, 10, 11) + h * 3_600_000).toISOString();
        await sync({
          clockRecords: hours.map((h) => ({
            code: `C${h}`,
            employeeCode: '1',
            at: at(h),
            direction: h % 3 ? 'auto' : 'in',
          })),
        });
        const totals = async (day: number) => {
          const answer = await t.ask(`/v2/stats/employee/attendance-status-totals?referenceDate=2026-11-${day}`, {
            token,
          });
          const { present, absent, late, off, expected } = answer.json();
          return { present, absent, late, off, expected };
        };
        // Two days before: an interval that is open on the day before may be closed by what belongs to the move's day.
        const days = [11, 12, 13, 14, 15, 16, 17].filter((day) => day < moved - 1);
        const before = [await facts(accountId, `2026-11-${moved - 1}`), await Promise.all(days.map(totals))];
        await move('Night', from);
        expect([await facts(accountId, `2026-11-${moved - 1}`), await Promise.all(days.map(totals))]).toEqual(before);
        const after = await facts(accountId, '2027-01-01');
        const dates = { from: '2026-11-09', to: '2026-11-20' };
        await t.ask(`/v2/stats/reset-dashboard-state/${accountId}`, { token: root, body: { dates } });
        await t.jobs.drain();
        expect(await facts(accountId, '2027-01-01')).toEqual(after);
      },
    ),
    { numRuns: 8 },
  );
});
