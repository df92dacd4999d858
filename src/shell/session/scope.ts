import { t } from '@lingui/core/macro';
import { getSession } from '#contract/access/session.ts';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/client.ts';
import { changedScope } from '../../state/changedScope.ts';
import { notify } from '../../state/notices.ts';
import { session } from '../../state/session.ts';
import { isEditing } from '../../state/work.ts';
import { dropFigures, refreshSession } from './lifecycle.ts';

let isRenewing = false;
/**
 * Follows a scope or rights that change while this page is open (docs/reference/scope.md#what-is-cached): what the browser has of the former one is deleted, and what is shown is read
 * again. A form that is being edited stays, with what is behind it until the new answers are there. After a failure the next answer is another occasion.
 * Returns the function that stops it.
 */
export function followScope(): () => void {
  const follow = () => {
    if (isRenewing || !changedScope.get()) return;
    isRenewing = true;
    renew()
      .catch(console.warn)
      .finally(() => {
        isRenewing = false;
        changedScope.set(null);
      });
  };
  follow();
  return changedScope.subscribe(follow);
}

const isTyping = () => document.activeElement?.matches('input, textarea') ?? false;

async function renew() {
  const current = session.get();
  const { id, what } = changedScope.get() ?? {};
  if (!current || id !== current.id) return;
  const client = await queryClient();
  await client.cancelQueries();
  client.removeQueries({ type: 'inactive' });
  await dropFigures(current);
  try {
    await refreshSession(current.id, await call(getSession));
  } finally {
    await (isEditing() || isTyping() ? client.invalidateQueries() : client.resetQueries());
  }
  notify(
    'info',
    what === 'people' ? t`The people whom you see have been changed.` : t`What you may do has been changed.`,
  );
}
