import { beforeEach, describe, expect, it } from 'vitest';
import type { Exception } from '#contract/office/exceptions.ts';
import { sql } from '#server/platform/db/db.ts';
import { backupCalls } from '../support/backupCalls.ts';
import { givenAdmin, givenSession } from '../support/factories.ts';
import { givenGroup, givenHoliday, givenStandardTimes } from '../support/factories.work.ts';
import { ASKED, givenSupervised, MONDAY, type Supervised } from '../support/ledger.ts';
import { useTestApp } from '../support/testApp.ts';

/** Restores that leave locks as they are (docs/reference/corrections.md#locks): what they judge or pay otherwise is told, as of a payroll system. */

const t = useTestApp();
let site: Supervised;
let employeeId: string;
let calls: ReturnType<typeof backupCalls>;
const FRIDAY = '2026-11-20';

beforeEach(async () => {
  site = await givenSupervised(t);
  employeeId = await site.person('1001');
  await site.person('1002');
  await site.send('1001', [
    ['07:10', 'in'],
    ['16:00', 'out'],
  ]);
  const admin = await givenAdmin(t.db);
  const token = await givenSession(t.db, admin.accountId, admin.userId, { createdAt: ASKED });
  calls = backupCalls(t, () => token);
});

const moved = async () =>
  (await site.get(`/exceptions?from=${FRIDAY}&to=2026-11-24`)).exceptions.flatMap(({ kind, day, detail }: Exception) =>
    kind === 'changed-after-lock' ? [`${day}: ${detail?.split(' moved')[0]}`] : [],
  );
const lock = async () => {
  const { toFix } = await site.get(`/exceptions/counts?from=${FRIDAY}&to=${MONDAY}`);
  const answer = await site.ask('/period-locks', { from: FRIDAY, to: MONDAY, knownOpen: toFix });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
/** Backs up, changes, locks, and restores what was backed up without its locks. */
const restored = async (items: string[], strategy: 'replace' | 'merge', change: () => Promise<unknown>) => {
  const { archive } = await calls.backUp(site.accountId);
  await change();
  t.clock.advance(60_000);
  await lock();
  t.clock.advance(60_000);
  expect(await moved()).toEqual([]);
  const { status } = await calls.restore(archive, site.accountId, strategy, items);
  expect(status).toMatchObject({ status: 'Successful' });
};
const WHO = 'A payroll system, a restored backup or a change of devices';
const BOTH = [`${MONDAY}: ${WHO}`, `${FRIDAY}: ${WHO}`];

describe('a restore without clock records', () => {
  it.each(['replace', 'merge'] as const)(
    'that judges locked days by other hours is told by them: %s',
    async (strategy) => {
      const later = () =>
        t.db.run(sql`update standard_time set start_time = '07:30' where account_id = ${site.accountId}`);
      await restored(['Payroll Data'], strategy, later);
      expect((await moved()).toSorted()).toEqual(BOTH.toSorted());
    },
  );

  it('of the same hours, people and pay moves nothing', async () => {
    await restored(['Payroll Data', 'Employees'], 'replace', async () => undefined);
    expect(await moved()).toEqual([]);
  });

  it('a holiday of one locked day is told of that day', async () => {
    await givenHoliday(t.db, site.accountId, FRIDAY);
    await restored(['Payroll Data'], 'replace', () => t.db.run(sql`delete from holiday`));
    expect(await moved()).toEqual([`${FRIDAY}: ${WHO}`]);
  });

  it('people in another time group are told', async () => {
    const early = await givenGroup(t.db, site.accountId, 'time', { name: 'Early' });
    await givenStandardTimes(t.db, site.accountId, early, { start: '05:00', end: '14:00' });
    await restored(['Employees'], 'merge', () =>
      t.db.run(sql`update employee set time_group_id = ${early} where employee_id = ${employeeId}`),
    );
    expect((await moved()).toSorted()).toEqual(BOTH.toSorted());
  });

  it('people who are no more are told', async () => {
    await restored(['Employees'], 'replace', () => site.person('1003'));
    // On a weekend they were in the totals of who is off.
    const days = [FRIDAY, '2026-11-21', '2026-11-22', MONDAY];
    expect((await moved()).toSorted()).toEqual(days.map((day) => `${day}: ${WHO}`));
  });

  it('other rates are told from their date on', async () => {
    const rate = (amount: string) =>
      t.db.run(sql`insert into pay_rate (account_id, pay_rate_id, system_id, code, kind, amount, effective_from)
        values (${site.accountId}, gen_random_uuid(), 'manual', 'a', 'hourly', ${amount}, ${MONDAY})
        on conflict (account_id, system_id, kind, code) do update set amount = excluded.amount`);
    await rate('10');
    await restored(['Employees'], 'replace', () => rate('11'));
    expect(await moved()).toEqual([`${MONDAY}: ${WHO}`]);
  });
});

it('a restore with clock records brings its own locks, and tells nothing of its own hours', async () => {
  await lock();
  const { archive } = await calls.backUp(site.accountId);
  await t.db.run(sql`update standard_time set start_time = '07:30' where account_id = ${site.accountId}`);
  t.clock.advance(60_000);
  await calls.restore(archive, site.accountId, 'replace', ['Payroll Data', 'Employees', 'Clock Records']);
  expect(await moved()).toEqual([]);
});
