import { ConfirmDialog } from './ConfirmDialog.tsx';

type Props = { opened: boolean; onDiscard: () => void; onKeep: () => void };

/** Asks before something typed is lost. */
export function DiscardDialog({ opened, onDiscard, onKeep }: Props) {
  return (
    <ConfirmDialog
      opened={opened}
      title="Discard changes?"
      question="What you typed will be lost."
      action="Discard"
      onConfirm={onDiscard}
      onClose={onKeep}
    />
  );
}
