import { expect, test } from 'vitest';
import type { Language } from '#contract/platform/languages.ts';
import { PERMISSIONS } from '#contract/platform/permissions.ts';
import { givenSession, givenUser } from '../support/factories.ts';
import { givenGroup } from '../support/factories.work.ts';
import { ASKED, givenSupervised, MONDAY } from '../support/ledger.ts';
import { useTestApp } from '../support/testApp.ts';

/** Answers and files for a user of one group in another language (docs/reference/scope.md#what-it-limits), by the catalogues as they are. */
const t = useTestApp();

test('a user with a scope has files and mails in each language, of their people alone', async () => {
  const site = await givenSupervised(t);
  const own = await givenGroup(t.db, site.accountId, 'employee');
  await site.person('1', { timeId: '1', employeeGroupId: own, firstName: 'Innes' });
  await site.person('2', { timeId: '2', firstName: 'Outis' });
  await site.send('1', ['07:20', '16:00']);
  await site.send('2', ['07:40', '16:00']);
  const scope = { employeeGroups: [own] };
  const userId = await givenUser(t.db, site.accountId, { permissions: PERMISSIONS, scope });
  const token = await givenSession(t.db, site.accountId, userId, { createdAt: ASKED, ttlSeconds: 90 * 86_400 });
  const alert = {
    ...{
      description: 'Today',
      category: 'attendance',
      viaEmail: true,
      targetGroups: [],
      emailRecipients: ['a@farm.test'],
    },
    ...{ daysOfWeek: [1, 2, 3, 4, 5, 6, 7], times: [{ enabled: true, time: '12:00' }] },
  };
  const said: Record<Language, [head: string, subject: string, expected: string, open: string]> = {
    en: ['Employee Number', 'Today: 0 present, 1 absent, 0 late', 'Expected: 1', 'Open the dashboard:'],
    af: ['Werknemernommer', 'Today: 0 teenwoordig, 1 afwesig, 0 laat', 'Verwag: 1', 'Maak die paneelbord oop:'],
    es: ['Número de empleado', 'Today: 0 presentes, 1 ausente, 0 tarde', 'Esperados: 1', 'Abrir el panel:'],
    // French counts nothing as one, and has a space before a colon.
    fr: ['Numéro d’employé', 'Today : 0 présent, 1 absent, 0 en retard', 'Attendus : 1', 'Ouvrir le tableau de bord :'],
    pt: ['Número de trabalhador', 'Today: 0 presentes, 1 ausente, 0 atrasados', 'Esperado: 1', 'Abrir o painel:'],
  };
  for (const [language, [head, ...lines]] of Object.entries(said)) {
    expect((await t.ask('/v2/session/language', { method: 'PUT', token, body: { language } })).statusCode).toBe(200);
    const body = { reportType: 'latecomers', exportType: 'html', dates: { from: MONDAY, to: MONDAY } };
    const page = (await t.ask('/v2/stats/generateReport', { token, body })).body;
    expect(page).toContain(head);
    expect(page).toContain('Innes');
    const { summary } = (await t.ask('/v2/alert/preview', { token, body: alert })).json();
    const mail = `${summary.subject}\n${summary.text}`.replaceAll('\u00a0', ' ').split('\n');
    expect(mail).toEqual(expect.arrayContaining(lines));
    expect(`${page}${mail}`).not.toContain('Outis');
  }
});
