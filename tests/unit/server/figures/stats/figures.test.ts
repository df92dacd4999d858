import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { createFigures } from '#server/figures/stats/figures.ts';

const figure = createFigures();
const newModel = () => ({});

/** Requests a figure at this address twice; returns its texts and the number of computations. */
async function askTwice(search: string, model: object, value: unknown) {
  let computed = 0;
  const app = Fastify();
  app.get('/v2/stats/totals', (request, reply) => {
    const query = Object.fromEntries(new URL(request.url, 'http://tallyboard.test').searchParams);
    const { text } = figure({ reply, caller: { scope: null }, query }, model, () => {
      computed += 1;
      return value;
    });
    return reply.type('application/json').send(text);
  });
  const answers: string[] = [];
  for (const cacheKey of [1, 2])
    answers.push((await app.inject(`/v2/stats/totals?${search}&cacheKey=${cacheKey}`)).body);
  return { answers, computed };
}

test('whoever looks gets the same text, computed once', async () => {
  const model = newModel();
  expect(await askTwice('day=a', model, { total: 3 })).toEqual({
    answers: ['{"total":3}', '{"total":3}'],
    computed: 1,
  });
  // Another address is another figure, and another model another day.
  expect((await askTwice('day=b', model, { total: 4 })).answers).toEqual(['{"total":4}', '{"total":4}']);
  expect((await askTwice('day=a', newModel(), { total: 5 })).answers).toEqual(['{"total":5}', '{"total":5}']);
});

test('a long one is not kept', async () => {
  const long = 'x'.repeat(20_000);
  const { answers, computed } = await askTwice('day=a', newModel(), long);
  expect(answers.map((text) => text.length > 20_000)).toEqual([true, true]);
  expect(computed).toBe(2);
});
