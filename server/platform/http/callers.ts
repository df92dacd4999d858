import type { KeyRights } from '#contract/access/accountSettings.ts';
import type { License } from '#contract/access/accounts.ts';
import type { CrewFilters } from '#contract/platform/filters.ts';
import type { Language } from '#contract/platform/languages.ts';
import type { ModuleName, Permission, Role } from '#contract/platform/permissions.ts';
import type { Db } from '../db/db.ts';

/** Unlike the lists of a filter, an empty list fits nobody. `key` differs from scope to scope, for cached answers. */
export type Scope = { lists: CrewFilters; key: string };

/** A user who is logged in, found by the token in the authorization header with one indexed read. */
export type UserCaller = {
  kind: 'user';
  /** Of a key that reads figures: the key's. */
  sessionId: string;
  /** A key that reads figures as this user (docs/reference/payroll-files.md#fetching-them), with some of their permissions. */
  isKey?: true;
  userId: string;
  accountId: string;
  username: string;
  /** First and last name, for 'created by' and the audit trail. */
  fullName: string;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  modules: readonly ModuleName[];
  permissions: readonly Permission[];
  /** The people to whom the user is limited: those who fit each list, of which deleted groups are left out; null: everybody. */
  scope: Scope | null;
  /** Differs whenever what the user may do, or keep on a device, does. */
  rights: string;
  /** The account lets its users show their last figures before log-in. */
  lastFigures: boolean;
  mustChangePassword: boolean;
  passwordChangedAt: Date | null;
  accountName: string;
  accountCode: string;
  isSystemAccount: boolean;
  license: License;
  timeZone: string;
  /** The language to show, and the user's own choice; null: the account's. */
  language: Language;
  ownLanguage: Language | null;
  /** The account's data version as of this request (ETags). */
  dataVersion: number;
  browserId: string;
  createdAt: Date;
  expiresAt: Date;
  /** True for a user with a passkey or an authenticator app. */
  hasFactor: boolean;
  /** The instant at which this session last proved with a factor who its user is; null: never. */
  provedAt: Date | null;
};

/** The origin of a log-in: the provider, the person there, and the provider's own session. */
export type SignOnOrigin = {
  issuer: string;
  subject: string;
  sid: string | null;
  /** For the provider's log-out; under the instance key. */
  sealedIdToken: string;
};

/** A log-in whose password was right and whose second factor is still missing. */
export type TicketCaller = {
  kind: 'ticket';
  ticketHash: Buffer;
  accountId: string;
  userId: string;
  username: string;
  need: 'prove' | 'enrol';
  browserId: string;
  /** The ticket's ten minutes or tries are used up. */
  isOver: boolean;
  /** The provider at which the log-in began; null: it began with a password. */
  signOn: SignOnOrigin | null;
};

export type DeviceCaller = { kind: 'device'; accountId: string; deviceId: string; timeZone: string };

export type PayrollCaller = {
  kind: 'payroll';
  accountId: string;
  syncKeyId: string;
  /** The only system that this key may be used for, if it was made for one. */
  systemId: string | null;
  /** It may send data, fetch payroll files, or both. */
  rights: KeyRights;
  allowedSystemIds: readonly string[];
  timeZone: string;
};

export type Caller = UserCaller | TicketCaller | DeviceCaller | PayrollCaller;
/** The fields that decide what a user may do. */
export type UserRights = Pick<UserCaller, 'role' | 'modules' | 'permissions'>;

/** Finds the caller of each kind of token; throws a Refusal when there is none. compose.ts fills it in from the domains. */
export type Authenticate = {
  user(token: string, now: Date): Promise<UserCaller>;
  /** Finds a log-in that waits for its second factor. */
  ticket(token: string, now: Date): Promise<TicketCaller>;
  /** Finds a user, or a log-in that has to set up a second factor. */
  enrolling(token: string, now: Date): Promise<UserCaller | TicketCaller>;
  device(token: string, now: Date): Promise<DeviceCaller>;
  /** `address`: the use of a key from a new network leaves a line in the trail. */
  payroll(token: string, now: Date, address: string): Promise<PayrollCaller>;
  /** Finds a key that reads figures; it calls as the user who made it. */
  reader(token: string, now: Date, address: string): Promise<UserCaller>;
  /** Returns the rights of a session as this transaction sees them, unchanged until it ends. Throws SESSION_EXPIRED when the session has ended. */
  holdUser(tx: Db, sessionId: string, now: Date): Promise<UserRights>;
};

/** Returns the token of the authorization header, bare or as `Bearer TOKEN`; undefined when it is absent. */
export function bearerToken(header: string | undefined): string | undefined {
  const token = header?.replace(/^Bearer\s+/i, '').trim();
  return token === '' || (token && token.length > 500) ? undefined : token;
}
