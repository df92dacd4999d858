import { useLingui } from '@lingui/react/macro';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type Props = { opened: boolean; onDiscard: () => void; onKeep: () => void };

/** Asks before something typed is lost. */
export function DiscardDialog({ opened, onDiscard, onKeep }: Props) {
  const { t } = useLingui();
  return (
    <ConfirmDialog
      opened={opened}
      title={t`Discard changes?`}
      question={t`What you typed will be lost.`}
      action={t`Discard`}
      onConfirm={onDiscard}
      onClose={onKeep}
    />
  );
}
