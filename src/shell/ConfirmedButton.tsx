import { useDisclosure } from '@mantine/hooks';
import type { ComponentProps, ReactNode } from 'react';
import { useOfflineReason } from '../state/reachability.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { ReasonButton } from '../ui/ReasonButton.tsx';

type Props = Pick<ComponentProps<typeof ConfirmDialog>, 'title' | 'question' | 'consequences' | 'tick' | 'busy'> & {
  /** The button's text; the action of the dialog is its title unless `action` is set. */
  children: ReactNode;
  action?: string;
  /** 'delete' buttons are red; 'plain' ones are not. */
  look?: 'delete' | 'plain';
  /** Names the button where its text alone is ambiguous. */
  label?: string;
  size?: 'xs' | 'sm';
  icon?: ReactNode;
  /** Why the button is disabled. */
  reason?: string;
  /** Called when the dialog opens. */
  onAsk?: () => void;
  /** Carries the action out, and calls `close` when it succeeded. */
  onConfirm: (close: () => void) => void;
};

/** A button whose action, mostly a deletion, is confirmed in a dialog, and needs the server. */
export function ConfirmedButton({
  children,
  title,
  action = title,
  look = 'delete',
  label,
  size,
  icon,
  reason,
  onAsk,
  onConfirm,
  ...confirmation
}: Props) {
  const [opened, dialog] = useDisclosure(false, { onOpen: onAsk });
  const offline = useOfflineReason();
  return (
    <>
      <ReasonButton
        {...(look === 'delete'
          ? { variant: 'subtle', color: 'red', c: reason ? undefined : 'var(--tb-absent)' }
          : { variant: 'default' })}
        size={size}
        aria-label={label}
        leftSection={icon}
        reason={reason}
        onClick={dialog.open}
      >
        {children}
      </ReasonButton>
      <ConfirmDialog
        {...confirmation}
        title={title}
        action={action}
        opened={opened}
        onClose={dialog.close}
        reason={offline}
        color={look === 'delete' ? 'red' : 'indigo'}
        onConfirm={() => onConfirm(dialog.close)}
      />
    </>
  );
}
