import { Group, Table, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconEqual } from '@tabler/icons-react';
import type { z } from 'zod';
import type { pieceLine, piecesResult } from '#contract/payroll.ts';
import { count, counted } from '../../lib/figures.ts';
import { OutcomeLabel, type OutcomeWords } from '../../ui/OutcomeLabel.tsx';
import classes from './pieces.module.css';

type Outcome = z.infer<typeof pieceLine>['outcome'];
const OUTCOME: Record<Outcome, OutcomeWords> = {
  added: { label: 'Added', Icon: IconCircleCheck, color: 'on-time' },
  unchanged: { label: 'Unchanged', Icon: IconEqual },
  refused: { label: 'Refused', Icon: IconCircleX, color: 'absent' },
};

/** Lists what each line would do and why a line is refused. */
export function PiecesPreview({ result }: { result: z.infer<typeof piecesResult> }) {
  const total = result.added + result.refused;
  return (
    <>
      <Group gap="lg" role="status" aria-label="Preview">
        {(['added', 'unchanged', 'refused'] as const).map((outcome) => (
          <span key={outcome} className={classes.figure}>
            <strong>{count(result[outcome])}</strong> {OUTCOME[outcome].label.toLowerCase()}
          </span>
        ))}
      </Group>
      {result.lines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <section className={classes.lines} aria-label="Lines" tabIndex={0}>
          <Table stickyHeader aria-label="Lines">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Line</Table.Th>
                <Table.Th>Number</Table.Th>
                <Table.Th>Outcome</Table.Th>
                <Table.Th>Why</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {result.lines.map(({ line, code, outcome, reason }) => (
                <Table.Tr key={line}>
                  <Table.Td>{line}</Table.Td>
                  <Table.Td>{code}</Table.Td>
                  <Table.Td>
                    <OutcomeLabel {...OUTCOME[outcome]} />
                  </Table.Td>
                  <Table.Td>{reason}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      )}
      {total > result.lines.length && (
        <Text size="sm" c="dimmed">
          The first {counted(result.lines.length, 'line', 'lines')} of {count(total)} are shown.
        </Text>
      )}
    </>
  );
}
