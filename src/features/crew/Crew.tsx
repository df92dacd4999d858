import { ActionIcon } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { Crew } from '../../api/crew.ts';
import { hint } from '../../ui/hint.ts';
import { lazyDialog } from '../../ui/lazyDialog.tsx';
import { lazyWithRetry } from '../../ui/lazyWithRetry.tsx';
import { MissingQuietly } from '../../ui/Missing.tsx';

const CrewDialog = lazyDialog(() => import('./CrewDialog.tsx'));
const Chips = lazyWithRetry(() => import('./CrewChips.tsx'), MissingQuietly);

type Props = { accountId: string; crew: Crew; onApply: (crew: Crew) => void };

/** 'Filter' in the top bar. */
export function CrewButton({ accountId, crew, onApply }: Props) {
  const [open, setOpen] = useState(false);
  const isOn = Object.keys(crew).length > 0;
  return (
    <>
      <ActionIcon
        variant="subtle"
        c={isOn ? undefined : 'dimmed'}
        size={44}
        aria-label={isOn ? 'Filter, on' : 'Filter'}
        aria-haspopup="dialog"
        {...hint('Filter')}
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

/** The chips of a filter that is on. */
export const CrewChips = (props: Props) =>
  Object.keys(props.crew).length > 0 && (
    <Suspense>
      <Chips {...props} />
    </Suspense>
  );
