import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../api/errors.ts';
import { naturalOrder } from '../../lib/order.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { workingTimesQuery } from './accountSettings.queries.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

type Times = {
  id: string;
  group: string;
  weekday: number;
  from: string;
  to: string;
  breaks: string;
  grace: number;
  since: string | null;
};
const TIME_COLUMNS: readonly Column<Times>[] = [
  { key: 'group', title: 'Time group', value: ({ group }) => group },
  {
    key: 'weekday',
    title: 'Weekday',
    value: ({ weekday }) => weekday,
    show: ({ weekday }) => WEEKDAYS[weekday - 1],
  },
  { key: 'from', title: 'From', value: ({ from }) => from },
  { key: 'to', title: 'To', value: ({ to }) => to },
  { key: 'breaks', title: 'Breaks', value: ({ breaks }) => breaks },
  { key: 'grace', title: 'Grace (min)', value: ({ grace }) => grace, number: true },
  { key: 'since', title: 'In force from', value: ({ since }) => since },
];

type Holiday = { id: string; date: string; name: string; group: string };
const HOLIDAY_COLUMNS: readonly Column<Holiday>[] = [
  { key: 'date', title: 'Date', value: ({ date }) => date },
  { key: 'name', title: 'Name', value: ({ name }) => name },
  { key: 'group', title: 'Time group', value: ({ group }) => group },
];

/** Standard times and holidays as the payroll systems sent them, read-only. */
export function WorkingTimes({ accountId }: { accountId: string }) {
  const times = useQuery(workingTimesQuery(accountId));

  return (
    <Loaded query={times} failed={messageOf} height={240} label="standard times and holidays">
      {({ standardTimes, holidays, timeGroups }) => {
        const nameOf = (id: string | null) =>
          id === null ? 'All' : (timeGroups.find(({ _id }) => _id === id)?.name ?? 'Unknown');
        return (
          <>
            <Panel title="Standard times">
              <DataTable
                label="Standard times"
                columns={TIME_COLUMNS}
                rows={standardTimes
                  .map((each) => ({
                    id: each._id,
                    group: nameOf(each.timeGroupId),
                    weekday: each.weekday,
                    from: each.isRest ? 'Rest' : each.startTime,
                    to: each.isRest ? '' : each.endTime,
                    breaks: each.breaks.map(({ startTime, endTime }) => `${startTime}-${endTime}`).join(', '),
                    grace: each.graceMinutes,
                    since: each.effectiveFrom,
                  }))
                  .sort((one, other) => naturalOrder(one.group, other.group) || one.weekday - other.weekday)}
                rowKey={({ id }) => id}
                empty="No standard times were synced yet."
                stacked
              />
            </Panel>
            <Panel title="Holidays">
              <DataTable
                label="Holidays"
                columns={HOLIDAY_COLUMNS}
                rows={holidays.map(({ _id, date, name, timeGroupId }) => ({
                  id: _id,
                  date,
                  name,
                  group: nameOf(timeGroupId),
                }))}
                rowKey={({ id }) => id}
                empty="No holidays were synced yet."
              />
            </Panel>
          </>
        );
      }}
    </Loaded>
  );
}
