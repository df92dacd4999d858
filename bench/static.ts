import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Fastify from 'fastify';
import { buildIfStale } from '../scripts/build.ts';
import { type Cost, cpuPerRequest } from './support/cpu.ts';
import { median, openRig, printTable, rounded } from './support/rig.ts';

/**
 * Measures what serving a file of the web application costs: the server's CPU time per request, as a ratio to the same bytes sent from a variable by
 * Fastify and by node:http. The ways alternate over several rounds; medians.
 */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const DIST = join(import.meta.dirname, '../dist');

await buildIfStale();
const name = readdirSync(join(DIST, 'assets')).find((file) => /^app-.*\.js\.br$/.test(file));
if (!name) throw new Error('There is no build');
const body = readFileSync(join(DIST, 'assets', name));
const headers = {
  'content-type': 'text/javascript; charset=utf-8',
  'content-encoding': 'br',
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
};

const rig = await openRig({ dist: DIST });
const bare = createServer((_request, response) => {
  response.writeHead(200, { ...headers, 'content-length': body.length });
  response.end(body);
});
await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
const fastify = Fastify();
fastify.get('/file', (_request, reply) => reply.headers(headers).send(body));
await fastify.listen({ port: 0, host: '127.0.0.1' });
const origin = (server: { address(): unknown }) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const cases = [
  ['a buffer, node:http', `${origin(bare)}/file`],
  ['a buffer, Fastify', `${origin(fastify.server)}/file`],
  ['the built file', `${rig.origin}/assets/${name.replace(/\.br$/, '')}`],
] as const;
try {
  const asked = [{ 'accept-encoding': 'gzip, deflate, br' }];
  const costs = new Map<string, Cost[]>();
  for (const [, url] of cases) await cpuPerRequest(url, asked, 1);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [what, url] of cases)
      costs.set(what, [...(costs.get(what) ?? []), await cpuPerRequest(url, asked, SECONDS)]);
  const micros = (what: string) => median((costs.get(what) ?? []).map((cost) => cost.micros));
  printTable(
    `A file of ${body.length} brotli bytes, 20 connections, CPU of the server process`,
    cases.map(([what]) => ({
      what,
      'CPU us/request': rounded(micros(what)),
      'of node:http': rounded(micros(what) / micros(cases[0][0]), 2),
      'of Fastify': rounded(micros(what) / micros(cases[1][0]), 2),
      answers: costs.get(what)?.at(-1)?.statuses ?? '',
    })),
  );
} finally {
  bare.close();
  await fastify.close();
  await rig.close();
}
