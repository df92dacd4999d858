import { useLingui } from '@lingui/react/macro';
import { Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Exception } from '#contract/office/exceptions.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { settleMutation } from './corrections.queries.ts';
import { useOffline } from './useOffline.ts';
import { detailOf, refusalText } from './words.ts';

/** 'Settle': says how the dispute of an employee ended, and lists it no longer (docs/reference/privacy.md#their-own-day). It changes no figure. */
export function SettleDialog({ exception, onClose }: { exception: Exception; onClose: () => void }) {
  const { t } = useLingui();
  const { key, evidence } = exception;
  const [note, setNote] = useState('');
  const settle = useMutation(settleMutation);
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t`Settle`}
      submit={t`Settle`}
      onSubmit={(event) => {
        event.preventDefault();
        settle.mutate({ key, evidence, note: note.trim() }, { onSuccess: onClose });
      }}
      canSubmit={note.trim() !== ''}
      busy={settle.isPending}
      reason={useOffline()}
      dirty={note !== ''}
    >
      <Text size="sm">{detailOf(exception)}</Text>
      <Textarea
        label={t`How it was settled`}
        description={t`It changes no figure: correct the day first where the employee is right.`}
        required
        maxLength={200}
        autosize
        minRows={2}
        data-autofocus
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value.replace(/[\r\n]+/g, ' '))}
        error={settle.error ? refusalText(settle.error) : undefined}
      />
    </FormDialog>
  );
}
