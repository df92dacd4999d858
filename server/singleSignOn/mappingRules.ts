import type { SignOnRule, SignOnSettings } from '#contract/singleSignOn.ts';

type Claims = Readonly<Record<string, unknown>>;
type CreateUsers = NonNullable<SignOnSettings['createUsers']>;

/** More values of a claim are not looked at: groups of people are far fewer. */
const MAX_VALUES = 1_000;

/** Returns the values of a claim: a text, or a list of texts; 'realm_access.roles' is within another claim where no claim has that name. */
export function valuesOf(claims: Claims, name: string): string[] {
  const found = find(claims, name);
  const values = Array.isArray(found) ? found.slice(0, MAX_VALUES) : [found];
  return values.filter((one) => typeof one === 'string');
}

/** Tells whether there is a claim of a name, be it empty. */
export const hasClaim = (claims: Claims, name: string): boolean => find(claims, name) !== undefined;

function find(claims: Claims, name: string): unknown {
  const within = (from: unknown, key: string): unknown =>
    typeof from === 'object' && from !== null && Object.hasOwn(from, key) ? (from as Claims)[key] : undefined;
  return within(claims, name) ?? name.split('.').reduce<unknown>(within, claims);
}

/** Returns the first rule that fits; undefined when none does. */
export function ruleFor({ claim, rules }: CreateUsers, claims: Claims): SignOnRule | undefined {
  const values = new Set(valuesOf(claims, claim));
  return rules.find(({ value }) => values.has(value));
}

/** Returns first and last name of a person of whom a provider may say little. */
export function namesOf(claims: Claims, username: string): { firstName: string; lastName: string } {
  const text = (name: string) => valuesOf(claims, name)[0]?.trim().slice(0, 100) || undefined;
  const words = (text('name') ?? '').split(/\s+/).filter(Boolean);
  const firstName = text('given_name') ?? (words.slice(0, Math.max(1, words.length - 1)).join(' ') || username);
  const lastName = text('family_name') ?? ((words.length > 1 && words.at(-1)) || username);
  return { firstName: firstName.slice(0, 100), lastName: lastName.slice(0, 100) };
}
