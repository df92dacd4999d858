import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useState } from 'react';
import { DropFile } from '../../../ui/DropFile.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';

type Props = {
  /** Why the last file was refused. */
  problem?: string;
  onChoose: (file: File | null) => void;
  onCancel: () => void;
};

/** The first step: a ZIP, chosen or dropped. */
export function ChooseFile({ problem, onChoose, onCancel }: Props) {
  const { t } = useLingui();
  const [file, setFile] = useState<File | null>(null);
  return (
    <Stack>
      {problem && <ErrorNote text={problem} />}
      <DropFile
        label={t`Backup file`}
        description={t`A ZIP made by Create Backup. Choose it or drop it here.`}
        accept="application/zip,application/x-zip-compressed,.zip"
        icon={<IconArchive size={18} aria-hidden />}
        value={file}
        onChange={setFile}
      />
      <Text size="sm" c="dimmed">
        <Trans>Nothing is changed until you confirm what to restore.</Trans>
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button onClick={() => onChoose(file)}>
          <Trans>Continue</Trans>
        </Button>
      </Group>
    </Stack>
  );
}
