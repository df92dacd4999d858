import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, CopyButton, Group, Stack } from '@mantine/core';
import { Dialog } from './Dialog.tsx';
import { LinkAsCode, SecretText } from './LinkAsCode.tsx';

const COPY = { key: msg`Copy key`, link: msg`Copy link`, PIN: msg`Copy PIN` };

type Props = {
  title: string;
  note: string;
  secret: string;
  /** A link is for a phone, and shown as a QR code too. */
  what?: keyof typeof COPY;
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
                {copied ? t`Copied` : t(COPY[what])}
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
