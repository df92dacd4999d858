import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { openDemo } from './support/demo.ts';
import { openEmptyPage } from './support/emptyPage.ts';
import { median, printTable, rounded } from './support/rig.ts';

/**
 * Loads of the log-in page and the dashboard of the demo in a real browser, cold, warm and offline, on a fast and on a slow line with a
 * processor four times slower, measured by the page rig (BENCH_RIG, default ../shared/bench; a copy of it is installed in a temporary
 * directory). An empty page is loaded beside them: what the machine itself takes, busy as it is.
 */
const RUNS = process.env.BENCH_RUNS ?? '3';
/** Only pages whose name matches. */
const PAGES = new RegExp(process.env.BENCH_PAGES ?? '');
const RIG = process.env.BENCH_RIG ?? join(import.meta.dirname, '../../shared/bench');
const FIGURE = '[data-testid=figure]';
const pie = (label: string) => `[aria-label^="${label}"] .recharts-pie-sector`;
/** There when the last of the four charts is drawn. */
const LAST_CHART = `body:has(.recharts-bar-rectangle path):has(${pie('Employee attendance')}):has(${pie('Piecework time spent')}):has(${pie('Time wasted')}) main`;

const drawn = (label: string) => `[aria-label^="${label}"] svg path`;
/** There when each of the four is drawn, as a picture or by the library. */
const PICTURES = `body${['Piecework totals', 'Employee attendance', 'Piecework time spent', 'Time wasted'].map((label) => `:has(${drawn(label)})`).join('')} main`;

const loaded = z.object({
  ok: z.literal(true),
  ready: z.number().optional(),
  fcp: z.number().nullish(),
  cls: z.number().optional(),
  longest: z.number().optional(),
  reqs: z.number(),
  jsWire: z.number(),
  byType: z.record(z.string(), z.number()),
  wireAll: z.number().optional(),
});
const phase = z.discriminatedUnion('ok', [loaded, z.object({ ok: z.literal(false), err: z.string().optional() })]);
const results = z.object({
  rows: z.array(
    z.object({
      target: z.string(),
      profile: z.string(),
      load1: z.number(),
      cold: phase.optional(),
      warm: phase.optional(),
      offline: phase.optional(),
    }),
  ),
});
type Phase = z.infer<typeof loaded>;

/** The rig in a directory of its own, with its packages. */
function installRig(directory: string): string {
  if (existsSync(join(RIG, 'node_modules'))) return RIG;
  const rig = join(directory, 'rig');
  cpSync(RIG, rig, { recursive: true });
  spawnSync('chmod', ['-R', 'u+w', rig]);
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: rig, stdio: 'inherit' });
  if (status !== 0) throw new Error(`The packages of ${RIG} could not be installed`);
  return rig;
}

const directory = mkdtempSync(join(tmpdir(), 'tallyboard-pages-'));
const rig = installRig(directory);
const empty = await openEmptyPage();
const demo = await openDemo();
try {
  const login = [
    ['goto', `${demo.origin}/login`],
    ['fill', '#root input[name=username]', demo.username],
    ['fill', '#root input[name=password]', demo.password],
    ['click', '#root button[type=submit]'],
    ['waitFor', LAST_CHART],
    ['sleep', 1_500],
  ];
  const page = (name: string, path: string, readySelector: string, signedIn = false) => ({
    name,
    url: demo.origin + path,
    readySelector,
    ...(signedIn && { login, loginId: 'employer' }),
  });
  const overview = '/employer/overview';
  // A closed application: its figures are on the disk, and the tab that starts has no session (docs/decisions/037-last-figures-before-log-in.md).
  const closed = [
    ...login,
    ['click', 'button[aria-label^="User menu"]'],
    ['click', '[role=menuitemcheckbox]:has-text("Show last figures before log-in")'],
    ['sleep', 1_500],
    ['evaluate', 'sessionStorage.clear()'],
  ];
  const targets = [
    {
      name: 'an empty page',
      url: `${empty.origin}/`,
      readySelector: 'p',
      sw: false,
      offline: false,
    },
    page('log-in', '/login', 'button[type=submit]'),
    { ...page('last figures', '/login', 'section[aria-label="Last figures"] dd'), login: closed, loginId: 'closed' },
    // First the figures that this tab showed last, as text; then the same, brought up to date; then the dashboard's tiles; then everything.
    page('first figure', overview, `.shell-tiles strong, ${FIGURE}`, true),
    page('live figures', overview, `.shell-tiles[data-live] strong, ${FIGURE}`, true),
    page('tiles', overview, FIGURE, true),
    page('last picture', overview, PICTURES, true),
    page('last chart', overview, LAST_CHART, true),
  ].filter(({ name }) => PAGES.test(name));
  const [list, out] = [join(directory, 'targets.json'), join(directory, 'results.json')];
  writeFileSync(list, JSON.stringify(targets));
  const code = await new Promise<number | null>((resolve) => {
    const child = spawn(process.execPath, [join(rig, 'pwa-bench.mjs'), list, '--runs', RUNS, '--out', out], {
      stdio: ['ignore', 'ignore', 'inherit'],
      cwd: rig,
    });
    child.on('exit', resolve);
  });
  if (code !== 0) throw new Error(`The rig ended with ${code}`);
  const { rows } = results.parse(JSON.parse(readFileSync(out, 'utf8')));

  /** The median over the runs of one page in one situation; '-' where it was never ready. */
  const middle = (
    target: string,
    profile: string,
    when: 'cold' | 'warm' | 'offline',
    of: (one: Phase) => number | null | undefined,
  ) => {
    const values = rows
      .filter((row) => row.target === target && row.profile === profile)
      .map((row) => row[when])
      .map((one) => (one?.ok ? of(one) : null))
      .filter((value): value is number => typeof value === 'number');
    return values.length > 0 ? median(values) : null;
  };
  const ms = (value: number | null) => (value === null ? '-' : Math.round(value));
  const kilobytes = (value: number | null) => (value === null ? '-' : rounded(value / 1_000));

  for (const profile of ['fast', 'slow'])
    printTable(
      `Milliseconds until it is there, ${profile}; medians of ${RUNS}; load average ${rounded(median(rows.map(({ load1 }) => load1)))}`,
      targets.map(({ name }) => ({
        page: name,
        cold: ms(middle(name, profile, 'cold', ({ ready }) => ready)),
        warm: ms(middle(name, profile, 'warm', ({ ready }) => ready)),
        offline: ms(middle(name, profile, 'offline', ({ ready }) => ready)),
        'longest task, cold': ms(middle(name, profile, 'cold', ({ longest }) => longest)),
        'longest task, warm': ms(middle(name, profile, 'warm', ({ longest }) => longest)),
        'layout shift': rounded(
          Math.max(
            ...(['cold', 'warm', 'offline'] as const).map((when) => middle(name, profile, when, ({ cls }) => cls) ?? 0),
          ),
          3,
        ),
      })),
    );
  printTable(
    'Last figures, as a ratio to the static log-in form',
    ['fast', 'slow'].map((profile) => ({
      profile,
      ...Object.fromEntries(
        (['cold', 'warm', 'offline'] as const).map((when) => {
          const [form, figures] = ['log-in', 'last figures'].map((name) =>
            middle(name, profile, when, ({ ready }) => ready),
          );
          return [when, form && figures ? rounded(figures / form, 2) : '-'];
        }),
      ),
    })),
  );
  printTable(
    'What a cold load asks for, on the wire',
    targets.slice(1).map(({ name }) => ({
      page: name,
      requests: middle(name, 'fast', 'cold', ({ reqs }) => reqs) ?? '-',
      'scripts, kB': kilobytes(middle(name, 'fast', 'cold', ({ jsWire }) => jsWire)),
      'styles, kB': kilobytes(middle(name, 'fast', 'cold', ({ byType }) => byType.css ?? 0)),
      'answers, kB': kilobytes(middle(name, 'fast', 'cold', ({ byType }) => byType.data ?? 0)),
      'with the whole install, kB': kilobytes(middle(name, 'fast', 'cold', ({ wireAll }) => wireAll)),
    })),
  );
} finally {
  await demo.close();
  empty.close();
  rmSync(directory, { recursive: true, force: true });
}
