import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { PERMISSIONS } from '#contract/platform/permissions.ts';
import { BUILT } from '#tests/support/e2e.builds.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { noonZone } from '#tests/support/noonZone.ts';
import { openBuild, openRecorderBuild, type Screen } from '#tests/support/weight.ts';

/** The budget of each screen, in bytes after brotli; the measured values are in docs/performance.md, what messages cost in docs/decisions/023. */
const BUDGETS: readonly { screen: Screen; js: number; css: number; files: number }[] = [
  { screen: 'login', js: 123_000, css: 9_500, files: 4 },
  // Everything up to the last chart.
  { screen: 'dashboard', js: 338_000, css: 17_000, files: 11 },
  // Including the list of accounts.
  { screen: 'manage', js: 282_000, css: 32_400, files: 17 },
];
/** All scripts and stylesheets, and their number: each is a request when the worker installs, with half a kilobyte of headers. */
const EVERYTHING = 684_500;
/** The words of one language, of which an installation has one besides, and none for English. */
const WORDS = 93_500;
const STYLES = 32_700;
const FILES = 45;
/** Scripts until the last chart of a user with every right, in bytes and files; one with the fewest keeps the dashboard's budget. */
const EVERY_RIGHT = { js: 340_000, files: 12 };
/** Scripts that Trends and People load in addition to the dashboard's (People shows paid hours, cards and what people say of their days as well; messages and what corrections did in words are 1.8 kB of it). */
const SECTIONS = { trends: 25_000, people: 38_500 };
/** Scripts above the log-in form of a device that shows its last figures there; whatever else they need makes them late. */
const LAST_FIGURES = 6_000;
/** index.html as it is sent: half of the first congestion window. */
const PAGE = 7_550;
/** login.html, which carries nothing of an area. */
const LOGIN_PAGE = 3_100;
/** sw.js after gzip; the list of the shell's files is a tenth of it. */
const WORKER = 6_900;
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

for (const [who, permissions, budget] of [
  ['with every right', PERMISSIONS, EVERY_RIGHT],
  ['with the fewest', ['Stats.GET_ATTENDANCE_INFORMATION'], { js: 338_000, files: 9 }],
] as const)
  test(`the overview of a user ${who} loads few scripts until its last chart`, async ({ page, world, open }) => {
    const { timeZone, day } = noonZone(new Date());
    const user = await world.user({ role: 'employer', permissions, account: { timeZone } });
    await world.cameIn(user.accountId, 3, day);
    const scripts = new Set<string>();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/assets\/.*\.js$/.test(pathname)) scripts.add(pathname);
    });
    await open(page, user, '/employer/overview');
    await expect(page.locator('.recharts-pie-sector').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    const list = [...scripts].map((path) => `${build.weightOf(path)} ${path}`).join('\n');
    expect(build.weigh([...scripts], '.js'), list).toBeLessThanOrEqual(budget.js);
    expect(scripts.size, list).toBeLessThanOrEqual(budget.files);
    expect([...scripts].some((path) => path.includes('/today-'))).toBe(who === 'with every right');
  });

test('last figures before log-in need few bytes beside the form', () => {
  const { lastFigures } = z
    .object({ lastFigures: z.array(z.string()) })
    .parse(JSON.parse(/id="screen-files">([^<]*)/.exec(build.html)?.[1] ?? '{}'));
  expect(build.weigh(lastFigures, '.js')).toBeGreaterThan(1_000);
  expect(build.weigh(lastFigures, '.js'), lastFigures.join('\n')).toBeLessThanOrEqual(LAST_FIGURES);
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

test('the first picture fits into the first packets', () => {
  expect(build.weightOf('/index.html')).toBeLessThanOrEqual(PAGE);
  expect(build.weightOf('/login.html')).toBeLessThanOrEqual(LOGIN_PAGE);
});

test('the log-in page carries no charts, dates, contract or administration', () => {
  const scripts = build.screens.login.filter((path) => path.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(1);
  const code = scripts.map(build.text).join('\n');
  for (const words of ['recharts', 'ZodObject', 'Backup Status', 'DateInput', 'invalidateQueries'])
    expect(code.includes(words), words).toBe(false);
  // The texts are in other files; a different spelling would not be found either.
  const everything = build.all
    .filter((path) => path.endsWith('.js'))
    .map(build.text)
    .join('\n');
  for (const words of ['recharts', 'ZodObject', 'DateInput', 'invalidateQueries'])
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

const PACKAGES = /\/(base|data|charts|rows|icons|form|select|kit)-[\w-]{8}\.js$/;

test('files of packages import files of packages only, so that our own changes do not rename them', () => {
  const packages = build.all.filter((path) => PACKAGES.test(path));
  expect(packages.length).toBe(9);
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
