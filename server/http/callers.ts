import type { License } from '#contract/accounts.ts';
import type { ModuleName, Permission, Role } from '#contract/permissions.ts';
import type { Db } from '../db/db.ts';

/** A logged-in user, as found by one indexed read of the token in the authorization header. */
export type UserCaller = {
  kind: 'user';
  sessionId: string;
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
  mustChangePassword: boolean;
  passwordChangedAt: Date | null;
  accountName: string;
  accountCode: string;
  isSystemAccount: boolean;
  license: License;
  timeZone: string;
  /** The account's data version as of this request (ETags). */
  dataVersion: number;
  browserId: string;
  createdAt: Date;
  expiresAt: Date;
  /** True for a user with a passkey or an authenticator app. */
  hasFactor: boolean;
  /** The instant at which this session last proved with one of them who calls; null: never. */
  provedAt: Date | null;
};

/** A log-in whose password was right and whose second factor is missing (spec/signin.md section 4). */
export type TicketCaller = {
  kind: 'ticket';
  ticketHash: Buffer;
  accountId: string;
  userId: string;
  username: string;
  need: 'prove' | 'enrol';
  browserId: string;
  /** Its ten minutes or its tries are over. */
  isOver: boolean;
};

export type DeviceCaller = { kind: 'device'; accountId: string; deviceId: string; timeZone: string };

export type PayrollCaller = {
  kind: 'payroll';
  accountId: string;
  syncKeyId: string;
  /** The only system this key may speak for, when it was made for one. */
  systemId: string | null;
  allowedSystemIds: readonly string[];
  timeZone: string;
};

export type Caller = UserCaller | TicketCaller | DeviceCaller | PayrollCaller;
/** The fields that decide what a user may do. */
export type UserRights = Pick<UserCaller, 'role' | 'modules' | 'permissions'>;

/** How each kind of token becomes a caller; throws a Refusal when it does not. compose.ts fills it in from the nouns. */
export type Authenticate = {
  user(token: string, now: Date): Promise<UserCaller>;
  /** A log-in that waits for its second factor. */
  ticket(token: string, now: Date): Promise<TicketCaller>;
  /** A user, or a log-in that has to set up a second factor. */
  enrolling(token: string, now: Date): Promise<UserCaller | TicketCaller>;
  device(token: string, now: Date): Promise<DeviceCaller>;
  /** `address`: a key that is used from a new network leaves a line in the trail (security.md S-70). */
  payroll(token: string, now: Date, address: string): Promise<PayrollCaller>;
  /** The rights of a session as of a transaction, unchanged until it ends. Throws SESSION_EXPIRED when the session has ended. */
  holdUser(tx: Db, sessionId: string, now: Date): Promise<UserRights>;
};

/** The token of the authorization header, bare or as `Bearer TOKEN`; undefined when absent. */
export function bearerToken(header: string | undefined): string | undefined {
  const token = header?.replace(/^Bearer\s+/i, '').trim();
  return token === '' || (token && token.length > 500) ? undefined : token;
}
