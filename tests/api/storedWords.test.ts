import { v7 as newId } from 'uuid';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { DEFAULT_LICENSE } from '#contract/access/accounts.ts';
import { auditEntry } from '#contract/platform/audit.ts';
import { alertDelivery } from '#contract/reports/alerts.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { sql } from '#server/platform/db/db.ts';
import { sendDueMails } from '#server/platform/mail/sender.ts';
import { wordsIn } from '#server/platform/words/words.ts';
import { runAlerts } from '#server/reports/alerts/scheduler.ts';
import { givenAdmin, givenEmployer } from '../support/factories.ts';
import { useTestApp } from '../support/testApp.ts';

/** Texts of the server are stored with their messages, so that each reads them in their own language. */
const t = useTestApp();
const spanish = wordsIn('es');
type Told = { words?: Parameters<typeof spanish.say>[0] | null | undefined };
const inSpanish = ({ words }: Told) => words && spanish.say(words);

const trailOf = async (accountId: string) => {
  const { token } = await givenAdmin(t.db);
  const answer = await t.ask(`/v2/audit/by-account/${accountId}?startRow=0&endRow=9`, { token });
  return z.object({ results: z.array(auditEntry) }).parse(answer.json()).results;
};
const deliveriesOf = async (token: string) =>
  z.object({ results: z.array(alertDelivery) }).parse((await t.ask('/v2/alert/deliveries', { token })).json()).results;

/** An alert of 07:00 and 07:30 every day, from that day on. */
const givenAlert = (accountId: string, recipients: string[]) =>
  t.db.run(sql`
    insert into alert (account_id, alert_id, category, description, via_email, email_recipients, days_of_week, times,
      target_groups, suppress_empty, active_from, created_at)
    values (${accountId}, ${newId()}, 'attendance', 'Morning', true, ${recipients}, ${[1, 2, 3, 4, 5, 6, 7]},
      '[{"enabled": true, "time": "07:00"}, {"enabled": true, "time": "07:30"}]', '[]', false, '2026-11-20T00:00:00Z', '2026-11-20T00:00:00Z')`);

test('a detail of the trail is said in its reader’s language; data, and an entry of before, are as they were written', async () => {
  const { accountId, token } = await givenEmployer(t.db, { permissions: ['Setup.MANAGE'] });
  await t.db.run(sql`
    insert into audit_entry (account_id, audit_entry_id, at, actor, action, result, detail)
    values (${accountId}, ${newId()}, '2026-11-01T00:00:00Z', 'former', 'user.update', 'ok', 'language: fr')`);
  await t.ask('/v2/session/language', { token, method: 'PUT', body: { language: 'es' } });
  t.clock.advance(1_000);
  await t.ask('/v2/setup/employees', { token, body: { number: '1', firstName: 'Ann', lastName: 'Adams' } });
  t.clock.advance(1_000);
  await t.db.tx((tx) =>
    audit(tx, { accountId, at: t.clock.now(), actor: 'x', action: 'user.update', detail: 'employee added' }),
  );
  expect((await trailOf(accountId)).map((entry) => [entry.detail, inSpanish(entry)])).toEqual([
    ['employee added', null],
    ['employee added', 'empleado añadido'],
    ['language: es', 'idioma: es'],
    ['language: fr', null],
  ]);
});

test('the people within whom a user acted are told after the detail; what is cut has no words', async () => {
  const { accountId } = await givenEmployer(t.db);
  const entry = { accountId, at: t.clock.now(), actor: 'x', action: 'report.export', detail: 'csv\0\ud800' } as const;
  const scope = { lists: { timeGroups: [newId()] }, key: 'k' };
  await t.db.tx((tx) => audit(tx, { ...entry, scope: scope as never }));
  await t.db.tx((tx) =>
    audit(tx, {
      ...entry,
      detail: { id: 'by {name}', values: { name: 'x'.repeat(3_000) } },
      action: 'day-note.remove',
    }),
  );
  const [first, second] = (await trailOf(accountId)).sort((a, b) => b.action.localeCompare(a.action));
  expect(first?.detail).toMatch(/^csv .?; within nobody$/u);
  expect(first && inSpanish(first)).toMatch(/^csv .?; dentro de nadie$/u);
  expect([second?.detail?.length, second?.words]).toEqual([2_000, null]);
});

test('why an alert was not sent is said in its reader’s language, also where mail servers say more', async () => {
  const license = { alerts: { ...DEFAULT_LICENSE.alerts, attendanceTimeSlots: 1 } };
  const { accountId, token } = await givenEmployer(t.db, {
    account: { timeZone: 'UTC', license },
    permissions: ['GET_ALL_ALERTS', 'Stats.GET_ATTENDANCE_INFORMATION'],
  });
  t.clock.set('2026-11-20T06:00:00Z');
  await givenAlert(accountId, ['x@example.test']);
  t.clock.set('2026-11-20T07:30:00Z');
  await runAlerts(t.services);
  const refusing = {
    async send() {
      throw Object.assign(new Error('550 no {such} user'), { responseCode: 550 });
    },
    close() {},
  };
  await sendDueMails(t.services, refusing);
  await runAlerts(t.services);
  expect((await deliveriesOf(token)).map((one) => [one.slot, one.reason, inSpanish(one)])).toEqual([
    ['07:30', 'The licence allows 1 time per attendance alert', 'La licencia permite 1 hora por alerta de asistencia'],
    [
      '07:00',
      'Not delivered to x@example.test: 550 no {such} user',
      'No entregado a x@example.test: 550 no {such} user',
    ],
  ]);
  // One of before there were words.
  await t.db.run(sql`update alert_delivery set reason_words = null where account_id = ${accountId}`);
  expect((await deliveriesOf(token)).map(({ words }) => words)).toEqual([null, null]);
});
