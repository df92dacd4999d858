import { Trans, useLingui } from '@lingui/react/macro';
import { Stack } from '@mantine/core';
import { PageTitle } from '../ui/PageTitle.tsx';
import { AnchorLink } from './links.ts';
import { StandalonePage } from './StandalonePage.tsx';

/** Shown for an address that does not exist. */
export function NotFound() {
  const { t } = useLingui();
  return (
    <StandalonePage>
      <Stack gap="sm">
        <PageTitle>{t`Page not found`}</PageTitle>
        <AnchorLink to="/">
          <Trans>Back to the start</Trans>
        </AnchorLink>
      </Stack>
    </StandalonePage>
  );
}
