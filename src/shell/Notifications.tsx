import { Notification } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import classes from './Notifications.module.css';
import { dismissToast, type Severity, useToast } from './notifications.ts';

const LOOK: Record<Severity, { color: string; icon: typeof IconX; word: string }> = {
  error: { color: 'red.8', icon: IconX, word: 'Error' },
  success: { color: 'teal.9', icon: IconCheck, word: 'Done' },
  warning: { color: 'orange.9', icon: IconAlertTriangle, word: 'Warning' },
  info: { color: 'indigo.7', icon: IconInfoCircle, word: 'Note' },
};

/** The notification area: one toast at a time, read out by a live region that is always there. */
export function Notifications() {
  const toast = useToast();
  const look = toast && LOOK[toast.severity];
  return (
    <div className={classes.area} role="status" aria-live="polite" aria-label="Notifications">
      {toast && look && (
        <Notification
          key={toast.id}
          color={look.color}
          icon={<look.icon size={18} aria-hidden />}
          title={look.word}
          withBorder
          onClose={() => dismissToast(toast.id)}
          closeButtonProps={{ 'aria-label': 'Close notification' }}
          data-severity={toast.severity}
        >
          {toast.text}
        </Notification>
      )}
    </div>
  );
}
