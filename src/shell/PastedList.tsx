import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Stack, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ErrorNote } from '../ui/ErrorNote.tsx';
import classes from '../ui/form.module.css';
import { ServerButton } from './ServerButton.tsx';

type Props = {
  /** A text that was pasted elsewhere. */
  pasted?: string;
  onRead: (text: string) => void;
  isPending: boolean;
  /** Why what was pasted cannot be read. */
  problem?: string | undefined;
};

/** A list that is pasted instead of chosen as a file. */
export function PastedList({ pasted = '', onRead, isPending, problem }: Props) {
  const { t } = useLingui();
  const [text, setText] = useState(pasted);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onRead(text);
  };
  return (
    <form className={classes.form} onSubmit={submit} aria-label={t`Paste a list`} data-dirty={text !== '' || undefined}>
      <Stack gap="sm">
        <Textarea
          label={t`Or paste it`}
          rows={4}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {problem && <ErrorNote text={problem} />}
        <Group>
          <ServerButton type="submit" variant="default" disabled={text.trim() === ''} loading={isPending}>
            <Trans>Read the list</Trans>
          </ServerButton>
        </Group>
      </Stack>
    </form>
  );
}
