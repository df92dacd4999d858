import { t } from '@lingui/core/macro';

/** Formats times for people: the server's, in the account's zone. `ms`: server time. */
export const format = (zone: string, options: Intl.DateTimeFormatOptions, language = 'en-GB') => {
  try {
    return new Intl.DateTimeFormat(language, { timeZone: zone, ...options });
  } catch {
    return new Intl.DateTimeFormat(language, options);
  }
};
export const hourOf = (ms: number, zone: string) => format(zone, { hour: '2-digit', minute: '2-digit' }).format(ms);
export const dateOf = (ms: number, zone: string, language: string) =>
  format(zone, { day: 'numeric', month: 'long', year: 'numeric' }, language === 'en' ? undefined : language).format(ms);

/** Returns the ms since local midnight in the zone. */
export function sinceMidnight(ms: number, zone: string): number {
  const parts = format(zone, { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' }).formatToParts(
    ms,
  );
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value ?? 0);
  return ((part('hour') * 60 + part('minute')) * 60 + part('second')) * 1000 + (ms % 1000);
}
/** Returns '2 h', '14 min', '3 d'. */
export function spanOf(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / 60_000);
  if (minutes < 60) return t`${minutes} min`;
  return minutes < 48 * 60 ? t`${{ hours: Math.round(minutes / 60) }} h` : t`${{ days: Math.round(minutes / 1440) }} d`;
}
/** Returns 'Thandi M.', as a kiosk shows it. */
export const shortName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName}${lastName ? ` ${Array.from(lastName)[0]}.` : ''}`;
