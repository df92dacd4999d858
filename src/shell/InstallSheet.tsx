import { Trans, useLingui } from '@lingui/react/macro';
import { List } from '@mantine/core';
import { Dialog } from '../ui/Dialog.tsx';

/** iOS has no install prompt: the three steps. */
export default function InstallSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog opened onClose={onClose} title={t`Install Tallyboard`}>
      <List type="ordered" spacing="sm">
        <List.Item>
          <Trans>Tap Share in the browser's bar.</Trans>
        </List.Item>
        <List.Item>
          <Trans>Tap Add to Home Screen.</Trans>
        </List.Item>
        <List.Item>
          <Trans>Tap Add.</Trans>
        </List.Item>
      </List>
    </Dialog>
  );
}
