import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  codeOf,
  type DeviceValues,
  drift,
  hasActivationCode,
  isChanged,
  isOnline,
  newDeviceErrors,
  qrSize,
} from '#src/features/intake/devices/deviceRules.ts';

const filled = { serialNumber: 'SN', imei: '35', make: 'Acme', model: 'T1', profile: 'Open' } as const;

test.each([
  ['managed', 512],
  ['standalone', 386],
  ['unmanaged', 386],
  ['adms', 384],
] as const)('the QR code of a %s device has %i pixels', (kind, size) => expect(qrSize(kind)).toBe(size));

test.each([
  ['adms', ['serialNumber']],
  ['managed', ['serialNumber', 'imei']],
  ['unmanaged', ['serialNumber', 'imei']],
  ['standalone', ['serialNumber', 'imei', 'make', 'model']],
] as const)('a %s device needs %j, blanks aside', (kind, needed) => {
  expect(newDeviceErrors(kind, filled)).toEqual({});
  const blank = { serialNumber: ' ', imei: '\t', make: '', model: '  ', profile: 'Open' } as const;
  expect(Object.keys(newDeviceErrors(kind, blank)).toSorted()).toEqual([...needed].toSorted());
});

test('a terminal’s serial number has no signs that a path cannot carry; spaces are taken out', () => {
  expect(newDeviceErrors('adms', { ...filled, serialNumber: 'A/B' }).serialNumber).toBe(
    'Use letters, digits, dash and underscore',
  );
  expect(newDeviceErrors('adms', { ...filled, serialNumber: 'CK-JF_1' })).toEqual({});
  expect(newDeviceErrors('adms', { ...filled, serialNumber: ' ck jf1 ' })).toEqual({});
});

test('only V2 devices have an activation code', () => {
  expect((['ADMS', 'V1', 'V2'] as const).map((deviceType) => hasActivationCode({ deviceType }))).toEqual([
    false,
    false,
    true,
  ]);
});

test('the order of employees is no change; another set, text or profile is', () => {
  const ids = fc.uniqueArray(fc.uuid(), { maxLength: 8 });
  fc.assert(
    fc.property(ids, ids, (one, other) => {
      const values = (employeeIds: string[]): DeviceValues => ({ employeeIds, description: 'Gate', mdmProfile: null });
      expect(isChanged(values(one), values(one.toReversed()))).toBe(false);
      const same = one.length === other.length && one.every((id) => other.includes(id));
      expect(isChanged(values(one), values(other))).toBe(!same);
    }),
  );
  const saved: DeviceValues = { employeeIds: [], description: 'Gate', mdmProfile: 'Open' };
  expect(isChanged(saved, { ...saved, description: ' Gate ' })).toBe(false);
  expect(isChanged(saved, { ...saved, description: 'Shed' })).toBe(true);
  expect(isChanged(saved, { ...saved, mdmProfile: 'Restricted' })).toBe(true);
});

test('online is seen within three minutes', () => {
  const now = Date.parse('2026-11-20T08:00:00Z');
  expect(isOnline({ lastActive: '2026-11-20T07:57:00Z' }, now)).toBe(true);
  expect(isOnline({ lastActive: '2026-11-20T07:56:59Z' }, now)).toBe(false);
  expect(isOnline({ lastActive: null }, now)).toBe(false);
});

test.each([
  [null, 'Unknown'],
  [0, 'Right'],
  [-1_400, 'Right'],
  [95_000, '95 s fast'],
  [-300_000, '5 min slow'],
  [7_200_000, '2 h fast'],
])('a drift of %s ms is %s', (ms, words) => expect(drift(ms)).toBe(words));

test.each([
  ['https://x.example/v2/device/enrolment-qr/abc/K7QMX2PA', 'K7QMX2PA'],
  ['/v2/device/enrolment-qr/abc/K7QMX2PA.png?size=512', 'K7QMX2PA'],
  ['', ''],
])('the code at the end of %s is %s', (url, code) => expect(codeOf(url)).toBe(code));
