import { v7 as uuidv7 } from 'uuid';
import { PRESETS } from '#contract/access/presets.ts';
import type { SignOnRule } from '#contract/access/singleSignOn.ts';
import { userInput } from '#contract/access/users.ts';
import { ROLE_DEFAULTS } from '#contract/platform/permissions.ts';
import type { UserScope } from '#contract/platform/scope.ts';
import { type Message, msg, toMessage } from '#contract/platform/words.ts';
import { audit } from '../../platform/audit/audit.ts';
import { scopeInWords } from '../../platform/audit/scopeNames.sql.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/errors.ts';
import type { Provider } from '../../platform/providers.ts';
import { searchTextOf } from '../../platform/searchText.ts';
import { deleteDevicesOf } from '../push/subscriptions.sql.ts';
import { nameKey } from '../session/rules.ts';
import { deleteSessionsOf, type UserKey } from '../session/sessions.sql.ts';
import { endTicketsOf } from '../session/tickets.sql.ts';
import { givenScope } from '../users/scopes.ts';
import { claimNames, insertUser, saveRights, takenNames } from '../users/users.sql.ts';
import { deleteArrivalsOf } from './arrivals.sql.ts';
import type { Identity } from './client.ts';
import { accountsThatCreate, findSettings, insertLink } from './links.sql.ts';
import { isTooLong, namesOf, ruleFor } from './mappingRules.ts';

/** Users whom an account creates for log-ins at its provider, with the rights that a claim gives them. */

const BY = 'single sign-on';
type Where = { address: string; now: Date };
type Named = UserKey & { username: string };

/**
 * Creates the user of a log-in in the one account that has a rule for it. Returns undefined when none has, and the refusal when several have, or when
 * such a user cannot be made.
 */
export async function createMapped(
  tx: Db,
  { name }: Provider,
  identity: Identity,
  { address, now }: Where,
): Promise<Named | Refusal | undefined> {
  const { issuer, subject, label, claims, email } = identity;
  const accounts = await accountsThatCreate(tx, issuer);
  const fitting = accounts.flatMap(({ accountId, settings: { createUsers } }) => {
    const rule = createUsers && ruleFor(createUsers, claims);
    return rule ? [{ accountId, rule }] : [];
  });
  const [found, another] = fitting;
  if (!found) {
    const untold = accounts.flatMap(({ accountId, settings: { createUsers } }) =>
      createUsers && isTooLong(claims, createUsers.claim) ? [{ accountId, claim: createUsers.claim }] : [],
    );
    const refusals = untold.map((one) => refuseTooLong(tx, name, { ...one, actor: 'unknown user', address, now }));
    return (await Promise.all(refusals))[0];
  }
  const refused = (why: Message) => new Refusal('INVALID_CREDENTIALS', msg('{why} Tell your administrator.', { why }));
  if (another) return refused(msg('Several accounts would create a user for this log-in at {name}.', { name }));
  if (email === undefined) return refused(msg('{name} tells no verified email address, which a user needs.', { name }));
  const { accountId, rule } = found;
  const userId = uuidv7({ msecs: now.getTime() });
  const isTaken = refused(msg('There is a user with your email address already.'));
  const preferred = userInput.shape.username.safeParse(claims.preferred_username).data ?? email;
  const taken = await takenNames(tx, [nameKey(preferred), nameKey(email)], userId);
  if (taken.includes(nameKey(email))) return isTaken;
  const username = taken.length > 0 ? email : preferred;
  const scope = givenScope(rule.scope);
  const names = namesOf(claims, username);
  await insertUser(tx, {
    ...{ accountId, userId, username, email, ...names, isActive: true, role: 'employer', scope, now, by: BY },
    ...{ passwordHash: null, mustChange: false, modules: ROLE_DEFAULTS.employer.modules },
    permissions: PRESETS[rule.preset].api,
    searchText: searchTextOf(username, email, `${names.firstName} ${names.lastName}`),
  });
  // Thrown, so that nothing is stored: another request took the name at this moment.
  if ((await claimNames(tx, { accountId, userId }, [nameKey(username), nameKey(email)])).length > 0) throw isTaken;
  const user = { accountId, userId, username };
  await insertLink(tx, user, { issuer, subject, label, linkedAt: now, linkedBy: BY, isMapped: true });
  const detail = await givenInWords(tx, accountId, name, rule, scope);
  const target = { accountId, target: user.username, targetId: userId };
  await audit(tx, { ...target, actor: BY, action: 'user.create', at: now, address, detail });
  return user;
}

/**
 * Gives a user whom a mapping created the rights that the account's gives now; what it gives no more is taken away, and without a mapping all of it.
 * Returns the refusal of one whom no rule fits, for the caller to throw after the commit.
 */
export async function followMapping(
  tx: Db,
  { name }: Provider,
  { issuer, claims }: Identity,
  user: Named,
  { address, now }: Where,
): Promise<Refusal | undefined> {
  const settings = await findSettings(tx, user.accountId);
  const mapping = settings?.createUsers;
  // The mapping is of another provider's claims, to which the user is sent (access/session/requirement.ts).
  if (mapping && settings.issuer !== issuer) return undefined;
  if (mapping && isTooLong(claims, mapping.claim)) {
    await deleteSessionsOf(tx, user);
    const { accountId, username: actor, userId: actorId } = user;
    return refuseTooLong(tx, name, { accountId, claim: mapping.claim, actor, actorId, address, now });
  }
  const rule = mapping && ruleFor(mapping, claims);
  const scope = rule ? givenScope(rule.scope) : undefined;
  const permissions = rule ? PRESETS[rule.preset].api : [];
  const { accountId, userId, username } = user;
  if (await saveRights(tx, { accountId, userId, permissions, scope, now, by: BY })) {
    const detail = rule
      ? await givenInWords(tx, accountId, name, rule, scope ?? null)
      : msg('{name}: no permissions', { name });
    const target = { accountId, target: username, targetId: userId };
    await audit(tx, { ...target, actor: BY, action: 'user.update', at: now, address, detail });
  }
  if (rule) return undefined;
  await endAccess(tx, user);
  return new Refusal('INVALID_ROLE', msg('Your log-in at {name} gives you no access any more.', { name }));
}

/** Returns what a rule of a provider gives, for the detail: 'Entra: Viewer, Night'. */
const givenInWords = async (
  tx: Db,
  accountId: string,
  name: string,
  { preset }: SignOnRule,
  scope: UserScope | null,
): Promise<Message> =>
  msg('{name}: {preset}, {people}', {
    ...{ name, preset: toMessage(PRESETS[preset].label) },
    people: await scopeInWords(tx, accountId, scope),
  });

/** Ends a user's sessions, waiting log-ins and alerts on devices. */
export async function endAccess(tx: Db, user: UserKey) {
  await deleteSessionsOf(tx, user);
  await endTicketsOf(tx, user);
  await deleteArrivalsOf(tx, user);
  await deleteDevicesOf(tx, user);
}

type Untold = Where & { accountId: string; claim: string; actor: string; actorId?: string };
/** Returns the refusal of a log-in whose rights are not known, and records why for the account’s administrators: they are neither kept nor taken away. */
async function refuseTooLong(tx: Db, name: string, { claim, now, ...entry }: Untold): Promise<Refusal> {
  const detail = msg('single sign-on: {name}: {claim} has too many values for a token', { name, claim });
  await audit(tx, { ...entry, action: 'session.login', result: 'refused', at: now, detail });
  return new Refusal(
    'INVALID_ROLE',
    msg('{name} does not tell your {claim}, because there are too many. Tell your administrator.', { name, claim }),
  );
}
