import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { PayFile } from '#contract/money/payFiles.ts';
import { buildApp } from '#server/app.ts';
import { Money } from '#server/money/earnings/money.ts';
import { sql } from '#server/platform/db/db.ts';
import { createInProcessJobs } from '#tests/support/jobs.ts';
import { givenPay, MONDAY, type Work } from '#tests/support/payWorld.ts';
import { endProcesses, started } from '#tests/support/processes.ts';
import { runs } from '#tests/support/size.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/**
 * Answers and payroll files that are made while records and employees arrive: each is what a quiet account of the data version that it claims says
 * (docs/decisions/029-one-state.md). The quiet account is a twin, to which the same happens one after the other.
 */
const t = useTestApp();
afterAll(endProcesses);
const SUNDAY = '2026-11-15';
const DAYS = ['09', '10', '11', '12', '16', '17', '18'].map((day) => `2026-11-${day}`);
const PEOPLE = ['1', '2', '3', '4', '5', '6'];
const WORK: Work = Object.fromEntries(
  DAYS.map((date) => [date, { from: '07:00', to: '16:00', units: { crate: 60 } }] as const),
);
const SPAN = `from=${MONDAY}&to=2026-11-18`;

const versionOf = async (accountId: string) =>
  (
    await t.db.single(
      z.object({ version: z.int() }),
      sql`select data_version::int as version from account where account_id = ${accountId}`,
    )
  ).version;

async function given() {
  const employeeGroups = ['G', 'H'].map((code) => ({ code, name: code }));
  const world = await givenPay(t, Object.fromEntries(PEOPLE.map((number) => [number, WORK])), { employeeGroups });
  const groups = (await world.ask('/account/groups')).employeeGroups;
  await world.rate('piece', '3.10', { lookup1: 'crate' });
  await world.rate('piece', '4.20', { employeeGroupId: groups[1]._id, lookup1: 'crate' });
  await world.rate('minimum', '28.79');
  await world.rule();
  const lock = (await world.ask('/period-locks', { from: MONDAY, to: SUNDAY }))._id as string;
  const { rows } = await world.people(SPAN);
  const idOf = (number: string) => rows.find(({ employee }) => employee.number === number)?.employee._id ?? '';
  return { ...world, lock, idOf };
}
type World = Awaited<ReturnType<typeof given>>;

/** The numbers of people who are there before a step; each fifth step brings one more. */
const newest = (nth: number) => `${7 + Math.floor(nth / 5)}`;
/** Makes step `nth` happen: what arrives never opens a day that is settled. */
async function happens({ sync, ask, idOf }: World, nth: number) {
  const employee = (number: string, group: string) => ({
    ...{ code: number, number, firstName: `A${number}`, lastName: 'Ama', timeGroupCode: 'DAY' },
    ...{ employeeGroupCode: group, activeFrom: '2026-09-01' },
  });
  const day = DAYS[nth % DAYS.length] ?? MONDAY;
  const known = PEOPLE[nth % PEOPLE.length] ?? '1';
  const punch = (code: string, time: string) => ({
    ...{ code: `${nth} ${code}`, employeeCode: newest(nth), at: `${day}T${time}:00+02:00` },
  });
  const steps = [
    () => sync({ employees: [employee(newest(nth), 'G')] }),
    () => sync({ clockRecords: [punch('in', '07:00'), punch('out', '15:00')] }),
    () =>
      sync({
        pieceworkEntries: [
          {
            ...{ code: `late ${nth}`, employeeCode: known, lookup1Code: 'crate', units: 9 },
            startedAt: `${day}T11:00:00+02:00`,
          },
        ],
      }),
    async () => {
      const { basis } = await ask(`/stats/employee/${idOf(known)}/day?referenceDate=2026-11-17`);
      const change = {
        ...{ do: 'add-entry', employeeId: idOf(known), units: '7', startedAt: '2026-11-17T12:00:00+02:00' },
        ...{ endedAt: null, durationMs: null, lookup1Code: 'crate', lookup2Code: null },
      };
      await ask('/corrections', { reason: 'wrong-count', items: [{ day: '2026-11-17', basis, change }] });
    },
    () => sync({ employees: [employee(known, nth % 2 === 0 ? 'H' : 'G')] }),
  ];
  await steps[nth % steps.length]?.();
}

const TILES = [
  'employee/attendance-status-totals',
  'employee/by-attendance-status/present',
  'piecework/total-units/by-lookup1',
  'piecework/employee-unit-breakdown-by-category',
  'piecework/top-10',
  'time-wasted/totals',
];
type Question = { name: string; path: string; body?: object };
const questionsOf = ({ idOf }: World): Question[] => [
  { name: 'pay', path: `pay/people?${SPAN}` },
  { name: 'pay of one', path: `pay/people/${idOf('2')}?${SPAN}` },
  { name: 'cost', path: `pay/cost?${SPAN}` },
  { name: 'hours', path: `stats/hours?${SPAN}` },
  { name: 'roll', path: `stats/roll?${SPAN}&rows=100&lastIndex=-1` },
  { name: 'attendance', path: `stats/trends/attendance?${SPAN}` },
  { name: 'piecework', path: `stats/trends/piecework?${SPAN}&by=lookup1` },
  { name: 'person', path: `stats/person/${idOf('3')}?${SPAN}` },
  { name: 'exceptions', path: `exceptions?${SPAN}` },
  { name: 'pay today', path: 'pay/today' },
  {
    name: 'report',
    path: 'stats/generateReport',
    body: { reportType: 'earnings', exportType: 'csv', dates: { from: MONDAY, to: '2026-11-18' } },
  },
  ...TILES.map((path) => ({ name: path, path: `stats/${path}?referenceDate=2026-11-18` })),
];

/** Returns an answer without what differs between twins: people by their number, other ids as one. */
async function plainly({ accountId }: World) {
  const rows = await t.db.rows(
    z.object({ id: z.string(), number: z.string() }),
    sql`select employee_id as id, number from employee where account_id = ${accountId}`,
  );
  const numbers = new Map(rows.map(({ id, number }) => [id, `person ${number}`]));
  return (text: string) =>
    text
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => numbers.get(id) ?? 'id')
      .replaceAll(/Uma User user\d+/g, 'Uma')
      .replaceAll(/"(basis|evidence|key|cursor)":"[^"]*"/g, '"$1":""');
}

/** A server that answers: the one of this process, or another process on the same database. */
type Server = (url: string, init: { headers: Record<string, string>; body?: object | undefined }) => Promise<Reply>;
type Reply = { status: number; text: string; header(name: string): string };
const here =
  (app = t.app): Server =>
  async (url, { headers, body }) => {
    const answer = await app.inject({ url, headers, ...(body && { method: 'POST', body }) });
    const header = (name: string) => String(answer.headers[name] ?? '');
    return { status: answer.statusCode, text: answer.body.replace(/^\ufeff/, ''), header };
  };
async function elsewhere(): Promise<Server> {
  const script = ['tests/support/otherServer.ts', t.connectionString, t.dataDir, t.clock.now().toISOString()];
  const { out, err } = started(spawn(process.execPath, script));
  await expect.poll(() => out()[0] ?? err().join(' ')).toMatch(/^http/);
  const [origin] = out();
  return async (url, { headers, body }) => {
    const json = { 'content-type': 'application/json' };
    const post = body && { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(`${origin}${url}`, { headers: { ...headers, ...(body && json) }, ...post });
    const header = (name: string) => answer.headers.get(name) ?? '';
    return { status: answer.status, text: await answer.text(), header };
  };
}

type Answer = { name: string; first: number; last: number; claimed: number | null; text: string };
async function askedOf(server: Server, world: World, { name, path, body }: Question): Promise<Answer | null> {
  const first = await versionOf(world.accountId);
  const { status, text, header } = await server(`/v2/${path}`, { headers: { authorization: world.token }, body });
  if (status === 503 || status === 429) {
    expect(header('retry-after'), text).not.toBe('');
    return null;
  }
  expect(status, `${name}: ${text.slice(0, 300)}`).toBe(200);
  const claimed = /^"[^.]+\.(\d+)\./.exec(header('etag'))?.[1];
  return { name, first, last: await versionOf(world.accountId), claimed: claimed ? Number(claimed) : null, text };
}

/** Asks while `work` goes on; returns the answers, and how many were refused. */
async function during(servers: readonly Server[], world: World, work: () => Promise<void>) {
  const questions = questionsOf(world);
  const answers: Answer[] = [];
  let [isOver, refused] = [false, 0];
  const ask = async (server: Server, offset: number) => {
    for (let nth = offset; !isOver; nth++) {
      const question = questions[nth % questions.length];
      const answer = question && (await askedOf(server, world, question));
      if (answer) answers.push(answer);
      else refused++;
    }
  };
  const asking = servers.flatMap((server, place) => [ask(server, place), ask(server, place + 5)]);
  const working = work().finally(() => {
    isOver = true;
  });
  await Promise.all([working, ...asking]);
  return { answers, refused };
}

const STEPS = 15;
/** The least time between two steps, ms. With 200 and 63 rounds both tests have some 15,000 answers and 500 files. */
const PAUSE = Number(process.env.ONE_STATE_PAUSE ?? 0);
const ROUNDS = runs(1, 2).numRuns;
async function round(servers: readonly Server[]) {
  const [world, twin] = [await given(), await given()];
  expect(await versionOf(world.accountId)).toBe(await versionOf(twin.accountId));
  const files: PayFile[] = [];
  let refusedFiles = 0;
  const make = async () => {
    const { status, body, text } = await world.asked('/pay/files', { lockId: world.lock, knownLeftOut: 1_000 });
    if (status === 200) files.push(body);
    else {
      refusedFiles++;
      expect(text).toMatch(/Nothing has changed|are arriving|Another payroll file|Too many/);
    }
  };
  await make();
  const { answers, refused } = await during(servers, world, async () => {
    let isOver = false;
    const making = (async () => {
      while (!isOver) await make();
    })();
    for (let nth = 0; nth < STEPS; nth++) {
      await happens(world, nth);
      await setTimeout(PAUSE);
    }
    isOver = true;
    await making;
  });
  await make();
  const plain = await plainly(world);
  const last = await versionOf(world.accountId);

  // The twin: the same, one after the other, each version that an answer may be of looked at in quiet by another process.
  const quiet = new Map<string, string>();
  const totals = new Map<number, string>();
  const versionsOf = ({ claimed, first, last: until }: Answer) => (claimed === null ? range(first, until) : [claimed]);
  const needed = new Set(answers.flatMap((one) => versionsOf(one).map((version) => `${one.name} ${version}`)));
  const quietly = await buildApp({ ...t.services, jobs: createInProcessJobs() });
  const look = async () => {
    const version = await versionOf(twin.accountId);
    const plainTwin = await plainly(twin);
    for (const question of questionsOf(twin)) {
      const key = `${question.name} ${version}`;
      if (needed.has(key)) quiet.set(key, plainTwin((await askedOf(here(quietly), twin, question))?.text ?? 'refused'));
    }
    if (files.some(({ dataVersion }) => dataVersion === version) || version === last)
      totals.set(version, (await twin.people(`from=${MONDAY}&to=${SUNDAY}`)).totals.total);
  };
  await look();
  for (let nth = 0; nth < STEPS; nth++) {
    await happens(twin, nth);
    await look();
  }
  expect(await versionOf(twin.accountId)).toBe(last);

  const wrong = answers.filter(
    (one) => !versionsOf(one).some((version) => quiet.get(`${one.name} ${version}`) === plain(one.text)),
  );
  expect(wrong.map(({ name, claimed, text }) => `${name} ${claimed} ${plain(text).slice(0, 600)}`).slice(0, 2)).toEqual(
    [],
  );
  // What was handed over until a file is what the days come to in the version that it says.
  let sent = new Money(0);
  for (const { total, dataVersion, number, isDelta } of files) {
    sent = sent.plus(total);
    expect([number, sent.toFixed(2)]).toEqual([number, totals.get(dataVersion)]);
    expect(isDelta).toBe(number > 1);
  }
  expect(sent.toFixed(2)).toBe(totals.get(last));
  await quietly.close();
  return { answers: answers.length, refused, files: files.length, refusedFiles };
}

test.each([
  ['one process', () => Promise.resolve([here()])],
  ['two processes on one database', async () => [here(), await elsewhere()]],
])('each answer is the quiet one of the version that it claims, in %s', async (_, start) => {
  const servers = await start();
  const counts = { answers: 0, refused: 0, files: 0, refusedFiles: 0 };
  for (let nth = 0; nth < ROUNDS; nth++) {
    const own = await round(servers);
    for (const key of ['answers', 'refused', 'files', 'refusedFiles'] as const) counts[key] += own[key];
  }
  if (process.env.ONE_STATE_LOG) process.stdout.write(`${JSON.stringify(counts)}\n`);
  expect(counts.answers).toBeGreaterThan(10 * ROUNDS);
  expect(counts.files).toBeGreaterThan(ROUNDS);
});

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, nth) => first + nth);
