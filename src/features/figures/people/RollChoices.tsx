import { Trans, useLingui } from '@lingui/react/macro';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { ROLL_COLUMNS } from '#contract/figures/people.ts';
import { useOwnChoices } from '../../../api/ownChoices.ts';
import { periodWords } from '../../../lib/periodWords.ts';
import { lazyDialog } from '../../../ui/lazyDialog.tsx';

const ColumnsDialog = lazyDialog(() => import('../../../shell/ColumnsDialog.tsx'));

type Props = { per: string | undefined; onPer: (per: string | undefined) => void };

/** The choices of what the roll shows: sums of all days or also of each period, and its columns. */
export function RollChoices({ per, onPer }: Props) {
  const { t } = useLingui();
  const own = (useOwnChoices()?.periods ?? []).map((rule) => ({
    value: `${rule.payPeriod} ${rule.periodStart}`,
    label: t`Sums per period: ${periodWords(rule)}`,
  }));
  // The address of another user may have a period that is not the user's own.
  const isForeign = per !== undefined && per !== 'account' && !own.some(({ value }) => value === per);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Trans>Columns</Trans>
      </Button>
      {open && (
        <ColumnsDialog table="roll" columns={ROLL_COLUMNS} onClose={() => setOpen(false)}>
          <NativeSelect
            label={t`Sums`}
            value={per ?? ''}
            onChange={({ currentTarget }) => onPer(currentTarget.value || undefined)}
            data={[
              { value: '', label: t`Sums of all days` },
              { value: 'account', label: t`Sums per pay period` },
              ...own,
              ...(isForeign ? [{ value: per, label: t`Sums per period of this address` }] : []),
            ]}
          />
        </ColumnsDialog>
      )}
    </>
  );
}
