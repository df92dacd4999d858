import { describe, expect, it } from 'vitest';
import type { Language } from '#contract/platform/languages.ts';
import type { AlertInput } from '#contract/reports/alerts.ts';
import { processReset, RESET_JOB } from '#server/access/session/passwords.ts';
import { sql } from '#server/platform/db/db.ts';
import { sendDueMails } from '#server/platform/mail/sender.ts';
import type { OutgoingMail } from '#server/platform/mail/transport.ts';
import { runAlerts } from '#server/reports/alerts/scheduler.ts';
import { givenEmployer, givenUser } from '../support/factories.ts';
import { useTestApp } from '../support/testApp.ts';
import { useTestWords } from '../support/testWords.ts';

/** Words that the server makes are in the language of whoever gets them. */
const t = useTestApp();
useTestWords();

/** An account in Spanish, with a user who chose Portuguese and one who chose nothing. */
async function givenFarm() {
  const employer = await givenEmployer(t.db);
  const { accountId } = employer;
  const pia = await givenUser(t.db, accountId, { username: 'pia', firstName: 'Pia', email: 'pia@farm.test' });
  await givenUser(t.db, accountId, { username: 'sol', firstName: 'Sol', email: 'sol@farm.test' });
  await t.db.run(sql`update account set language = 'es' where account_id = ${accountId}`);
  await choose(pia, 'pt');
  return { ...employer, pia };
}
const choose = (userId: string, language: Language | null) =>
  t.db.run(sql`update app_user set language = ${language} where user_id = ${userId}`);

async function sendAll(failing?: string): Promise<OutgoingMail[]> {
  const sent: OutgoingMail[] = [];
  await sendDueMails(t.services, {
    async send(mail) {
      if (failing) throw new Error(failing);
      sent.push(mail);
    },
    close() {},
  });
  return sent;
}
async function resetOf(identity: string) {
  expect((await t.ask('/v2/session/password-reset', { body: { identity } })).statusCode).toBe(200);
  for (const { name, data } of t.jobs.waiting.splice(0)) if (name === RESET_JOB) await processReset(t.services, data);
}

it('a mail is in the language of its user, and of their account until they choose one', async () => {
  const { pia } = await givenFarm();
  await resetOf('pia');
  await resetOf('sol');
  // One that was written stays as it is, however often it is tried.
  await sendAll('timeout');
  await choose(pia, 'fr');
  t.clock.advance(60_000);
  const sent = await sendAll();
  expect(sent.map(({ recipient, subject }) => [recipient, subject]).sort()).toEqual([
    ['pia@farm.test', 'Repor a sua palavra-passe do Tallyboard'],
    ['sol@farm.test', 'Restablecer su contraseña de Tallyboard'],
  ]);
  const { text, html } = sent.find(({ recipient }) => recipient === 'pia@farm.test') ?? { text: '', html: '' };
  expect(html).toContain('<html lang="pt">');
  for (const words of ['Olá, Pia:', 'Escolher uma palavra-passe nova', 'Este e-mail foi enviado pelo Tallyboard.']) {
    expect(text).toContain(words);
    expect(html).toContain(words);
  }
});

describe('an alert', () => {
  const alert: AlertInput = {
    ...{ description: 'Late', category: 'attendance', viaEmail: true, targetGroups: [] },
    emailRecipients: ['PIA@farm.test', 'sol@farm.test', 'outside@else.test'],
    daysOfWeek: [1, 2, 3, 4, 5, 6, 7],
    times: [{ enabled: true, time: '13:00' }],
  };

  it('is written for each of its recipients, and for the account where it is listed', async () => {
    const { token } = await givenFarm();
    expect((await t.ask('/v2/alert', { token, body: alert })).statusCode).toBe(200);
    t.clock.set('2026-11-20T11:00:00Z');
    await runAlerts(t.services);
    const sent = await sendAll();
    // What the user called the alert is theirs, although it is also a word of ours.
    expect(Object.fromEntries(sent.map(({ recipient, subject }) => [recipient, subject]))).toEqual({
      'PIA@farm.test': 'Late: 0 presentes, 0 ausentes, 0 atrasados',
      'sol@farm.test': 'Late: 0 presentes, 0 ausentes, 0 con retraso',
      'outside@else.test': 'Late: 0 presentes, 0 ausentes, 0 con retraso',
    });
    const [pia = '', outside = ''] = ['PIA@farm.test', 'outside@else.test'].map(
      (address) => sent.find(({ recipient }) => recipient === address)?.text,
    );
    expect(pia).toContain('sexta-feira, 20 de novembro de 2026');
    expect(pia).toContain('Previstos: 0');
    expect(pia).toContain('Para deixar de os receber: https://');
    expect(outside).toContain('viernes, 20 de noviembre de 2026');
    expect(outside).toContain('Para no recibirlos más: https://');
    const { results } = (await t.ask('/v2/alert/deliveries', { token })).json();
    expect(results).toMatchObject([{ subject: 'Late: 0 presentes, 0 ausentes, 0 con retraso' }]);
  });

  it('is shown and tried out in the language of the user who makes it', async () => {
    const { token, userId } = await givenFarm();
    await choose(userId, 'pt');
    const { summary } = (await t.ask('/v2/alert/preview', { token, body: alert })).json();
    expect(summary.subject).toBe('Late: 0 presentes, 0 ausentes, 0 atrasados');
    expect((await t.ask('/v2/alert/test', { token, body: alert })).statusCode).toBe(200);
    expect((await sendAll()).map(({ subject }) => subject)).toEqual([
      'Test: Late: 0 presentes, 0 ausentes, 0 atrasados',
    ]);
  });
});
