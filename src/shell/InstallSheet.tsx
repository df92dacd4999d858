import { List } from '@mantine/core';
import { Dialog } from '../ui/Dialog.tsx';

/** iOS has no install prompt: the three steps. */
export default function InstallSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title="Install Tallyboard">
      <List type="ordered" spacing="sm">
        <List.Item>Tap Share in the browser's bar.</List.Item>
        <List.Item>Tap Add to Home Screen.</List.Item>
        <List.Item>Tap Add.</List.Item>
      </List>
    </Dialog>
  );
}
