import { SAMPLES } from './makeSamples.ts';

/** Well-formed bodies of each make that sends events, and bytes that break readers, for fuzzing. */

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
export const GOOD_EVENTS = [
  JSON.stringify(hikvision),
  `--b\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(hikvision)}\r\n--b\r\nContent-Type: image/jpeg\r\n\r\n\xff\xd8\r\n--b--\r\n`,
  '<EventNotificationAlert><dateTime>2026-11-20T07:00:00+02:00</dateTime><AccessControllerEvent><majorEventType>5</majorEventType><subEventType>75</subEventType><employeeNoString>30</employeeNoString></AccessControllerEvent></EventNotificationAlert>',
  JSON.stringify({ Events: [pass, pass] }),
  JSON.stringify({ object_changes: [row] }),
  JSON.stringify({ events: [{ id: 'a', pin: '30', time: '2026-11-20 07:00:00', direction: 'in' }] }),
  '{"machine": "LT234590POHS", "type": "verification", "data": {"user_id": 0000121, "punch_time": 20261120123445}}',
  ...Object.values(SAMPLES).flatMap((samples) => samples.map(({ body }) => body)),
].map((text) => Buffer.from(text, 'latin1'));
export const ODD_BYTES = [
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
