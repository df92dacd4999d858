import { Checkbox, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/errors.ts';
import { counted } from '../../lib/figures.ts';
import { useOfflineReason } from '../../state/reachability.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { makeFileMutation, payFilePreviewQuery } from './payFiles.queries.ts';
import { moneyIn, windowLabel } from './words.ts';

type Props = { accountId: string; lock: { _id: string; from: string; to: string }; onClose: () => void };

/** Tells what a file of a locked period would hold, and makes it: once, for a file is never changed. */
export default function MakeFileDialog({ accountId, lock, onClose }: Props) {
  const preview = useQuery(payFilePreviewQuery(accountId, lock._id));
  const make = useMutation(makeFileMutation(accountId, lock._id));
  const [ticked, setTicked] = useState(false);
  const leftOut = preview.data?.leftOut ?? 0;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Payroll file, ${windowLabel(lock)}`}
      submit="Make file"
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate(leftOut, { onSuccess: onClose });
      }}
      canSubmit={preview.data !== undefined && preview.data.lines > 0 && (leftOut === 0 || ticked)}
      busy={make.isPending}
      reason={useOfflineReason()}
      dirty={false}
    >
      <Loaded query={preview} failed={messageOf} height={120} label="the file">
        {({ isDelta, people, lines, total, currency }) => (
          <Stack gap="sm">
            {lines === 0 ? (
              <Text>{isDelta ? 'Nothing has changed since the last file.' : 'There is nothing to pay yet.'}</Text>
            ) : (
              <Text>
                {isDelta ? 'Adjustments since the last file: ' : ''}
                {counted(people, 'person', 'people')}, {counted(lines, 'line', 'lines')}, {moneyIn(currency)(total)} in
                all.
              </Text>
            )}
            {leftOut > 0 && (
              <Checkbox
                label={`I know that ${counted(leftOut, 'person has', 'people have')} pay that is not settled: it is left out, and comes in a later file.`}
                checked={ticked}
                onChange={({ currentTarget }) => setTicked(currentTarget.checked)}
              />
            )}
          </Stack>
        )}
      </Loaded>
      {make.error && <ErrorNote text={messageOf(make.error)} />}
    </FormDialog>
  );
}
