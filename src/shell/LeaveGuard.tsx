import { useBlocker } from '@tanstack/react-router';
import { session } from '../session/session.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

/**
 * Asks before another page takes the place of a form in which something typed would be lost. Never in the way of a log-out or an
 * expired session; leave past it with `ignoreBlocker`.
 */
export function LeaveGuard({ when }: { when: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => when && session.get() !== null && current.pathname !== next.pathname,
    enableBeforeUnload: false,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      title="Discard changes?"
      question="What you typed will be lost."
      action="Discard"
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    />
  );
}
