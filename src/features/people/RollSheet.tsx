import type { DayRange } from '../../api/range.ts';
import { counted } from '../../lib/figures.ts';
import { dayLabel, spanLabel } from '../../lib/zoned.ts';
import { PrintSheet } from '../../ui/PrintSheet.tsx';
import { rollKey, weekday } from './cells.ts';
import type { WholeRoll } from './people.queries.ts';
import { hasDays, sumColumns } from './rollColumns.ts';

type Props = {
  roll: WholeRoll;
  chosen: readonly string[] | undefined;
  range: DayRange;
  accountName: string;
  onPrinted: () => void;
};

/** The roll on A4 landscape, with lines for signatures of each person and of the checker. */
export function RollSheet({ roll, chosen, range, accountName, onPrinted }: Props) {
  const { rows, periods } = roll;
  const days = hasDays(chosen) ? roll.days : [];
  const sums = sumColumns({ rows, periods, chosen });
  return (
    <PrintSheet
      landscape
      title={`Roll, ${dayLabel(range.from)} to ${dayLabel(range.to)}`}
      lead={`${accountName}, ${counted(rows.length, 'employee', 'employees')}. ${rollKey}`}
      signed={['Checked by', 'Date']}
      onPrinted={onPrinted}
    >
      <table>
        <thead>
          <tr>
            <th>Number</th>
            <th>Name</th>
            {days.map(({ date }) => (
              <th key={date} data-center>
                {weekday(date)}
                <br />
                {Number(date.slice(8))}
              </th>
            ))}
            {sums.map(({ key, title, of }) => (
              <th key={key} data-number>
                {title}
                {of && ` ${spanLabel(of.from, of.to)}`}
              </th>
            ))}
            <th data-sign>Signature</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.employee._id}>
              <td>{row.employee.number}</td>
              <td>{`${row.employee.firstName} ${row.employee.lastName}`.trim()}</td>
              {days.map(({ date }, nth) => (
                <td key={date} data-center>
                  {(row.cells?.[nth] ?? '-').replace('-', '')}
                </td>
              ))}
              {sums.map(({ key, show }) => (
                <td key={key} data-number>
                  {show(row)}
                </td>
              ))}
              <td data-sign />
            </tr>
          ))}
        </tbody>
      </table>
    </PrintSheet>
  );
}
