import { Alert, Button, CopyButton, Group, Stack } from '@mantine/core';
import { Dialog } from './Dialog.tsx';
import { LinkAsCode, SecretText } from './LinkAsCode.tsx';

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
        {isLink ? <LinkAsCode url={secret} label={title} size={220} /> : <SecretText text={secret} />}
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
