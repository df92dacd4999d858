import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, CopyButton, Group, Stack } from '@mantine/core';
import { Dialog } from './Dialog.tsx';
import { LinkAsCode, SecretText } from './LinkAsCode.tsx';

type Props = {
  title: string;
  note: string;
  secret: string;
  /** A link is for a phone, and shown as a QR code too. */
  what?: 'key' | 'link' | 'PIN';
  onClose: () => void;
};

/** A secret in the dialog that has just made it, the only place in which it is shown. */
export function ShownOnce({ title, note, secret, what = 'key', onClose }: Props) {
  const { t } = useLingui();
  return (
    <Dialog opened onClose={onClose} title={title}>
      <Stack>
        <Alert color="yellow" title={t`Copy it now`}>
          {note}
        </Alert>
        {what === 'link' ? <LinkAsCode url={secret} label={title} size={220} /> : <SecretText text={secret} />}
        <Group justify="flex-end">
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? t`Copied` : t`Copy ${what}`}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
