import { useBlocker } from '@tanstack/react-router';
import { session } from '../state/session.ts';
import { DiscardDialog } from '../ui/DiscardDialog.tsx';

/**
 * Asks before the user leaves a form in which something typed would be lost. It does not delay a log-out or an expired session; leave without asking
 * with `ignoreBlocker`.
 */
export function LeaveGuard({ when }: { when: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => when && session.get() !== null && current.pathname !== next.pathname,
    enableBeforeUnload: false,
    withResolver: true,
  });
  return (
    <DiscardDialog
      opened={blocker.status === 'blocked'}
      onDiscard={() => blocker.proceed?.()}
      onKeep={() => blocker.reset?.()}
    />
  );
}
