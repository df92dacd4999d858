import { queryClient } from '../../api/client.ts';
import { notify } from '../../state/notices.ts';
import { changedScope, session } from '../../state/session.ts';
import { isEditing } from '../../state/work.ts';
import { dropFigures, refreshSession } from './lifecycle.ts';

/** Contract and zod are loaded at the first use, not with the page. */
const load = () => Promise.all([import('../../api/call.ts'), import('#contract/session.ts')]);

/**
 * Watches for a scope that changed while this page is open (spec/scope.md, L5): what the browser keeps of the former one is deleted, and what is shown is
 * read again. A form that is being edited stays, with what is behind it until the new answers are there. Returns the function that stops it.
 */
export function watchScope(): () => void {
  let isRenewing = false;
  return changedScope.subscribe(() => {
    if (isRenewing || !changedScope.get()) return;
    isRenewing = true;
    renew()
      .catch(console.warn)
      // After a failure the next answer is another occasion.
      .finally(() => {
        isRenewing = false;
        changedScope.set(null);
      });
  });
}

const isTyping = () => document.activeElement?.matches('input, textarea') ?? false;

async function renew() {
  const current = session.get();
  if (!current || changedScope.get()?.id !== current.id) return;
  const client = await queryClient();
  await client.cancelQueries();
  client.removeQueries({ type: 'inactive' });
  await dropFigures(current);
  try {
    const [{ call }, { getSession }] = await load();
    await refreshSession(current.id, await call(getSession));
  } finally {
    await (isEditing() || isTyping() ? client.invalidateQueries() : client.resetQueries());
  }
  notify('info', 'The people whom you see have been changed.');
}
