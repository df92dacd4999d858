import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { LANGUAGES, type Language } from '#contract/platform/languages.ts';
import { type ExportType, REPORTS, type ReportRequest, type ReportType } from '#contract/reports/reports.ts';
import { sql } from '#server/platform/db/db.ts';
import { saidCell } from '#server/platform/files/saidCells.ts';
import { wordsIn } from '#server/platform/words/words.ts';
import { makeFiles } from '#server/reports/makeFile.ts';
import { reportPlace } from '#server/reports/place.ts';
import { givenPaid } from '../support/paidWorld.ts';
import { givenWorld, span, world } from '../support/reportWorld.ts';
import { useTestApp } from '../support/testApp.ts';
import { useTestWords } from '../support/testWords.ts';
import { unzip } from '../support/zip.ts';

/** Files for people are in the language that is asked for; those for programs never change with it. */
const t = useTestApp();
useTestWords();
const EVERY = Object.keys(LANGUAGES) as Language[]; // the keys of a constant
const TYPES = Object.keys(REPORTS) as ReportType[]; // the keys of a constant

const making =
  (accountId: string, dates = span) =>
  async (language: Language, exportType: ExportType, reportTypes: readonly ReportType[]) => {
    const now = t.clock.now();
    const job = {
      ...{ accountId, accountName: 'Ferme', timeZone: 'Africa/Johannesburg', by: 'test', scope: null, isListed: false },
      ...{ reportTypes, request: { dates }, exportType, language, now },
      ...(await reportPlace(t.services.config, now)),
    };
    const made = await makeFiles(t.db, job, new AbortController().signal);
    return Promise.all(made.map(({ path }) => readFile(path)));
  };
const whose = async () => {
  const { accountId, token } = await givenWorld(t, world(12, 3));
  return { token, make: making(accountId) };
};
/** Returns the texts in the cells of a workbook. */
const textsOf = async (file: Buffer) =>
  [...String((await unzip(file)).get('xl/worksheets/sheet1.xml')).matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(
    ([, text]) => text,
  );

it('a CSV is the same to the byte in all languages', async () => {
  const { token, make } = await whose();
  const english = await make('en', 'csv', TYPES);
  for (const language of EVERY) expect(await make(language, 'csv', TYPES), language).toEqual(english);
  // Asked for as users do.
  const asked = async (language: Language) => {
    const body: ReportRequest = { reportType: 'employee-attendance', dates: span, language };
    const answer = await t.ask('/v2/stats/generateReport', { token, body });
    expect(answer.statusCode).toBe(200);
    return answer.rawPayload;
  };
  const [first, ...others] = await Promise.all(EVERY.map(asked));
  for (const other of others) expect(other).toEqual(first);
});

it('a workbook has its title, heads, words, sums and sheets in the language, and what people named as they did', async () => {
  const { make } = await whose();
  const [file = Buffer.alloc(0)] = await make('fr', 'xlsx', ['employee-attendance']);
  const parts = await unzip(file);
  const xml = (path: string) => String(parts.get(path));
  expect(xml('xl/workbook.xml')).toContain('name="Rapport   Présence des salariés"');
  expect(xml('xl/workbook.xml')).toContain('name="À propos"');
  const about = xml('xl/worksheets/sheet2.xml');
  for (const line of [
    'Rapport : Présence des salariés',
    'du 16/11/2026 au 19/11/2026',
    'Établi le 20/11/2026 12:00:00',
  ])
    expect(about).toContain(line);
  const cells = await textsOf(file);
  for (const head of ['Prénom', 'Statut', 'Corrigé', 'Remarques', 'Hours Clocked (h:min)'])
    expect(cells).toContain(head);
  expect(cells).toContain('Présent');
  expect(cells).not.toContain('Present');
  expect(cells).toContain('=employee two');
  expect(cells).toContain('Somme');
});

it('sentences in cells are in the language, with what people wrote; a CSV and what is stored keep them English', async () => {
  const day = '2026-11-11';
  const paid = await givenPaid(t, { 2: { [day]: ['06:00', '18:30'] } });
  await paid.rule({ earlyCounts: true, maxDayMinutes: 720, weekStart: 1 });
  const { people } = await paid.ask('/stats/people?q=2');
  const employeeId = people[0]._id;
  const { basis } = await paid.ask(`/stats/employee/${employeeId}/day?referenceDate=${day}`);
  const change = { do: 'add-punch', employeeId, at: `${day}T19:00:00+02:00`, direction: 'out' };
  const items = [{ day, basis, change }];
  await paid.ask('/corrections', { reason: 'forgot-to-clock', note: 'the {0} truck', items });
  const make = making(paid.accountId, { from: '2026-11-09', to: '2026-11-15' });
  const cells = (await Promise.all((await make('fr', 'xlsx', ['working-hours', 'corrections'])).map(textsOf))).flat();
  expect(cells).toContain('2026-11-11, de 06:00 à 19:00 : Heures par jour : 13:00 sur 12:00, à 18:00');
  expect(cells.find((cell) => cell?.startsWith('2026-11-11: '))).toMatch(
    /^2026-11-11: SORTIE 19:00, Oubli de pointage, the \{0\} truck, par /,
  );
  expect(cells).toContain('SORTIE 19:00');
  expect(cells).toContain('Oubli de pointage');
  const [hours, ledger] = (await make('fr', 'csv', ['working-hours', 'corrections'])).map(String);
  expect(hours).toContain('2026-11-11, 06:00 to 19:00: Hours a day 13:00 of 12:00, at 18:00');
  expect(ledger).toContain('OUT 19:00,Forgot to clock,the {0} truck');
});

it('work without a product or a block is said to have none, in files of people', async () => {
  const { make } = await whose();
  const types = ['piecework-performance', 'piecework-time-spent'] as const;
  for (const file of await make('fr', 'xlsx', types)) {
    const cells = await textsOf(file);
    expect(cells).toContain('(aucun)');
    expect(cells).not.toContain('(none)');
  }
  for (const file of await make('fr', 'csv', types)) expect(String(file)).toContain(',(none),');
});

it('words of ours are said in a list too, and what people wrote is not', () => {
  const french = wordsIn('fr');
  expect(saidCell(french, { says: true }, 'missing-out, Present')).toBe('sortie manquante, Présent');
  expect(saidCell(french, { says: true }, 'Another: Present')).toBe('Another: Présent');
  expect(saidCell(french, {}, 'Present')).toBe('Present');
});

it('a print view is marked with its language, with dates and decimals of it', async () => {
  const { make } = await whose();
  const [page = ''] = (await make('fr', 'html', ['piecework-performance'])).map(String);
  expect(page).toContain('<html lang="fr">');
  expect(page).toContain('Ferme, du 16/11/2026 au 19/11/2026. Établi le 20/11/2026 12:00:00 (Africa/Johannesburg).');
  expect(page).toContain('<td class="d">16/11/2026</td>');
  expect(page).toMatch(/<td class="n">\d+,\d\d<\/td>/);
  expect(page).not.toMatch(/<td class="n">\d+\.\d\d<\/td>/);
});

it('the roll is in the language of the user as a workbook, and the same for all as a CSV', async () => {
  const { accountId, token } = await givenWorld(t, world(6, 3));
  const rollIn = async (language: Language, exportType: string) => {
    await t.db.run(sql`update account set language = ${language} where account_id = ${accountId}`);
    const answer = await t.ask(`/v2/stats/roll/file?from=${span.from}&to=${span.to}&exportType=${exportType}`, {
      token,
    });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.rawPayload;
  };
  const roll = await rollIn('fr', 'xlsx');
  const cells = await textsOf(roll);
  for (const head of ['Prénom', 'Jours de présence', '16/11/2026']) expect(cells).toContain(head);
  const parts = await unzip(roll);
  expect(String(parts.get('xl/workbook.xml'))).toContain('name="Relevé"');
  expect(String(parts.get('xl/worksheets/sheet2.xml'))).toContain('P Présent, R Late, A Absent, N Can’t tell yet');
  expect(await rollIn('fr', 'csv')).toEqual(await rollIn('en', 'csv'));
});
