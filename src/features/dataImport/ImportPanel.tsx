import { Alert, Button, FileInput, Group, Radio, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import { type ImportKind, importCsv } from '#contract/payroll.ts';
import { messageOf } from '../../api/errors.ts';
import { count, counted } from '../../lib/figures.ts';
import { saveFile } from '../../lib/saveFile.ts';
import { useMayCall } from '../../state/session.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Panel } from '../../ui/Panel.tsx';
import classes from './dataImport.module.css';
import { commitMutation, previewMutation } from './dataImport.queries.ts';
import { ImportList } from './ImportList.tsx';
import { ImportPreview } from './ImportPreview.tsx';
import { COLUMNS, csvProblem, KIND_LABEL, readCsv, templateOf } from './importFile.ts';

type Chosen = { file: File; csv: string };
const KINDS: readonly ImportKind[] = ['employees', 'standard-times', 'piecework'];

/** Imports a CSV: first a preview of every line, then one transaction. An error is shown beside the file it belongs to. */
export function ImportPanel({ accountId }: { accountId: string }) {
  const mayImport = useMayCall(importCsv);
  const [kind, setKind] = useState<ImportKind>('employees');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [refused, setRefused] = useState<string>();
  const preview = useMutation(previewMutation(accountId));
  const commit = useMutation(commitMutation(accountId));
  if (!mayImport) return null;

  const forget = () => {
    preview.reset();
    commit.reset();
    setRefused(undefined);
  };
  const choose = async (file: File | null) => {
    forget();
    setChosen(null);
    if (!file) return;
    const problem = csvProblem(file);
    if (problem) return setRefused(`${file.name}: ${problem}`);
    const next = { file, csv: await readCsv(file) };
    setChosen(next);
    preview.mutate({ kind, csv: next.csv });
  };
  const chooseKind = (next: ImportKind) => {
    forget();
    setKind(next);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void choose(event.dataTransfer.files[0] ?? null);
  };
  const changes = preview.data ? preview.data.added + preview.data.changed : 0;
  const failure = preview.error ?? commit.error;
  const problem = refused ?? (failure && chosen && `${chosen.file.name}: ${messageOf(failure)}`);

  return (
    <Panel title="Import CSV">
      <Radio.Group label="What the file holds" value={kind} onChange={chooseKind}>
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
      {problem && <ErrorNote text={problem} />}
      {chosen && preview.isIdle && (
        <Group>
          <Button variant="default" onClick={() => preview.mutate({ kind, csv: chosen.csv })}>
            Check {chosen.file.name} as {KIND_LABEL[kind].toLowerCase()}
          </Button>
        </Group>
      )}
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
                onClick={() => commit.mutate({ kind, csv: chosen.csv, fileName: chosen.file.name.slice(0, 200) })}
              >
                Import {counted(changes, 'line', 'lines')}
              </Button>
            </Group>
          </Stack>
        )
      )}
      <ImportList accountId={accountId} />
    </Panel>
  );
}
