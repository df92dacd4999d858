import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from '#contract/all.ts';
import type { PayrollSyncResult } from '#contract/intake/payroll.ts';
import { newPerson } from '#contract/intake/sync.ts';
import { clockRecord, pieceworkRecord } from '#contract/platform/records.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenFuzzWorld } from '../support/fuzzWorld.ts';
import { type Ids, roleOf, type Shape, shapeOf, simplestOf, urlOf, withEachText } from '../support/requests.ts';
import { useTestApp } from '../support/testApp.ts';

/** Texts that JSON carries and the database cannot store. */
const UNSTORABLE = ['Q\0', 'Q\ud800'];
const t = useTestApp();
let ids: Ids;
let tokens: Record<string, string>;
beforeEach(async () => {
  ({ ids, tokens } = await givenFuzzWorld(t.db, 'Other'));
});
const send = (url: string, role: string, body: unknown) =>
  t.app.inject({
    method: 'POST',
    url,
    headers: { authorization: tokens[role], 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });

const person = (code: string, over: object = {}) => ({ code, number: code, firstName: 'A', lastName: code, ...over });
const at = '2026-11-20T07:00:00Z';
const piece = { code: 'W1', employeeCode: 'E1', units: 3, startedAt: at };
/** Records that are wrong only by the text, by part; `good` is what each part has beside. */
const wrongRecords = (bad: string): [string, object[]][] => [
  ['employees', [person(bad), person('E2', { number: bad }), person('E3', { timeId: bad })]],
  ['employees', [person('E4', { timeGroupCode: bad }), person('E5', { employeeGroupCode: bad })]],
  ['timeGroups', [{ code: bad, name: 'A' }]],
  ['employeeGroups', [{ code: bad, name: 'A' }]],
  ['jobDescriptions', [{ code: bad, name: 'A' }]],
  ['lookups', [{ lookup: 1, entries: [{ code: bad, description: 'A' }] }]],
  ['holidays', [{ code: bad, name: 'A', date: '2026-12-25' }]],
  ['hoursRules', [{ code: bad }]],
  ['rates', [{ code: bad, amount: '1', from: '2026-01-01' }]],
  [
    'pieceworkEntries',
    [
      { ...piece, code: bad },
      { ...piece, lookup1Code: bad },
      { ...piece, jobDescriptionCode: bad },
    ],
  ],
  ['pieceworkEntries', [{ ...piece, employeeCode: bad }]],
  [
    'clockRecords',
    [
      { code: bad, timeId: '7', at },
      { code: 'P1', timeId: bad, at },
      { code: 'P2', employeeNumber: bad, at },
    ],
  ],
];

describe.each(UNSTORABLE)('a payroll system that sends %j', (bad) => {
  it.each(wrongRecords(bad))('has that record of %s refused, and all others stored', async (part, wrong) => {
    const good = person('E1');
    const body = part === 'employees' ? { employees: [...wrong, good] } : { employees: [good], [part]: wrong };
    const answer = await send('/v2/payroll/Sage/sync', 'payroll', body);
    expect(answer.statusCode, answer.body).toBe(200);
    const { counts, rejected }: PayrollSyncResult = answer.json();
    expect(counts.employees?.added).toBe(1);
    expect(rejected.map((one) => one.part)).toEqual(wrong.map(() => part));
  });

  it('has its deletions of such codes refused', async () => {
    await send('/v2/payroll/Sage/sync', 'payroll', {
      employees: [person('Q')],
      jobDescriptions: [{ code: 'Q', name: 'A' }],
    });
    const parts = ['employees', 'jobDescriptions', 'lookups', 'holidays', 'rates', 'clockRecords'];
    const deleted = Object.fromEntries(parts.map((part) => [part, [bad]]));
    const answer = await send('/v2/payroll/Sage/sync', 'payroll', { deleted });
    expect(answer.statusCode, answer.body).toBe(200);
    const { counts, rejected }: PayrollSyncResult = answer.json();
    expect(rejected.map(({ part }) => part).sort()).toEqual(parts.toSorted());
    expect(Object.values(counts).map((count) => count.deleted)).toEqual(parts.map(() => 0));
  });
});

describe('a phone', () => {
  const punch = { recordId: 'r1', employeeNumber: '12', at };
  const sync = (over: object) => send('/v2/rc/sync', 'device', { sentAt: t.clock.now().toISOString(), ...over });
  it.each(['x\0', 'x\ud800', 'x'.repeat(300_000)])(
    'has a record with an unknown field refused, whatever its name',
    async (name) => {
      const answer = await sync({ clockRecords: [{ ...punch, recordId: 'r2', [name]: 1 }, punch] });
      expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
      expect(answer.json()).toMatchObject({ accepted: 1, rejected: [{ recordId: 'r2' }] });
      const [kept] = await t.db.rows(z.object({ reason: z.string() }), sql`select reason from rejected_line`);
      expect(kept?.reason).toMatch(/^Unrecognized key: "x/);
    },
  );

  it.each(UNSTORABLE)('never fails by a name that cannot be read: %j', async (bad) => {
    const right = { number: '4711', name: 'Sipho' };
    const newPeople = [{ number: bad }, { timeId: bad }, { name: bad }, { [bad]: 1 }].map((one) => ({
      ...right,
      ...one,
    }));
    const answer = await sync({ clockRecords: [punch], newPeople });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ accepted: 1, rejected: [] });
  });
});

/** The records of a delivery, which its schema leaves open because each is checked by itself. */
const RECORDS: Record<string, Record<string, Shape>> = {
  syncDevice: {
    clockRecords: { type: 'array', items: shapeOf(clockRecord) },
    pieceworkEntries: { type: 'array', items: shapeOf(pieceworkRecord) },
    newPeople: { type: 'array', items: shapeOf(newPerson) },
  },
};

it('is no text of any body or query at which an endpoint fails by itself', async () => {
  const failed: string[] = [];
  let calls = 0;
  for (const [name, endpoint] of Object.entries(ENDPOINTS)) {
    const role = roleOf(endpoint);
    const token = tokens[role];
    const params = endpoint.params && simplestOf(shapeOf(endpoint.params), ids);
    for (const part of ['body', 'query'] as const) {
      const schema = endpoint[part];
      if (!schema) continue;
      const shape = shapeOf(schema);
      const whole = {
        ...shape,
        ...(shape.properties && { properties: { ...shape.properties, ...(part === 'body' && RECORDS[name]) } }),
      };
      for (const bad of UNSTORABLE)
        for (const value of withEachText(whole, ids, bad)) {
          const body = part === 'body' ? value : undefined;
          const answer = await t.app.inject({
            method: endpoint.method,
            url: urlOf(endpoint, params, part === 'query' ? value : undefined),
            headers: {
              ...(token && { authorization: token }),
              ...(body !== undefined && { 'content-type': 'application/json' }),
            },
            ...(body !== undefined && { payload: JSON.stringify(body) }),
          });
          calls += 1;
          if (answer.statusCode >= 500)
            failed.push(`${name} ${JSON.stringify(value)?.slice(0, 300)} -> ${answer.body.slice(0, 200)}`);
        }
    }
  }
  expect(failed).toEqual([]);
  expect(calls).toBeGreaterThan(500);
});
