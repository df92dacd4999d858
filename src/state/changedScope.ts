import { createStore } from './createStore.ts';
import { session } from './session.ts';

/** The session that the server answered within another scope than that of its info, and the scope; null: none. Not loaded with the log-in page. */
export const changedScope = createStore<{ id: string; scope: string } | null>(null);

/** Notes within which scope the server answered a session's call; null: it did not say. */
export function noteScope(id: string | undefined, scope: string | null) {
  const now = session.get();
  if (!now || scope === null || now.id !== id) return;
  if (scope !== (now.info.scope ?? 'everybody')) changedScope.set({ id, scope });
}
