import { Alert, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { saidOf } from './words.ts';

type Props = {
  error: Error;
  /** Said before the reason. */
  of?: string;
  /** A button that does something about it. */
  children?: ReactNode;
};

/** Shows the reason of a refusal. */
export function Refused({ error, of, children }: Props) {
  return (
    <Alert color="orange" variant="light" role="alert">
      <Text size="sm" c="var(--mantine-color-text)">
        {of}
        {saidOf(error)}
      </Text>
      {children}
    </Alert>
  );
}
