import { createHash } from 'node:crypto';

/** SMETA's rule: at least 10 people, or 1 % of more than 1,000; everybody where there are fewer. */
export const sampleSize = (people: number) => Math.min(people, people > 1_000 ? Math.ceil(people / 100) : 10);

/**
 * Draws people by a seed (docs/reference/records.md#an-auditors-sample): those with the smallest SHA-256 of the seed, the period's first day and their number, a line each, so that anyone
 * with the list of numbers can draw them again, and neither side picks. The same seed draws the same people, in whatever order they are passed.
 */
export function draw<P extends { number: string }>(seed: string, from: string, people: readonly P[]): P[] {
  const ranked = people.map((person) => ({ person, rank: rankOf(seed, from, person.number) }));
  return ranked
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, sampleSize(people.length))
    .map(({ person }) => person);
}
const rankOf = (seed: string, from: string, number: string) =>
  createHash('sha256').update([seed, from, number].join('\n')).digest('hex');
