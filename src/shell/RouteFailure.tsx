import { Stack } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { messageOf } from '../api/errors.ts';
import { ErrorNote } from '../ui/ErrorNote.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import { LonePage } from './LonePage.tsx';

/** A screen that could not be shown: says so, and can be tried again. */
export function RouteFailure({ error, reset }: ErrorComponentProps) {
  useEffect(() => console.error(error), [error]);
  return (
    <LonePage>
      <Stack>
        <PageTitle>Something went wrong</PageTitle>
        <ErrorNote text={messageOf(error)} onRetry={reset} />
      </Stack>
    </LonePage>
  );
}
