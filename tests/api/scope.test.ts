import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from '#contract/all.ts';
import type { Muster } from '#contract/figures/people.ts';
import { HOURS_RULE_DEFAULTS } from '#contract/masterData/hoursRules.ts';
import { PERMISSIONS } from '#contract/platform/permissions.ts';
import type { UserScope } from '#contract/platform/scope.ts';
import { reportType } from '#contract/reports/reports.ts';
import { sql } from '#server/platform/db/db.ts';
import { runAlerts } from '#server/reports/alerts/scheduler.ts';
import { givenWorld, step, take, type World } from '../support/dayWorlds.ts';
import { givenAdmin, givenEmployer, givenSession, givenUser } from '../support/factories.ts';
import { givenGroup } from '../support/factories.work.ts';
import { ASKED, givenSupervised, MONDAY } from '../support/ledger.ts';
import { runs, sampled } from '../support/size.ts';
import { useTestApp } from '../support/testApp.ts';
import { WHO_MAY } from './access.table.ts';
import { BEYOND, OF_NOBODY, OF_THEIR_PEOPLE } from './scope.table.ts';

/** Users limited to their people (docs/reference/scope.md). */

const t = useTestApp();
const NAMES = Object.keys(ENDPOINTS).sort();
const REFUSED = Object.values(BEYOND).flat();
const TODAY = ASKED.slice(0, 10);

/** Signs in a user of an account who is limited to some people, with every permission that an employer may have. */
async function givenScoped(accountId: string, scope: UserScope | null): Promise<string> {
  const userId = await givenUser(t.db, accountId, { permissions: PERMISSIONS, scope });
  return givenSession(t.db, accountId, userId, { createdAt: ASKED, ttlSeconds: 90 * 86_400 });
}

describe('the table of calls', () => {
  it('each call of employers is in the table, and the contract declares the same', () => {
    const theirs = NAMES.filter((name) => /^(employer|any) /.test(WHO_MAY[name] ?? ''));
    expect([...OF_THEIR_PEOPLE, ...OF_NOBODY, ...REFUSED].sort()).toEqual(theirs);
    const declared = (kind: string | undefined) => theirs.filter((name) => ENDPOINTS[name]?.scope === kind);
    expect(declared('people')).toEqual([...OF_THEIR_PEOPLE].sort());
    expect(declared('none')).toEqual([...OF_NOBODY].sort());
    expect(NAMES.filter((name) => ENDPOINTS[name]?.scope && !theirs.includes(name))).toEqual([]);
  });

  it('users with a scope: 403 for what concerns others too, else what anybody with the permission is told', async () => {
    const { accountId } = await givenEmployer(t.db);
    const group = await givenGroup(t.db, accountId, 'time');
    const scopes = [{ timeGroups: [group] }, { devices: [randomUUID()] }, { lookup1: [randomUUID()] }];
    for (const scope of sampled(scopes, 3)) {
      const { token } = await givenEmployer(t.db, { accountId, permissions: PERMISSIONS, scope });
      for (const name of [...OF_THEIR_PEOPLE, ...OF_NOBODY, ...REFUSED]) {
        const endpoint = ENDPOINTS[name];
        if (!endpoint) throw new Error(name);
        const path = endpoint.path.replace(
          /:(\w+)/g,
          (_, of) => ({ category: 'attendance', status: 'present' })[String(of)] ?? randomUUID(),
        );
        const answer = await t.ask(`/v2${path}`, {
          method: endpoint.method,
          token,
          ...(endpoint.body && { body: {} }),
        });
        if (REFUSED.includes(name))
          expect([answer.statusCode, answer.json().errorCode], name).toEqual([403, 'OUT_OF_SCOPE']);
        else expect([200, 400, 404], `${name}: ${answer.body}`).toContain(answer.statusCode);
      }
    }
  });
});

const RANGE = 'from=2026-11-24&to=2026-11-25';
const PAST = 'from=2026-10-23&to=2026-10-26';
/** The values of parameters that the answers of one call are asked for with. */
const VALUES: Record<string, readonly string[]> = {
  category: ['lookup1', 'lookup2'],
  status: ['total', 'present', 'absent', 'late'],
};
/** 'Why?' is of one person and of all of their work, unless the reader is limited; counts are the lengths of lists, with unknown numbers. */
const UNFILTERED = ['explainDay', 'countExceptions'];
const TAKES_CREW = NAMES.filter((name) => {
  const { method, query } = ENDPOINTS[name] ?? {};
  return method === 'GET' && query instanceof z.ZodObject && 'timeGroups' in query.shape && !UNFILTERED.includes(name);
});
/** Returns every answer that takes the crew filter, as the contract says, for two spans of days and each of some people. */
function filteredOf(people: readonly string[]): string[] {
  return TAKES_CREW.flatMap((name) => {
    const { path = '', query } = ENDPOINTS[name] ?? {};
    const keys = Object.keys(query instanceof z.ZodObject ? query.shape : {});
    const [, parameter] = /:(\w+)/.exec(path) ?? [];
    const values = parameter === 'employeeId' ? people : parameter ? (VALUES[parameter] ?? []) : [''];
    const spans = keys.includes('from')
      ? [RANGE, PAST]
      : keys.includes('referenceDate')
        ? ['2026-10-25', TODAY].map((date) => `referenceDate=${date}`)
        : ['x=1'];
    const more = keys.includes('cacheKey') ? '&cacheKey=a' : '';
    return values.flatMap((value) => spans.map((span) => `${path.replace(`:${parameter}`, value)}?${span}${more}`));
  });
}

const queryOf = (scope: UserScope) =>
  Object.entries(scope)
    .map(([list, ids]) => `&${list}=${ids?.join(',')}`)
    .join('');

async function answerOf(path: string, token: string) {
  const answer = await t.ask(`/v2${path}`, { token });
  const isJson = String(answer.headers['content-type']).includes('json');
  const body = isJson ? answer.json() : answer.body;
  return { status: answer.statusCode, body: path.startsWith('/exceptions?') ? ofPeople(body) : body };
}
type Listed = { exceptions: { employee: unknown; proposals: unknown }[] };
/**
 * An unknown number belongs to no crew, and to a scope by its device: it is in the list of a scope, and of no filter. What is proposed is what the reader
 * may do, whatever the filter.
 */
const ofPeople = ({ exceptions }: Listed) =>
  exceptions.flatMap(({ proposals: _, ...one }) => (one.employee === null ? [] : [one]));

/** Compares each answer to users with a scope with the answer to everybody under the same filters. */
async function check(
  { site, crew, night, deviceId, lookup, people }: World,
  scoped: ReadonlyMap<UserScope, string>,
  owner: string,
  said: string,
) {
  for (const [scope, token] of scoped)
    for (const path of filteredOf([...people.values()].slice(0, 5))) {
      const own = await answerOf(path, token);
      const all = await answerOf(`${path}${queryOf(scope)}`, owner);
      expect(own.status, `${path}: ${own.body}`).toBeOneOf(path.startsWith('/pay/people/') ? [200, 404] : [200]);
      expect(own, `${path} ${JSON.stringify(scope)}\n${said}`).toEqual({ ...all, body: own.body });
      expect(own.body, `${path} ${JSON.stringify(scope)}\n${said}`).toEqual(all.body);
    }
  for (const token of scoped.values()) {
    const { body } = await site.ask(`/exceptions?${PAST}`, undefined, token);
    const { toFix, toDecide } = (await site.ask(`/exceptions/counts?${PAST}`, undefined, token)).body;
    expect(toFix + toDecide, said).toBe(body.exceptions.length);
  }
  // A filter narrows a scope: the two together are neither alone.
  for (const [scope, filter] of [
    [{ employeeGroups: [crew] }, `&timeGroups=${night}`],
    [{ timeGroups: [night] }, `&employeeGroups=${crew}&devices=${deviceId}`],
    [{ devices: [deviceId], lookup1: [lookup] }, `&timeGroups=${site.group}`],
  ] satisfies [UserScope, string][]) {
    const token = await givenScoped(site.accountId, scope);
    const own = await site.ask(`/stats/roll?${RANGE}${filter}`, undefined, token);
    expect(own.body, said).toEqual(await site.get(`/stats/roll?${RANGE}${filter}${queryOf(scope)}`));
  }
}

/** Work at A has a rate, so that pay is earned, and is in doubt for other work. */
async function givenPay(token: string) {
  const set = async (path: string, body: object, method: 'PUT' | 'POST') =>
    expect((await t.ask(`/v2${path}`, { token, body, method })).statusCode).toBe(200);
  await set('/pay/currency', { currency: 'EUR' }, 'PUT');
  const everybody = { employeeId: null, employeeGroupId: null, jobDescriptionId: null, lookup2: null };
  await set('/pay/rates', { ...everybody, lookup1: 'A', kind: 'piece', amount: '0.35', from: '2026-09-01' }, 'POST');
}

test('each answer to a user with a scope is the answer to everybody under those filters, whatever happens', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 12 }), async (steps) => {
      const world = await givenWorld(t);
      const { site, crew, night, deviceId, lookup } = world;
      const rule = JSON.stringify({ ...HOURS_RULE_DEFAULTS, dayLimitMinutes: 300, weekLimitMinutes: 600 });
      await t.db.run(sql`insert into hours_rule (account_id, hours_rule_id, system_id, code, rule)
        values (${site.accountId}, ${randomUUID()}, 'CSV', 'all', ${rule})`);
      const scopes: UserScope[] = [
        { employeeGroups: [crew] },
        { timeGroups: [night] },
        { devices: [deviceId], lookup1: [lookup] },
        { lookup1: [lookup] },
      ];
      const owner = await givenScoped(site.accountId, null);
      await givenPay(owner);
      const scoped = new Map<UserScope, string>();
      for (const scope of scopes) scoped.set(scope, await givenScoped(site.accountId, scope));
      for (const one of steps) await take(t, world, one);
      await check(world, scoped, owner, steps.map((one) => JSON.stringify(one)).join('\n'));
    }),
    {
      ...runs(1, 2),
    },
  );
});

describe('somebody outside', () => {
  it('is 404 in “Why?” and as a person, as somebody whom the account does not have', async () => {
    const site = await givenSupervised(t);
    const other = await givenGroup(t.db, site.accountId, 'time');
    const inside = await site.person('1', { timeId: '1' });
    const outside = await site.person('2', { timeId: '2', timeGroupId: other });
    const token = await givenScoped(site.accountId, { timeGroups: [site.group] });
    await site.send('1', ['07:00', '16:00']);
    await site.send('2', ['07:00', '16:00']);
    for (const path of [
      (id: string) => `/stats/employee/${id}/day?referenceDate=${MONDAY}`,
      (id: string) => `/stats/person/${id}?from=${MONDAY}&to=${MONDAY}`,
    ]) {
      expect((await site.ask(path(inside), undefined, token)).status).toBe(200);
      const refused = await site.ask(path(outside), undefined, token);
      expect(refused).toEqual(await site.ask(path(randomUUID()), undefined, token));
      expect(refused.status).toBe(404);
    }
    const { entries } = (
      await site.ask(`/stats/employee/by-attendance-status/total?referenceDate=${MONDAY}`, undefined, token)
    ).body;
    expect(entries.map(({ employee }: { employee: { number: string } }) => employee.number)).toEqual(['1']);
    const roll = (await site.ask(`/stats/roll?from=${MONDAY}&to=${MONDAY}&q=2`, undefined, token)).body;
    expect([roll.rows, roll.total]).toEqual([[], 0]);
  });

  it('is there up to the date of a move, and from the date of one: the medians are of the scope', async () => {
    const site = await givenSupervised(t);
    const other = await givenGroup(t.db, site.accountId, 'time');
    const mover = await site.person('1', { timeId: '1' });
    await t.db.run(
      sql`update employee set time_group_id = ${other}, time_groups = ${JSON.stringify([
        { from: null, timeGroupId: site.group },
        { from: '2026-11-24', timeGroupId: other },
      ])}::jsonb where account_id = ${site.accountId} and employee_id = ${mover}`,
    );
    await site.send('1', ['07:00', '16:00', '2026-11-24 07:00', '2026-11-24 16:00']);
    const before = await givenScoped(site.accountId, { timeGroups: [site.group] });
    const after = await givenScoped(site.accountId, { timeGroups: [other] });
    const why = async (token: string, day: string) =>
      (await site.ask(`/stats/employee/${mover}/day?referenceDate=${day}`, undefined, token)).status;
    expect([await why(before, MONDAY), await why(before, '2026-11-24')]).toEqual([200, 404]);
    expect([await why(after, MONDAY), await why(after, '2026-11-24')]).toEqual([404, 200]);
    const person = async (token: string) =>
      (await site.ask(`/stats/person/${mover}?from=${MONDAY}&to=2026-11-24`, undefined, token)).body;
    const [ofBefore, ofAfter] = [await person(before), await person(after)];
    const cells = (days: { cell: string }[]) => days.map(({ cell }) => cell);
    expect(cells(ofBefore.days)).toEqual(['-', 'P']);
    expect(cells(ofAfter.days)[1]).toBe('-');
    expect(ofBefore.employee.timeGroup).toBeNull();
    expect([ofBefore.sums.present, ofAfter.employee.timeGroup._id]).toEqual([1, other]);
  });

  it('an unknown number is seen where its device is in scope, and only one’s own people are offered for it', async () => {
    const site = await givenSupervised(t);
    const other = await givenGroup(t.db, site.accountId, 'time');
    await site.person('1001', { timeId: '1001' });
    await site.person('1002', { timeId: '1002', timeGroupId: other });
    await site.send('1003', ['07:00']);
    await t.db.run(
      sql`update clock_record set device_id = ${site.deviceId} where account_id = ${site.accountId} and time_id = '1003'`,
    );
    await t.db.run(sql`update account set data_version = data_version + 1 where account_id = ${site.accountId}`);
    const unknown = async (token: string) =>
      (await site.ask('/exceptions', undefined, token)).body.exceptions
        .filter(({ kind }: { kind: string }) => kind === 'unmatched-pin')
        .map(({ proposals }: { proposals: { label: string }[] }) =>
          proposals.map(({ label }) => label).filter((label) => /\(\d+\)/.test(label)),
        );
    expect((await unknown(site.token))[0]).toHaveLength(2);
    expect(
      await unknown(await givenScoped(site.accountId, { timeGroups: [site.group], devices: [site.deviceId] })),
    ).toEqual([['Give to Thandi Nkosi (1001)']]);
    expect(
      await unknown(await givenScoped(site.accountId, { timeGroups: [site.group], devices: [randomUUID()] })),
    ).toEqual([]);
  });
});

describe('corrections of a user with a scope', () => {
  it('are of their people: anybody else’s record, day or correction is one that does not exist, in acts, previews, undo and lists', async () => {
    const site = await givenSupervised(t);
    const { accountId } = site;
    const other = await givenGroup(t.db, accountId, 'time');
    const inside = await site.person('1', { timeId: '1' });
    const outside = await site.person('2', { timeId: '2', timeGroupId: other });
    await site.send('1', ['07:00', '16:00']);
    await site.send('2', ['07:00', '16:00']);
    const token = await givenScoped(accountId, { timeGroups: [site.group] });
    const add = (employeeId: string) =>
      ({ do: 'add-punch', employeeId, at: site.at('10:00'), direction: 'out' }) as const;
    const unknown = randomUUID();
    const act = async (path: string, change: object) =>
      site.ask(path, { reason: 'other', note: 'Said so', items: [{ day: MONDAY, basis: 'x', change }] }, token);
    const recordOf = async (employeeId: string) =>
      (
        await t.db.single(
          z.object({ id: z.string() }),
          sql`select clock_record_id as id from clock_record where account_id = ${accountId} and employee_id = ${employeeId} limit 1`,
        )
      ).id;
    const [own, foreign] = [await recordOf(inside), await recordOf(outside)];
    for (const path of ['/corrections', '/corrections/preview']) {
      for (const [theirs, nobodys] of [
        [add(outside), add(unknown)],
        [
          { do: 'void-punch', recordId: foreign },
          { do: 'void-punch', recordId: unknown },
        ],
        [
          { do: 'replace-punch', recordId: own, employeeId: outside },
          { do: 'replace-punch', recordId: own, employeeId: unknown },
        ],
        [
          { do: 'excuse', employeeId: outside, judgement: 'absence', kind: 'leave', from: MONDAY, to: MONDAY },
          { do: 'excuse', employeeId: unknown, judgement: 'absence', kind: 'leave', from: MONDAY, to: MONDAY },
        ],
      ] as const) {
        const answer = await act(path, theirs);
        expect(answer, JSON.stringify(theirs)).toEqual(await act(path, nobodys));
        expect(answer.status).toBe(404);
      }
    }
    const items = await site.items(outside, [add(outside)], MONDAY);
    expect((await site.ask('/corrections', { reason: 'other', note: 'Said so', items })).status).toBe(200);
    const mine = await site.items(inside, [add(inside)], MONDAY);
    expect((await site.ask('/corrections', { reason: 'other', note: 'Said so', items: mine }, token)).status).toBe(200);
    const page = `/corrections?from=${MONDAY}&to=${MONDAY}&startRow=0&endRow=10`;
    const all = await site.get(page);
    expect(all.lastIndex).toBe(2);
    const listed = (await site.ask(page, undefined, token)).body;
    expect([
      listed.lastIndex,
      listed.results.map(({ employee }: { employee: { _id: string } }) => employee._id),
    ]).toEqual([1, [inside]]);
    const theirs = all.results.find(({ employee }: { employee: { _id: string } }) => employee._id === outside);
    const undo = (correctionId: string) =>
      site.ask('/corrections/undo', { items: [{ correctionId, basis: theirs.basis }] }, token);
    expect((await undo(theirs._id)).body).toEqual((await undo(unknown)).body);
    const review = (employeeId: string) =>
      site.ask(
        '/exceptions/reviews',
        { items: [{ key: `missing-out:${employeeId}:${MONDAY}`, evidence: 'x' }] },
        token,
      );
    expect([(await review(inside)).status, (await review(outside)).status]).toEqual([200, 404]);
    const trail = await t.db.rows(
      z.object({ detail: z.string() }),
      sql`select detail from audit_entry where account_id = ${accountId} and action = 'correction.make' and detail like '%within%'`,
    );
    expect(trail).toEqual([{ detail: `punch add ${MONDAY}; within Day shift` }]);
  });
});

describe('files of a user with a scope', () => {
  it('are the files of everybody under those filters; exports are listed within the scope that they were made in', async () => {
    const site = await givenSupervised(t);
    const { accountId } = site;
    const other = await givenGroup(t.db, accountId, 'time');
    const inside = await site.person('1', { timeId: '1', lastName: 'Inside' });
    const outside = await site.person('2', { timeId: '2', lastName: 'Outside', timeGroupId: other });
    for (const pin of ['1', '2']) {
      await site.send(pin, ['07:20', '12:10', '13:00', '15:00']);
      await site.work(pin, [
        { startedAt: new Date(site.at('08:00')), endedAt: new Date(site.at('09:00')), units: '4', lookup1Code: 'A' },
      ]);
    }
    for (const id of [inside, outside]) {
      const items = await site.items(
        id,
        [{ do: 'add-punch', employeeId: id, at: site.at('16:00'), direction: 'out' }],
        MONDAY,
      );
      await site.ask('/corrections', { reason: 'forgot-to-clock', items });
    }
    const token = await givenScoped(accountId, { timeGroups: [site.group] });
    const everybody = await givenScoped(accountId, null);
    const file = async (as: string, reportType: string, options?: object) => {
      const answer = await t.ask('/v2/stats/generateReport', {
        token: as,
        body: { reportType, exportType: 'html', dates: { from: MONDAY, to: MONDAY }, options },
      });
      expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
      return answer.body;
    };
    const types = sampled(reportType.options, 3);
    for (const type of types) {
      const own = await file(token, type);
      expect(own, type).not.toContain('Outside');
      const filtered = await file(everybody, type, { timeGroupIds: [site.group] });
      // The head counts corrections and exceptions of everybody under a filter, and of the scope in it.
      const rowsOf = (html: string) => html.match(/<t[dh][^>]*>[^<]*/g);
      expect(rowsOf(own), type).toEqual(rowsOf(filtered));
    }
    const roll = await t.ask(`/v2/stats/roll/file?from=${MONDAY}&to=${MONDAY}`, { token });
    expect([roll.statusCode, roll.body.includes('Inside'), roll.body.includes('Outside')]).toEqual([200, true, false]);
    const listed = async (as: string) => (await site.ask('/stats/exports', undefined, as)).body.results;
    const { length } = types;
    const own = await listed(token);
    expect([own.length, (await listed(everybody)).length]).toEqual([length, 2 * length]);
    const ids = new Set(own.map(({ _id }: { _id: string }) => _id));
    const foreign = (await listed(everybody)).find(({ _id }: { _id: string }) => !ids.has(_id));
    const changes = async (id: string) => (await site.ask(`/stats/exports/${id}/changes`, undefined, token)).status;
    expect([await changes(own[0]._id), await changes(foreign._id)]).toEqual([200, 404]);
    expect(await listed(await givenScoped(accountId, { timeGroups: [other] }))).toEqual([]);
  });
});

const ALERT = {
  category: 'attendance',
  description: 'Morning',
  viaEmail: true,
  emailRecipients: ['boss@example.test'],
  daysOfWeek: [1, 2, 3, 4, 5, 6, 7],
  times: [{ enabled: true, time: '12:15' }],
  targetGroups: [],
};

describe('alerts of a user with a scope', () => {
  it('hold only their people, to the byte of the mail, and others’ summaries are not theirs to read', async () => {
    const site = await givenSupervised(t);
    const { accountId } = site;
    const other = await givenGroup(t.db, accountId, 'time');
    await site.person('1', { timeId: '1', firstName: 'Inga', lastName: 'Inside' });
    await site.person('2', { timeId: '2', firstName: 'Otto', lastName: 'Outside', timeGroupId: other });
    const userId = await givenUser(t.db, accountId, { permissions: PERMISSIONS, scope: { timeGroups: [site.group] } });
    const token = await givenSession(t.db, accountId, userId, { createdAt: ASKED, ttlSeconds: 86_400 });
    const preview = await site.ask('/alert/preview', ALERT, token);
    expect(preview.body.summary.text).toContain('Expected: 1');
    const own = await site.ask('/alert', ALERT, token);
    const all = await site.ask('/alert', { ...ALERT, description: 'Of everybody' });
    expect([own.status, all.status]).toEqual([200, 200]);
    expect((await site.get('/alert/by-category/attendance')).results).toHaveLength(2);
    const seen = (await site.ask('/alert/by-category/attendance', undefined, token)).body.results;
    expect(seen.map(({ _id }: { _id: string }) => _id)).toEqual([own.body._id]);
    const change = (method: 'PUT' | 'DELETE') =>
      t.ask(`/v2/alert/${all.body._id}`, { token, method, ...(method === 'PUT' && { body: ALERT }) });
    expect([(await change('PUT')).statusCode, (await change('DELETE')).statusCode]).toEqual([404, 404]);

    t.clock.set('2026-11-25T10:16:00Z');
    await runAlerts(t.services);
    const mails = await t.db.rows(
      z.object({ subject: z.string(), bytes: z.string() }),
      sql`select subject, body_text || body_html as bytes from mail where owner_account_id = ${accountId} order by subject`,
    );
    expect(mails.map(({ subject, bytes }) => [subject.split(':')[0], /Outside|Otto/.test(bytes)])).toEqual([
      ['Morning', false],
      ['Of everybody', expect.any(Boolean)],
    ]);
    expect(mails.map(({ bytes }) => bytes.match(/Expected: (\d)/)?.[1])).toEqual(['1', expect.anything()]);
    const listed = async (as: string) =>
      (await site.ask('/alert/deliveries', undefined, as)).body.results.map(
        ({ description }: { description: string }) => description,
      );
    expect((await listed(site.token)).sort()).toEqual(['Morning', 'Of everybody']);
    expect(await listed(token)).toEqual(['Morning']);
    // With another scope, what was written within the former one is no longer theirs to read.
    await t.db.run(
      sql`update app_user set scope = ${JSON.stringify({ timeGroups: [other] })}::jsonb where user_id = ${userId}`,
    );
    expect(await listed(token)).toEqual([]);
    const trail = await t.db.rows(
      z.object({ detail: z.string().nullable() }),
      sql`select detail from audit_entry where account_id = ${accountId} and action = 'alert.create' order by detail nulls last`,
    );
    expect(trail).toEqual([{ detail: 'within Day shift' }, { detail: null }]);
  });
});

describe('setting a scope', () => {
  it('is an administrator’s: with groups of the account, never an administrator’s own, and in the trail by name', async () => {
    const site = await givenSupervised(t);
    const foreign = await givenGroup(t.db, (await givenEmployer(t.db)).accountId, 'time');
    const { accountId, userId } = await givenAdmin(t.db);
    const token = await givenSession(t.db, accountId, userId, { createdAt: ASKED });
    const body = {
      accountId: site.accountId,
      firstName: 'Sue',
      lastName: 'Visor',
      username: 'sue.visor',
      email: 'sue@example.test',
    };
    const ask = async (path: string, method: 'POST' | 'PUT', given: object) => {
      const answer = await t.ask(`/v2${path}`, { token, method, body: given });
      return { status: answer.statusCode, body: answer.json() };
    };
    const refused = await ask('/user', 'POST', { ...body, scope: { timeGroups: [foreign] } });
    expect([refused.status, refused.body.errorCode]).toEqual([404, 'NOT_FOUND']);
    const made = await ask('/user', 'POST', { ...body, scope: { timeGroups: [site.group] } });
    expect([made.status, made.body.scope]).toEqual([200, { timeGroups: [site.group] }]);
    const path = `/user/${made.body._id}`;
    expect((await ask(path, 'PUT', { firstName: 'Susan' })).body.scope).toEqual({ timeGroups: [site.group] });
    expect((await ask(path, 'PUT', { scope: { devices: [site.deviceId] } })).body.scope).toEqual({
      devices: [site.deviceId],
    });
    expect((await ask(path, 'PUT', { scope: { devices: [] } })).status).toBe(400);
    expect((await ask(path, 'PUT', { scope: {} })).body.scope).toBeNull();
    expect((await ask(`/user/${userId}`, 'PUT', { scope: { timeGroups: [site.group] } })).status).toBe(400);
    const trail = await t.db.rows(
      z.object({ detail: z.string().nullable() }),
      sql`select detail from audit_entry where account_id = ${site.accountId} and action like 'user.%' order by audit_entry_id`,
    );
    expect(trail.map(({ detail }) => detail).sort()).toEqual([
      'firstName',
      'scope: Day shift',
      'scope: Day shift → Gate A',
      'scope: Gate A → everybody',
    ]);
  });
});

describe('recipients of an alert', () => {
  it('are told apart: those who are no active users of the account, and those who are limited to some people', async () => {
    const site = await givenSupervised(t);
    const { accountId } = site;
    const scope = { timeGroups: [site.group] };
    await givenUser(t.db, accountId, { email: 'manager@example.test' });
    await givenUser(t.db, accountId, { email: 'limited@example.test', scope });
    await givenUser(t.db, accountId, { email: 'left@example.test', isActive: false });
    await givenUser(t.db, (await givenEmployer(t.db)).accountId, { email: 'foreign@example.test' });
    const names = ['Manager', 'limited', 'left', 'foreign', 'stranger'];
    const emailRecipients = names.map((name) => `${name}@example.test`);
    for (const token of [site.token, await givenScoped(accountId, scope)])
      expect(await site.ask('/alert/recipients', { emailRecipients }, token)).toEqual({
        status: 200,
        body: { outside: emailRecipients.slice(2), limited: ['limited@example.test'] },
      });
  });
});

describe('an Owner', () => {
  it('limits the other users of the account only, which the trail names; nobody without the right does, nor a user with a scope', async () => {
    const site = await givenSupervised(t);
    const { accountId } = site;
    const owner = await givenScoped(accountId, null);
    const userId = await givenUser(t.db, accountId, { username: 'sue.visor', permissions: PERMISSIONS });
    const scope = { timeGroups: [site.group] };
    const set = (id: string, given: object | null, token = owner) =>
      t.ask(`/v2/account/users/${id}/scope`, { token, method: 'PUT', body: { scope: given } });
    const listed = async () =>
      (await site.ask('/account/users', undefined, owner)).body.users.find(
        ({ _id }: { _id: string }) => _id === userId,
      );
    expect(await listed()).toMatchObject({ username: 'sue.visor', scope: null });
    expect((await set(userId, scope)).json()).toMatchObject({ _id: userId, scope });
    expect((await listed()).scope).toEqual(scope);
    expect((await set(userId, { timeGroups: [randomUUID()] })).statusCode).toBe(404);
    expect((await set(userId, { timeGroups: [] })).statusCode).toBe(400);
    const own = (await t.ask('/v2/session', { token: owner })).json().userId;
    expect((await set(own, scope)).statusCode).toBe(409);
    for (const foreign of [(await givenEmployer(t.db)).userId, (await givenAdmin(t.db)).userId, randomUUID()])
      expect((await set(foreign, scope)).json().errorCode).toBe('NOT_FOUND');
    expect((await set(userId, null, site.token)).json().errorCode).toBe('PERMISSION_DENIED');
    expect((await set(userId, null, await givenScoped(accountId, scope))).json().errorCode).toBe('OUT_OF_SCOPE');
    expect((await set(userId, null)).json().scope).toBeNull();
    const trail = await t.db.rows(
      z.object({ detail: z.string(), target: z.string() }),
      sql`select detail, target from audit_entry where account_id = ${accountId} and action = 'user.update' order by detail desc`,
    );
    expect(trail).toEqual([
      { target: 'sue.visor', detail: 'scope: everybody → Day shift' },
      { target: 'sue.visor', detail: 'scope: Day shift → everybody' },
    ]);
  });
});

describe('a scope', () => {
  it('of deleted groups only shows nobody, and of one that is left its people', async () => {
    const site = await givenSupervised(t);
    await site.person('1', { timeId: '1' });
    const gone = await givenGroup(t.db, site.accountId, 'time');
    await site.person('2', { timeId: '2', timeGroupId: gone });
    const numbers = async (token: string) =>
      (await site.ask(`/stats/roll?from=${MONDAY}&to=${MONDAY}`, undefined, token)).body.rows.map(
        ({ employee }: { employee: { number: string } }) => employee.number,
      );
    const both = await givenScoped(site.accountId, { timeGroups: [gone, site.group] });
    const one = await givenScoped(site.accountId, { timeGroups: [gone] });
    expect([await numbers(both), await numbers(one)]).toEqual([['1', '2'], ['2']]);
    await t.db.run(
      sql`update work_group set deleted_at = now() where account_id = ${site.accountId} and group_id = ${gone}`,
    );
    expect([await numbers(both), await numbers(one)]).toEqual([['1'], []]);
    for (const scope of [{ devices: [randomUUID()] }, { employeeGroups: [randomUUID()] }])
      expect(await numbers(await givenScoped(site.accountId, scope))).toEqual([]);
  });

  it('is in the ETag and in what is kept of answers: two users at once see their own, and a change counts at the next request', async () => {
    const site = await givenSupervised(t);
    const other = await givenGroup(t.db, site.accountId, 'time');
    await site.person('1', { timeId: '1' });
    await site.person('2', { timeId: '2', timeGroupId: other });
    await site.person('3', { timeId: '3', timeGroupId: other });
    const userId = await givenUser(t.db, site.accountId, {
      permissions: PERMISSIONS,
      scope: { timeGroups: [site.group] },
    });
    const mine = await givenSession(t.db, site.accountId, userId, { createdAt: ASKED });
    const theirs = await givenScoped(site.accountId, { timeGroups: [other] });
    const url = `/v2/stats/employee/attendance-status-totals?referenceDate=${MONDAY}`;
    const ask = (token: string, tag = '') => t.ask(url, { token, headers: tag ? { 'if-none-match': tag } : {} });
    const answers = [await ask(site.token), await ask(mine), await ask(theirs)];
    expect(answers.map((answer) => answer.json().total)).toEqual([3, 1, 2]);
    const tags = answers.map(({ headers: { etag } }) => String(etag));
    expect(new Set(tags).size).toBe(3);
    const named = answers.map(({ headers }) => headers['x-scope']);
    expect([named[0], new Set(named).size]).toEqual(['everybody', 3]);
    const [, own = '', foreign = ''] = tags;
    expect((await ask(mine, own)).headers['x-scope']).toBe(named[1]);
    expect([(await ask(mine, own)).statusCode, (await ask(mine, foreign)).statusCode]).toEqual([304, 200]);
    const secret = async () => (await t.ask('/v2/session', { token: mine })).json();
    const before = await secret();
    await t.db.run(
      sql`update app_user set scope = ${JSON.stringify({ timeGroups: [other] })}::jsonb where user_id = ${userId}`,
    );
    const changed = await ask(mine, own);
    expect(changed.json().total).toBe(2);
    const after = await secret();
    // By this a page that is open notices.
    expect(changed.headers['x-scope']).toBe(after.scope);
    expect(after.scope).not.toBe(before.scope);
    // What the browser kept is encrypted with this key, so that it can no longer be read.
    expect(after.cacheSecret).not.toBe(before.cacheSecret);
    expect(before.permissions.api).not.toContain('Attendance.LOCK_PERIOD');
    expect([before.scopeNames, (await t.ask('/v2/session', { token: site.token })).json().scopeNames]).toEqual([
      [expect.any(String)],
      undefined,
    ]);
  });

  it('names a user’s rights at each answer, so that a page that is open notices others', async () => {
    const site = await givenSupervised(t);
    const rights = async () => {
      const [figures, session] = [
        await t.ask('/v2/stats/on-site', { token: site.token }),
        await t.ask('/v2/session', { token: site.token }),
      ];
      expect(figures.headers['x-rights']).toBe(session.json().rights);
      return [session.json().rights, session.json().lastFigures];
    };
    const first = await rights();
    expect(first).toEqual([expect.any(String), expect.any(String)]);
    await t.db.run(sql`update account set last_figures = false where account_id = ${site.accountId}`);
    const forbidden = await rights();
    expect(forbidden).toEqual([expect.not.stringMatching(`^${first[0]}$`), null]);
    await t.db.run(sql`update app_user set permissions = permissions[1:1] || array['Stats.GET_ATTENDANCE_INFORMATION']
      where account_id = ${site.accountId}`);
    expect((await rights())[0]).not.toBe(forbidden[0]);
  });

  it('does not hide anybody on the muster list where the account opens it to all', async () => {
    const site = await givenSupervised(t);
    const other = await givenGroup(t.db, site.accountId, 'time');
    await site.person('1', { timeId: '1' });
    await site.person('2', { timeId: '2', timeGroupId: other });
    for (const pin of ['1', '2']) await site.send(pin, [`${TODAY} 07:00`]);
    const token = await givenScoped(site.accountId, { timeGroups: [site.group] });
    const list = async (cacheKey: string) => {
      const { entries, isForAll } = (await site.ask(`/stats/on-site?cacheKey=${cacheKey}`, undefined, token)).body;
      return [entries.map(({ employee }: { employee: { number: string } }) => employee.number), isForAll];
    };
    expect(await list('a')).toEqual([['1'], undefined]);
    await t.db.run(sql`update account set muster_for_all = true where account_id = ${site.accountId}`);
    expect(await list('b')).toEqual([['1', '2'], true]);
    // Limits of hours are told of one's own people only.
    await t.db.run(
      sql`insert into hours_rule (account_id, hours_rule_id, system_id, code, rule) values (${site.accountId}, ${randomUUID()}, 'CSV', 'all',
        ${JSON.stringify({ ...HOURS_RULE_DEFAULTS, maxDayMinutes: 720, nearMinutes: 600 })}::jsonb)`,
    );
    await t.db.run(sql`update account set data_version = data_version + 1 where account_id = ${site.accountId}`);
    const near = async (as: string) =>
      (await site.ask('/stats/on-site?cacheKey=c', undefined, as)).body.entries.flatMap(
        ({ employee, passes }: Muster['entries'][number]) => (passes ? [employee.number] : []),
      );
    expect([await near(token), await near(site.token)]).toEqual([['1'], ['1', '2']]);
  });

  it('limits the groups, entries and devices that are offered, and whom a device names', async () => {
    const site = await givenSupervised(t);
    const other = await givenGroup(t.db, site.accountId, 'time');
    const inside = await site.person('1');
    const outside = await site.person('2', { timeGroupId: other });
    for (const id of [inside, outside])
      await t.db.run(
        sql`insert into device_employee (account_id, device_id, employee_id) values (${site.accountId}, ${site.deviceId}, ${id})`,
      );
    const token = await givenScoped(site.accountId, { timeGroups: [site.group] });
    const groups = (await site.ask('/account/groups', undefined, token)).body;
    expect(groups.timeGroups.map(({ _id }: { _id: string }) => _id)).toEqual([site.group]);
    const { devices } = (await site.ask('/device?cacheKey=a', undefined, token)).body;
    expect(devices.map(({ employeeIds }: { employeeIds: string[] }) => employeeIds)).toEqual([[inside]]);
  });
});
