import { expect, it } from 'vitest';
import { PUSH_MAKES } from '#contract/terminals.ts';
import { isPin } from '#server/terminals/body.ts';
import { PUSH_DIALECTS } from '#server/terminals/dialects/registry.ts';
import { size } from '../../../support/size.ts';
import { spoiled } from '../../../support/spoiledBytes.ts';

const hikvision = {
  dateTime: '2026-11-20T07:00:00+02:00',
  AccessControllerEvent: { majorEventType: 5, subEventType: 75, serialNo: 7, employeeNoString: '30' },
};
const pass = { Code: 'AccessControl', Data: { Status: 1, UserID: '30', UTC: 1_795_000_000, Type: 'Entry' } };
const row = {
  object: 'access_logs',
  type: 'inserted',
  values: { id: '1', time: '1795000000', event: '7', user_id: '30' },
};
const GOOD = [
  JSON.stringify(hikvision),
  `--b\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(hikvision)}\r\n--b\r\nContent-Type: image/jpeg\r\n\r\n\xff\xd8\r\n--b--\r\n`,
  '<EventNotificationAlert><dateTime>2026-11-20T07:00:00+02:00</dateTime><AccessControllerEvent><majorEventType>5</majorEventType><subEventType>75</subEventType><employeeNoString>30</employeeNoString></AccessControllerEvent></EventNotificationAlert>',
  JSON.stringify({ Events: [pass, pass] }),
  JSON.stringify({ object_changes: [row] }),
  JSON.stringify({ events: [{ id: 'a', pin: '30', time: '2026-11-20 07:00:00', direction: 'in' }] }),
].map((text) => Buffer.from(text, 'latin1'));
const ODD = [
  '\0',
  '\xff',
  '--b',
  '\r\n\r\n',
  '<',
  '<!DOCTYPE x [<!ENTITY a "b">]>',
  '&a;',
  '{',
  '[',
  '"',
  '1e999',
  '-0',
  'null',
];

it.each(PUSH_MAKES)('%s: no bytes are a failure, and what is a punch has a PIN, a time and a short id', (make) => {
  const { read } = PUSH_DIALECTS[make];
  for (const body of [...GOOD, ...spoiled(GOOD, ODD, size(1_000, 50_000), 48)])
    for (const { punch } of read(body, 'text/plain').lines.flatMap((line) => ('punch' in line ? [line] : []))) {
      expect(isPin(punch.pin)).toBe(true);
      expect((punch.recordId ?? '').length).toBeLessThanOrEqual(60);
      expect('local' in punch.time ? punch.time.local : Number.isFinite(punch.time.instant)).toBeTruthy();
    }
});

it('20,000 events at once are read whole; deep nesting is no failure', () => {
  const events = Array.from({ length: 20_000 }, (_, n) => ({ id: n, pin: String(n), time: '2026-11-20 07:00:00' }));
  const { lines } = PUSH_DIALECTS.json.read(Buffer.from(JSON.stringify(events)), '');
  expect(lines).toHaveLength(20_000);
  for (const make of PUSH_MAKES)
    for (const deep of ['['.repeat(500_000), '<a>'.repeat(200_000), `{"a":`.repeat(200_000)])
      expect(PUSH_DIALECTS[make].read(Buffer.from(deep), '').lines.length).toBeLessThan(2);
});
