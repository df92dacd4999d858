import { describe, expect, it } from 'vitest';
import { givenEmployee } from '../support/factories.work.ts';
import { makesOf } from '../support/makeTerminals.ts';
import { fillFacts, givenManyAccounts } from '../support/manyAccounts.ts';
import { rowsReadBy, statementsOf } from '../support/replayed.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

/**
 * The statements of the ways in, against an installation of many accounts with months of punches: none reads more than a handful of rows for each punch,
 * however many there are. Of each statement the rows are counted that PostgreSQL reads for it, those within functions too.
 */
const t = useTestApp();
const terminals = useTerminals(t);
const given = makesOf(t, terminals);

/** The rows that one statement may read for a request with some punches: settings, devices and the days around each. */
const most = (punches: number) => 150 + 200 * punches;

describe('an installation of many accounts', () => {
  it('is not read by a punch, whether it is new, known, unknown, late or waits', async () => {
    t.clock.set('2026-11-20T05:00:00Z');
    const { accountId, serialNumber } = await givenManyAccounts(t);
    await givenEmployee(t.db, accountId, { timeId: '30' });
    const hikvision = await given('hikvision', { accountId });

    const at = (host?: string) => terminals.http(host ? { from: host } : {});
    const attlog = (lines: string, host?: string) =>
      at(host).send('POST', `/iclock/cdata?SN=${serialNumber}&table=ATTLOG&Stamp=9999`, lines);
    const many = Array.from({ length: 20 }, (_, n) => `${1_001 + n}\t2026-11-20 06:55:${10 + n}\t0\t1`).join('\n');
    const event = (serialNo: number, time: string) =>
      JSON.stringify({
        dateTime: `2026-11-20T${time}+02:00`,
        AccessControllerEvent: { majorEventType: 5, subEventType: 75, serialNo, employeeNoString: '30' },
      });
    const requests: [string, number, () => Promise<unknown>][] = [
      ['handshake', 0, () => at().send('GET', `/iclock/cdata?SN=${serialNumber}&options=all`)],
      ['poll', 0, () => at().send('GET', `/iclock/getrequest?SN=${serialNumber}`)],
      ['new punch', 1, () => attlog('1001\t2026-11-20 06:50:00\t0\t1')],
      ['the same again', 1, () => attlog('1001\t2026-11-20 06:50:00\t0\t1')],
      ['a key', 1, () => attlog('1002\t2026-11-20 06:50:00\t1\t1')],
      ['twenty', 20, () => attlog(many)],
      ['twenty again', 20, () => attlog(many)],
      ['of 40 days ago', 1, () => attlog('1003\t2026-10-11 06:50:00\t0\t1')],
      ['of a year ago', 1, () => attlog('1003\t2025-10-11 06:50:00\t0\t1')],
      ['unknown PIN', 1, () => attlog('77\t2026-11-20 06:51:00\t0\t1')],
      ['unknown PIN again', 1, () => attlog('77\t2026-11-20 06:51:00\t0\t1')],
      ['unreadable', 1, () => attlog('5\tyesterday\t0\t1')],
      ['from another network', 1, () => attlog('1004\t2026-11-20 06:52:00\t0\t1', '127.0.1.2')],
      [
        'menu operation',
        1,
        () =>
          at().send(
            'POST',
            `/iclock/cdata?SN=${serialNumber}&table=OPERLOG&OpStamp=1`,
            'OPLOG 4\t0\t2026-11-20 06:50:00\t0\t0\t0\t0',
          ),
      ],
      ['event', 1, () => hikvision.send(event(5, '06:53:00'))],
      ['event again', 1, () => hikvision.send(event(5, '06:53:00'))],
      ['event after a gap', 1, () => hikvision.send(event(9, '06:54:00'))],
    ];
    await fillFacts(t);
    const found: string[] = [];
    for (const [name, punches, send] of requests) {
      const statements = await statementsOf(send);
      expect(statements.length, name).toBeGreaterThan(0);
      for (const { text, rows } of await rowsReadBy(t.connectionString, statements))
        if (rows > most(punches)) found.push(`${name}: ${rows} rows by ${text.replace(/\s+/g, ' ').slice(0, 120)}`);
    }
    expect(found).toEqual([]);
  });
});
