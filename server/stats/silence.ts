import { isSilent } from '../attendance/bucket.ts';
import { DAY } from '../attendance/zone.ts';

/** A device with its last contact, epoch ms. */
export type Contact = { deviceId: string; name: string; lastContact: number | null };
export const contactOf = (device: { deviceId: string; name: string; lastContact: string | null }): Contact => ({
  ...device,
  lastContact: device.lastContact === null ? null : Date.parse(device.lastContact),
});

export const stateOf = ({ lastContact }: Contact, now: number) =>
  lastContact !== null && lastContact >= now - 7 * DAY ? 'reporting' : 'gone';

const NONE: readonly Contact[] = [];

/** The silent devices, by the shift start since which they have been silent, for the starts that people were judged by. */
export type SilentSince = ReadonlyMap<number, readonly Contact[]>;

/** Returns true if the same devices are silent as before, for all who were judged. */
export const isSameSilence = (before: SilentSince, devices: readonly Contact[]) =>
  [...before].every(([start, silent]) => {
    const now = silentSince(devices, start);
    return now.length === silent.length && now.every(({ deviceId }, i) => deviceId === silent[i]?.deviceId);
  });

/** Returns the devices that are silent since `start` (rule 8). */
export const silentSince = (devices: readonly Contact[], start: number): readonly Contact[] =>
  devices.filter((device) => isSilent(device, start));

/** Returns the devices of `silent` that an employee clocks on: all of them if no device is assigned to the employee (rule 8). */
export const silentFor = (silent: readonly Contact[], assigned: readonly string[] | null): readonly Contact[] =>
  silent.length === 0 || !assigned
    ? silent
    : assigned.flatMap((id) => silent.find(({ deviceId }) => deviceId === id) ?? NONE);
