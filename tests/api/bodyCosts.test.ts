import { expect, it } from 'vitest';
import { givenAccount, givenAdmin } from '../support/factories.ts';
import { useTestApp } from '../support/testApp.ts';

/** Measures a CSV of piecework that is as costly as it can be: the thread that answers all users pays no more for it than for a plain one (spec/security.md S-80). */
const t = useTestApp();
const LENGTH = 3_900_000;
const HEAD = 'number,units,date\n';

/** Returns the CPU time (ms) of the main thread for an answer. */
async function costOf(work: () => Promise<{ statusCode: number }>) {
  const started = process.threadCpuUsage();
  const { statusCode } = await work();
  const { user, system } = process.threadCpuUsage(started);
  expect(statusCode).toBeLessThan(500);
  return (user + system) / 1_000;
}

const WORST: [what: string, csv: string][] = [
  ['one cell', 'a'.repeat(LENGTH)],
  ['nothing but separators', ','.repeat(LENGTH)],
  ['nothing but tabs', '\t'.repeat(LENGTH)],
  ['separators below a plain heading', `${HEAD}${','.repeat(LENGTH)}`],
  ['a cell below a plain heading', `${HEAD}${'a'.repeat(LENGTH)}`],
  ['line ends', `${HEAD}${'\n'.repeat(LENGTH)}`],
  ['quotes', `${HEAD}${'""'.repeat(LENGTH / 2)}`],
  ['quotes that never end', `${HEAD}"${'a\n'.repeat(LENGTH / 2)}`],
  ['lines of separators', `${HEAD}${`${','.repeat(99)}\n`.repeat(LENGTH / 100)}`],
];
it('the worst of its length costs less than half of an ordinary one', async () => {
  const accountId = await givenAccount(t.db);
  const { token } = await givenAdmin(t.db);
  const send = (text: string) =>
    t.ask(`/v2/account/${accountId}/import`, { token, body: { kind: 'piecework', csv: text, commit: false } });
  const line = `1,2.5,2026-11-20 07:00,${'x'.repeat(190)}\n`;
  const ordinary = `number,units,date,remark\n${line.repeat(Math.floor(LENGTH / line.length))}`;
  // The first long body and the first refusal cost what later ones do not.
  await send(ordinary);
  await send('');
  await send(`${HEAD}${'b'.repeat(200_000)}`);
  const costs: [what: string, cost: number][] = [];
  for (const [what, csv] of WORST) costs.push([what, await costOf(() => send(csv))]);
  const plain = await costOf(() => send(ordinary));
  expect(costs.filter(([, cost]) => cost > plain / 2)).toEqual([]);
});
