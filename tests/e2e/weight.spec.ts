import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { BUILT } from '#tests/support/e2e.builds.ts';
import { openBuild, openRecorderBuild, type Screen } from '#tests/support/weight.ts';

/** The budget of each screen, in bytes after brotli; the measured values are in docs/performance.md, what messages cost in docs/decisions/023. */
const BUDGETS: readonly { screen: Screen; js: number; css: number; files: number }[] = [
  { screen: 'login', js: 123_000, css: 17_000, files: 4 },
  // Everything up to the last chart.
  { screen: 'dashboard', js: 334_500, css: 17_000, files: 7 },
  // Including the list of accounts.
  { screen: 'manage', js: 261_000, css: 30_000, files: 12 },
];
/** All scripts and stylesheets, and their number: each is a request when the worker installs, with half a kilobyte of headers. */
const EVERYTHING = 660_000;
/** The words of one language, of which an installation has one besides, and none for English. */
const WORDS = 87_000;
const STYLES = 30_500;
const FILES = 37;
/** Scripts that Trends and People load in addition to the dashboard's (spec/trends.md: 25 kB; People shows paid hours, cards and what people say of their days as well; messages and what corrections did in words are 1.8 kB of it). */
const SECTIONS = { trends: 25_000, people: 37_000 };
/** index.html as it is sent: half of the first congestion window. */
const PAGE = 7_500;
/** login.html, which carries nothing of an area. */
const LOGIN_PAGE = 3_000;
/** sw.js after gzip; the list of the shell's files is a tenth of it. */
const WORKER = 6_800;
const build = openBuild(BUILT);

for (const { screen, js, css, files } of BUDGETS)
  test(`the ${screen} page keeps its budget`, () => {
    const paths = build.screens[screen];
    const list = paths.map((path) => `${build.weightOf(path)} ${path}`).join('\n');
    expect(build.weigh(paths, '.js'), list).toBeLessThanOrEqual(js);
    expect(build.weigh(paths, '.css'), list).toBeLessThanOrEqual(css);
    expect(paths.length, list).toBeLessThanOrEqual(files);
  });

for (const section of ['trends', 'people'] as const)
  test(`${section} needs few scripts beside the dashboard's`, () => {
    const paths = build.above(section);
    expect(build.weigh(paths, '.js')).toBeGreaterThan(1_000);
    expect(build.weigh(paths, '.js'), paths.join('\n')).toBeLessThanOrEqual(SECTIONS[section]);
  });

test('everything that is ever installed keeps its budget, in few files', () => {
  const weight = build.weigh(build.all, '.js') + build.weigh(build.all, '.css');
  expect(weight).toBeLessThanOrEqual(EVERYTHING);
  expect(build.weigh(build.all, '.css')).toBeLessThanOrEqual(STYLES);
  expect(build.all.length, build.all.join('\n')).toBeLessThanOrEqual(FILES);
});

test('the words of a language are in no file of another screen, and keep their budget', () => {
  for (const path of build.words) expect(build.weightOf(path), path).toBeLessThanOrEqual(WORDS);
  for (const paths of Object.values(build.screens))
    expect(paths.filter((path) => build.words.includes(path))).toEqual([]);
});

test('the worker keeps its budget', () => {
  expect(gzipSync(readFileSync(join(BUILT, 'sw.js')), { level: 9 }).length).toBeLessThanOrEqual(WORKER);
});

test('the scripts of the first screens are compiled while they arrive, and no others', () => {
  const isHinted = (path: string) => build.text(path).startsWith('//# allFunctionsCalledOnLoad\n');
  const first = build.screens.dashboard.filter((path) => path.endsWith('.js') && !path.includes('rolldown-runtime'));
  expect(build.all.filter((path) => path.endsWith('.js') && isHinted(path)).toSorted()).toEqual(first.toSorted());
});

test('the first picture fits into the first packets', () => {
  expect(build.weightOf('/index.html')).toBeLessThanOrEqual(PAGE);
  expect(build.weightOf('/login.html')).toBeLessThanOrEqual(LOGIN_PAGE);
});

test('the log-in page carries no charts, dates, contract or administration', () => {
  const scripts = build.screens.login.filter((path) => path.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(1);
  const code = scripts.map(build.text).join('\n');
  for (const words of ['recharts', 'ZodObject', 'Backup Status', 'DatePicker', 'invalidateQueries'])
    expect(code.includes(words), words).toBe(false);
  // The texts are in other files; a different spelling would not be found either.
  const everything = build.all
    .filter((path) => path.endsWith('.js'))
    .map(build.text)
    .join('\n');
  for (const words of ['recharts', 'ZodObject', 'DatePicker', 'invalidateQueries'])
    expect(everything.includes(words), words).toBe(true);
});

/** The classes that Mantine has rules for. */
function styledByMantine(): Set<string> {
  const core = join(import.meta.dirname, '../../node_modules/@mantine/core/styles');
  const sheets = readdirSync(core).filter((name) => name.endsWith('.layer.css'));
  const classes = sheets.flatMap((name) => readFileSync(join(core, name), 'utf8').match(/m_[0-9a-f]{6,8}/g) ?? []);
  return new Set(classes);
}

for (const { screen } of BUDGETS)
  test(`every class of Mantine that the ${screen} page may use has its rule there`, () => {
    const styled = styledByMantine();
    const paths = build.screens[screen];
    const rules = paths
      .filter((path) => path.endsWith('.css'))
      .map(build.text)
      .join('\n');
    const classes = paths
      .filter((path) => path.endsWith('.js') && !/\/charts-/.test(path))
      .flatMap((path) => build.text(path).match(/\bm_[0-9a-f]{6,8}\b/g) ?? []);
    expect(classes.length).toBeGreaterThan(20);
    expect([...new Set(classes)].filter((one) => styled.has(one) && !rules.includes(one))).toEqual([]);
  });

const PACKAGES = /\/(base|data|charts|browse|floating|surfaces|fields|form)-[\w-]{8}\.js$/;

test('files of packages import files of packages only, so that our own changes do not rename them', () => {
  const packages = build.all.filter((path) => PACKAGES.test(path));
  expect(packages.length).toBe(8);
  for (const path of packages) {
    const imports = [...build.text(path).matchAll(/(?:from|import)"\.\/([\w.~$-]+\.js)"/g)].map(
      ([, name = '']) => name,
    );
    expect(
      imports.filter((name) => !name.startsWith('rolldown-runtime-') && !PACKAGES.test(`/${name}`)),
      path,
    ).toEqual([]);
  }
});

test('the version is in the page and in no script of ours, so that a release that changes nothing else renames no file', () => {
  const version = /<meta name="version" content="([^"]+)"/.exec(build.html)?.[1] ?? '';
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
  // A package may have the same version as we.
  const ours = build.all.filter((path) => !PACKAGES.test(path));
  expect(ours.length).toBeGreaterThan(10);
  expect(ours.filter((path) => build.text(path).includes(version))).toEqual([]);
});

test('the Recorder keeps its budgets: first screen, decoder, everything that it keeps for offline', () => {
  const { first, decoder, kept, weigh } = openRecorderBuild(join(BUILT, 'rc'));
  expect(weigh(first), first.join('\n')).toBeLessThanOrEqual(85_000);
  expect(decoder).toHaveLength(2);
  expect(weigh(decoder)).toBeLessThanOrEqual(335_000);
  expect(kept).toEqual(expect.arrayContaining([...first, ...decoder]));
  expect(weigh(kept)).toBeLessThanOrEqual(480_000);
});
