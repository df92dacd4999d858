import { v7 as newId } from 'uuid';
import { z } from 'zod';
import { systemClock } from '#server/platform/clock.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenEmployer } from '#tests/support/factories.ts';
import { openPunching, openReader } from './support/calls.ts';
import { FIGURES, givenCrowd } from './support/crowd.ts';
import { cpuOf, median, openRig, printTable, type Row, rounded, timed } from './support/rig.ts';

/**
 * Measures what a scope costs (docs/reference/scope.md): the dashboard's figures, the roll, exceptions, 'Why?' and an unchanged figure, to a user without one, to
 * the same user with the crew filter, and to a user whose scope is that crew. They take turns, so that what else the machine does meets all alike.
 */
const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 5_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15);
const rig = await openRig();
try {
  const { db } = rig.database;
  const { accountId, token, serial } = await givenCrowd(db, PEOPLE);
  const crew = newId();
  await db.run(sql`insert into work_group (account_id, group_id, kind, system_id, code, name)
    values (${accountId}, ${crew}, 'employee', 'PAY', 'CREW', 'Crew')`);
  await db.run(
    sql`update employee set employee_group_id = ${crew} where account_id = ${accountId} and number::int % 40 = 0`,
  );
  const { token: scoped } = await givenEmployer(db, { accountId, scope: { employeeGroups: [crew] } });
  await db.run(sql`update session set created_at = now(), expires_at = now() + interval '12 hours'`);
  await db.run(sql`analyze`);
  const ask = openReader(rig.origin);
  const punch = openPunching(rig.origin, serial, { people: PEOPLE, turns: PEOPLE });
  for (let n = 0; n < 50; n++) await punch();
  await db.run(sql`update account set recalculating_since = null where account_id = ${accountId}`);

  const filter = `employeeGroups=${crew}`;
  const viewers = [
    { who: 'everybody', as: token, filtered: (path: string) => path },
    { who: 'crew filter', as: token, filtered: (path: string) => `${path}${path.includes('?') ? '&' : '?'}${filter}` },
    { who: 'scope', as: scoped, filtered: (path: string) => path },
  ];
  const today = systemClock.now().toISOString().slice(0, 10);
  const { member } = await db.single(
    z.object({ member: z.string() }),
    sql`select employee_id as member from employee where account_id = ${accountId} and employee_group_id = ${crew} limit 1`,
  );
  const figures = FIGURES.map((path) => path.replace(/[?&]cacheKey=[^&]*/, ''));
  const works: { what: string; paths: readonly string[]; warm?: string; isUnchanged?: boolean }[] = [
    { what: 'the dashboard’s figures after a punch', paths: figures },
    { what: 'the roll of today', paths: [`stats/roll?from=${today}&to=${today}`] },
    { what: 'exceptions of 31 days', paths: ['exceptions'], warm: 'exceptions/counts' },
    { what: '“Why?” of one of the crew', paths: [`stats/employee/${member}/day?referenceDate=${today}`] },
    { what: 'an unchanged figure', paths: figures.slice(0, 1), isUnchanged: true },
  ];
  const rows: Row[] = [];
  for (const { what, paths, warm, isUnchanged = false } of works) {
    const taken = new Map(viewers.map(({ who }) => [who, { ms: [] as number[], cpu: [] as number[] }]));
    for (let round = 0; round < ROUNDS; round++) {
      if (!isUnchanged) await punch();
      // The day is made once for all of them; who comes first must not pay for it.
      await ask(warm ?? paths[0] ?? '', token);
      // Each takes the first turn as often as the others.
      for (const { who, as, filtered } of [...viewers.slice(round % 3), ...viewers.slice(0, round % 3)]) {
        const etag = isUnchanged ? (await ask(filtered(paths[0] ?? ''), as)).etag : undefined;
        let ms = 0;
        const repeats = isUnchanged ? 20 : 1;
        const cpu = await cpuOf(async () => {
          ms = await timed(async () => {
            for (let n = 0; n < repeats; n++) for (const path of paths) await ask(filtered(path), as, etag);
          });
        });
        taken.get(who)?.ms.push(ms / repeats);
        taken.get(who)?.cpu.push(cpu / repeats);
      }
    }
    const of = (who: string, kind: 'ms' | 'cpu') => median(taken.get(who)?.[kind] ?? []);
    for (const { who } of viewers)
      rows.push({
        what,
        for: who,
        ms: rounded(of(who, 'ms'), 2),
        'CPU ms': rounded(of(who, 'cpu'), 2),
        'CPU / everybody': rounded(of(who, 'cpu') / of('everybody', 'cpu'), 2),
        'CPU / crew filter': rounded(of(who, 'cpu') / of('crew filter', 'cpu'), 2),
      });
  }
  printTable(`A scope of ${PEOPLE / 40} of ${PEOPLE} people`, rows);
} finally {
  await rig.close();
}
