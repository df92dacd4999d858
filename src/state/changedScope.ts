import { createStore } from './createStore.ts';
import { session } from './session.ts';

/** The session that the server answered within another scope, or with other rights, than its info has; null: none. Not loaded with the log-in page. */
export const changedScope = createStore<{ id: string; what: 'people' | 'rights' } | null>(null);

/** Notes within which scope and with which rights the server answered a session's call; null: it did not say. */
export function noteScope(id: string | undefined, scope: string | null, rights: string | null) {
  const now = session.get();
  if (!now || scope === null || now.id !== id) return;
  if (scope !== (now.info.scope ?? 'everybody')) changedScope.set({ id, what: 'people' });
  else if (rights !== null && rights !== now.info.rights) changedScope.set({ id, what: 'rights' });
}
