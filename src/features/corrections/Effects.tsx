import { Table, Text } from '@mantine/core';
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
const MOST_SHOWN = 20;

/** 'What changes': before and after of each employee's day that differs. */
export function Effects({ effects, timeZone }: Props) {
  if (effects.length === 0) return <Text size="sm">No figure changes.</Text>;
  const more = effects.length - MOST_SHOWN;
  return (
    <>
      {effects.slice(0, MOST_SHOWN).map((effect) => (
        <Effect key={`${effect.employee._id} ${effect.day}`} effect={effect} timeZone={timeZone} />
      ))}
      {more > 0 && (
        <Text size="sm" c="dimmed">
          And {counted(more, 'day', 'days')} more.
        </Text>
      )}
    </>
  );
}

function Effect({
  effect: { employee, day, before, after },
  timeZone,
}: {
  effect: CorrectionEffect;
  timeZone: string;
}) {
  const at = (instant: string | null) => (instant === null ? '–' : momentOf(instant, timeZone, day));
  const rows = ROWS.map(([label, say]) => [label, say(before, at), say(after, at)] as const).filter(
    ([, was, is]) => was !== is,
  );
  if (rows.length === 0) return null;
  const title = `${nameOf(employee)}, ${spanLabel(day, day)}`;
  return (
    <TableScroll label={`What changes: ${title}`} fit>
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
          {rows.map(([label, was, is]) => (
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
