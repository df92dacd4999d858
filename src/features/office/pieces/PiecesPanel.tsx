import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { importPieces } from '#contract/intake/payroll.ts';
import { correctPieces } from '#contract/intake/pieces.ts';
import { getSetup } from '#contract/office/setup.ts';
import { messageOf } from '../../../api/errors.ts';
import { count } from '../../../lib/figures.ts';
import { saveFile } from '../../../lib/saveFile.ts';
import { AnchorLink } from '../../../shell/links.ts';
import { PastedList } from '../../../shell/PastedList.tsx';
import { PreviewedFile } from '../../../shell/PreviewedFile.tsx';
import { useLetters } from '../../../shell/useLetters.tsx';
import { useMayCall } from '../../../state/session.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { FoundPieces } from './FoundPieces.tsx';
import { PieceImports } from './PieceImports.tsx';
import classes from './pieces.module.css';
import { commitMutation, previewMutation } from './pieces.queries.ts';
import { fileProblem, readFile, template } from './piecesFile.ts';
import { UndoImport } from './UndoImport.tsx';

type Props = {
  accountId: string;
  /** The office's own page, which the set-up is apart from. */
  ofOffice?: boolean;
};

/** Imports a list of piecework: first a preview of every line, then one transaction. An error is shown beside the file it belongs to. */
export function PiecesPanel({ accountId, ofOffice = false }: Props) {
  const { t } = useLingui();
  const mayImport = useMayCall(importPieces);
  const mayCorrect = useMayCall(correctPieces);
  const maySetUp = useMayCall(getSetup) && !ofOffice;
  const [file, setFile] = useState<File | null>(null);
  const [isPasted, setIsPasted] = useState(false);
  const preview = useMutation(previewMutation(accountId));
  const commit = useMutation(commitMutation(accountId));
  const probe = useMutation(previewMutation(accountId));
  const letters = useLetters({
    async onFile(read, chosen) {
      commit.reset();
      preview.mutate({ ...(await readFile(read)), letters: chosen });
    },
    chosenBefore: async (read) => (await probe.mutateAsync(await readFile(read))).letters,
  });
  if (!mayImport) return null;
  const { data: found, variables: sent } = preview;
  const choose = (chosen: File | null) => {
    setFile(chosen);
    setIsPasted(false);
    letters.forget();
  };
  const paste = (csv: string) => {
    setFile(null);
    setIsPasted(true);
    letters.forget();
    commit.reset();
    preview.mutate({ csv });
  };

  return (
    <>
      <Panel title={t`Import piecework`}>
        {maySetUp && (
          <Text size="sm">
            <Trans>
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
            </Trans>
          </Text>
        )}
        <Group justify="space-between" align="flex-start" gap="xs">
          <Text size="sm" c="dimmed" className={classes.columns}>
            <Trans>
              A list needs the number or the name of each person, units, and a date. Times, hours, lookups and a job
              description are read where it has them.
            </Trans>
          </Text>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => saveFile(template(), 'piecework.csv')}
          >
            <Trans>Empty template</Trans>
          </Button>
        </Group>
        <PreviewedFile
          label={t`List of piecework`}
          description={t`Choose it or drop it here as it is: .xlsx, .ods, .csv or .txt, with any headings.`}
          accept=".xlsx,.ods,.csv,.txt,.tsv,text/csv"
          icon={<IconFileSpreadsheet size={18} aria-hidden />}
          value={file}
          onChange={choose}
          problemOf={fileProblem}
          onPreview={letters.read}
          preview={preview}
          commit={commit}
        />
        {letters.field}
        <PastedList
          onRead={paste}
          isPending={preview.isPending}
          problem={isPasted && preview.error ? messageOf(preview.error) : undefined}
        />
        {commit.data ? (
          <Alert color="teal" icon={<IconCircleCheck aria-hidden />} title={t`Imported`} role="status" tabIndex={-1}>
            <Stack gap="sm" align="flex-start">
              {t`${plural(commit.data.added, { one: '# line', other: '# lines' })} added, ${count(commit.data.unchanged)} unchanged, ${count(commit.data.refused)} refused.`}
              {mayCorrect && commit.data.undo && (
                <UndoImport key={commit.data.undo.importedAt} accountId={accountId} undo={commit.data.undo} />
              )}
            </Stack>
          </Alert>
        ) : (
          found &&
          sent &&
          (file || isPasted) && (
            <FoundPieces
              found={found}
              sent={sent}
              isPending={preview.isPending || commit.isPending}
              onPreview={preview.mutate}
              onCommit={() =>
                commit.mutate({
                  ...sent,
                  letters: found.letters,
                  outcomeHash: found.outcomeHash,
                  ...(file && { fileName: file.name.slice(0, 200) }),
                })
              }
            />
          )
        )}
      </Panel>
      <PieceImports accountId={accountId} />
    </>
  );
}
