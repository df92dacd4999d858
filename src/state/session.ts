import type { SessionInfo } from '#contract/access/session.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import type { Permission } from '#contract/platform/permissions.ts';
import { setClockZone } from '../lib/clockZone.ts';
import { parseRecord, tabStorage } from '../lib/storage.ts';
import { forgetCalls } from '../start/storedCalls.ts';
import { readStoredSession, SESSION_KEY } from '../start/storedSession.ts';
import { createStore, useStore } from './createStore.ts';

/**
 * A logged-in user in this tab. `id` is random per log-in: requests are tagged with it, so that a late 401 of an old token never ends a newer
 * session. `expiresAt`: this device's clock, epoch ms, ttl minus the margin (spec section 4).
 */
export type Session = { id: string; token: string; expiresAt: number; hasRunOut?: boolean; info: SessionInfo };

function read(): Session | null {
  const stored = readStoredSession();
  const info = parseRecord(tabStorage.get(SESSION_KEY)).info;
  return stored && isInfo(info) ? { ...stored, info } : null;
}

/**
 * Returns true for a stored user info. It was checked by the contract before it was stored, and zod has not loaded at this point; damaged storage
 * must not break a page, so it is enough that the lists are lists.
 */
function isInfo(value: unknown): value is SessionInfo {
  if (typeof value !== 'object' || value === null || !('role' in value && 'modules' in value && 'permissions' in value))
    return false;
  const { role, modules, permissions } = value;
  const hasPermissions = typeof permissions === 'object' && permissions !== null && 'api' in permissions;
  return typeof role === 'string' && Array.isArray(modules) && hasPermissions && Array.isArray(permissions.api);
}

const current = createStore(typeof window === 'undefined' ? null : read());
followClock(current.get());

/** Moments are shown by the clock of the user's account; an administrator's are those of many accounts. */
function followClock(of: Session | null) {
  setClockZone(of?.info.role === 'employer' ? of.info.timeZone : undefined);
}

function write(next: Session | null) {
  if (next) tabStorage.set(SESSION_KEY, JSON.stringify(next));
  else {
    tabStorage.remove(SESSION_KEY);
    forgetCalls();
  }
  followClock(next);
  current.set(next);
}

/** Changes the current session if it still has this id; a newer one is left alone. */
function change(id: string, changes: Partial<Session>) {
  const now = current.get();
  if (now?.id === id) write({ ...now, ...changes });
}

export const session = {
  get: current.get,
  subscribe: current.subscribe,
  set: (next: Session) => write(next),
  clear: () => write(null),
  /** Reads sessionStorage again (tests, bfcache). */
  reload: () => write(read()),
  setExpiry: (id: string, expiresAt: number) => change(id, { expiresAt }),
  setInfo: (id: string, info: SessionInfo) => change(id, { info }),
  /** Expires this session, because the server refused its token: by this device's clock it had run out, or not yet. */
  expire: (id: string) => {
    const { expiresAt = 0, hasRunOut = false } = current.get() ?? {};
    change(id, { expiresAt: 0, hasRunOut: hasRunOut || (expiresAt > 0 && expiresAt <= Date.now()) });
  },
};

/** Returns the session of this tab, or null. */
export const useSession = () => useStore(current);

/** Returns true if a session holds an API permission. */
export const may = (session: Session | null, permission: Permission) =>
  session?.info.permissions.api.includes(permission) ?? false;

/** Returns true if the signed-in user holds an API permission. */
export const useMay = (permission: Permission) => may(useSession(), permission);

type Called = Pick<Endpoint, 'access' | 'scope'>;
/** Returns true if a session may make a call by the contract: it has the role, and one of the permissions, and people beyond its scope are not concerned. */
export const mayCall = (session: Session | null, { access, scope }: Called) =>
  typeof access === 'string' ||
  ((scope !== undefined || session?.info.scope === undefined) &&
    (access.role === 'any' || access.role === session?.info.role) &&
    access.anyOf.some((permission) => may(session, permission)));

/** Returns true if the logged-in user may make a call; controls that the user may not use are not shown. */
export const useMayCall = (endpoint: Called) => mayCall(useSession(), endpoint);

/** Returns the page that a user sees after log-in (spec section 4, routing by role). */
export function homeOf({ info }: Pick<Session, 'info'>) {
  if (info.role === 'admin') return { to: '/manage' } as const;
  if (info.role !== 'employer') return { to: '/nologin', search: { reason: 'invalid-role' } } as const;
  if (!info.modules.includes('Dashboard')) return { to: '/nologin', search: { reason: 'no-module-access' } } as const;
  return { to: '/employer' } as const;
}
