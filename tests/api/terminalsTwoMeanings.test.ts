import { expect, test } from 'vitest';
import type { PushMake } from '#contract/intake/makes.ts';
import { givenEmployee } from '../support/factories.work.ts';
import { makesOf } from '../support/makeTerminals.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

/** Events that can be read in two ways, and those that say where no field is looked for (spec/terminals.md D0, D5): stored as both, or set aside. */
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
