import { useLingui } from '@lingui/react/macro';
import { dayLabel } from '../../../lib/zoned.ts';
import { AnchorLink } from '../../../shell/links.ts';
import type { Column } from '../../../ui/DataTable.tsx';
import { LazyTable } from '../../../ui/LazyTable.tsx';
import classes from './trends.module.css';

type Props<Row> = { label: string; columns: readonly Column<Row>[]; rows: readonly Row[]; exportName: string };

/** A row a day; its date leads to that day's dashboard. */
export function DayTable<Row extends { date: string }>({ label, columns, rows, exportName }: Props<Row>) {
  const { t } = useLingui();
  const day: Column<Row> = {
    key: 'date',
    title: t`Day`,
    value: ({ date }) => date,
    show: ({ date }) => (
      <AnchorLink to="/employer/overview" search={{ date }} size="sm" className={classes.date}>
        {dayLabel(date)}
      </AnchorLink>
    ),
  };
  return (
    <LazyTable
      label={label}
      columns={[day, ...columns]}
      rows={rows}
      rowKey={({ date }) => date}
      exportName={exportName}
      empty={t`No data to display`}
    />
  );
}
