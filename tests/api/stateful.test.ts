import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '#tests/support/size.ts';
import { Made, step, type Thrown } from '../support/statefulCalls.ts';
import { type Command, emptyModel, type Model } from '../support/statefulModel.ts';
import { outcomesOf } from '../support/statefulOutcomes.ts';
import { World } from '../support/statefulWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/**
 * Users, sessions, alerts and devices against one model of all of them. RUNS=1000 STATEFUL_STEPS=50 is the long run.
 * A step is one call, or up to eight at once: their answers must be those of some order of them, one after the other, and so must
 * everything that is answered later.
 */
const STEPS = Number(process.env.STATEFUL_STEPS ?? 25);
/** Longer than any window in which wrong passwords are counted, so that no log-in is throttled. */
const STEP_MINUTES = 16;
/** Wrong codes are counted for a day by their first characters. */
const MOST_TRIES = 12;
/** Wrong passwords of the signed-in user are counted as well. */
const MOST_PASSWORD_CHANGES = 4;
const t = useTestApp();

/** The states that the model may be in after these answers, whatever order the calls took; none when no order explains them. */
function explain(models: readonly Model[], commands: readonly Command[], answers: readonly string[]): Model[] {
  const found = new Map<string, Model>();
  const seen = new Set<string>();
  const go = (model: Model, left: number) => {
    const at = `${left} ${JSON.stringify(model)}`;
    if (seen.has(at)) return;
    seen.add(at);
    if (left === 0) found.set(JSON.stringify(model), model);
    for (const [n, command] of commands.entries())
      if (left & (1 << n))
        for (const [answer, next] of outcomesOf(model, command)) if (answer === answers[n]) go(next, left & ~(1 << n));
  };
  for (const model of models) go(model, 2 ** commands.length - 1);
  return [...found.values()];
}

const counted: Record<string, number> = {};

async function play(steps: readonly (readonly Thrown[])[]) {
  const world = await World.create(t);
  const made = new Made();
  let models: Model[] = [emptyModel()];
  let [number, minutes] = [0, 0];
  const log: string[] = [];
  const take = async (together: readonly Thrown[]) => {
    minutes += STEP_MINUTES;
    t.clock.set(new Date(START + minutes * 60_000).toISOString());
    const commands = together.flatMap((one): Command[] => {
      const resolved = made.resolve(one);
      if (resolved.kind === 'activate') {
        const tries = made.tries.get(resolved.code) ?? 0;
        if (tries >= MOST_TRIES) return [];
        made.tries.set(resolved.code, tries + 1);
      }
      return [{ ...resolved, id: ++number, now: minutes, isAmong: together.length > 1 } as Command];
    });
    let changes = 0;
    const asked = commands.filter(({ kind }) => kind !== 'changePassword' || ++changes <= MOST_PASSWORD_CHANGES);
    const answers = await Promise.all(asked.map((command) => world.perform(command)));
    for (const [n, command] of asked.entries()) {
      log.push(`${JSON.stringify(command)} -> ${answers[n]}`);
      if (answers[n] === '200') made.note(command);
      counted[`${asked.length > 1 ? 'at once' : 'alone'}`] = (counted[asked.length > 1 ? 'at once' : 'alone'] ?? 0) + 1;
    }
    const before = models;
    models = explain(models, asked, answers);
    if (models.length === 0)
      throw new Error(
        `No order of these explains their answers:\n${log.slice(-asked.length).join('\n')}\nbefore: ${JSON.stringify(before)}\nafter: ${log.join('\n')}`,
      );
  };
  // Each account has a user, so that the commands can do something from the start.
  for (const name of ['A', 'B'] as const) {
    const who = name === 'A' ? 'anna' : 'bert';
    const person = { username: who, email: `${who}@m.test`, isActive: true, password: 0 };
    await take([{ kind: 'createUser', account: name, ...person }]);
    await take([{ kind: 'logIn', name: who, password: 0, browser: 0 }]);
  }
  for (const one of steps) await take(one);
  const seen = await world.look();
  const explained = models.map((model) => world.expected(model));
  expect(explained, log.join('\n')).toContainEqual(seen);
  t.jobs.waiting.length = 0;
}

const START = Date.parse('2026-11-20T00:00:00Z');

it('users, sessions, alerts and devices are at every moment what the calls before made of them', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), play), {
    seed: 20_261_121,
    ...runs(2, 4),
    // The output of a failure is easier to read than a smaller case is to find.
    endOnFailure: true,
  });
  console.info('calls:', counted);
});
