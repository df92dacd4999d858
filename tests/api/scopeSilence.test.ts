import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from '#contract/all.ts';
import { PERMISSIONS } from '#contract/platform/permissions.ts';
import type { UserScope } from '#contract/platform/scope.ts';
import { reportType } from '#contract/reports/reports.ts';
import { DAY_PINS, givenWorld, step, take, type World } from '../support/dayWorlds.ts';
import { givenSession, givenUser } from '../support/factories.ts';
import { ASKED, MONDAY } from '../support/ledger.ts';
import { runs } from '../support/size.ts';
import { useTestApp } from '../support/testApp.ts';
import { OF_NOBODY, OF_THEIR_PEOPLE } from './scope.table.ts';

/** Nothing outside a scope changes an answer within it (docs/reference/scope.md#what-it-limits): not a count, a name, an option or a refusal. */

const t = useTestApp();
const OUTSIDE = ['1002', '1004'];
const PAST = 'from=2026-10-23&to=2026-10-26';
const RECENT = 'from=2026-11-20&to=2026-11-25';

async function givenUserOf({ site }: World, scope: UserScope | null) {
  const userId = await givenUser(t.db, site.accountId, { permissions: PERMISSIONS, scope });
  return givenSession(t.db, site.accountId, userId, { createdAt: ASKED, ttlSeconds: 86_400 });
}

const PARAMETERS: Record<string, readonly string[]> = {
  category: ['lookup1', 'attendance'],
  status: ['total', 'present', 'absent', 'late'],
};
/** Returns the addresses of every call without effects that a user with a scope may make, for each of some employees. */
function addresses(people: readonly string[]): string[] {
  return [...OF_THEIR_PEOPLE, ...OF_NOBODY].flatMap((name) => {
    const { method, path = '', query } = ENDPOINTS[name] ?? {};
    if (method !== 'GET') return [];
    const keys = Object.keys(query instanceof z.ZodObject ? query.shape : {});
    const [, parameter = ''] = /:(\w+)/.exec(path) ?? [];
    const values = parameter === 'employeeId' ? people : parameter ? (PARAMETERS[parameter] ?? []) : [''];
    const spans = keys.includes('from')
      ? [PAST, RECENT]
      : keys.includes('referenceDate')
        ? ['2026-10-25', MONDAY, ASKED.slice(0, 10)].map((date) => `referenceDate=${date}`)
        : ['x=1'];
    const more = [
      keys.includes('cacheKey') && 'cacheKey=a',
      keys.includes('startRow') && 'startRow=0&endRow=100',
      keys.includes('q') && name === 'findPeople' && 'q=Nkosi',
    ];
    return values.flatMap((value) =>
      spans.map((span) => `${path.replace(`:${parameter}`, value)}?${[span, ...more].filter(Boolean).join('&')}`),
    );
  });
}

const WHY = { reason: 'other', note: 'Said so' };
const SPAN = { from: '2026-10-26', to: '2026-11-24' };
/** Bodies of calls that tell something and leave nothing. */
const told = (people: readonly string[], lookup2Code = 'N1'): [path: string, body: object][] => [
  ['/corrections/pieces/preview', { ...WHY, choice: SPAN, change: { do: 'change', lookup2Code } }],
  ['/corrections/crew-punch/preview', { ...WHY, day: MONDAY, time: '12:00', direction: 'in' }],
  ...people.flatMap((employeeId): [string, object][] => [
    [
      '/corrections/preview',
      {
        ...WHY,
        items: [
          {
            day: MONDAY,
            basis: 'x',
            change: { do: 'add-punch', employeeId, at: `${MONDAY}T11:00:00+01:00`, direction: 'out' },
          },
        ],
      },
    ],
    [
      '/corrections/crew-sheet/preview',
      {
        ...WHY,
        day: MONDAY,
        startTime: '08:00',
        endTime: '09:00',
        lookup2Code,
        products: ['A'],
        rows: [{ employeeId, units: ['3'] }],
      },
    ],
    ['/corrections/pieces/preview', { ...WHY, choice: { ...SPAN, employeeIds: [employeeId] }, change: { do: 'void' } }],
  ]),
];

/** Ids that are made anew at each call, and the contact of devices: people within the scope clock on the same ones. */
const anew = (body: string) =>
  body
    .replace(/"(actId|correctionId)":"[^"]*"/g, '"$1":"-"')
    .replace(/"(reporting|inUse)":\d+/g, '"$1":0')
    .replace(/"(lastContact|lastSync)":("[^"]*"|null)/g, '"$1":"-"');
async function answers(token: string, people: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const path of addresses(people)) {
    const answer = await t.ask(`/v2${path}`, { token });
    found.set(path, `${answer.statusCode} ${anew(answer.body)}`);
  }
  for (const [path, body] of told(people)) {
    const answer = await t.ask(`/v2${path}`, { token, body });
    found.set(`${path} ${JSON.stringify(body)}`, `${answer.statusCode} ${anew(answer.body)}`);
  }
  return found;
}
const reports = async (token: string) => {
  const files = new Map<string, string>();
  for (const type of reportType.options) {
    const body = { reportType: type, exportType: 'csv', dates: { from: '2026-10-23', to: '2026-10-26' } };
    files.set(type, (await t.ask('/v2/stats/generateReport', { token, body })).body);
  }
  return files;
};

/** Acts of a user without a scope on the two who are outside, beside what happens to them. */
async function actOutside({ site, people }: World, owner: string) {
  const ids = OUTSIDE.map((number) => people.get(number) ?? '');
  const sheet = {
    ...{ ...WHY, day: MONDAY, startTime: '08:00', endTime: '09:00', lookup2Code: 'N1', products: ['A', 'B'] },
    rows: ids.map((employeeId) => ({ employeeId, units: ['3', '7'] })),
  };
  await site.ask('/corrections/crew-sheet', sheet, owner);
  await site.ask(
    '/corrections/crew-punch',
    { ...WHY, day: MONDAY, time: '12:00', direction: 'in', employeeIds: ids },
    owner,
  );
  const order = { ...WHY, choice: { ...SPAN, employeeIds: ids }, change: { do: 'change', lookup2Code: 'N1' } };
  const { basis } = (await site.ask('/corrections/pieces/preview', order, owner)).body;
  if (basis) await site.ask('/corrections/pieces', { ...order, basis }, owner);
  for (const employeeId of ids) {
    const change = { do: 'excuse', employeeId, judgement: 'absence', kind: 'leave', from: MONDAY, to: MONDAY } as const;
    await site.ask('/corrections', { ...WHY, items: await site.items(employeeId, [change]) }, owner);
  }
  const { exceptions } = (await site.ask('/exceptions', undefined, owner)).body;
  const theirs = exceptions.filter(({ employee }: { employee: { _id: string } | null }) =>
    ids.includes(employee?._id ?? ''),
  );
  const items = theirs.slice(0, 20).map(({ key, evidence }: Record<string, string>) => ({ key, evidence }));
  if (items.length > 0) await site.ask('/exceptions/reviews', { items }, owner);
  await reports(owner);
}

const KINDS: readonly string[] = ['shift', 'punch', 'work', 'add', 'excuse', 'leave', 'move', 'recalculate', 'arrive'];
const outside = step.filter((one) => KINDS.includes(one.do) && (!('pin' in one) || OUTSIDE.includes(one.pin)));

test('what happens outside a scope changes no answer within it, whatever happens', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 12, maxLength: 12 }),
      fc.array(outside, { minLength: 10, maxLength: 10 }),
      async (before, after) => {
        const world = await givenWorld(t);
        const owner = await givenUserOf(world, null);
        for (const one of before) if (one.do !== 'crew') await take(t, world, one);
        const token = await givenUserOf(world, { employeeGroups: [world.crew] });
        const people = [...world.people.values(), crypto.randomUUID()];
        const [first, files] = [await answers(token, people), await reports(token)];
        const exports = await t.ask('/v2/stats/exports', { token });
        for (const one of after) await take(t, world, one);
        await actOutside(world, owner);
        const said = [...before, ...after].map((one) => JSON.stringify(one)).join('\n');
        const second = await answers(token, people);
        for (const [path, body] of first)
          if (!path.startsWith('/stats/exports')) expect(second.get(path), `${path}\n${said}`).toBe(body);
        expect((await t.ask('/v2/stats/exports', { token })).body, said).toBe(exports.body);
        expect(await reports(token), said).toEqual(files);
      },
    ),
    {
      ...runs(1, 1),
      endOnFailure: true,
    },
  );
});

const CLOCKED = ['2026-10-23', '2026-10-24', '2026-10-25', '2026-10-26', '2026-11-24'] as const;
/** Work at other products while an employee is clocked in: elsewhere it is evidence of where they were, whatever the product. */
const elsewhere = fc.record({
  do: fc.constant('work' as const),
  pin: fc.constantFrom(...DAY_PINS),
  at: fc
    .tuple(fc.constantFrom(...CLOCKED), fc.integer({ min: 10, max: 14 }))
    .map(([date, hour]) => `${date} ${hour}:00`),
  code: fc.constantFrom('B', 'C', 'V'),
  units: fc.integer({ min: 1, max: 90_000 }),
  minutes: fc.constant(40),
});
/** Hashes of an employee's whole day, and the star for a day of which anything was corrected, are not of its work at some products. */
const ofWork = (answer = '') =>
  answer
    .replaceAll('*', '')
    .replaceAll(',Yes,', ',,')
    .replace(/,?"corrected":(true|false)/g, '')
    .replace(/"(basis|evidence)":"[^"]*"/g, '"$1":"-"');

test('work at products outside a scope changes no answer within it, whatever happens', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 12, maxLength: 12 }),
      fc.array(elsewhere, { minLength: 8, maxLength: 8 }),
      async (before, after) => {
        const world = await givenWorld(t);
        const { site } = world;
        const owner = await givenUserOf(world, null);
        for (const one of before) if (one.do !== 'move') await take(t, world, one);
        for (const pin of DAY_PINS) for (const day of CLOCKED) await take(t, world, { do: 'shift', pin, day, late: 0 });
        const token = await givenUserOf(world, { lookup1: [world.lookup] });
        const people = [...world.people.values()];
        const [first, files] = [await answers(token, people), await reports(token)];
        for (const one of after) await take(t, world, one);
        const change = async (code: string, to: object) => {
          const order = { ...WHY, choice: { ...SPAN, lookup1Code: code }, change: to };
          const { basis } = (await site.ask('/corrections/pieces/preview', order, owner)).body;
          if (basis) await site.ask('/corrections/pieces', { ...order, basis }, owner);
        };
        await change('B', { do: 'change', lookup1Code: 'D', factor: '2' });
        // No employee has only this record on a day: whoever loses their only one was absent, whatever its product.
        await change('V', { do: 'void' });
        const rows = DAY_PINS.map((pin) => ({ employeeId: world.people.get(pin), units: ['7'] }));
        const sheet = {
          day: '2026-11-24',
          startTime: '12:00',
          endTime: '12:30',
          lookup2Code: 'N1',
          products: ['B'],
          rows,
        };
        await site.ask('/corrections/crew-sheet', { ...WHY, ...sheet }, owner);
        const said = [...before, ...after].map((one) => JSON.stringify(one)).join('\n');
        const second = await answers(token, people);
        for (const [path, body] of first)
          if (!path.startsWith('/stats/exports'))
            expect(ofWork(second.get(path)), `${path}\n${said}`).toBe(ofWork(body));
        for (const [type, file] of await reports(token))
          expect(ofWork(file), `${type}\n${said}`).toBe(ofWork(files.get(type)));
      },
    ),
    {
      ...runs(1, 1),
      endOnFailure: true,
    },
  );
});
