import { describe, expect, it } from 'vitest';
import { PUSH_MAKES } from '#contract/intake/makes.ts';
import { givenSyncKey } from '../support/factories.payroll.ts';
import { givenAdmin } from '../support/factories.ts';
import { givenEmployee } from '../support/factories.work.ts';
import { SAMPLES } from '../support/makeSamples.ts';
import { makesOf } from '../support/makeTerminals.ts';
import { fillFacts, givenManyAccounts, OTHERS, PEOPLE } from '../support/manyAccounts.ts';
import { rowsReadBy, statementsOf } from '../support/replayed.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

/**
 * The statements of the ways in beside terminals of ADMS (terminalsStatements.test.ts), against an installation of many accounts with months of punches:
 * all makes that send events, Recorders, payroll systems and CSV. None reads more than a handful of rows for each record, and the people of its account; how
 * many records there are makes no difference.
 */
const t = useTestApp();
const terminals = useTerminals(t);
const given = makesOf(t, terminals);

const NOW = '2026-11-20T05:00:00Z';
/** The rows that one statement may read: settings, devices and the days around each record. */
const most = (records: number, people = 0) => 150 + people + 300 * records;
/** All people of the account, each with a few rows. */
const EVERYBODY = 4 * (PEOPLE + OTHERS);
type Request = [name: string, most: number, send: () => Promise<unknown>];

async function expectFew(requests: readonly Request[]) {
  const found: string[] = [];
  for (const [name, bound, send] of requests) {
    const statements = await statementsOf(send);
    expect(statements.length, name).toBeGreaterThan(0);
    for (const { text, rows } of await rowsReadBy(t.connectionString, statements))
      if (rows > bound) found.push(`${name}: ${rows} of ${bound} rows by ${text.replace(/\s+/g, ' ').slice(0, 160)}`);
  }
  expect(found).toEqual([]);
}

describe('an installation of many accounts', () => {
  it('is not read by an event of any make, new or sent again', async () => {
    t.clock.set(NOW);
    const { accountId } = await givenManyAccounts(t);
    await givenEmployee(t.db, accountId, { timeId: '30' });
    await fillFacts(t);
    for (const make of PUSH_MAKES) {
      const terminal = await given(make, { accountId });
      await expectFew(
        SAMPLES[make].slice(0, 4).flatMap(({ from, body, type, lines }): Request[] => {
          const send = () => terminal.send(Buffer.from(body, 'latin1'), type);
          const bound = most(Math.max(1, lines.length));
          return [
            [`${make}: ${from}`, bound, send],
            [`${make}: ${from}, again`, bound, send],
          ];
        }),
      );
    }
  });

  it('is not read by a Recorder’s delivery, of which kind ever', async () => {
    t.clock.set(NOW);
    const { accountId } = await givenManyAccounts(t);
    const { token } = await givenAdmin(t.db);
    const body = { serialNumber: 'RECORDER', imei: '350' };
    const { activationToken } = (await t.ask(`/v2/device/v2/for-account/${accountId}`, { token, body })).json();
    const { deviceToken } = (await t.ask('/v2/rc/activate', { body: { activationToken } })).json();
    await fillFacts(t);
    let cursor: string | null = null;
    const sync = (more: object) => async () => {
      const answer = await t.ask('/v2/rc/sync', { token: deviceToken, body: { sentAt: NOW, cursor, ...more } });
      expect(answer.json(), answer.body).toMatchObject({ rejected: [] });
      ({ cursor } = answer.json());
      return answer.json();
    };
    const made = (recordId: string, number: string) => ({ recordId, employeeNumber: number });
    const punch = (id: string, number: string, at: string) => ({ ...made(id, number), at, direction: 'in' });
    const piece = (id: string, number: string) => ({
      ...made(id, number),
      startedAt: NOW,
      units: '3',
      lookup1Code: 'A',
    });
    const act = (id: string, number: string) => ({
      ...made(id, number),
      ...{ at: NOW, day: '2026-11-19', shown: { in: null, out: null, pieces: [] } },
    });
    const one = { clockRecords: [punch('c1', 'F1', NOW)], pieceworkEntries: [piece('p1', 'F2')] };
    const twenty = { clockRecords: Array.from({ length: 20 }, (_, n) => punch(`t${n}`, `F${n + 1}`, NOW)) };
    const acts = { ownDayActs: [act('a1', 'F3')] };
    const manyActs = { ownDayActs: Array.from({ length: 20 }, (_, n) => act(`b${n}`, `F${n + 10}`)) };
    await expectFew([
      ['the lists, for the first time', most(0, EVERYBODY), sync({})],
      ['the lists again', most(0, EVERYBODY), sync({})],
      ['records', most(2), sync(one)],
      ['records again', most(2), sync(one)],
      ['twenty', most(20), sync(twenty)],
      ['twenty again', most(20), sync(twenty)],
      ['a punch of 40 days ago', most(1), sync({ clockRecords: [punch('c2', 'F4', '2026-10-11T05:00:00Z')] })],
      ['an agreement', most(1, EVERYBODY), sync(acts)],
      ['an agreement again', most(1, EVERYBODY), sync(acts)],
      ['twenty agreements', most(20, EVERYBODY), sync(manyActs)],
      [
        'a number that nobody has',
        most(1),
        sync({ clockRecords: [punch('c3', '9', NOW)], newPeople: [{ number: '9', name: 'Nandi' }] }),
      ],
      ['a heartbeat', most(0), () => t.ask('/v2/rc/heartbeat', { token: deviceToken, body: { pending: 0 } })],
    ]);
  });

  it('is not read by a sync of a payroll system or a CSV', async () => {
    t.clock.set(NOW);
    const { accountId } = await givenManyAccounts(t);
    const key = await givenSyncKey(t.db, accountId);
    const { token } = await givenAdmin(t.db);
    await fillFacts(t);
    const sync = (body: object) => async () => {
      const answer = await t.ask('/v2/payroll/PAY/sync', { token: key, body });
      expect(answer.json(), answer.body).toMatchObject({ rejected: [] });
    };
    const person = (n: number, lastName = 'Nkosi') => ({
      ...{ code: `F${n}`, number: `F${n}`, firstName: 'Ann', lastName, isActive: true, timeId: String(1_000 + n) },
    });
    const employees = { employees: Array.from({ length: 20 }, (_, n) => person(n + 1)) };
    const work = {
      clockRecords: [{ code: 'C1', employeeCode: 'F1', at: NOW, direction: 'in' }],
      pieceworkEntries: [{ code: 'P1', employeeCode: 'F2', units: '3', startedAt: NOW }],
    };
    const csv = (commit: boolean) => async () => {
      const lines = ['number,units,date', ...Array.from({ length: 20 }, (_, n) => `F${n + 1},2.5,2026-11-19 09:00`)];
      const body = { kind: 'piecework', csv: lines.join('\n'), commit };
      const answer = await t.ask(`/v2/account/${accountId}/import`, { token, body });
      expect(answer.json(), answer.body).toMatchObject({ refused: 0 });
    };
    await expectFew([
      ['employees as they are', most(20, EVERYBODY), sync(employees)],
      ['another name', most(1, EVERYBODY), sync({ employees: [person(1, 'Botha')] })],
      ['a new employee', most(1, EVERYBODY), sync({ employees: [person(9_001)] })],
      ['records', most(2), sync(work)],
      ['records again', most(2), sync(work)],
      ['preview of a CSV', most(20), csv(false)],
      ['a CSV', most(20), csv(true)],
      ['a CSV again', most(20), csv(true)],
    ]);
  });
});
