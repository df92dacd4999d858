import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { LANGUAGES, localeOf } from '#contract/platform/languages.ts';
import { literalsOf } from '#tests/support/literals.ts';
import { plainRefusals } from '#tests/support/plainRefusals.ts';
import { saidIn } from '../../../build/said.ts';
import {
  catalogues,
  extractEnglish,
  messagesOf,
  missingIn,
  readMessages,
  wrongIn,
} from '../../../build/translations.ts';

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
  'src/features/figures/people/Roll.tsx': ['var(--name) repeat(…, var(--day)) 1fr'],
  // Names of parts of a backup, of a state and of permissions.
  'src/features/operations/backups/backupOptions.ts': [
    'Payroll Data',
    'Employees',
    'Biometric Templates',
    'Clock Records',
    'Users',
  ],
  'src/features/operations/backups/RecalculateDialog.tsx': ['In Progress'],
  'src/shell/StandalonePage.tsx': ['Tallyboard'],
  'src/shell/deviceAlerts.ts': ['PushManager', 'Notification'],
  'src/shell/install.ts': ['(display-mode: standalone)'],
  'src/shell/session/guard.ts': ['Dashboard'],
  'src/shell/session/scope.ts': ['input, textarea'],
  'src/shell/session/tabs.ts': ['BroadcastChannel'],
  'src/routes/employer/-Search.tsx': ['Control+K Meta+K'],
  'src/state/session.ts': ['Dashboard'],
  'src/start/guard.ts': ['(prefers-color-scheme: dark)'],
  'src/ui/DateField.tsx': ['(pointer: coarse)'],
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

test('what is translated has its values, elements and plurals', () => {
  extractEnglish();
  expect(readMessages('words/en.po').get('|Username or email address')).toBe('Username or email address');
  expect(readMessages('recorder/words/en.po').has('|Scan your badge to see your day')).toBe(true);
  const found = catalogues();
  expect(found.filter(({ isOffered }) => isOffered).length).toBe(2 * (Object.keys(LANGUAGES).length - 1));
  for (const { path, english, language } of found)
    expect(wrongIn(readMessages(path), readMessages(english), language), path).toEqual([]);
});

test('an example of a number is written with the decimal mark of its language', () => {
  const found = globSync('words/*.po').flatMap((path) => {
    const number = new Intl.NumberFormat(localeOf(basename(path, '.po')), { minimumFractionDigits: 1 });
    return [...readMessages(path)].filter(([id, text]) => {
      const [, example] = /(?:such as|write it as) (\d+\.\d)/.exec(id) ?? [];
      return example !== undefined && !text.includes(number.format(Number(example)));
    });
  });
  expect(found).toEqual([]);
});

const po = (...texts: [id: string, words: string][]) =>
  messagesOf(
    ['msgid ""\nmsgstr ""', ...texts.map(([id, words]) => `msgid ""\n"${id}"\nmsgstr "${words}"`)].join('\n\n'),
  );

test('a translation without a value or an element is wrong, a message without a translation only missing', () => {
  const english = po(['Ask <0>{name}</0>', ''], ['Late', ''], ['Say \\"{0}\\"', '']);
  const right = po(['Ask <0>{name}</0>', '<0>{name}</0>?'], ['Late', 'Tarde'], ['Say \\"{0}\\"', '{0}']);
  expect([wrongIn(right, english, 'es'), missingIn(right, english)]).toEqual([[], []]);
  const other = po(['Ask <0>{name}</0>', '{name}?'], ['Late', '']);
  expect(wrongIn(other, english, 'es')).toEqual(['|Ask <0>{name}</0>']);
  expect(missingIn(other, english)).toEqual(['|Late', '|Say "{0}"']);
});

test('a plural has the forms of its language, and one for all other numbers', () => {
  const english = po(['{n, plural, one {# day} other {# days}}', '']);
  const isWrong = (words: string, language = 'es') =>
    wrongIn(po(['{n, plural, one {# day} other {# days}}', words]), english, language).length > 0;
  expect(isWrong('{n, plural, one {# día} other {# días}}')).toBe(false);
  expect(isWrong('{n, plural, =1 {un día} other {# días}}')).toBe(false);
  expect(isWrong('{n, plural, one {# día}}')).toBe(true);
  expect(isWrong('{n, plural, one {# dag} few {# dae} other {# dae}}', 'af')).toBe(true);
  expect(isWrong('{m, plural, one {# día} other {# días}}')).toBe(true);
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
