import { Button, FileInput, Group, Stack, Text } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import classes from './backups.module.css';

type Props = {
  /** Why the last file was refused. */
  problem?: string;
  onChoose: (file: File | null) => void;
  onCancel: () => void;
};

/** The first step: a ZIP, chosen or dropped. */
export function ChooseFile({ problem, onChoose, onCancel }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setFile(event.dataTransfer.files[0] ?? null);
  };
  return (
    // Dropping is a second way; the file input is the accessible one.
    <Stack onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      {problem && <ErrorNote text={problem} />}
      <div className={classes.drop}>
        <FileInput
          label="Backup file"
          description="A ZIP made by Create Backup. Choose it or drop it here."
          placeholder="Choose a file"
          accept="application/zip,application/x-zip-compressed,.zip"
          leftSection={<IconArchive size={18} aria-hidden />}
          value={file}
          onChange={setFile}
          clearable
        />
      </div>
      <Text size="sm" c="dimmed">
        Nothing is changed until you confirm what to restore.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button onClick={() => onChoose(file)}>Continue</Button>
      </Group>
    </Stack>
  );
}
