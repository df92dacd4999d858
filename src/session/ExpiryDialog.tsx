import { Button, Group, Modal, Text, VisuallyHidden } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useId, useSyncExternalStore } from 'react';
import { isAnnounced } from './expiry.ts';
import { extend } from './extend.ts';
import { expiryOf, logOutNow, SESSION_EXTENDED } from './lifecycle.ts';
import { session } from './session.ts';
import { expiryWarning } from './watch.ts';

/** The session is about to end: seconds left, Extend session, Log out. Focus on Extend, read out now and then. */
export function ExpiryDialog() {
  const seconds = useSyncExternalStore(expiryWarning.subscribe, expiryWarning.get);
  const text = useId();
  const title = useId();
  const extending = useMutation({
    mutationFn: async () => ({ id: session.get()?.id ?? '', ttl: await extend() }),
    onSuccess: ({ id, ttl }) => session.setExpiry(id, expiryOf(ttl)),
    meta: { success: SESSION_EXTENDED },
  });
  return (
    <Modal.Root
      opened={seconds !== null}
      onClose={() => undefined}
      closeOnEscape={false}
      closeOnClickOutside={false}
      centered
      zIndex={350}
    >
      <Modal.Overlay />
      <Modal.Content role="alertdialog" aria-labelledby={title} aria-describedby={text}>
        <Modal.Header>
          <Modal.Title id={title}>Your session is about to expire</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Text id={text} mb="md">
            You will be logged out in <strong>{seconds ?? 0}</strong> {seconds === 1 ? 'second' : 'seconds'}.
          </Text>
          <VisuallyHidden role="status" aria-live="assertive">
            {seconds !== null && isAnnounced(seconds) ? `${seconds} seconds until you are logged out` : ''}
          </VisuallyHidden>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => void logOutNow()}>
              Log out
            </Button>
            <Button data-autofocus loading={extending.isPending} onClick={() => extending.mutate()}>
              Extend session
            </Button>
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
