import { Trans, useLingui } from '@lingui/react/macro';
import { Button, CopyButton, Group, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './ShownCode.module.css';

type Props = { text: string; picture: ReactNode /** When it expires, in words. */; expires?: string };

/** An activation or enrolment code: its picture, its text and how long it is valid. */
export function ShownCode({ text, picture, expires }: Props) {
  const { t } = useLingui();
  return (
    <div className={classes.code}>
      {picture}
      <div>
        <div className={classes.text} data-long={text.length > 12 || undefined} data-testid="code">
          {text}
        </div>
        <Group justify="center" mt="xs">
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button variant="default" size="sm" onClick={copy}>
                {copied ? t`Copied` : t`Copy code`}
              </Button>
            )}
          </CopyButton>
        </Group>
      </div>
      <Text size="sm" c="dimmed" ta="center">
        {expires ? (
          <Trans>The code expires in 24 hours ({expires}) and works once.</Trans>
        ) : (
          <Trans>The code expires in 24 hours and works once.</Trans>
        )}
      </Text>
    </div>
  );
}

/** Shown in place of the code once the device has used it. */
export const Connected = ({ name }: { name: string }) => (
  <Group justify="center" gap="xs" py="xl" role="status">
    <IconCheck size={24} color="var(--tb-on-time)" aria-hidden />
    <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
      <Trans>
        Connected: <bdi>{name}</bdi>
      </Trans>
    </Text>
  </Group>
);
