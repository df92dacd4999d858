import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import pg from 'pg';
import { z } from 'zod';
import { main } from '#server/main.ts';
import { place } from './places.ts';

/**
 * The real server, which kills itself (SIGKILL) at the place that its parent names over the channel: the database driver and the file system
 * of this process look for it, so that the product has no hook for that. KILL_AT names a place that it reaches while it starts, before it listens to its parent. Only tests start this file.
 */
type Call = (this: unknown, ...args: unknown[]) => unknown;
type Place = z.infer<typeof place>;

if (!process.send) throw new Error('Started by tests only: a channel is needed');
let wanted: Place | undefined = process.env.KILL_AT ? place.parse(JSON.parse(process.env.KILL_AT)) : undefined;
let seen = 0;
process.on('message', (said) => {
  wanted = place.parse(said);
  seen = 0;
  process.send?.({ wanted: wanted.name });
});

const die = () => process.kill(process.pid, 'SIGKILL');
const isHere = (call: Place['call'], text: string) =>
  wanted?.call === call && text.includes(wanted.text) && ++seen === wanted.nth;

/** Calls it, dying before it, when it was sent, or when it is done and its caller does not know yet. */
function around(at: Place['at'], call: () => unknown): unknown {
  if (at === 'before') die();
  const result = call();
  if (at === 'sent') setImmediate(die);
  return at !== 'sent' && result instanceof Promise ? result.finally(die) : result;
}

const asked = z.union([z.string(), z.looseObject({ text: z.string() }).transform(({ text }) => text)]).catch('');
/** The connections in whose transaction the statement was: they die at its commit. */
const committing = new WeakMap<object, 'before' | 'after'>();
const query: Call = pg.Client.prototype.query as Call;
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...args: unknown[]) {
    const text = asked.parse(args[0]);
    const go = () => query.apply(this, args);
    const commit = text === 'commit' ? committing.get(this) : undefined;
    if (commit) return around(commit, go);
    if (!isHere('query', text)) return go();
    const at = wanted?.at ?? 'before';
    if (at === 'before' || at === 'sent' || at === 'after') return around(at, go);
    committing.set(this, at === 'before commit' ? 'before' : 'after');
    return go();
  },
});

function watch(holder: object, name: string, call: Place['call']) {
  const original: Call = Reflect.get(holder, name);
  Reflect.set(holder, name, (...args: unknown[]) => {
    const go = () => original.apply(holder, args);
    return isHere(call, String(args[0])) ? around(wanted?.at === 'after' ? 'after' : 'before', go) : go();
  });
}
watch(fs.promises, 'rename', 'rename');
watch(fs.promises, 'rm', 'rm');
watch(fs, 'createReadStream', 'open');
watch(fs, 'createWriteStream', 'open');
syncBuiltinESMExports();

await main();
