import { Alert, Button, FileInput, Group, Radio, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import type { ImportKind } from '#contract/payroll.ts';
import { count, counted } from '../../lib/figures.ts';
import { saveFile } from '../../lib/saveFile.ts';
import { useMay } from '../../session/session.ts';
import { notify } from '../../shell/notifications.ts';
import { Panel } from '../../ui/Panel.tsx';
import classes from './dataImport.module.css';
import { commitMutation, previewMutation } from './dataImport.queries.ts';
import { ImportPreview } from './ImportPreview.tsx';
import { COLUMNS, csvProblem, KIND_LABEL, readCsv, templateOf } from './importFile.ts';

type Chosen = { file: File; csv: string };
const KINDS: readonly ImportKind[] = ['employees', 'standard-times', 'piecework'];

/** A CSV dropped here: first a preview of every line, then one transaction. */
export function ImportPanel({ accountId }: { accountId: string }) {
  const mayImport = useMay('Account.IMPORT');
  const [kind, setKind] = useState<ImportKind>('employees');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const preview = useMutation(previewMutation(accountId));
  const commit = useMutation(commitMutation(accountId));
  if (!mayImport) return null;

  const look = (next: Chosen, as: ImportKind) => {
    commit.reset();
    preview.mutate({ kind: as, csv: next.csv });
  };
  const choose = async (file: File | null) => {
    preview.reset();
    commit.reset();
    setChosen(null);
    if (!file) return;
    const problem = csvProblem(file);
    if (problem) return notify('error', problem);
    const next = { file, csv: await readCsv(file) };
    setChosen(next);
    look(next, kind);
  };
  const chooseKind = (next: ImportKind) => {
    setKind(next);
    if (chosen) look(chosen, next);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void choose(event.dataTransfer.files[0] ?? null);
  };
  const changes = preview.data ? preview.data.added + preview.data.changed : 0;

  return (
    <Panel title="Import CSV">
      <Radio.Group
        label="What the file holds"
        value={kind}
        // The values of the group are the kinds given below.
        onChange={(value) => chooseKind(value as ImportKind)}
      >
        <Group mt="xs">
          {KINDS.map((value) => (
            <Radio key={value} value={value} label={KIND_LABEL[value]} />
          ))}
        </Group>
      </Radio.Group>
      <Group justify="space-between" align="flex-start" gap="xs">
        <Text size="sm" c="dimmed" className={classes.columns}>
          Needed columns: {COLUMNS[kind].needed.join(', ')}. If you have them: {COLUMNS[kind].more.join(', ')}.
        </Text>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveFile(templateOf(kind), `${kind}.csv`)}
        >
          Empty template
        </Button>
      </Group>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the file input is the accessible one */}
      <div className={classes.drop} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <FileInput
          label="CSV file"
          description="Choose it or drop it here. You see what each line would do before anything is changed."
          placeholder="Choose a file"
          accept=".csv,text/csv"
          leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
          value={chosen?.file ?? null}
          onChange={(file) => void choose(file)}
          clearable
        />
      </div>
      {preview.isPending && (
        <Text size="sm" role="status">
          Looking at every line
        </Text>
      )}
      {commit.data ? (
        <Alert color="teal" icon={<IconCircleCheck aria-hidden />} title="Imported" role="status">
          {counted(commit.data.added, 'line', 'lines')} added, {count(commit.data.changed)} changed,{' '}
          {count(commit.data.unchanged)} unchanged, {count(commit.data.refused)} refused.
        </Alert>
      ) : (
        preview.data &&
        chosen && (
          <Stack>
            <ImportPreview result={preview.data} />
            <Group justify="flex-end">
              <Button
                disabled={changes === 0}
                loading={commit.isPending}
                onClick={() => commit.mutate({ kind, csv: chosen.csv })}
              >
                Import {counted(changes, 'line', 'lines')}
              </Button>
            </Group>
          </Stack>
        )
      )}
    </Panel>
  );
}
