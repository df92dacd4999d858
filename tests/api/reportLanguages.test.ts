import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { LANGUAGES, type Language } from '#contract/languages.ts';
import { type ExportType, REPORTS, type ReportRequest, type ReportType } from '#contract/reports.ts';
import { saidCell } from '#server/files/saidCells.ts';
import { makeFiles } from '#server/reports/makeFile.ts';
import { reportPlace } from '#server/reports/place.ts';
import { wordsIn } from '#server/words/words.ts';
import { givenWorld, span, world } from '../support/reportWorld.ts';
import { useTestApp } from '../support/testApp.ts';
import { useTestWords } from '../support/testWords.ts';
import { unzip } from '../support/zip.ts';

/** Files for people are in the language that is asked for; those for programs never change with it (spec/languages.md W3). */
const t = useTestApp();
useTestWords();
const EVERY = Object.keys(LANGUAGES) as Language[]; // the keys of a constant
const TYPES = Object.keys(REPORTS) as ReportType[]; // the keys of a constant

const whose = async () => {
  const { accountId, token } = await givenWorld(t, world(12, 3));
  const make = async (language: Language, exportType: ExportType, reportTypes: readonly ReportType[]) => {
    const now = t.clock.now();
    const job = {
      ...{ accountId, accountName: 'Ferme', timeZone: 'Africa/Johannesburg', by: 'test', scope: null, isListed: false },
      ...{ reportTypes, request: { dates: span }, exportType, language, now },
      ...(await reportPlace(t.services.config, now)),
    };
    const made = await makeFiles(t.db, job, new AbortController().signal);
    return Promise.all(made.map(({ path }) => readFile(path)));
  };
  return { token, make };
};

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
  const cells = [...xml('xl/worksheets/sheet1.xml').matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => text);
  for (const head of ['Prénom', 'Statut', 'Corrigé', 'Remarques', 'Hours Clocked (h:min)'])
    expect(cells).toContain(head);
  expect(cells).toContain('Présent');
  expect(cells).not.toContain('Present');
  expect(cells).toContain('=employee two');
  expect(cells).toContain('Somme');
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
