/** The version of the shell that runs, which index.html carries; '0.0.0' under test and in development. */
export const buildVersion = () => document.querySelector('meta[name="version"]')?.getAttribute('content') ?? '0.0.0';

/** Numeric comparison of versions: 1.10.0 is above 1.9.0. Positive when `one` is the higher; what is not a number counts as 0. */
export function compareVersions(one: string, other: string): number {
  const parts = (version: string) =>
    version
      .replace(/^v/, '')
      .split(/[-+]/)[0]
      ?.split('.')
      .map((part) => Number.parseInt(part, 10) || 0) ?? [];
  const a = parts(one);
  const b = parts(other);
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
