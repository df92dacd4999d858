import { Alert, Button, Code, CopyButton, Group, Stack } from '@mantine/core';
import { Dialog } from './Dialog.tsx';
import { QrCode } from './QrCode.tsx';

type Props = {
  title: string;
  note: string;
  secret: string;
  /** A link for a phone: it is shown as a QR code too. */
  isLink?: boolean;
  onClose: () => void;
};

/** A key or a link in the dialog that has just made it, the only place in which it is shown. */
export function ShownOnce({ title, note, secret, isLink = false, onClose }: Props) {
  return (
    <Dialog opened onClose={onClose} title={title}>
      <Stack>
        <Alert color="yellow" title="Copy it now">
          {note}
        </Alert>
        {isLink && (
          <Group justify="center">
            <QrCode text={secret} size={220} label={title} />
          </Group>
        )}
        <Code block fz="md" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }} data-testid="sync-key">
          {secret}
        </Code>
        <Group justify="flex-end">
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? 'Copied' : isLink ? 'Copy link' : 'Copy key'}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
