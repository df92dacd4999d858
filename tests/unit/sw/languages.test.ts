import { afterEach, expect, test, vi } from 'vitest';
import { keepLanguage } from '#sw/languages.ts';

const fileOf = (language: string) => `https://tallyboard.test/assets/words-${language}-1.js`;
const FILES = ['es', 'fr'].map(fileOf);

/** A cache, and a server whose answers come when the test says so. Returns what is kept, and what answers a file. */
function givenCache() {
  const kept = new Map<string, Response>();
  const asked = new Map<string, (answer: Response) => void>();
  const cache = {
    match: async (url: string) => kept.get(url),
    put: async ({ url }: Request, answer: Response) => void kept.set(url, answer),
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    delete: async (url: string) => kept.delete(url),
  };
  vi.stubGlobal('caches', { open: async () => cache });
  vi.stubGlobal('fetch', ({ url }: Request) => new Promise<Response>((resolve) => asked.set(url, resolve)));
  const answer = async (language: string) => {
    await vi.waitFor(() => expect(asked.has(fileOf(language))).toBe(true));
    asked.get(fileOf(language))?.(
      new Response('export default {}', { headers: { 'content-type': 'text/javascript' } }),
    );
  };
  return { kept: () => [...kept.keys()], answer };
}
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['es', 'fr'],
  ['fr', 'es'],
])('keeps the words of the language that was shown last, in whatever order they come: %s first', async (...order) => {
  const { kept, answer } = givenCache();
  const both = [keepLanguage(FILES, 'es'), keepLanguage(FILES, 'fr')];
  for (const language of order) {
    await answer(language);
    await both[language === 'es' ? 0 : 1];
  }
  expect(kept()).toEqual([fileOf('fr')]);
});
