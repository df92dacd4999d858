import { expect, it } from 'vitest';
import { sql } from '#server/platform/db/db.ts';
import { givenPaid } from '../support/paidWorld.ts';
import { useTestApp } from '../support/testApp.ts';
import { useTestWords } from '../support/testWords.ts';

/** Pages for readers without a log-in. */
const t = useTestApp();
useTestWords();

it('a link shows days in the language of its account, whatever that of the browser', async () => {
  const world = await givenPaid(t, { '101': { '2026-11-19': ['06:00', '19:00'] } });
  await world.rule({ maxDayMinutes: 720, payPeriod: 'weekly', periodStart: '2026-11-16' });
  await t.db.run(sql`update account set language = 'es' where account_id = ${world.accountId}`);
  const open = async (link: string) =>
    (await t.ask(new URL(link).pathname, { method: 'GET', headers: { 'accept-language': 'pt' } })).body;
  const { employees } = await world.ask('/setup/employees');
  const { address } = await world.ask(`/setup/employees/${employees[0]._id}/own-days-link`, {});
  const own = await open(address);
  for (const words of ['<html lang="es">', 'Días de A101 Ama', 'jue, 19 nov', 'Presente']) expect(own).toContain(words);
  expect(own).toContain('<dt>Entrada, salida</dt><dd>06:00 a 19:00</dd>');
  const dates = { from: '2026-11-16', to: '2026-11-19' };
  const { link } = await world.ask('/audit-samples', { name: 'Auditora', dates, seed: 'oak', days: 7 });
  const sample = await open(link);
  for (const words of ['<html lang="es">', 'Sorteada para Auditora con la semilla oak', '>Límites de horas</th>'])
    expect(sample).toContain(words);
  expect(sample).toContain('Horas al día: 12:00 de 12:00: cerca');
  expect(sample).toContain('<td class="d">19/11/2026</td>');
});

it.each([
  ['pt-PT,pt;q=0.9,en;q=0.8', 'pt', 'Cancelar a subscrição', 'Terminada'],
  ['de, en', 'en', 'Unsubscribe', 'Ended'],
  [undefined, 'en', 'Unsubscribe', 'Ended'],
])('of a link that tells nothing of an account, the language is that of the browser: %s', async (accepted, ...said) => {
  const [language, unsubscribe, ended] = said;
  const headers: Record<string, string> = accepted ? { 'accept-language': accepted } : {};
  const asked = (path: string) => t.ask(`/v2/${path}/${'A'.repeat(43)}`, { method: 'GET', headers });
  const page = (await asked('alert/unsubscribe')).body;
  expect(page).toContain(`<html lang="${language}">`);
  expect(page).toContain(`>${unsubscribe}</button>`);
  const gone = await asked('own-days');
  expect(gone.statusCode).toBe(404);
  expect(gone.body).toContain(`<html lang="${language}">`);
  expect(gone.body).toContain(`<title>${ended}</title>`);
});
