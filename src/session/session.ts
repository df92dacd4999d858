import { useSyncExternalStore } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Permission } from '#contract/permissions.ts';
import type { SessionInfo } from '#contract/session.ts';
import { parseRecord, tabStorage } from '../lib/storage.ts';
import { forgetView } from '../start/lastView.ts';
import { readStoredSession, SESSION_KEY } from '../start/storedSession.ts';

/**
 * A signed-in user in this tab. `id` is random per log-in: the generation that requests are tagged with, so that a late 401 of an
 * old token never ends a newer session. `expiresAt`: our own clock, epoch ms, ttl minus the margin (spec section 4).
 */
export type Session = { id: string; token: string; expiresAt: number; info: SessionInfo };

const listeners = new Set<() => void>();

function read(): Session | null {
  const stored = readStoredSession();
  const whole = parseRecord(tabStorage.get(SESSION_KEY));
  // Written by this module only, from an answer that the contract checked; what the start needs of it is checked again.
  return stored && whole ? { ...stored, info: whole.info as SessionInfo } : null;
}

let current: Session | null = typeof window === 'undefined' ? null : read();

function write(next: Session | null) {
  current = next;
  if (next) tabStorage.set(SESSION_KEY, JSON.stringify(next));
  else {
    tabStorage.remove(SESSION_KEY);
    forgetView();
  }
  for (const listener of listeners) listener();
}

export const session = {
  get: () => current,
  set: (next: Session) => write(next),
  clear: () => write(null),
  /** Reads sessionStorage again (tests, bfcache). */
  reload: () => write(read()),
  setExpiry(id: string, expiresAt: number) {
    if (current?.id === id) write({ ...current, expiresAt });
  },
  setInfo(id: string, info: SessionInfo) {
    if (current?.id === id) write({ ...current, info });
  },
  /** The server refused this generation's token: expiry to the past. A newer session is left alone. */
  expire(id: string) {
    if (current?.id === id) write({ ...current, expiresAt: 0 });
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** The session of this tab, or null. */
export const useSession = () => useSyncExternalStore(session.subscribe, session.get);

/** Whether a session holds an API permission. */
export const may = (who: Session | null, permission: Permission) =>
  who?.info.permissions.api.includes(permission) ?? false;

/** Whether the signed-in user holds an API permission. */
export const useMay = (permission: Permission) => may(useSession(), permission);

/** Whether a session may make a call, as the contract says: the role, and one of the permissions. */
export const mayCall = (who: Session | null, { access }: Pick<Endpoint, 'access'>) =>
  typeof access === 'string' ||
  ((access.role === 'any' || access.role === who?.info.role) &&
    access.anyOf.some((permission) => may(who, permission)));

/** Whether the signed-in user may make a call: what nobody may press is not there. */
export const useMayCall = (endpoint: Pick<Endpoint, 'access'>) => mayCall(useSession(), endpoint);

/** Where a user belongs after log-in (spec section 4, routing by role). */
export function homeOf({ info }: Pick<Session, 'info'>) {
  if (info.role === 'admin') return { to: '/manage' } as const;
  if (info.role !== 'employer') return { to: '/nologin', search: { reason: 'invalid-role' } } as const;
  if (!info.modules.includes('Dashboard')) return { to: '/nologin', search: { reason: 'no-module-access' } } as const;
  return { to: '/employer' } as const;
}
