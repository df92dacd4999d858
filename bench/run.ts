import { join } from 'node:path';
import { run } from '../scripts/run.ts';

/** `npm run bench` runs all but the long benchmarks, one after the other; `npm run bench -- pages load` runs those that are named. */
const ALL = [
  'ingest',
  'makes',
  'refresh',
  'sweep',
  'corrections',
  'trends',
  'scope',
  'pay',
  'report',
  'setup',
  'signIn',
  'long',
  'static',
  'pages',
  'recorder',
  'day',
];
const NAMED_ONLY = ['load', 'growth', 'waits', 'records'];
const named = process.argv.slice(2);
const unknown = named.filter((name) => ![...ALL, ...NAMED_ONLY].includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}: ${[...ALL, ...NAMED_ONLY].join(', ')}.`);
  process.exit(1);
}
for (const name of named.length > 0 ? named : ALL) {
  const code = await run(process.execPath, [join(import.meta.dirname, `${name}.ts`)]);
  if (code !== 0) process.exitCode = code;
}
