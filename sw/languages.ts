import { isWhatItClaims } from './precache.ts';

/**
 * The words of languages other than English, each a file (build/words.ts). They are in no list of the shell: a device keeps those of the language that its
 * pages show, in a cache that outlives versions.
 */
export const KEPT = 'tallyboard-words';
const FILE = /\/assets\/words-([a-z]+)-/;
const languageOf = (url: string) => FILE.exec(url)?.[1];
export const isWords = (url: string) => FILE.test(url);

async function store(url: string) {
  const request = new Request(url);
  const response = await fetch(request);
  if (!isWhatItClaims(request, response)) throw new Error(`${url} was answered ${response.status}`);
  await (await caches.open(KEPT)).put(request, response);
}

/** The language that a page showed last. */
let shown: unknown;

/** Keeps the words of a language that a page shows, one of `files`, and deletes those of others; of one that was shown only while they loaded as well. */
export async function keepLanguage(files: readonly string[], language: unknown) {
  shown = language;
  const cache = await caches.open(KEPT);
  const file = files.find((url) => languageOf(url) === language);
  if (file && !(await cache.match(file))) await store(file);
  for (const { url } of await cache.keys()) if (languageOf(url) !== shown) await cache.delete(url);
}

/** Stores this version's words of the languages that the device keeps: without them the version is not installed. */
export async function bringLanguages(files: readonly string[]) {
  const cached = (await caches.has(KEPT)) ? await (await caches.open(KEPT)).keys() : [];
  const languages = new Set(cached.map(({ url }) => languageOf(url)));
  await Promise.all(files.filter((url) => languages.has(languageOf(url))).map(store));
}

/** Deletes the words of former versions. */
export async function dropFormerWords(files: readonly string[]) {
  if (!(await caches.has(KEPT))) return;
  const cache = await caches.open(KEPT);
  for (const { url } of await cache.keys()) if (!files.includes(url)) await cache.delete(url);
}
