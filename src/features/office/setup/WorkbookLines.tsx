import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, NativeSelect, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type WorkbookLine, type WorkbookPreview, workbookOutcome, workbookSheet } from '#contract/office/workbook.ts';
import { messageOf } from '../../../api/errors.ts';
import { count } from '../../../lib/figures.ts';
import { translated } from '../../../lib/words.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ListTable } from '../../../ui/ListTable.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { OutcomeLabel } from '../../../ui/OutcomeLabel.tsx';
import classes from './workbook.module.css';
import { type LineFilter, workbookLinesQuery } from './workbook.queries.ts';
import { linesOf, OUTCOME, SHEET_LABEL } from './workbookWords.ts';

type Props = {
  accountId: string;
  preview: WorkbookPreview;
  /** Refused lines are left out: what is taken is shown first. */
  isAccepted: boolean;
};

/** The lines of a preview: the record, the outcome, each changed cell before and after, the reason. */
export function WorkbookLines({ accountId, preview, isAccepted }: Props) {
  const { t } = useLingui();
  const [filter, setFilter] = useState<LineFilter>(
    !isAccepted && linesOf(preview, 'refused') > 0 ? { outcome: 'refused' } : {},
  );
  const isMany = preview.sheets.length > 1;
  const lines = useInfiniteQuery(workbookLinesQuery(accountId, preview, filter));
  return (
    <>
      <Group gap="sm">
        {isMany && (
          <NativeSelect
            aria-label={t`Sheets`}
            value={filter.sheet ?? ''}
            onChange={({ currentTarget: { value } }) =>
              setFilter({ ...filter, sheet: workbookSheet.safeParse(value).data })
            }
            data={[
              { value: '', label: t`All sheets` },
              ...preview.sheets.map(({ sheet }) => ({ value: sheet, label: t(SHEET_LABEL[sheet]) })),
            ]}
          />
        )}
        <NativeSelect
          aria-label={t`Outcomes`}
          value={filter.outcome ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setFilter({ ...filter, outcome: workbookOutcome.safeParse(value).data })
          }
          data={[
            { value: '', label: t`All lines` },
            ...workbookOutcome.options.map((value) => ({
              value,
              label: `${t(OUTCOME[value].label)} (${count(linesOf(preview, value))})`,
            })),
          ]}
        />
      </Group>
      <Loaded query={lines} failed={messageOf} height={240} label={t`lines`}>
        {({ pages }) => {
          const shown = pages.flatMap((page) => page.lines);
          const total = pages[0]?.lastIndex ?? 0;
          const all = count(total);
          if (total === 0) return <EmptyState text={t`No lines.`} />;
          return (
            <>
              <ListTable
                label={t`Lines`}
                stacked
                className={classes.lines}
                stickyHeader
                columns={[t`Number`, t`Who`, ...(isMany ? [t`Sheet`] : []), t`Line`, t`Outcome`, t`What changes`]}
              >
                {shown.map((line) => (
                  <Line key={`${line.sheet} ${line.line} ${line.number} ${line.who}`} line={line} isMany={isMany} />
                ))}
              </ListTable>
              <Group justify="space-between">
                <Text size="sm" c="dimmed">
                  <Plural value={shown.length} one={`# line of ${all}`} other={`# lines of ${all}`} />
                </Text>
                {lines.hasNextPage && (
                  <Button
                    size="xs"
                    variant="default"
                    loading={lines.isFetchingNextPage}
                    onClick={() => void lines.fetchNextPage()}
                  >
                    <Trans>Show more lines</Trans>
                  </Button>
                )}
              </Group>
            </>
          );
        }}
      </Loaded>
    </>
  );
}

function Line({ line: found, isMany }: { line: WorkbookLine; isMany: boolean }) {
  const { t } = useLingui();
  const { sheet, line, number, who, outcome, changes, reason, reasonWords } = found;
  return (
    <Table.Tr>
      <Table.Td>{number}</Table.Td>
      <Table.Td>{who}</Table.Td>
      {isMany && <Table.Td>{t(SHEET_LABEL[sheet])}</Table.Td>}
      <Table.Td data-label={t`Line`}>{line}</Table.Td>
      <Table.Td>
        <OutcomeLabel {...OUTCOME[outcome]} label={t(OUTCOME[outcome].label)} />
      </Table.Td>
      <Table.Td>
        {changes.map(({ column, before, after }) => (
          <div key={column}>
            {translated(column)}: {before || t`empty`} → {after || t`empty`}
          </div>
        ))}
        {reason && <strong>{translated(reasonWords ?? reason)}</strong>}
      </Table.Td>
    </Table.Tr>
  );
}
