import { describe, expect, it, test } from 'vitest';
import type { PushMake } from '#contract/intake/makes.ts';
import { givenEmployee } from '../support/factories.work.ts';
import { makesOf } from '../support/makeTerminals.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

/** Events that can be read in two ways, and those that say where no field is looked for: stored as both, or set aside. */
const t = useTestApp();
const terminals = useTerminals(t);
const given = makesOf(t, terminals);

const TIME = '2026-11-20T05:00:00Z';
const seconds = Date.parse(TIME) / 1000;
const notification = (inner: string) =>
  `{"eventType":"AccessControllerEvent","dateTime":"2026-11-20T07:00:00+02:00",${inner}}`;
const hikvision = (pin: string) =>
  `"AccessControllerEvent":{"majorEventType":5,"subEventType":75,"employeeNoString":"${pin}"}`;
const dahua = (pin: string) => `"Data":{"UserID":"${pin}","Status":1,"UTC":${seconds}}`;
const change = (pin: string) =>
  `"object_changes":[{"object":"access_logs","type":"inserted","values":{"id":"${pin}","time":"${seconds + 7200}","event":"7","user_id":"${pin}"}}]`;
const bioConnect = (pin: string) => `"data":{"user_id":"${pin}","punch_time":"2026-11-20 07:00:00"}`;
const json = (pin: string, hour = '07') => `{"pin":"${pin}","time":"2026-11-20 ${hour}:00:00"}`;

/** Two lists of events under one name are both lists; of two people or values of one event none is chosen. */
const COUNTED = ['30 11-20T05:00:00 counted'];
const BOTH = [...COUNTED, '31 11-20T05:00:00 counted'];
const DOUBTED = ['30 11-20T05:00:00 quarantined', '31 11-20T05:00:00 quarantined'];
const RECEIVED = '11-20T10:00:00 quarantined';

test.each<[string, PushMake, string, string[]]>([
  ['two events', 'hikvision', notification(`${hikvision('30')},${hikvision('31')}`), DOUBTED],
  [
    'two numbers of a person',
    'hikvision',
    notification(hikvision('30').replace('}', ',"employeeNoString":"31"}')),
    DOUBTED,
  ],
  [
    'two numbers of a person in other capitals',
    'hikvision',
    notification(hikvision('30').replace('}', ',"EmployeeNoString":"31"}')),
    DOUBTED,
  ],
  [
    'two kinds',
    'hikvision',
    notification(hikvision('30').replace('}', ',"subEventType":76}')),
    ['30 11-20T05:00:00 quarantined'],
  ],
  ['twice the same kind', 'hikvision', notification(hikvision('30').replace('}', ',"subEventType":75}')), COUNTED],
  ['two events', 'dahua', `{"Code":"AccessControl",${dahua('30')},${dahua('31')}}`, DOUBTED],
  [
    'two people beside a card',
    'dahua',
    `{"Code":"AccessControl",${dahua('30').replace('}', ',"UserID":"31","CardNo":"0012345678"}')}}`,
    DOUBTED,
  ],
  [
    'two lists',
    'dahua',
    `{"Events":[{"Code":"AccessControl",${dahua('30')}}],"Events":[{"Code":"AccessControl",${dahua('31')}}]}`,
    BOTH,
  ],
  [
    'two people in other capitals',
    'controlid',
    `{${change('30').replace('"user_id"', '"USER_ID":"31","user_id"')}}`,
    DOUBTED,
  ],
  ['two lists', 'controlid', `{${change('30')},${change('31')}}`, BOTH],
  ['two events', 'bioconnect', `{"type":"verification",${bioConnect('30')},${bioConnect('31')}}`, DOUBTED],
  [
    'two lists',
    'json',
    `{"events":[${json('30', '06')}],"events":[${json('30')}]}`,
    ['30 11-20T04:00:00 counted', '30 11-20T05:00:00 counted'],
  ],
  ['two lists in other capitals', 'json', `{"Events":[${json('30')}],"events":[${json('31')}]}`, BOTH],
  ['two people', 'json', json('30').replace('{', '{"pin":"31",'), DOUBTED],
  ['two people in other capitals', 'json', json('30').replace('{', '{"PIN":"31",'), DOUBTED],
  ['two times', 'json', json('30').replace('{', '{"time":"2026-11-20 06:00:00",'), [`30 ${RECEIVED}`]],
  ['twice the same', 'json', json('30').replace('{', '{"pin":"30",'), COUNTED],
  ['two of a field that nobody reads', 'json', json('30').replace('{', '{"note":"a","note":"b",'), COUNTED],
  ['a name with a quotation mark twice', 'json', json('30').replace('{', '{"a\\"b":1,"a\\"b":{"c":"}"},'), COUNTED],
])('a name that comes twice: %s of %s', async (_, make, body, expected) => {
  const site = await given(make);
  await givenEmployee(t.db, site.accountId, { timeId: '31' });
  await site.send(body, 'application/json', make === 'controlid' ? '/api/notifications/dao' : '');
  const punches = (await site.punches()).map((line) => line.replace(/ (auto|in|out) /, ' '));
  expect(punches.toSorted()).toEqual(expected);
});

test('a time with the name of its zone alone is of that zone', async () => {
  const site = await given('json');
  await site.send(json('30').replace(' 07:00:00', 'T07:00:00[Asia/Kolkata]'));
  await site.send(json('30').replace(' 07:00:00', 'T07:00:00+02:00[Asia/Kolkata]'));
  expect(await site.punches()).toEqual(['30 11-20T01:30:00 auto counted', `30 ${RECEIVED.replace(' ', ' auto ')}`]);
});

describe('a refusal by JSON', () => {
  const event = (more: object) => JSON.stringify({ pin: '30', time: '2026-11-20 07:00:00', ...more });
  test.each<object>([
    { direction: 'denied' },
    { granted: false },
    { granted: 'false' },
    { accessGranted: 0 },
    { authorized: 'no' },
    { result: 'denied' },
    { Result: 'ACCESS_DENIED' },
    { status: 'not authorized' },
    { event: 'access.refused' },
    { event: 'accessDenied' },
    { success: false },
    { data: { granted: false } },
  ])('%j is told, and no punch', async (more) => {
    const site = await given('json');
    expect(await site.send(event(more))).toEqual([200, 'OK']);
    expect([await site.punches(), await site.rejects()]).toEqual([[], ['not-a-pass']]);
  });

  test.each<object>([
    { direction: 'in', granted: true, result: 'granted', status: 'ok', event: 'accessGranted' },
    { granted: null, status: '', result: 0 },
    { note: 'denied', name: 'Denied Refused', location: 'failed gate' },
  ])('%j is a punch', async (more) => {
    const site = await given('json');
    await site.send(event(more));
    expect((await site.punches()).map((line) => line.replace(' in ', ' auto '))).toEqual([
      '30 11-20T05:00:00 auto counted',
    ]);
  });

  it('is what the options say where they say what a pass is', async () => {
    const site = await given('json');
    const { token, accountId, deviceId } = site;
    await t.ask(`/v2/device/by-account/${accountId}/${deviceId}/options`, {
      ...{ token, method: 'PUT', body: { fields: { kind: 'result', passes: 'denied-not' } } },
    });
    await site.send(event({ result: 'denied-not' }));
    expect(await site.punches()).toEqual(['30 11-20T05:00:00 auto counted']);
  });

  it('of nobody, whose PIN is 0, names nobody', async () => {
    const site = await given('json');
    await site.send(
      JSON.stringify([
        { pin: 0, time: '2026-11-20 07:00:00' },
        { pin: '0', card: '12EA30', time: TIME },
      ]),
    );
    expect((await site.punches()).map((line) => line.slice(0, 14))).toEqual(['card:12EA30 11']);
    expect(await site.rejects()).toEqual(['bad-pin']);
  });
});

describe('the zone of a time in a field beside it', () => {
  test.each<[string, object, string]>([
    ['a name', { timezone: 'Asia/Kolkata' }, '30 11-20T01:30:00 auto counted'],
    ['in other capitals', { TimeZone: 'Asia/Kolkata' }, '30 11-20T01:30:00 auto counted'],
    ['an offset', { time_zone: '+05:30' }, '30 11-20T01:30:00 auto counted'],
    ['UTC', { tz: 'UTC' }, '30 11-20T07:00:00 auto counted'],
    ['its own', { timezone: 'Africa/Johannesburg' }, '30 11-20T05:00:00 auto counted'],
    ['nothing', { timezone: '' }, '30 11-20T05:00:00 auto counted'],
    ['one that nobody knows', { timezone: 'Eastern' }, `30 ${RECEIVED.replace(' ', ' auto ')}`],
    ['a number', { timezone: -5 }, `30 ${RECEIVED.replace(' ', ' auto ')}`],
    ['beside an instant', { time: '2026-11-20T05:00:00Z', timezone: 'Asia/Kolkata' }, '30 11-20T05:00:00 auto counted'],
  ])('%s', async (_, more, expected) => {
    const site = await given('json');
    await site.send(JSON.stringify({ pin: '30', time: '2026-11-20 07:00:00', ...more }));
    expect(await site.punches()).toEqual([expected]);
  });
});

describe('an event in the address of a call', () => {
  /** Calls an address without a body, and returns what is answered and stored. */
  const call = async (make: PushMake, query: string, init: RequestInit = {}) => {
    const site = await given(make);
    const answer = await fetch(`http://127.0.0.1:${terminals.port}${site.path}?${query}`, init);
    return { ...site, status: answer.status };
  };

  test.each(['GET', 'POST', 'PUT'])('is a punch by %s', async (method) => {
    const site = await call('json', 'pin=30&time=2026-11-20%2007:00:00&direction=in', { method });
    expect(site.status).toBe(200);
    expect(await site.punches()).toEqual(['30 11-20T05:00:00 in counted']);
  });

  it('is set aside and answered 400 where it cannot be read', async () => {
    const site = await call('json', 'pin=30&when=7');
    expect(site.status).toBe(400);
    expect(await site.punches()).toEqual([`30 ${RECEIVED.replace(' ', ' auto ')}`]);
    expect(await site.rejects()).toEqual(['bad-time']);
  });

  test.each<[PushMake, string]>([
    ['hikvision', 'employeeNoString=30&dateTime=2026-11-20T07:00:00%2B02:00'],
    ['dahua', `UserID=30&UTC=${seconds}`],
    ['controlid', `user_id=30&time=${seconds + 7200}&device_id=1`],
    ['bioconnect', 'user_id=30&punch_time=20261120070000'],
  ])('is not nowhere for %s', async (make, query) => {
    const site = await call(make, query);
    expect(await site.punches()).toEqual(['30 11-20T05:00:00 auto quarantined']);
  });

  it('counts beside a body that says nothing of it, and a call that names nobody is contact', async () => {
    const site = await call('json', 'pin=30&time=2026-11-20%2007:00:00', { method: 'POST', body: '{"beat":1}' });
    expect(await site.punches()).toEqual(['30 11-20T05:00:00 auto counted']);
    const beat = await call('json', 'device=4&uptime=17');
    expect([beat.status, await beat.punches(), await beat.rejects()]).toEqual([200, [], []]);
    const fixed = await call('json', 'pin=31', { method: 'POST', body: json('30') });
    expect(await fixed.punches()).toEqual(['30 11-20T05:00:00 auto counted']);
  });
});
