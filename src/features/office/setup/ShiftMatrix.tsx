import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Table } from '@mantine/core';
import type { SetupShifts, ShiftDay } from '#contract/office/setupLists.ts';
import { weekdayName } from '../../../lib/zoned.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { DAY, hoursInWords, minutesOf, WEEKDAYS, weekOn } from './shifts.ts';

const COLON_00 = /:00/g;
/** '7–16', '22–6', '7:30–12', 'Rest'; '–' without a shift. */
const shortHours = (day: ShiftDay | undefined) =>
  !day ? '–' : day.isRest ? t`Rest` : `${hour(day.startTime)}–${hour(day.endTime)}`;
const hour = (time: string) => time.replace(/^0/, '').replace(COLON_00, '');
/** Hours of a week from start to end, breaks included. */
const weekly = (days: readonly ShiftDay[]) =>
  days.reduce((sum, { isRest, startTime, endTime }) => {
    const span = minutesOf(endTime) - minutesOf(startTime);
    return sum + (isRest ? 0 : span > 0 ? span : span + DAY);
  }, 0) / 60;

/** The week in force of every time group: a row a group, a column a weekday. */
export function ShiftMatrix({ all, today }: { all: readonly SetupShifts[]; today: string }) {
  const { t } = useLingui();
  return (
    <Panel title={t`All shifts`}>
      <Table.ScrollContainer minWidth="44rem" type="native">
        <Table horizontalSpacing="xs" aria-label={t`The week of every shift`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>
                <Trans>Shift</Trans>
              </Table.Th>
              {WEEKDAYS.map((weekday) => (
                <Table.Th key={weekday} ta="center">
                  <abbr title={weekdayName(weekday)} style={{ textDecoration: 'none' }}>
                    {weekdayName(weekday, 'short')}
                  </abbr>
                </Table.Th>
              ))}
              <Table.Th ta="right">
                <Trans>Hours with breaks</Trans>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {all.map((one) => {
              const days = weekOn(one, today)?.days ?? [];
              return (
                <Table.Tr key={one.timeGroupId}>
                  <Table.Th scope="row">{one.name}</Table.Th>
                  {WEEKDAYS.map((weekday) => {
                    const day = days.find((each) => each.weekday === weekday);
                    return (
                      <Table.Td key={weekday} ta="center" c={day && !day.isRest ? undefined : 'dimmed'}>
                        <span title={hoursInWords(day)} style={{ whiteSpace: 'nowrap' }}>
                          {shortHours(day)}
                        </span>
                      </Table.Td>
                    );
                  })}
                  <Table.Td ta="right">{weekly(days)}</Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}
