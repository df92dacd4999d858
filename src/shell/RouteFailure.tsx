import { useLingui } from '@lingui/react/macro';
import { Stack } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { use, useEffect } from 'react';
import { messageOf } from '../api/errors.ts';
import { isMissing, missingWords } from '../lib/missingChunk.ts';
import { useOnline } from '../state/reachability.ts';
import { ErrorNote } from '../ui/ErrorNote.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import { InArea } from './area.ts';
import { StandalonePage } from './StandalonePage.tsx';

/** Shown for a screen that could not be rendered, with a button to try again. The frame around it stays. */
export function RouteFailure({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui();
  const router = useRouter();
  const online = useOnline();
  const framed = use(InArea);
  useEffect(() => console.error(error), [error]);
  const failure = (
    <Stack>
      <PageTitle>{t`Something went wrong`}</PageTitle>
      <ErrorNote
        text={isMissing(error) ? missingWords(online) : messageOf(error)}
        // Loads the data again, because rendering alone would fail again.
        onRetry={() => void router.invalidate().finally(reset)}
      />
    </Stack>
  );
  return framed ? failure : <StandalonePage>{failure}</StandalonePage>;
}
