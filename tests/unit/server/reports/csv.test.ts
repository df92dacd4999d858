import { expect, it } from 'vitest';
import { awaitFirstChunk } from '#server/platform/http/csv.ts';

async function* parts(...texts: string[]) {
  yield* texts;
}

it('a file of no parts is empty, and one of several has each of them once', async () => {
  expect(await (await awaitFirstChunk(parts())).toArray()).toEqual([]);
  expect(await (await awaitFirstChunk(parts('a', 'b'))).toArray()).toEqual(['a', 'b']);
});
