import {
  CONTACT_MS,
  type Contacted,
  type EvidenceSpan,
  type Gap,
  gapsIn,
  isOut,
  isSilent,
} from '../../attendance/bucket.ts';
import { DAY } from '../../platform/zone.ts';

/** A device with its last contact, epoch ms. */
export type Contact = Contacted & { deviceId: string; name: string };
export const contactOf = (device: Omit<Contact, 'lastContact'> & { lastContact: string | null }): Contact => ({
  ...device,
  lastContact: device.lastContact === null ? null : Date.parse(device.lastContact),
});

/** Returns true for a device that was in contact within 15 minutes of an instant, or later. */
export const isReporting = ({ lastContact }: Contacted, asOf: number) =>
  lastContact !== null && lastContact >= asOf - CONTACT_MS;
/** Returns true for a device that was in contact within 7 days of an instant, or later: others are out of use. */
export const isInUse = ({ lastContact }: Contacted, asOf: number) =>
  lastContact !== null && lastContact >= asOf - 7 * DAY;

const NONE: readonly Contact[] = [];

/** Returns true if a device is out of contact by one of the spans; otherwise it may only have lost events. */
export const isOutBy = (device: Contacted, silence: Silence) => silence.some(({ span }) => isOut(device, span));
/** Returns the gaps of a device in which a punch may have been lost, by any of the spans. */
export const gapsBy = (device: Contacted, silence: Silence): readonly Gap[] => {
  const found = new Set(silence.flatMap(({ span }) => gapsIn(device, span)));
  return [...found].sort((one, other) => one.from - other.from);
};

/** The silent devices of each span by which an employee was judged. */
export type Silence = readonly { span: EvidenceSpan; silent: readonly Contact[] }[];

/** Returns true if the same devices are silent as before, for all who were judged. */
export const isSameSilence = (before: Silence, devices: readonly Contact[]) =>
  before.every(({ span, silent }) => {
    const now = silentIn(devices, span);
    return now.length === silent.length && now.every(({ deviceId }, i) => deviceId === silent[i]?.deviceId);
  });

/** Returns the devices that are silent, or have lost events (docs/reference/attendance.md#status). */
export const silentIn = (devices: readonly Contact[], span: EvidenceSpan): readonly Contact[] =>
  devices.filter((device) => isSilent(device, span));

/** Returns the devices of `silent` that an employee clocks on: all of them if no device is assigned to the employee (docs/reference/attendance.md#status). */
export const silentFor = (silent: readonly Contact[], assigned: readonly string[] | null): readonly Contact[] =>
  silent.length === 0 || !assigned
    ? silent
    : assigned.flatMap((id) => silent.find(({ deviceId }) => deviceId === id) ?? NONE);
