import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { Device, MdmProfile } from '#contract/intake/devices.ts';
import { DEFAULT_DEVICE_DESCRIPTION, DEVICE_ONLINE_MS, QR_SIZE } from '#contract/platform/limits.ts';
import { normalSerial, SERIAL } from '#contract/platform/serial.ts';

export type DeviceKind = Device['kind'];
/** The kinds of phones and tablets; a terminal is called by its make. */
type RecorderKind = Exclude<DeviceKind, 'adms'>;
export const KIND_LABEL: Record<RecorderKind, MessageDescriptor> = {
  managed: msg`Managed`,
  unmanaged: msg`Unmanaged`,
  standalone: msg`Standalone`,
};
export const ADD_KIND: Record<RecorderKind, MessageDescriptor> = {
  managed: msg`Add Managed Device`,
  unmanaged: msg`Add Unmanaged Device`,
  standalone: msg`Add Standalone Device`,
};

/** Pixels of a device's QR code (spec section 9). */
export const qrSize = (kind: DeviceKind) => (kind === 'adms' ? QR_SIZE.other : QR_SIZE[kind]);

/** Only V2 devices have a code to regenerate or view. */
export const hasActivationCode = (device: Pick<Device, 'deviceType'>) => device.deviceType === 'V2';

/** `now`: epoch ms. */
export const isOnline = (device: Pick<Device, 'lastActive'>, now: number) =>
  device.lastActive !== null && now - Date.parse(device.lastActive) <= DEVICE_ONLINE_MS;

export type DeviceValues = { employeeIds: string[]; description: string; mdmProfile: MdmProfile | null };

export const deviceValues = ({ employeeIds, description, mdmProfile }: Device): DeviceValues => ({
  employeeIds,
  description: description || DEFAULT_DEVICE_DESCRIPTION,
  mdmProfile,
});

/** Returns true if employees, description or profile changed, which enables Update (spec section 5); the order of employees does not matter. */
export function isChanged(saved: DeviceValues, values: DeviceValues): boolean {
  if (saved.description !== values.description.trim() || saved.mdmProfile !== values.mdmProfile) return true;
  const before = new Set(saved.employeeIds);
  return before.size !== values.employeeIds.length || values.employeeIds.some((id) => !before.has(id));
}

type NeededValues = { serialNumber: string; imei: string; make: string; model: string; profile: MdmProfile };
export type NewDeviceValues = NeededValues & { description: string; employeeIds: string[] };

const REQUIRED = {
  serialNumber: msg`Serial number is required`,
  imei: msg`IMEI is required`,
  make: msg`Make is required`,
  model: msg`Model is required`,
};
type Field = keyof typeof REQUIRED;
/** The fields of each kind of device (spec section 5). */
export const NEEDED: Record<DeviceKind, readonly Field[]> = {
  adms: ['serialNumber'],
  managed: ['serialNumber', 'imei'],
  unmanaged: ['serialNumber', 'imei'],
  standalone: ['serialNumber', 'imei', 'make', 'model'],
};

/** Returns the errors of a new device, by field; every value is trimmed first. */
export function newDeviceErrors(kind: DeviceKind, values: NeededValues): Partial<Record<Field, string>> {
  const errors: Partial<Record<Field, string>> = {};
  for (const field of NEEDED[kind]) if (!values[field].trim()) errors[field] = t(REQUIRED[field]);
  if (kind === 'adms' && !errors.serialNumber && !SERIAL.test(normalSerial(values.serialNumber)))
    errors.serialNumber = t`Use letters, digits, dash and underscore`;
  return errors;
}

/** The code at the end of a managed device's enrolment address. */
export const codeOf = (enrolmentUrl: string) =>
  enrolmentUrl
    .split(/[?#]/)[0]
    ?.split('/')
    .filter(Boolean)
    .at(-1)
    ?.replace(/\.png$/, '') ?? '';

/** Returns how far a device's clock is off, in words; `ms`: device minus server. */
export function drift(ms: number | null): string {
  if (ms === null) return t`Unknown`;
  const seconds = Math.round(Math.abs(ms) / 1_000);
  if (seconds < 2) return t({ message: 'Right', context: 'clock' });
  const size =
    seconds < 120
      ? t`${seconds} s`
      : seconds < 7_200
        ? t`${Math.round(seconds / 60)} min`
        : t`${Math.round(seconds / 3_600)} h`;
  return ms > 0 ? t`${size} fast` : t`${size} slow`;
}
