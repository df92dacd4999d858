import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import PO from 'pofile';
import { expect, test } from 'vitest';
import { localeOf } from '#contract/platform/languages.ts';
import { literalsOf } from '#tests/support/literals.ts';
import { plainRefusals } from '#tests/support/plainRefusals.ts';
import { namesIn, saidIn } from '../../../build/said.ts';

/** The folders all of whose words are messages of Lingui. The list only grows; src is done when it is `src`. */
const DONE = [
  'recorder/app',
  'recorder/core',
  'recorder/screens',
  'recorder/send',
  'recorder/store',
  'recorder/words',
  'src/features/operations/accounts',
  'src/features/access/accountSettings',
  'src/features/reports/alerts',
  'src/features/operations/audit',
  'src/features/operations/backups',
  'src/features/intake/badges',
  'src/features/office/corrections',
  'src/features/figures/crew',
  'src/features/figures/dashboard',
  'src/features/office/dayNotes',
  'src/features/figures/dayRange',
  'src/features/intake/devices',
  'src/features/figures/figures',
  'src/features/access/login',
  'src/features/reports/mail',
  'src/features/money/pay',
  'src/features/figures/people',
  'src/features/office/pieces',
  'src/features/figures/piecework',
  'src/features/reports/records',
  'src/features/reports/reports',
  'src/features/office/samples',
  'src/features/figures/search',
  'src/features/office/setup',
  'src/features/access/signIn',
  'src/features/operations/statistics',
  'src/features/figures/stats',
  'src/features/figures/syncStatus',
  'src/features/figures/trends',
  'src/features/access/users',
  'src/lib',
  'src/pwa',
  'src/routes',
  'src/shell',
  'src/state',
  'src/start',
  'src/ui',
];

/** Literals there that users do not read as words: names of keys, headers, products. */
const NAMES: { readonly [path: string]: readonly string[] } = {
  // Styles.
  'src/features/office/corrections/SheetGrid.tsx': [
    'solid var(--mantine-color-default-border)',
    'inset 0 0 0 2px var(--mantine-color-error)',
  ],
  'src/features/office/corrections/sideBySide.ts': ['repeat(auto-fit, minmax(min(…, 100%), 1fr))'],
  // What the server is told, queries of media, an answer without a reason, and errors of databases.
  'recorder/app/activating.ts': ['Browser'],
  'recorder/app/device.ts': ['(display-mode: standalone), (display-mode: fullscreen), (display-mode: minimal-ui)'],
  'recorder/core/sending.ts': ['Refused (…)'],
  'recorder/screens/App.tsx': ['(prefers-color-scheme: dark)'],
  'recorder/store/database.ts': ['Aborted', 'AbortError'],
  // For browsers and the console.
  'src/features/reports/reports/printView.ts': ['<!doctype html>'],
  'src/pwa/reload.ts': ['max-width:24rem;margin:15vh auto;padding:1rem;font-family:system-ui,sans-serif'],
  'src/pwa/upgrade.ts': ['Upgrading to …: …', 'Expected shell …, this is …'],
  // A mark of errors, names of classes and of cities.
  'src/lib/missingChunk.ts': ['This part could not be loaded'],
  'src/lib/pageIdle.ts': ['PerformanceObserver'],
  'src/lib/timeZones.ts': ['Kolkata', 'Faroe', 'Nuuk', 'Kathmandu', 'Kyiv', 'Yangon', 'Ho Chi Minh City'],
  // Columns of a workbook, days as it names them, the note of try-outs, makes of terminals, a profile, a style.
  'src/features/office/setup/firstRun.ts': [
    ...['Mon-…', 'Time Group', 'Days', 'Start', 'End', 'Breaks', 'Lookup', 'Code', 'Description'],
  ],
  'src/features/office/setup/FirstSteps.tsx': ['Fri'],
  'src/features/office/setup/tryOut.ts': ['Try-out of the set-up'],
  'src/features/intake/devices/AddDeviceDialog.tsx': ['Open'],
  'src/features/intake/devices/makes.ts': ['Hikvision', 'Dahua', 'Control iD', 'BioConnect'],
  'src/features/figures/people/Roll.tsx': ['var(--name) repeat(…, var(--day)) repeat(…, var(--sum))'],
  // Names of parts of a backup, of a state and of permissions.
  'src/features/operations/backups/backupOptions.ts': [
    'Payroll Data',
    'Employees',
    'Biometric Templates',
    'Clock Records',
    'Users',
  ],
  'src/features/operations/backups/RecalculateDialog.tsx': ['In Progress'],
  'src/shell/RecordDialog.tsx': ['Someone changed this'],
  'src/shell/StandalonePage.tsx': ['Tallyboard'],
  'src/shell/deviceAlerts.ts': ['PushManager', 'Notification'],
  'src/shell/install.ts': ['(display-mode: standalone)'],
  'src/shell/session/guard.ts': ['Dashboard'],
  'src/shell/session/scope.ts': ['input, textarea'],
  'src/shell/session/tabs.ts': ['BroadcastChannel'],
  'src/routes/employer/-Search.tsx': ['Control+K Meta+K'],
  'src/state/session.ts': ['Dashboard'],
  'src/start/guard.ts': ['(prefers-color-scheme: dark)'],
  'src/start/typeface.ts': ['Inter'],
  'src/ui/PagedList.tsx': ['[data-index="…"] :is(a, button)'],
  'src/ui/HintBubble.tsx': ['[role="dialog"], main, header, nav, footer'],
  'src/ui/DataTable.tsx': ['color-mix(in srgb, var(--mantine-color-dimmed) 7%, transparent)'],
  // Forms of names in a payroll file, which its profile stores, and the columns of a CSV.
  'src/features/money/pay/ProfileDialog.tsx': ['First Last', 'Last, First'],
  'src/features/office/pieces/piecesFile.ts': [
    'Employee Number',
    'Units',
    'Started At',
    'Ended At',
    'Hours',
    'Lookup 1',
    'Lookup 2',
    'Job Description',
    'Code',
  ],
};

test.each(DONE)('%s has no literal', (folder) => {
  const files = globSync(`${folder}/**/*.{ts,tsx}`);
  expect(files.length).toBeGreaterThan(0);
  const found = files.flatMap((path) =>
    literalsOf(readFileSync(path, 'utf8'), path)
      .filter((text) => !NAMES[path.replaceAll('\\', '/')]?.includes(text))
      .map((text) => `${path}: ${text}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['<p>Late</p>', 'Late'],
  ['<p title="Why?">{late}</p>', 'Why?'],
  ["<p>{isLate ? 'Late' : t`On time`}</p>", 'Late'],
  ["const words = { late: 'came late' };", 'came late'],
  ['notify(`Removed them`);', 'Removed them'],
  ['<Trans>Ask <a title="Mail them">them</a></Trans>', 'Mail them'],
])('%s is found', (code, text) => {
  expect(literalsOf(code, 'a.tsx')).toEqual([text]);
});

test.each([
  '<Trans>Ask <b>{name}</b> or go</Trans>',
  "<Plural value={n} one='# day left' other='# days left' />",
  't`Removed them all`',
  "const late = msg({ message: 'Late', context: 'status' });",
  "t({ message: 'Late', context: 'status' });",
  "if (key === 'Escape') throw new TypeError('No challenge was made');",
  '<a className="Some thing" href="Mail to">{name}</a>',
  "import { a } from 'Some/thing here';",
  "type Way = 'In there' | 'Out here';",
])('%s is not', (code) => {
  expect(literalsOf(code, 'a.tsx')).toEqual([]);
});

/** Returns the messages of a PO file with their translations. */
const messagesOf = (po: string) =>
  new Map(PO.parse(po).items.map(({ msgctxt, msgid, msgstr }) => [`${msgctxt ?? ''}|${msgid}`, msgstr[0] ?? '']));

const placeholders = (message: string) => [
  ...namesIn(message),
  ...[...message.matchAll(/<\/?\d+\/?>/g)].map(([one]) => one),
];
/** Returns the messages that a translation lacks, or has without one of their values or elements. */
const lackingIn = (translated: Map<string, string>, english: Map<string, string>) =>
  [...english.keys()].filter((key) => {
    const words = translated.get(key);
    return !words || !placeholders(key).every((one) => placeholders(words).includes(one));
  });

test('every language has every message, with its values', () => {
  execFileSync('npm', ['run', 'words', '--', '--locale', 'en'], { stdio: 'ignore' });
  for (const [folder, known] of [
    ['words', 'Username or email address'],
    ['recorder/words', 'Scan your badge to see your day'],
  ] as const) {
    const english = messagesOf(readFileSync(`${folder}/en.po`, 'utf8'));
    expect(english.size).toBeGreaterThan(50);
    expect(english.get(`|${known}`)).toBe(known);
    for (const path of globSync(`${folder}/*.po`).filter((one) => !one.endsWith('en.po')))
      expect(lackingIn(messagesOf(readFileSync(path, 'utf8')), english), path).toEqual([]);
  }
});

test('an example of a number is written with the decimal mark of its language', () => {
  const found = globSync('words/*.po').flatMap((path) => {
    const number = new Intl.NumberFormat(localeOf(basename(path, '.po')), { minimumFractionDigits: 1 });
    return [...messagesOf(readFileSync(path, 'utf8'))].filter(([id, text]) => {
      const [, example] = /(?:such as|write it as) (\d+\.\d)/.exec(id) ?? [];
      return example !== undefined && !text.includes(number.format(Number(example)));
    });
  });
  expect(found).toEqual([]);
});

test('a translation without a message, or without a value of one, is found', () => {
  const po = (...texts: [id: string, words: string][]) =>
    messagesOf(['head', ...texts.map(([id, words]) => `msgid ""\n"${id}"\nmsgstr "${words}"`)].join('\n\n'));
  const english = po(['Ask <0>{name}</0>', ''], ['Late', ''], ['Say \\"{0}\\"', '']);
  expect(
    lackingIn(po(['Ask <0>{name}</0>', '<0>{name}</0>?'], ['Late', 'Tarde'], ['Say \\"{0}\\"', '{0}']), english),
  ).toEqual([]);
  expect(lackingIn(po(['Ask <0>{name}</0>', '{name}?'], ['Late', '']), english)).toEqual([...english.keys()]);
});

test('messages of the server are found where its words come from, with the values that they name', () => {
  const imported = "import { msg, words } from '#contract/platform/words.ts';\n";
  const said = (code: string) => saidIn(imported + code, 'a.ts').map(({ message }) => message);
  expect(said("refuse(words('It ended.'), msg('{name} left', { name }), msg('{n} left', values));")).toEqual([
    'It ended.',
    '{name} left',
    '{n} left',
  ]);
  expect(saidIn("words('Another function')", 'a.ts')).toEqual([]);
  expect(() => said("msg('{name} left', { id })")).toThrow('It has no value for name.');
  expect(() => said("msg('{n, plural, one {# day} other {# days}}')")).toThrow('It has no value for n.');
  expect(() => said('words(ended)')).toThrow('A message is a text.');
});

test('a refusal of the server has words', () => {
  const files = globSync('server/**/*.ts');
  const found = files.flatMap((path) =>
    plainRefusals(readFileSync(path, 'utf8'), path).map((text) => `${path}: ${text}`),
  );
  expect(found).toEqual([]);
  expect(
    plainRefusals("throw conflict(ended ? 'It ended.' : words('Wait.')); new Refusal('GONE', `no days`);", 'a.ts'),
  ).toEqual(['It ended.', 'no days']);
});
