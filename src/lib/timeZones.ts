import { browserZone } from './clockZone.ts';

/** Names of places that have changed, where browsers list the old one. Both are one zone. */
const RENAMED: Readonly<Record<string, string>> = {
  Calcutta: 'Kolkata',
  Faeroe: 'Faroe',
  Godthab: 'Nuuk',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Rangoon: 'Yangon',
  Saigon: 'Ho Chi Minh City',
};

/** Returns the place of a zone: 'Buenos Aires' of America/Argentina/Buenos_Aires. */
function placeOf(zone: string): string {
  const place = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
  return RENAMED[place] ?? place;
}

/** Returns the zones to choose from: the browser's first, then UTC, then by place. */
export function timeZones(own = browserZone()): string[] {
  const zones = Intl.supportedValuesOf('timeZone');
  const byPlace = zones.toSorted((a, b) => placeOf(a).localeCompare(placeOf(b), 'en'));
  return [...new Set([own, 'UTC', ...byPlace])];
}

/** Returns the zones as choices of a list, each by its place, then its name: 'Kolkata (Asia/Calcutta)'. `chosen` too, where the browser does not list it. */
export const zoneChoices = (chosen: string) =>
  [...new Set([...timeZones(), chosen])].map((value) => ({
    value,
    label: value.includes('/') ? `${placeOf(value)} (${value})` : value,
  }));
