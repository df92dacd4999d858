import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from '#contract/all.ts';
import { PERMISSIONS } from '#contract/platform/permissions.ts';
import { givenSession, givenUser } from '../support/factories.ts';
import { ASKED, givenSupervised } from '../support/ledger.ts';
import { useTestApp } from '../support/testApp.ts';

/** Dates at both ends of what a calendar can write are refused or answered, never an error of the server. */

const t = useTestApp();
const FAR = ['0001-01-01', '1582-10-10', '9999-12-31'];
const DATES = ['from', 'to', 'referenceDate', 'day', 'date'];

async function givenOffice() {
  const site = await givenSupervised(t);
  const one = await site.person('1', { timeId: '1' });
  await site.send('1', ['07:00', '16:00']);
  await site.work('1', [{ units: '1', startedAt: new Date(site.at('09:00')), lookup1Code: 'P' }]);
  const userId = await givenUser(t.db, site.accountId, { permissions: PERMISSIONS });
  const token = await givenSession(t.db, site.accountId, userId, { createdAt: ASKED, ttlSeconds: 86_400 });
  return { site, one, token };
}

test('each call that takes a date in its address', async () => {
  const { site, one, token } = await givenOffice();
  const called = new Set<string>();
  for (const [name, { method, path, query }] of Object.entries(ENDPOINTS)) {
    if (method !== 'GET' || !(query instanceof z.ZodObject)) continue;
    const keys = DATES.filter((key) => key in query.shape);
    if (keys.length === 0) continue;
    called.add(name);
    const of = (key: string) => ({ category: 'attendance', status: 'total', employeeId: one })[key] ?? randomUUID();
    const address = `/v2${path.replace(/:(\w+)/g, (_, key) => of(String(key)))}`;
    for (const date of FAR)
      for (const [from, to] of [
        [date, date],
        ['2026-11-01', date],
        [date, '2026-11-25'],
      ]) {
        const asked = keys.map((key) => `${key}=${key === 'to' ? to : from}`).join('&');
        const answer = await t.ask(`${address}?${asked}&startRow=0&endRow=10&cacheKey=a`, { token });
        expect(answer.statusCode, `${name} ${asked}: ${answer.body.slice(0, 200)}`).toBeLessThan(500);
      }
  }
  expect(called.size).toBeGreaterThan(15);
  void site;
});

test('each act of corrections that takes a date or a time', async () => {
  const { site, one, token } = await givenOffice();
  const record = await site.recordOf(one, '09:00');
  for (const date of FAR) {
    const why = { reason: 'other', note: 'Said so' };
    const at = `${date}T00:30:00+02:00`;
    const entry = { units: '1', startedAt: at, endedAt: null, durationMs: null, lookup1Code: null, lookup2Code: null };
    const changes = [
      { do: 'add-punch', employeeId: one, at, direction: 'in' },
      { do: 'add-entry', employeeId: one, ...entry },
      { do: 'replace-entry', recordId: record, startedAt: at },
      { do: 'approve', employeeId: one, what: 'overtime', day: date },
      { do: 'excuse', employeeId: one, judgement: 'absence', kind: 'leave', from: date, to: date },
      { do: 'excuse', employeeId: one, judgement: 'absence', kind: 'leave', from: '2026-11-01', to: date },
    ];
    const sheet = {
      startTime: '00:00',
      endTime: '00:30',
      lookup2Code: null,
      products: ['P'],
      rows: [{ employeeId: one, units: ['1'] }],
    };
    const choice = { from: date, to: date };
    const change = { do: 'void' };
    const bodies: [path: string, body: object][] = [
      ...changes.map((one): [string, object] => [
        '/corrections/preview',
        { ...why, items: [{ day: date, basis: 'x', change: one }] },
      ]),
      ['/corrections/pieces/preview', { ...why, choice, change }],
      ['/corrections/pieces/preview', { ...why, choice: { ...choice, startTime: '22:00', endTime: '04:00' }, change }],
      ['/corrections/crew-sheet/preview', { ...why, day: date, ...sheet }],
      ['/corrections/crew-punch/preview', { ...why, day: date, time: '00:00', direction: 'in' }],
      ['/period-locks', { from: date, to: date }],
      ['/stats/generateReport', { reportType: 'latecomers', exportType: 'csv', dates: { from: date, to: date } }],
      ['/exceptions/reviews', { items: [{ key: `missing-out:${one}:${date}`, evidence: 'x' }] }],
    ];
    for (const [path, body] of bodies) {
      const answer = await t.ask(`/v2${path}`, { token, body });
      expect(answer.statusCode, `${path} ${JSON.stringify(body)}: ${answer.body.slice(0, 300)}`).toBeLessThan(500);
      if (path.startsWith('/corrections/pieces')) expect(answer.json().errorCode).toBe('DATE_OUT_OF_RANGE');
    }
  }
});
