import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Alert, List, Table, Text } from '@mantine/core';
import type { CorrectedDay, CorrectionEffect } from '#contract/figures/corrections.ts';
import { STATUS_WORDS } from '#contract/platform/statusWords.ts';
import { hours, units as inUnits } from '../../../lib/figures.ts';
import { flagWords } from '../../../lib/flagWords.ts';
import { listed } from '../../../lib/lists.ts';
import { spanLabel } from '../../../lib/spans.ts';
import { translated } from '../../../lib/words.tsx';
import { momentOf } from '../../../lib/zoned.ts';
import { TableScroll } from '../../../ui/TableScroll.tsx';
import classes from './corrections.module.css';
import { nameOf } from './words.ts';

type Props = {
  effects: readonly CorrectionEffect[];
  timeZone: string;
};

/** Days drawn at most. */
const MOST_SHOWN = 50;

/** 'What changes': before and after of each employee's day that differs; of several days a line each. What pays less or leaves a punch missing is on top. */
export function Effects({ effects, timeZone }: Props) {
  const { t } = useLingui();
  const changed = effects.flatMap((effect) => {
    const rows = rowsOf(effect, timeZone);
    return rows.length > 0 ? { effect, rows } : [];
  });
  const [only] = changed;
  if (!only) return <Text size="sm">{t`No figure changes.`}</Text>;
  const isWhole = changed.length === 1;
  const worse = changed.filter(({ effect }) => isWorse(effect));
  const rest = changed.filter(({ effect }) => !isWorse(effect));
  return (
    <>
      {worse.length > 0 && (
        <Alert color="orange" variant="light" title={t`Lowers paid time or leaves a punch missing`}>
          {isWhole ? <Whole {...only} /> : <Days changed={worse} />}
        </Alert>
      )}
      {rest.length > 0 && (isWhole ? <Whole {...only} /> : <Days changed={rest} />)}
    </>
  );
}

/** Tells whether a change pays less, or leaves a day with a punch missing that was not. */
function isWorse({ before, after }: CorrectionEffect): boolean {
  const paid = ({ paidMs, clockedMs }: CorrectedDay) => paidMs ?? clockedMs;
  return paid(after) < paid(before) || after.flags.some((flag) => MISSING.has(flag) && !before.flags.includes(flag));
}
const MISSING: ReadonlySet<string> = new Set(['missing-in', 'missing-out']);

type Changed = { effect: CorrectionEffect; rows: readonly Row[] };
/** Days that differ, a line each. */
function Days({ changed }: { changed: readonly Changed[] }) {
  const more = changed.length - MOST_SHOWN;
  return (
    <>
      <List size="sm" listStyleType="none">
        {changed.slice(0, MOST_SHOWN).map(({ effect: { employee, day }, rows }) => (
          <List.Item key={`${employee._id} ${day}`}>
            <Text span inherit fw={600}>
              <bdi>{nameOf(employee)}</bdi>, {spanLabel(day, day)}:
            </Text>{' '}
            {listed(rows.map(({ label, was, is }) => `${label} ${was} → ${is}`))}
          </List.Item>
        ))}
      </List>
      {more > 0 && (
        <Text size="sm" c="dimmed">
          <Plural value={more} one="And # day more." other="And # days more." />
        </Text>
      )}
    </>
  );
}

type Row = { label: string; was: string; is: string };
function rowsOf({ day, before, after }: CorrectionEffect, timeZone: string): Row[] {
  const at = (instant: string | null) => (instant === null ? '–' : momentOf(instant, timeZone, day));
  return ROWS.map(([label, say]) => ({ label: t(label), was: say(before, at), is: say(after, at) })).filter(
    ({ was, is }) => was !== is,
  );
}

/** A day with a row per figure. */
function Whole({ effect: { employee, day }, rows }: { effect: CorrectionEffect; rows: readonly Row[] }) {
  const { t } = useLingui();
  const name = nameOf(employee);
  const date = spanLabel(day, day);
  return (
    <TableScroll label={t`What changes: ${name}, ${date}`} fit>
      <Table className={classes.effects}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">
              <bdi>{name}</bdi>, {date}
            </Table.Th>
            <Table.Th scope="col">
              <Trans>Before</Trans>
            </Table.Th>
            <Table.Th scope="col">
              <Trans>After</Trans>
            </Table.Th>
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
function judged({ status, lateMs, excused }: CorrectedDay): string {
  if (status === null) return t`Not counted`;
  const word = translated(STATUS_WORDS[status !== 'present' ? status : lateMs > 0 ? 'late' : 'onTime']);
  return excused ? t`${word}, excused` : word;
}
const ROWS: readonly (readonly [MessageDescriptor, Say])[] = [
  [msg`Status`, judged],
  [msg`In`, ({ timeIn }, at) => at(timeIn)],
  [msg`Out`, ({ timeOut }, at) => at(timeOut)],
  [msg`Hours`, ({ clockedMs }) => hours(clockedMs)],
  [msg`Paid`, ({ paidMs }) => (paidMs === null ? '–' : hours(paidMs))],
  [msg`Late`, ({ lateMs }) => hours(lateMs)],
  [msg`Irregular breaks`, ({ irregularMs }) => hours(irregularMs)],
  [msg`Left early`, ({ earlyLeaveMs }) => hours(earlyLeaveMs)],
  [msg`Units`, ({ units }) => inUnits(units)],
  [msg`Flags`, ({ flags }) => listed(flags.map(flagWords)) || '–'],
];
