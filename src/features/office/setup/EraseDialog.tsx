import { Trans, useLingui } from '@lingui/react/macro';
import { List, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SetupEmployee } from '#contract/office/setup.ts';
import { messageOf } from '../../../api/errors.ts';
import { count } from '../../../lib/figures.ts';
import { labelled } from '../../../lib/lists.ts';
import { translated } from '../../../lib/words.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { erasePersonMutation, erasureQuery } from './privacy.queries.ts';

export type Erased = Pick<SetupEmployee, '_id' | 'number' | 'firstName' | 'lastName'>;
type Props = { accountId: string; employee: Erased; onClose: () => void };

/** Previews the erasure of a person, and carries it out once their number was typed (docs/reference/privacy.md#erasing-a-person). */
export default function EraseDialog({ accountId, employee, onClose }: Props) {
  const { t } = useLingui();
  const preview = useQuery(erasureQuery(accountId, employee._id));
  const erase = useMutation(erasePersonMutation(accountId, employee._id));
  const [typed, setTyped] = useState('');
  const name = `${employee.firstName} ${employee.lastName}`.trim();
  const mayErase = preview.data?.reasons.length === 0 && typed.trim() === employee.number;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t`Erase ${name}`}
      submit={t`Erase for good`}
      canSubmit={mayErase}
      busy={erase.isPending}
      dirty={typed !== ''}
      onSubmit={(event) => {
        event.preventDefault();
        erase.mutate(typed.trim(), { onSuccess: onClose });
      }}
    >
      <Loaded query={preview} failed={messageOf} height={240} label={t`what goes`}>
        {({ becomes, goes, reasons, remains, words = { reasons, remains } }) => (
          <Stack gap="sm">
            <Text>
              <Trans>
                Name, numbers, PIN, cards, fingerprints, faces and notes about this person become {becomes}. Hours,
                pieces and pay stay for the totals. This cannot be undone.
              </Trans>
            </Text>
            {reasons.length > 0 && <Named title={t`Not now`} lines={words.reasons.map(translated)} />}
            <Named title={t`What goes`} lines={goes.map(({ what, rows }) => labelled(translated(what), count(rows)))} />
            <Named title={t`Where the person still is`} lines={words.remains.map(translated)} />
          </Stack>
        )}
      </Loaded>
      {preview.data?.reasons.length === 0 && (
        <TextInput
          label={t`Type the employee number ${employee.number}`}
          value={typed}
          maxLength={60}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {erase.error && <ErrorNote text={messageOf(erase.error)} />}
    </FormDialog>
  );
}

const Named = ({ title, lines }: { title: string; lines: readonly string[] }) => (
  <section aria-label={title}>
    <Text fw={600}>{title}</Text>
    <List size="sm">
      {lines.map((line) => (
        <List.Item key={line}>{line}</List.Item>
      ))}
    </List>
  </section>
);
