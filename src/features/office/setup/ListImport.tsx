import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { mappingProblem, type readList } from '#contract/office/list.ts';
import type { WorkbookPreview } from '#contract/office/workbook.ts';
import type { ResponseOf } from '#contract/platform/endpoint.ts';
import { messageOf } from '../../../api/errors.ts';
import { translated } from '../../../lib/words.tsx';
import { NotLookedAt } from '../../../shell/NotLookedAt.tsx';
import { PastedList } from '../../../shell/PastedList.tsx';
import { PreviewedFile } from '../../../shell/PreviewedFile.tsx';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { useLetters } from '../../../shell/useLetters.tsx';
import { useOnline } from '../../../state/reachability.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { PeopleColumns } from './PeopleColumns.tsx';
import { type ListPlace, previewListMutation, readListMutation } from './workbook.queries.ts';
import { tooLarge } from './workbookWords.ts';

type List = ResponseOf<typeof readList>;
type Props = {
  accountId: string;
  onPreview: (preview: WorkbookPreview | undefined) => void;
  /** A text that was pasted elsewhere. */
  pasted?: string;
  /** For lines without one; absent: chosen here. */
  ofAll?: { timeGroup?: string | undefined; timeIdIsNumber?: '1' | undefined };
};
/** Pasted cells as a file. */
const PASTED = 'pasted.txt';
const fileOf = (text: string) => new File([text], PASTED);

/**
 * Imports a list of people as their employer has it: dropped or pasted, with headings of its own. Says what each column is taken for, and previews it at
 * once where that is clear.
 */
export function ListImport({ accountId, onPreview, pasted = '', ofAll }: Props) {
  const { t } = useLingui();
  const isOnline = useOnline();
  const [file, setFile] = useState<File | null>(null);
  /** The list as it was read, and the file that was sent. */
  const [list, setList] = useState<List & { sent: File }>();
  const [numberIsPin, setNumberIsPin] = useState(false);
  const read = useMutation(readListMutation(accountId));
  const look = useMutation(previewListMutation(accountId));

  const preview = ({ sent, sheet, headingLine, letters, columns }: List & { sent: File }) => {
    const mapping = {
      sheet,
      headingLine,
      letters,
      columns: columns.map(({ field, dates, names }) => ({ field, dates, names })),
    };
    look.mutate(
      { file: sent, mapping, ofAll: ofAll ?? (numberIsPin ? { timeIdIsNumber: '1' } : {}) },
      { onSuccess: onPreview },
    );
  };
  const choose = (sent: File | null) => {
    setFile(sent);
    setList(undefined);
    onPreview(undefined);
    look.reset();
    letters.forget();
  };
  const send = (sent: File, { chosen, ...place }: ListPlace & { chosen?: List['letters'] } = {}) =>
    read.mutate(
      { file: sent, ...place },
      {
        onSuccess(read) {
          const found = { ...read, letters: chosen ?? read.letters, sent };
          setList(found);
          if (mappingProblem(found) === null) preview(found);
        },
      },
    );
  const letters = useLetters({
    onFile(sent, chosen) {
      onPreview(undefined);
      send(sent, { chosen });
    },
    chosenBefore: async (sent) => (await read.mutateAsync({ file: sent })).letters,
  });
  const readText = (text: string) => {
    const sent = fileOf(text);
    choose(sent);
    send(sent);
  };
  // What was pasted elsewhere is read at once.
  useEffect(() => {
    if (pasted !== '') readText(pasted);
  }, []);
  const change = (columns: List['columns']) => {
    if (list) setList({ ...list, columns });
    onPreview(undefined);
    look.reset();
  };
  const problem = list && mappingProblem(list);
  return (
    <Stack gap="sm">
      <PreviewedFile
        label={t`List of people`}
        description={t`Choose it or drop it here as it is: .xlsx, .ods, .csv or .txt, with any headings.`}
        accept=".xlsx,.ods,.csv,.txt,.tsv"
        icon={<IconFileSpreadsheet size={18} aria-hidden />}
        value={file?.name === PASTED ? null : file}
        onChange={choose}
        problemOf={(chosen) =>
          /\.(xlsx|ods|csv|txt|tsv)$/i.test(chosen.name)
            ? tooLarge(chosen)
            : t`File type not supported. Save it as .xlsx or .csv.`
        }
        onPreview={letters.read}
        preview={read}
        disabled={!isOnline}
      />
      <PastedList
        pasted={pasted}
        onRead={readText}
        isPending={read.isPending}
        problem={file?.name === PASTED && read.error ? messageOf(read.error) : undefined}
      />
      {letters.field}
      {list && file && (
        <>
          <Text size="sm" role="status">
            <Plural value={list.lines} one="# line was read." other="# lines were read." />
          </Text>
          <NotLookedAt
            {...list}
            onHeadingLine={(headingLine) => {
              onPreview(undefined);
              send(list.sent, { sheet: list.sheet, headingLine, chosen: list.letters });
            }}
          />
          <PeopleColumns columns={list.columns} onChange={change} />
          {list.columns.every(({ field }) => field !== 'number' && field !== 'timeId') && (
            <Text size="sm">
              <Trans>No column has their numbers: who is new gets the next free one.</Trans>
            </Text>
          )}
          {!ofAll && list.columns.every(({ field }) => field !== 'timeId') && (
            <Checkbox
              label={t`Their number is what they type on a terminal`}
              checked={numberIsPin}
              onChange={({ currentTarget }) => {
                setNumberIsPin(currentTarget.checked);
                change(list.columns);
              }}
            />
          )}
          {problem && <ErrorNote text={translated(problem)} />}
          {look.error && <ErrorNote text={messageOf(look.error)} />}
          <Group>
            <ServerButton disabled={problem !== null} loading={look.isPending} onClick={() => preview(list)}>
              <Trans>Look at the lines</Trans>
            </ServerButton>
          </Group>
        </>
      )}
    </Stack>
  );
}
