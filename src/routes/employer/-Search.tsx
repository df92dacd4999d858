import { useLingui } from '@lingui/react/macro';
import { ActionIcon } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Section } from '../../shell/SectionTabs.tsx';
import type { Session } from '../../state/session.ts';
import { lazyDialog } from '../../ui/lazyDialog.tsx';

const SearchPlaces = lazyDialog(() => import('./-SearchPlaces.tsx'));

type Props = { info: Session['info']; sections: readonly Section[] };

/** The search of the employer area: a button, and Ctrl or Cmd and K. */
export function Search({ info, sections }: Props) {
  const { t } = useLingui();
  const [query, setQuery] = useState('');
  const [opened, dialog] = useDisclosure(false, { onOpen: () => setQuery('') });
  useHotkeys([['mod+K', dialog.toggle]], []);
  useEffect(() => {
    if (!opened) return;
    // Letters that are typed before its field has the focus, whose code is loaded first.
    const onKey = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || (key !== 'Backspace' && key.length > 1)) return;
      if (target instanceof Element && target.closest('[role="dialog"]')) return;
      event.preventDefault();
      setQuery((typed) => (key === 'Backspace' ? typed.slice(0, -1) : typed + key));
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [opened]);
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
      {opened && (
        <SearchPlaces info={info} sections={sections} query={query} onQuery={setQuery} onClose={dialog.close} />
      )}
    </>
  );
}
