import { Alert, Button, Code, CopyButton, Group, Stack } from '@mantine/core';
import { Dialog } from './Dialog.tsx';

type Props = { title: string; note: string; secret: string; onClose: () => void };

/** A key in the dialog that has just made it, the only place in which it is shown. */
export function ShownOnce({ title, note, secret, onClose }: Props) {
  return (
    <Dialog opened onClose={onClose} title={title}>
      <Stack>
        <Alert color="yellow" title="Copy it now">
          {note}
        </Alert>
        <Code block fz="md" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }} data-testid="sync-key">
          {secret}
        </Code>
        <Group justify="flex-end">
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? 'Copied' : 'Copy key'}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
