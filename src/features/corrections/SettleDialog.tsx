import { Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Exception } from '#contract/exceptions.ts';
import { useOnline } from '../../state/reachability.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { settleMutation } from './corrections.queries.ts';
import { OFFLINE, saidOf } from './words.ts';

/** 'Settle': says how the dispute of an employee ended, and lists it no longer (spec/privacy.md V5). It changes no figure. */
export function SettleDialog({ exception, onClose }: { exception: Exception; onClose: () => void }) {
  const { key, evidence, detail } = exception;
  const [note, setNote] = useState('');
  const settle = useMutation(settleMutation);
  const online = useOnline();
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Settle"
      submit="Settle"
      onSubmit={(event) => {
        event.preventDefault();
        settle.mutate({ key, evidence, note: note.trim() }, { onSuccess: onClose });
      }}
      canSubmit={note.trim() !== ''}
      busy={settle.isPending}
      reason={online ? undefined : OFFLINE}
      dirty={note !== ''}
    >
      <Text size="sm">{detail}</Text>
      <Textarea
        label="How it was settled"
        description="It changes no figure: correct the day first where the employee is right."
        required
        maxLength={200}
        autosize
        minRows={2}
        data-autofocus
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value.replace(/[\r\n]+/g, ' '))}
        error={settle.error ? saidOf(settle.error) : undefined}
      />
    </FormDialog>
  );
}
