import type { SignOnRule, SignOnSettings } from '#contract/access/singleSignOn.ts';

type Claims = Readonly<Record<string, unknown>>;
type CreateUsers = NonNullable<SignOnSettings['createUsers']>;

/** Returns the values of a claim: a text, or a list of texts; 'realm_access.roles' is within another claim where no claim has that name. */
export function valuesOf(claims: Claims, name: string): string[] {
  const found = find(claims, name);
  return [found].flat().filter((one) => typeof one === 'string');
}

/** Tells whether there is a claim of a name, be it empty. */
export const hasClaim = (claims: Claims, name: string): boolean => find(claims, name) !== undefined;

/**
 * Tells whether a provider says that a claim is too long for a token, and where it is instead (OpenID Connect Core, 5.6.2): so Entra ID does of more than
 * 200 groups. It is not asked for there, and is not known then.
 */
export function isTooLong(claims: Claims, name: string): boolean {
  if (hasClaim(claims, name)) return false;
  const isNamed = [name, name.split('.')[0] ?? ''].some((one) => within(claims._claim_names, one) !== undefined);
  return isNamed || (name === 'groups' && claims.hasgroups !== undefined);
}

function find(claims: Claims, name: string): unknown {
  return within(claims, name) ?? name.split('.').reduce<unknown>(within, claims);
}

const within = (from: unknown, key: string): unknown =>
  typeof from === 'object' && from !== null && Object.hasOwn(from, key) ? (from as Claims)[key] : undefined;

/** Returns the first rule that fits; undefined when none does. */
export function ruleFor({ claim, rules }: CreateUsers, claims: Claims): SignOnRule | undefined {
  const values = new Set(valuesOf(claims, claim));
  return rules.find(({ value }) => values.has(value));
}

/** Returns first and last name of a person of whom a provider may say little. */
export function namesOf(claims: Claims, username: string): { firstName: string; lastName: string } {
  const text = (name: string) =>
    valuesOf(claims, name)[0]
      ?.replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, 100) || undefined;
  const words = (text('name') ?? '').split(/\s+/).filter(Boolean);
  const firstName = text('given_name') ?? (words.slice(0, Math.max(1, words.length - 1)).join(' ') || username);
  const lastName = text('family_name') ?? ((words.length > 1 && words.at(-1)) || username);
  return { firstName: firstName.slice(0, 100), lastName: lastName.slice(0, 100) };
}
