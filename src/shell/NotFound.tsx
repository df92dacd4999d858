import { Stack } from '@mantine/core';
import { PageTitle } from '../ui/PageTitle.tsx';
import { LonePage } from './LonePage.tsx';
import { AnchorLink } from './links.ts';

/** An address that leads nowhere. */
export function NotFound() {
  return (
    <LonePage>
      <Stack gap="sm">
        <PageTitle>Page not found</PageTitle>
        <AnchorLink to="/">Back to the start</AnchorLink>
      </Stack>
    </LonePage>
  );
}
