import { Alert, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { refusalText } from './words.ts';

type Props = {
  error: Error;
  /** The reason alone by default. */
  words?: string | undefined;
  /** A button that does something about it. */
  children?: ReactNode;
};

/** Shows the reason of a refusal. */
export function Refused({ error, words = refusalText(error), children }: Props) {
  return (
    <Alert color="orange" variant="light" role="alert">
      <Text size="sm" c="var(--mantine-color-text)">
        {words}
      </Text>
      {children}
    </Alert>
  );
}
