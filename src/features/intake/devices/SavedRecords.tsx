import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, FileButton, Group, Text } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { readSavedMutation } from './devices.queries.ts';

/** Reads in a file that a phone or tablet saved because it could not send its records. */
export function SavedRecords({ accountId, deviceId }: { accountId: string; deviceId: string }) {
  const read = useMutation(readSavedMutation(accountId, deviceId));
  const take = (file: File | null) => {
    if (file) void file.text().then((text) => read.mutate(text));
  };
  return (
    <Group gap="sm">
      <FileButton accept="application/json,.json" onChange={take}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            loading={read.isPending}
            leftSection={<IconArchive size={16} aria-hidden />}
          >
            <Trans>Read in saved records</Trans>
          </Button>
        )}
      </FileButton>
      {read.data && (
        <Text role="status" size="sm">
          <Trans>
            {plural(read.data.accepted, { other: '# stored' })},{' '}
            {plural(read.data.duplicates, { other: '# known already' })},{' '}
            {plural(read.data.rejected.length, { other: '# refused' })}
          </Trans>
        </Text>
      )}
    </Group>
  );
}
