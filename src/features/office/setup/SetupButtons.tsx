import { useLingui } from '@lingui/react/macro';
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getSetup } from '#contract/office/setup.ts';
import { ButtonLink } from '../../../shell/links.ts';
import { useMayCall } from '../../../state/session.ts';
import { SETUP_LABEL } from './pageLabels.ts';
import { hasOwners, SETUP_BUTTONS, type SetupPageName } from './pages.ts';
import { setupQuery } from './setup.queries.ts';

type Props = { accountId: string; page: SetupPageName | undefined };

/** The buttons of the pages of the settings that have no tab. */
export default function SetupButtons({ accountId, page }: Props) {
  const { t } = useLingui();
  const maySetUp = useMayCall(getSetup);
  const { data } = useQuery({ ...setupQuery(accountId), enabled: maySetUp });
  if (!data) return null;
  return (
    <Group gap="xs">
      {SETUP_BUTTONS.filter((one) => one !== 'owners' || hasOwners(data)).map((one) => (
        <ButtonLink
          key={one}
          size="xs"
          variant={one === page ? 'light' : 'default'}
          aria-current={one === page ? 'page' : undefined}
          to="."
          search={{ page: one }}
        >
          {t(SETUP_LABEL[one])}
        </ButtonLink>
      ))}
    </Group>
  );
}
