import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

/**
 * Runs in a process of its own: five people ask for a dashboard five times a second each, and with `punch` a terminal sends a punch as often, until
 * standard input ends. Then prints how long each answer took, in milliseconds. An answer without a figure, or without OK, ends it with an error.
 */
const PEOPLE = 5;
const EVERY_MS = 200;
const { url, authorization, punch } = z
  .object({ url: z.string(), authorization: z.string(), punch: z.string().optional() })
  .parse(JSON.parse(process.argv[2] ?? '{}'));

let isOver = false;
process.stdin.on('end', () => {
  isOver = true;
});
process.stdin.resume();
const looks: number[] = [];
const punches: number[] = [];

async function repeat(took: number[], ask: (turn: number) => Promise<void>) {
  for (let turn = 0; !isOver; turn++) {
    const started = performance.now();
    await ask(turn);
    const ms = performance.now() - started;
    took.push(ms);
    await pause(Math.max(0, EVERY_MS - ms));
  }
}

async function look(person: number) {
  await pause((person * EVERY_MS) / PEOPLE);
  await repeat(looks, async () => {
    const response = await fetch(url, { headers: { authorization } });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`The dashboard answered ${response.status}`);
  });
}

const clockIn = (address: string) =>
  repeat(punches, async (turn) => {
    const local = new Date().toISOString().slice(0, 19).replace('T', ' ');
    const body = `${(turn % 1_000) + 1}\t${local}\t${turn % 2}\t1\t\t0\t0\n`;
    const answer = await (await fetch(address, { method: 'POST', body })).text();
    if (!answer.startsWith('OK')) throw new Error(`The terminal was told ${answer}`);
  });

await Promise.all([...Array.from({ length: PEOPLE }, (_, person) => look(person)), ...(punch ? [clockIn(punch)] : [])]);
console.log(JSON.stringify({ looks, punches }));
