import { useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Group } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { Crew } from '../../../api/crew.ts';
import { useStore } from '../../../state/createStore.ts';
import { hint } from '../../../ui/hint.ts';
import { lazyDialog } from '../../../ui/lazyDialog.tsx';
import { lazyWithRetry } from '../../../ui/lazyWithRetry.tsx';
import { MissingQuietly } from '../../../ui/Missing.tsx';
import { isSameCrew, namedCrewsOf, namedCrewsText } from './myCrew.ts';

const CrewDialog = lazyDialog(() => import('./CrewDialog.tsx'));
const Chips = lazyWithRetry(() => import('./CrewChips.tsx'), MissingQuietly);

type Props = { accountId: string; crew: Crew; onApply: (crew: Crew) => void };

/** 'Filter' in the top bar. */
export function CrewButton({ accountId, crew, onApply }: Props) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const isOn = Object.keys(crew).length > 0;
  return (
    <>
      <ActionIcon
        variant="subtle"
        c={isOn ? undefined : 'dimmed'}
        size={44}
        aria-label={isOn ? t`Filter, on` : t`Filter`}
        aria-haspopup="dialog"
        {...hint(t`Filter`)}
        onClick={() => setOpen(true)}
      >
        <IconFilter size={20} fill={isOn ? 'currentColor' : 'none'} aria-hidden />
      </ActionIcon>
      {open && (
        <CrewDialog
          accountId={accountId}
          crew={crew}
          onApply={(next) => {
            setOpen(false);
            onApply(next);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** The named filters as buttons, and the chips of a filter that is on and has no name. */
export function CrewChips({ accountId, crew, onApply }: Props) {
  const { t } = useLingui();
  const named = namedCrewsOf(useStore(namedCrewsText), accountId);
  const isOn = Object.keys(crew).length > 0;
  const shown = named.find((one) => isSameCrew(one.crew, crew));
  const choice = (label: string, isChosen: boolean, next: Crew) => (
    <Button
      key={label}
      variant={isChosen ? 'light' : 'default'}
      radius="xl"
      mih={44}
      aria-pressed={isChosen}
      onClick={() => onApply(next)}
    >
      {label}
    </Button>
  );
  return (
    <>
      {named.length > 0 && (
        <Group gap="xs" mb="xs" role="group" aria-label={t`People on show`}>
          {choice(t`Everybody`, !isOn, {})}
          {named.map((one) => choice(one.name, one === shown, one.crew))}
        </Group>
      )}
      {isOn && !shown && (
        <Suspense>
          <Chips accountId={accountId} crew={crew} onApply={onApply} />
        </Suspense>
      )}
    </>
  );
}
