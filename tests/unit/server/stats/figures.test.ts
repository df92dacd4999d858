import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { DayModel } from '#server/stats/dayModel.ts';
import { createFigures } from '#server/stats/figures.ts';

const figure = createFigures();
// Nothing of it is read: it is what a figure is kept beside.
const newModel = () => ({}) as DayModel;

/** Asks for a figure as a request with this tag would; answers its text and how often it was computed. */
async function askTwice(tag: string, model: DayModel, value: unknown) {
  let computed = 0;
  const app = Fastify();
  app.get('/', (_request, reply) => {
    reply.header('etag', tag);
    const { text } = figure(reply, model, () => {
      computed += 1;
      return value;
    });
    return reply.type('application/json').send(text);
  });
  const answers = [await app.inject('/'), await app.inject('/')].map(({ body }) => body);
  return { answers, computed };
}

test('whoever looks gets the same text, computed once', async () => {
  const model = newModel();
  expect(await askTwice('"a"', model, { total: 3 })).toEqual({ answers: ['{"total":3}', '{"total":3}'], computed: 1 });
  // Another tag is another question, another model another day.
  expect((await askTwice('"b"', model, { total: 4 })).answers).toEqual(['{"total":4}', '{"total":4}']);
  expect((await askTwice('"a"', newModel(), { total: 5 })).answers).toEqual(['{"total":5}', '{"total":5}']);
});

test('a long one is not kept', async () => {
  const long = 'x'.repeat(20_000);
  const { answers, computed } = await askTwice('"a"', newModel(), long);
  expect(answers.map((text) => text.length > 20_000)).toEqual([true, true]);
  expect(computed).toBe(2);
});
