import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import type { ComponentProps } from 'react';
import { messageOf } from '../api/errors.ts';
import { labelled } from '../lib/lists.ts';
import { DropFile } from '../ui/DropFile.tsx';
import { ErrorNote } from '../ui/ErrorNote.tsx';

type Call = { reset: () => void; error: Error | null; isPending: boolean };
type Props = ComponentProps<typeof DropFile> & {
  /** Returns why a file cannot be read; null if it may be. */
  problemOf: (file: File) => string | null;
  /** Previews a file that may be read. */
  onPreview: (file: File) => void;
  preview: Call;
  commit?: Call;
};

/** A file that is previewed as soon as it is chosen or dropped. What refuses it is shown beside its name. */
export function PreviewedFile({ onChange, problemOf, onPreview, preview, commit, ...field }: Props) {
  const choose = (file: File | null) => {
    preview.reset();
    commit?.reset();
    onChange(file);
    if (file && !problemOf(file)) onPreview(file);
  };
  const file = field.value;
  const failure = preview.error ?? commit?.error;
  const problem = file && (problemOf(file) ?? (failure && messageOf(failure)));
  return (
    <>
      <DropFile {...field} onChange={choose} />
      {problem && <ErrorNote text={labelled(file.name, problem)} />}
      {preview.isPending && (
        <Text size="sm" role="status">
          <Trans>Looking at every line</Trans>
        </Text>
      )}
    </>
  );
}
