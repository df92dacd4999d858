import { useLingui } from '@lingui/react/macro';
import { ActionIcon } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import type { Section } from '../../shell/SectionTabs.tsx';
import type { Session } from '../../state/session.ts';
import { lazyDialog } from '../../ui/lazyDialog.tsx';

const SearchPlaces = lazyDialog(() => import('./-SearchPlaces.tsx'));

type Props = { info: Session['info']; sections: readonly Section[] };

/** The search of the employer area: a button, and Ctrl or Cmd and K. */
export function Search({ info, sections }: Props) {
  const { t } = useLingui();
  const [opened, dialog] = useDisclosure();
  useHotkeys([['mod+K', dialog.toggle]], []);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="var(--tb-target)"
        aria-label={t`Search`}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={dialog.open}
      >
        <IconSearch size={20} aria-hidden />
      </ActionIcon>
      {opened && <SearchPlaces info={info} sections={sections} onClose={dialog.close} />}
    </>
  );
}
