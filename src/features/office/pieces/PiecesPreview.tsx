import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Table, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconEqual } from '@tabler/icons-react';
import type { z } from 'zod';
import type { pieceLine, piecesResult } from '#contract/intake/payroll.ts';
import { count, hours } from '../../../lib/figures.ts';
import { listed } from '../../../lib/lists.ts';
import { typedAs } from '../../../lib/typed.ts';
import { translated } from '../../../lib/words.tsx';
import { dayLabel } from '../../../lib/zoned.ts';
import { ListTable } from '../../../ui/ListTable.tsx';
import { OutcomeLabel, type OutcomeWords } from '../../../ui/OutcomeLabel.tsx';
import classes from './pieces.module.css';

type PieceLine = z.infer<typeof pieceLine>;
type Outcome = PieceLine['outcome'];
const OUTCOME: Record<Outcome, Omit<OutcomeWords, 'label'> & { label: MessageDescriptor }> = {
  added: { label: msg`Added`, Icon: IconCircleCheck, color: 'on-time' },
  unchanged: { label: msg`Unchanged`, Icon: IconEqual },
  refused: { label: msg`Refused`, Icon: IconCircleX, color: 'absent' },
};

/** Returns the units, times and hours that were understood of a line. */
function readAs({ units, startedAt, endedAt, durationMs }: NonNullable<PieceLine['read']>) {
  const end = endedAt?.startsWith(startedAt.slice(0, 10)) ? endedAt.slice(11) : endedAt;
  const length = durationMs === null ? [] : [`${hours(durationMs)} h`];
  const start = /^\d{4}-\d{2}-\d{2}$/.test(startedAt) ? dayLabel(startedAt) : startedAt;
  return [typedAs(units), end ? `${start} – ${end}` : start, ...length].join(' · ');
}

/** Lists what each line would do and why a line is refused. */
export function PiecesPreview({ result }: { result: z.infer<typeof piecesResult> }) {
  const { t } = useLingui();
  const total = result.added + result.refused;
  const all = count(total);
  return (
    <>
      <Group gap="lg" role="status" aria-label={t`Preview`}>
        <span className={classes.figure}>
          <Trans>
            <strong>{count(result.added)}</strong> added
          </Trans>
        </span>
        <span className={classes.figure}>
          <Trans>
            <strong>{count(result.unchanged)}</strong> unchanged
          </Trans>
        </span>
        <span className={classes.figure}>
          <Trans>
            <strong>{count(result.refused)}</strong> refused
          </Trans>
        </span>
      </Group>
      {result.ignoredColumns.length > 0 && (
        <Text size="sm">
          <Trans>Not looked at: {listed(result.ignoredColumns)}.</Trans>
        </Text>
      )}
      {result.lines.length > 0 && (
        <ListTable
          label={t`Lines`}
          stacked
          className={classes.lines}
          stickyHeader
          columns={[t`Line`, t`Number`, t`Read as`, t`Outcome`, t`Why`]}
        >
          {result.lines.map(({ line, heading, code, read, outcome, reason, reasonWords }) => (
            <Table.Tr key={`${line} ${heading ?? ''}`}>
              <Table.Td data-label={t`Line`}>{line}</Table.Td>
              <Table.Td>{code}</Table.Td>
              <Table.Td>{[heading ?? [], read ? readAs(read) : []].flat().join(' · ')}</Table.Td>
              <Table.Td>
                <OutcomeLabel {...OUTCOME[outcome]} label={t(OUTCOME[outcome].label)} />
              </Table.Td>
              <Table.Td>{reason && translated(reasonWords ?? reason)}</Table.Td>
            </Table.Tr>
          ))}
        </ListTable>
      )}
      {total > result.lines.length && (
        <Text size="sm" c="dimmed">
          {t`${plural(result.lines.length, { one: `The first # line of ${all} is shown.`, other: `The first # lines of ${all} are shown.` })}`}
        </Text>
      )}
    </>
  );
}
