import { Stack } from '@mantine/core';
import { PageTitle } from '../ui/PageTitle.tsx';
import { AnchorLink } from './links.ts';
import { StandalonePage } from './StandalonePage.tsx';

/** Shown for an address that does not exist. */
export function NotFound() {
  return (
    <StandalonePage>
      <Stack gap="sm">
        <PageTitle>Page not found</PageTitle>
        <AnchorLink to="/">Back to the start</AnchorLink>
      </Stack>
    </StandalonePage>
  );
}
