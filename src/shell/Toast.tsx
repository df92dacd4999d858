import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Notification } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { dismissToast, type Severity, type Toast as Shown } from '../state/notices.ts';

const LOOK: Record<Severity, { color: string; icon: typeof IconX; word: MessageDescriptor }> = {
  error: { color: 'red.8', icon: IconX, word: msg`Error` },
  success: { color: 'teal.9', icon: IconCheck, word: msg`Done` },
  warning: { color: 'orange.9', icon: IconAlertTriangle, word: msg`Warning` },
  info: { color: 'indigo.7', icon: IconInfoCircle, word: msg`Note` },
};

/** One message with its severity as colour, icon and word. Loaded with the first message. */
export default function Toast({ toast: { id, severity, text, action } }: { toast: Shown }) {
  const { t } = useLingui();
  const look = LOOK[severity];
  return (
    <Notification
      // The area that it is in announces it.
      role="none"
      color={look.color}
      icon={<look.icon size={18} aria-hidden />}
      title={t(look.word)}
      withBorder
      onClose={() => dismissToast(id)}
      closeButtonProps={{ 'aria-label': t`Close notification` }}
      data-severity={severity}
    >
      {text}
      {action && (
        <div>
          <Button
            variant="default"
            size="xs"
            mt="xs"
            onClick={() => {
              dismissToast(id);
              action.run();
            }}
          >
            {action.label}
          </Button>
        </div>
      )}
    </Notification>
  );
}
