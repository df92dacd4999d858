import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DayNote } from '#contract/office/dayNotes.ts';
import type { Day } from '../../../api/day.ts';
import { messageOf } from '../../../api/errors.ts';
import { spanLabel } from '../../../lib/spans.ts';
import { momentOf } from '../../../lib/zoned.ts';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { offlineReason, useOnline } from '../../../state/reachability.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { addNoteMutation, dayNotesQuery, removeNoteMutation } from './dayNotes.queries.ts';

const MAX_LENGTH = 500;

/** The notes on a day and the day before it, by name, and a field for another. */
export default function NotesDialog({ day, onClose }: { day: Day; onClose: () => void }) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const online = useOnline();
  const { data: notes = [], error } = useQuery(dayNotesQuery(day));
  const add = useMutation(addNoteMutation(day));
  const failure = add.error ?? (notes.length === 0 ? error : null);
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t`Notes on ${spanLabel(day.referenceDate, day.referenceDate)}`}
      submit={t`Save`}
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate(text, { onSuccess: () => setText('') });
      }}
      canSubmit={text.trim() !== ''}
      busy={add.isPending}
      reason={online ? undefined : offlineReason()}
      dirty={text.trim() !== ''}
    >
      {notes.length > 0 && (
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
          {notes.map((note) => (
            <Note key={note._id} note={note} day={day} />
          ))}
        </Stack>
      )}
      <Textarea
        label={t`Note`}
        description={t`The next shift sees it on the dashboard, with your name. ${plural(MAX_LENGTH - text.length, { one: '# character', other: '# characters' })} left.`}
        maxLength={MAX_LENGTH}
        autosize
        minRows={2}
        data-autofocus
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value.replace(/[\r\n]+/g, ' '))}
      />
      {failure && online && <ErrorNote text={messageOf(failure)} />}
    </FormDialog>
  );
}

function Note({ note, day }: { note: DayNote; day: Day }) {
  const { t } = useLingui();
  const remove = useMutation(removeNoteMutation(day));
  const date = spanLabel(note.day, note.day);
  const moment = momentOf(note.at, day.timeZone, day.referenceDate);
  return (
    <li>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" c="dimmed">
          {note.day === day.referenceDate ? (
            <>
              <bdi>{note.by}</bdi>, {moment}
            </>
          ) : (
            <Trans>
              <bdi>{note.by}</bdi> on {date}, {moment}
            </Trans>
          )}
        </Text>
        {note.mayRemove && (
          <ServerButton
            variant="subtle"
            color="red.8"
            c="var(--mantine-color-error)"
            loading={remove.isPending}
            aria-label={t`Remove the note by ${note.by}: ${note.text}`}
            onClick={() => remove.mutate(note)}
          >
            <Trans>Remove</Trans>
          </ServerButton>
        )}
      </Group>
      <Text style={{ overflowWrap: 'anywhere' }}>
        <bdi>{note.text}</bdi>
      </Text>
    </li>
  );
}
