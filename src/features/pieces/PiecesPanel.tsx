import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { importPieces } from '#contract/payroll.ts';
import { getSetup } from '#contract/setup.ts';
import { messageOf } from '../../api/errors.ts';
import { count, counted } from '../../lib/figures.ts';
import { saveFile } from '../../lib/saveFile.ts';
import { AnchorLink } from '../../shell/links.ts';
import { useMayCall } from '../../state/session.ts';
import { DropFile } from '../../ui/DropFile.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { PiecesPreview } from './PiecesPreview.tsx';
import classes from './pieces.module.css';
import { commitMutation, previewMutation } from './pieces.queries.ts';
import { csvProblem, MORE_COLUMNS, NEEDED_COLUMNS, readCsv, template } from './piecesFile.ts';

type Chosen = { file: File; csv: string };

/** Imports a CSV of piecework: first a preview of every line, then one transaction. An error is shown beside the file it belongs to. */
export function PiecesPanel({ accountId }: { accountId: string }) {
  const mayImport = useMayCall(importPieces);
  const maySetUp = useMayCall(getSetup);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [refused, setRefused] = useState<string>();
  const preview = useMutation(previewMutation(accountId));
  const commit = useMutation(commitMutation(accountId));
  if (!mayImport) return null;

  const choose = async (file: File | null) => {
    preview.reset();
    commit.reset();
    setRefused(undefined);
    setChosen(null);
    if (!file) return;
    const problem = csvProblem(file);
    if (problem) return setRefused(`${file.name}: ${problem}`);
    const next = { file, csv: await readCsv(file) };
    setChosen(next);
    preview.mutate(next.csv);
  };
  const failure = preview.error ?? commit.error;
  const problem = refused ?? (failure && chosen && `${chosen.file.name}: ${messageOf(failure)}`);

  return (
    <Panel title="Import piecework">
      {maySetUp && (
        <Text size="sm">
          Employees, groups, lookups, shifts and holidays are imported as a workbook or a CSV in{' '}
          <AnchorLink
            underline="always"
            inherit
            to="/manage/accounts/edit/$accountId/setup"
            params={{ accountId }}
            search={{ page: 'workbook' }}
          >
            Set up
          </AnchorLink>
          .
        </Text>
      )}
      <Group justify="space-between" align="flex-start" gap="xs">
        <Text size="sm" c="dimmed" className={classes.columns}>
          Needed columns: {NEEDED_COLUMNS.join(', ')}. If you have them: {MORE_COLUMNS.join(', ')}.
        </Text>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveFile(template(), 'piecework.csv')}
        >
          Empty template
        </Button>
      </Group>
      <DropFile
        label="CSV file"
        description="Choose it or drop it here. You see what each line would do before anything is changed."
        accept=".csv,text/csv"
        icon={<IconFileSpreadsheet size={18} aria-hidden />}
        value={chosen?.file ?? null}
        onChange={(file) => void choose(file)}
      />
      {problem && <ErrorNote text={problem} />}
      {preview.isPending && (
        <Text size="sm" role="status">
          Looking at every line
        </Text>
      )}
      {commit.data ? (
        <Alert color="teal" icon={<IconCircleCheck aria-hidden />} title="Imported" role="status">
          {counted(commit.data.added, 'line', 'lines')} added, {count(commit.data.unchanged)} unchanged,{' '}
          {count(commit.data.refused)} refused.
        </Alert>
      ) : (
        preview.data &&
        chosen && (
          <Stack>
            <PiecesPreview result={preview.data} />
            <Group justify="flex-end">
              <Button
                disabled={preview.data.added === 0}
                loading={commit.isPending}
                onClick={() => commit.mutate({ csv: chosen.csv, fileName: chosen.file.name.slice(0, 200) })}
              >
                Import {counted(preview.data.added, 'line', 'lines')}
              </Button>
            </Group>
          </Stack>
        )
      )}
    </Panel>
  );
}
