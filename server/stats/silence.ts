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

/** The devices that are silent, by the start since which they are; of the starts that people were judged by. */
export type SilentSince = ReadonlyMap<number, readonly Contact[]>;

/** Returns true where the same devices are silent as before, for whoever was judged. */
export const isSameSilence = (before: SilentSince, devices: readonly Contact[]) =>
  [...before].every(([start, silent]) => {
    const now = devices.filter((device) => isSilent(device, start));
    return now.length === silent.length && now.every(({ deviceId }, i) => deviceId === silent[i]?.deviceId);
  });

/** Rule 8: the devices of an employee, null without any: they clock on all of them; and which of theirs are silent since `start`. */
export function silenceOf(
  devices: readonly Contact[],
  assignments: readonly { employeeId: string; deviceIds: readonly string[] }[],
) {
  const idsOf = new Map(assignments.map(({ employeeId, deviceIds }) => [employeeId, deviceIds]));
  // Many share one start: each start is looked at once.
  const silentSince = new Map<number, readonly Contact[]>();
  const silentOfAll = (start: number) => {
    const known = silentSince.get(start) ?? devices.filter((device) => isSilent(device, start));
    silentSince.set(start, known);
    return known;
  };
  const assigned = (employeeId: string) => idsOf.get(employeeId) ?? null;
  return {
    assigned,
    silentSince,
    silentFor(employeeId: string, start: number): readonly Contact[] {
      const silent = silentOfAll(start);
      const own = assigned(employeeId);
      if (silent.length === 0 || !own) return silent;
      return own.flatMap((id) => silent.find(({ deviceId }) => deviceId === id) ?? NONE);
    },
  };
}
