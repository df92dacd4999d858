import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api/errors.ts';
import { count } from '../../../lib/figures.ts';
import { translated } from '../../../lib/words.tsx';
import { dayLabel } from '../../../lib/zoned.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { ListTable } from '../../../ui/ListTable.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { oldRecordsQuery, removeOldMutation } from './oldRecords.queries.ts';

/** Typed before records go for good. */
const WORD = 'REMOVE';

/** Previews what is older than the account keeps records, by kind and year, and removes it once the word was typed (docs/reference/records.md#how-long-records-are-stored). */
export default function OldRecordsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const preview = useQuery(oldRecordsQuery);
  const remove = useMutation(removeOldMutation);
  const [typed, setTyped] = useState('');
  const found = preview.data;
  const hasSome = found !== undefined && found.total > 0;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t`Remove old records`}
      submit={t`Remove for good`}
      canSubmit={hasSome && typed.trim() === WORD}
      busy={remove.isPending}
      dirty={typed !== ''}
      onSubmit={(event) => {
        event.preventDefault();
        if (found) remove.mutate(found, { onSuccess: onClose });
      }}
    >
      <Loaded query={preview} failed={messageOf} height={240} label={t`what goes`}>
        {({ years, before, removedBefore, kinds, total }) => (
          <Stack gap="sm">
            <Text>
              <Trans>
                Records stay for {years} years, as the account’s settings say, and those of whole locks and payroll
                files longer. Employees, rates, consents and the audit trail stay. This cannot be undone, and nothing
                can be said of those days any more.
              </Trans>
            </Text>
            {removedBefore && (
              <Text size="sm" c="dimmed">
                <Trans>Records from before {dayLabel(removedBefore)} were removed before.</Trans>
              </Text>
            )}
            {total === 0 ? (
              <EmptyState text={t`There are none from before ${dayLabel(before)}.`} />
            ) : (
              <>
                <Text fw={600}>
                  <Trans>What goes, from before {dayLabel(before)}</Trans>
                </Text>
                <ListTable label={t`What goes`} columns={[t`What`, t`Year`, t`Number`]}>
                  {kinds.flatMap(({ what, years: byYear }) =>
                    byYear.map(({ year, rows }) => (
                      <Table.Tr key={`${what} ${year}`}>
                        <Table.Td>{translated(what)}</Table.Td>
                        <Table.Td>{year}</Table.Td>
                        <Table.Td>{count(rows)}</Table.Td>
                      </Table.Tr>
                    )),
                  )}
                </ListTable>
              </>
            )}
          </Stack>
        )}
      </Loaded>
      {hasSome && (
        <TextInput
          label={t`Type ${WORD}`}
          value={typed}
          maxLength={20}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {remove.error && <ErrorNote text={messageOf(remove.error)} />}
    </FormDialog>
  );
}
