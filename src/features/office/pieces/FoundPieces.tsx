import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import type { piecesResult } from '#contract/intake/payroll.ts';
import { PIECE_FIELDS, type PieceColumn, pieceMappingProblem } from '#contract/intake/pieceList.ts';
import { translated } from '../../../lib/words.tsx';
import { DateOrderField } from '../../../shell/DateOrderField.tsx';
import { ListColumns } from '../../../shell/ListColumns.tsx';
import { NotLookedAt } from '../../../shell/NotLookedAt.tsx';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { PiecesPreview } from './PiecesPreview.tsx';
import { PIECE_LABEL } from './pieceFields.ts';
import type { SentPieces } from './pieces.queries.ts';

type Props = {
  found: z.infer<typeof piecesResult>;
  /** The list that was previewed. */
  sent: SentPieces;
  isPending: boolean;
  onPreview: (sent: SentPieces) => void;
  onCommit: () => void;
};

/** A list of piecework as it was read: its columns, whose fields can be changed, and the outcome of each line. */
export function FoundPieces({ found, sent, isPending, onPreview, onCommit }: Props) {
  const { t } = useLingui();
  const [changed, setChanged] = useState<{ of: Props['found']; columns: PieceColumn[] }>();
  // A new preview has columns of its own.
  const isChanged = changed?.of === found;
  const columns = isChanged ? changed.columns : found.columns;
  const problem = pieceMappingProblem(
    columns.map(({ field }) => field),
    found.dateAbove,
  );
  const mapping = { sheet: found.sheet, headingLine: found.headingLine, fields: columns.map(({ field }) => field) };
  return (
    <Stack>
      <NotLookedAt
        {...found}
        onHeadingLine={(headingLine) => onPreview({ ...sent, columns: { sheet: found.sheet, headingLine } })}
      />
      <ListColumns
        columns={columns}
        fields={PIECE_FIELDS.map((value) => ({ value, label: t(PIECE_LABEL[value]) }))}
        onChange={(at, field) =>
          setChanged({ of: found, columns: columns.map((column, i) => (i === at ? { ...column, field } : column)) })
        }
      />
      {problem && <ErrorNote text={translated(problem)} />}
      {isChanged && (
        <Group>
          <ServerButton
            disabled={problem !== null}
            loading={isPending}
            onClick={() => onPreview({ ...sent, columns: mapping })}
          >
            <Trans>Look at the lines</Trans>
          </ServerButton>
        </Group>
      )}
      {!isChanged && !problem && (
        <>
          {(found.dates === null || sent.dates) && (
            <DateOrderField
              label={t`How are the dates written?`}
              value={sent.dates ?? null}
              onChange={(dates) => onPreview({ ...sent, dates })}
            />
          )}
          {found.dates !== null && (
            <>
              {(found.unclearNumber || sent.decimalSign) && (
                <DecimalSignField
                  sample={found.unclearNumber}
                  value={sent.decimalSign ?? null}
                  onChange={(decimalSign) => onPreview({ ...sent, decimalSign })}
                />
              )}
              <PiecesPreview result={found} />
              <Group justify="flex-end">
                <Button disabled={found.added === 0} loading={isPending} onClick={onCommit}>
                  {t`Import ${plural(found.added, { one: '# line', other: '# lines' })}`}
                </Button>
              </Group>
            </>
          )}
        </>
      )}
    </Stack>
  );
}

type Sign = NonNullable<SentPieces['decimalSign']>;
type SignProps = { sample: string | undefined; value: Sign | null; onChange: (sign: Sign) => void };
/** Which sign is before decimals, asked once for the list where its numbers may be two. */
function DecimalSignField({ sample = '', value, onChange }: SignProps) {
  const { t } = useLingui();
  return (
    <NativeSelect
      label={t`How are numbers written?`}
      maw="20rem"
      error={value === null && t`${sample} may be two numbers`}
      value={value ?? ''}
      onChange={({ currentTarget }) => {
        if (currentTarget.value === '.' || currentTarget.value === ',') onChange(currentTarget.value);
      }}
      data={[
        ...(value === null ? [{ value: '', label: t`Choose` }] : []),
        { value: '.', label: t`1.5 is one and a half: a comma is before thousands` },
        { value: ',', label: t`1,5 is one and a half: a point is before thousands` },
      ]}
    />
  );
}
