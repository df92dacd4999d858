import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Checkbox, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { WorkbookPreview } from '#contract/office/workbook.ts';
import { peopleOf } from './cells.ts';
import { employeesSheet, STEP_QUESTION } from './firstRun.ts';
import { ListImport } from './ListImport.tsx';
import { StepForm } from './StepForm.tsx';
import { WorkbookTaking } from './WorkbookTaking.tsx';
import { pasteCellsMutation } from './workbook.queries.ts';

type Props = { accountId: string; timeGroups: readonly string[]; onNext: () => void; onWorkbook: () => void };

/** Cells whose first row has no number are of a list with headings, which need not be ours. */
const hasOwnHeadings = ([first = [], second]: readonly string[][]) =>
  second !== undefined && first.length > 1 && first.every((cell) => !/\d/.test(cell));

/** Adds the first people: pasted or typed, reviewed line by line, saved. */
export function PeopleStep({ accountId, timeGroups, onNext, onWorkbook }: Props) {
  const { t } = useLingui();
  const paste = useMutation(pasteCellsMutation(accountId));
  const [text, setText] = useState('');
  const [timeIdIsNumber, setTimeIdIsNumber] = useState(true);
  const [chosen, setChosen] = useState<string>();
  /** A list with headings of its own: its text, empty for a file. */
  const [list, setList] = useState<string>();
  const [preview, setPreview] = useState<WorkbookPreview>();
  const timeGroup = chosen ?? timeGroups[0] ?? '';
  const rows = peopleOf(text);
  return (
    <Stack gap="md">
      <StepForm
        label={t(STEP_QUESTION.employees)}
        submit={t`Look at the lines`}
        error={paste.error}
        busy={paste.isPending}
        disabled={rows.length === 0}
        onSubmit={() => {
          if (hasOwnHeadings(rows)) return setList(text);
          paste.mutate(
            { ...employeesSheet(rows, { timeGroup, timeIdIsNumber }), timeIdIsNumber },
            { onSuccess: setPreview },
          );
        }}
      >
        <Textarea
          label={t`One person a line: number, first name, last name`}
          description={t`Type them, or paste cells of any spreadsheet.`}
          placeholder={t`1001 Thandi Mokoena
1002 Jan Botha`}
          rows={6}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {timeGroups.length > 1 && (
          <NativeSelect
            label={t`They work`}
            data={[...timeGroups]}
            value={timeGroup}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          />
        )}
        <Checkbox
          label={t`Their number is what they type on a terminal`}
          checked={timeIdIsNumber}
          onChange={({ currentTarget }) => setTimeIdIsNumber(currentTarget.checked)}
        />
        <Text size="sm">
          <Anchor component="button" type="button" underline="always" onClick={() => setList('')}>
            <Trans>Import a list that you have</Trans>
          </Anchor>
        </Text>
        <Text size="sm">
          <Anchor component="button" type="button" underline="always" onClick={onWorkbook}>
            <Trans>Or fill in the workbook</Trans>
          </Anchor>
        </Text>
      </StepForm>
      {list !== undefined && (
        <ListImport
          accountId={accountId}
          pasted={list}
          onPreview={setPreview}
          ofAll={{
            ...(timeGroup && { timeGroup }),
            ...(timeIdIsNumber && { timeIdIsNumber: '1' as const }),
          }}
        />
      )}
      {preview && (
        <WorkbookTaking
          key={preview.workbookId}
          accountId={accountId}
          preview={preview}
          onPreview={setPreview}
          onDone={onNext}
          isFirst
        />
      )}
    </Stack>
  );
}
