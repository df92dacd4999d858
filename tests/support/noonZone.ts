/** Returns a time zone in which it is about noon now, with its date, so that a day has a morning to look at whenever the test runs. */
export function noonZone(now: Date) {
  const ahead = 12 - now.getUTCHours();
  const day = new Date(now.getTime() + ahead * 3_600_000).toISOString().slice(0, 10);
  // These zones count the other way round.
  return { timeZone: ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`, ahead, day };
}
