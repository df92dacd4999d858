import { Code, Group } from '@mantine/core';
import { QrCode } from './QrCode.tsx';

/** A key or a link as text, which breaks anywhere. */
export const SecretText = ({ text }: { text: string }) => (
  <Code block fz="md" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }} data-testid="sync-key">
    {text}
  </Code>
);

/** A link to hand over: as a QR code of `size` pixels, to scan from this screen, and as text to send. */
export const LinkAsCode = ({ url, label, size }: { url: string; label: string; size: number }) => (
  <>
    <Group justify="center">
      <QrCode text={url} size={size} label={label} />
    </Group>
    <SecretText text={url} />
  </>
);
