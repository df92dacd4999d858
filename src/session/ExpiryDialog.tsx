import { Button, Group, Text, Title, VisuallyHidden } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef, useSyncExternalStore } from 'react';
import classes from './ExpiryDialog.module.css';
import { isAnnounced } from './expiry.ts';
import { extend } from './extend.ts';
import { expiryOf, logOutNow, SESSION_EXTENDED } from './lifecycle.ts';
import { session } from './session.ts';
import { expiryWarning } from './watch.ts';

/** Shown while the session's last seconds run. */
export function ExpiryDialog() {
  const seconds = useSyncExternalStore(expiryWarning.subscribe, expiryWarning.get);
  return seconds === null ? null : <Countdown seconds={seconds} />;
}

/**
 * The browser's own modal dialog: above every other dialog, the rest of the page inert, the focus on Extend. Escape does not
 * close it. Read out now and then, not each second.
 */
function Countdown({ seconds }: { seconds: number }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const extendButton = useRef<HTMLButtonElement>(null);
  const title = useId();
  const text = useId();
  const extending = useMutation({
    mutationFn: async () => ({ id: session.get()?.id ?? '', ttl: await extend() }),
    onSuccess: ({ id, ttl }) => session.setExpiry(id, expiryOf(ttl)),
    meta: { success: SESSION_EXTENDED },
  });
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    extendButton.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      role="alertdialog"
      aria-labelledby={title}
      aria-describedby={text}
      onCancel={(event) => event.preventDefault()}
    >
      <Title order={2} size="h4" id={title} mb="xs">
        Your session is about to expire
      </Title>
      <Text id={text} mb="md">
        You will be logged out in <strong>{seconds}</strong> {seconds === 1 ? 'second' : 'seconds'}.
      </Text>
      <VisuallyHidden role="status" aria-live="assertive">
        {isAnnounced(seconds) ? `${seconds} seconds until you are logged out` : ''}
      </VisuallyHidden>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => void logOutNow()}>
          Log out
        </Button>
        <Button ref={extendButton} loading={extending.isPending} onClick={() => extending.mutate()}>
          Extend session
        </Button>
      </Group>
    </dialog>
  );
}
