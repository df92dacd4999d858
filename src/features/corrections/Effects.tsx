import { List, Table, Text } from '@mantine/core';
import type { CorrectedDay, CorrectionEffect } from '#contract/corrections.ts';
import { STATUS_WORDS } from '#contract/statusWords.ts';
import { counted, hours, units as inUnits } from '../../lib/figures.ts';
import { flagWords } from '../../lib/flagWords.ts';
import { momentOf, spanLabel } from '../../lib/zoned.ts';
import { TableScroll } from '../../ui/TableScroll.tsx';
import classes from './corrections.module.css';
import { nameOf } from './words.ts';

type Props = {
  effects: readonly CorrectionEffect[];
  timeZone: string;
};

/** Days drawn at most. */
const MOST_SHOWN = 50;

/** 'What changes': before and after of each employee's day that differs; of several days a line each. */
export function Effects({ effects, timeZone }: Props) {
  const changed = effects.flatMap((effect) => {
    const rows = rowsOf(effect, timeZone);
    return rows.length > 0 ? { effect, rows } : [];
  });
  const [only] = changed;
  if (!only) return <Text size="sm">No figure changes.</Text>;
  if (changed.length === 1) return <Whole {...only} />;
  const more = changed.length - MOST_SHOWN;
  return (
    <>
      <List size="sm" listStyleType="none">
        {changed.slice(0, MOST_SHOWN).map(({ effect: { employee, day }, rows }) => (
          <List.Item key={`${employee._id} ${day}`}>
            <Text span inherit fw={600}>
              <bdi>{nameOf(employee)}</bdi>, {spanLabel(day, day)}:
            </Text>{' '}
            {rows.map(({ label, was, is }) => `${label} ${was} → ${is}`).join(', ')}
          </List.Item>
        ))}
      </List>
      {more > 0 && (
        <Text size="sm" c="dimmed">
          And {counted(more, 'day', 'days')} more.
        </Text>
      )}
    </>
  );
}

type Row = { label: string; was: string; is: string };
function rowsOf({ day, before, after }: CorrectionEffect, timeZone: string): Row[] {
  const at = (instant: string | null) => (instant === null ? '–' : momentOf(instant, timeZone, day));
  return ROWS.map(([label, say]) => ({ label, was: say(before, at), is: say(after, at) })).filter(
    ({ was, is }) => was !== is,
  );
}

/** A day with a row per figure. */
function Whole({ effect: { employee, day }, rows }: { effect: CorrectionEffect; rows: readonly Row[] }) {
  return (
    <TableScroll label={`What changes: ${nameOf(employee)}, ${spanLabel(day, day)}`} fit>
      <Table className={classes.effects}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">
              <bdi>{nameOf(employee)}</bdi>, {spanLabel(day, day)}
            </Table.Th>
            <Table.Th scope="col">Before</Table.Th>
            <Table.Th scope="col">After</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ label, was, is }) => (
            <Table.Tr key={label}>
              <Table.Th scope="row" fw={400}>
                {label}
              </Table.Th>
              <Table.Td>{was}</Table.Td>
              <Table.Td fw={600}>{is}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </TableScroll>
  );
}

type Say = (day: CorrectedDay, at: (instant: string | null) => string) => string;
const judged = ({ status, lateMs }: CorrectedDay) =>
  status === null
    ? 'Not counted'
    : status !== 'present'
      ? STATUS_WORDS[status]
      : STATUS_WORDS[lateMs > 0 ? 'late' : 'onTime'];
const ROWS: readonly (readonly [string, Say])[] = [
  ['Status', (day) => `${judged(day)}${day.excused ? ', excused' : ''}`],
  ['In', ({ timeIn }, at) => at(timeIn)],
  ['Out', ({ timeOut }, at) => at(timeOut)],
  ['Hours', ({ clockedMs }) => hours(clockedMs)],
  ['Paid', ({ paidMs }) => (paidMs === null ? '–' : hours(paidMs))],
  ['Late', ({ lateMs }) => hours(lateMs)],
  ['Irregular breaks', ({ irregularMs }) => hours(irregularMs)],
  ['Left early', ({ earlyLeaveMs }) => hours(earlyLeaveMs)],
  ['Units', ({ units }) => inUnits(units)],
  ['Flags', ({ flags }) => flags.map(flagWords).join(', ') || '–'],
];
