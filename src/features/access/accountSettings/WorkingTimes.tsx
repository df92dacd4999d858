import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../api/errors.ts';
import { listed } from '../../../lib/lists.ts';
import { naturalOrder } from '../../../lib/order.ts';
import { dayLabel, weekdayName } from '../../../lib/zoned.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { workingTimesQuery } from './accountSettings.queries.ts';

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
const timeColumns = (): readonly Column<Times>[] => [
  { key: 'group', title: t`Shift`, value: ({ group }) => group },
  {
    key: 'weekday',
    title: t`Weekday`,
    value: ({ weekday }) => weekday,
    show: ({ weekday }) => weekdayName(weekday),
  },
  { key: 'from', title: t`From`, value: ({ from }) => from },
  { key: 'to', title: t`To`, value: ({ to }) => to },
  { key: 'breaks', title: t`Breaks`, value: ({ breaks }) => breaks },
  { key: 'grace', title: t`Grace (min)`, value: ({ grace }) => grace, number: true },
  { key: 'since', title: t`In force from`, value: ({ since }) => since, show: ({ since }) => since && dayLabel(since) },
];

type Holiday = { id: string; date: string; name: string; group: string };
const holidayColumns = (): readonly Column<Holiday>[] => [
  { key: 'date', title: t`Date`, value: ({ date }) => date, show: ({ date }) => dayLabel(date) },
  { key: 'name', title: t`Name`, value: ({ name }) => name },
  { key: 'group', title: t`Shift`, value: ({ group }) => group },
];

/** Standard times and holidays as the payroll systems sent them, read-only. */
export function WorkingTimes({ accountId }: { accountId: string }) {
  const { t } = useLingui();
  const times = useQuery(workingTimesQuery(accountId));

  return (
    <Loaded query={times} failed={messageOf} height={240} label={t`standard times and holidays`}>
      {({ standardTimes, holidays, timeGroups }) => {
        const nameOf = (id: string | null) =>
          id === null ? t`All` : (timeGroups.find(({ _id }) => _id === id)?.name ?? t`Unknown`);
        return (
          <>
            <Panel title={t`Standard times`}>
              <DataTable
                label={t`Standard times`}
                columns={timeColumns()}
                rows={standardTimes
                  .map((each) => ({
                    id: each._id,
                    group: nameOf(each.timeGroupId),
                    weekday: each.weekday,
                    from: each.isRest ? t`Rest` : each.startTime,
                    to: each.isRest ? '' : each.endTime,
                    breaks: listed(each.breaks.map(({ startTime, endTime }) => `${startTime}-${endTime}`)),
                    grace: each.graceMinutes,
                    since: each.effectiveFrom,
                  }))
                  .sort((one, other) => naturalOrder(one.group, other.group) || one.weekday - other.weekday)}
                rowKey={({ id }) => id}
                empty={t`No standard times were synced yet.`}
                stacked
              />
            </Panel>
            <Panel title={t`Holidays`}>
              <DataTable
                label={t`Holidays`}
                columns={holidayColumns()}
                rows={holidays.map(({ _id, date, name, timeGroupId }) => ({
                  id: _id,
                  date,
                  name,
                  group: nameOf(timeGroupId),
                }))}
                rowKey={({ id }) => id}
                empty={t`No holidays were synced yet.`}
              />
            </Panel>
          </>
        );
      }}
    </Loaded>
  );
}
