import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import { createContext, use, useEffect, useRef } from 'react';
import { missingWords } from '../lib/missingChunk.ts';
import { ErrorNote } from './ErrorNote.tsx';
import type { Retry } from './lazyWithRetry.tsx';
import { ModalBox } from './ModalBox.tsx';

/** True while the server can be reached; the shell provides it. */
export const Connected = createContext(true);

/** Returns true while there is a connection; calls `onRetry` by itself when it is back. */
function useConnection(onRetry: (() => void) | undefined) {
  const connected = use(Connected);
  const was = useRef(connected);
  useEffect(() => {
    if (connected && !was.current) onRetry?.();
    was.current = connected;
  }, [connected, onRetry]);
  return connected;
}

/** Returns the text shown in place of a component that could not be loaded. */
const useMissing = (onRetry: () => void) => missingWords(useConnection(onRetry));

/** Shown in place of figures or rows that could not be loaded: the failure in the specification's words, or that a connection is needed. */
export function FailedNote({ text, onRetry }: { text: string; onRetry?: () => void }) {
  if (useConnection(onRetry)) return <ErrorNote text={text} onRetry={onRetry} />;
  return (
    <Text component="p" role="status" size="sm" c="dimmed" ta="center" my="md">
      <Trans>Not available offline. Connect to see it.</Trans>
    </Text>
  );
}

/** Shown in place of a table or chart that could not be loaded. */
export const MissingNote = ({ onRetry }: Retry) => <ErrorNote text={useMissing(onRetry)} onRetry={onRetry} />;

/** Shown in place of a dialog that could not be loaded. */
export function MissingDialog({ onClose, onRetry }: Retry & { onClose: () => void }) {
  const { t } = useLingui();
  return (
    <ModalBox title={t`Not available now`} words={useMissing(onRetry)} onEscape={onClose}>
      <Button variant="default" onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
      <Button data-autofocus onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </ModalBox>
  );
}

/** For components that nobody misses. */
export const MissingQuietly = () => null;
