import type { PersonSums } from '#contract/people.ts';
import type { DayRange } from '../../api/range.ts';
import { count, counted, hours, units } from '../../lib/figures.ts';
import { dayLabel } from '../../lib/zoned.ts';
import { PrintSheet } from '../../ui/PrintSheet.tsx';
import { rollKey, weekday } from './cells.ts';
import type { WholeRoll } from './people.queries.ts';

type Props = { roll: WholeRoll; range: DayRange; accountName: string; onPrinted: () => void };

const SUMS: readonly { key: keyof PersonSums; title: string; show: (value: number) => string }[] = [
  { key: 'present', title: 'Pres.', show: count },
  { key: 'late', title: 'Late', show: count },
  { key: 'absent', title: 'Abs.', show: count },
  { key: 'clockedMs', title: 'Clocked', show: hours },
  { key: 'paidMs', title: 'Paid', show: hours },
  { key: 'units', title: 'Units', show: units },
  { key: 'wastedMs', title: 'Wasted', show: hours },
];

/** The roll on A4 landscape, with lines for signatures of each person and of the checker. */
export function RollSheet({ roll: { days, rows }, range, accountName, onPrinted }: Props) {
  const sums = SUMS.filter(({ key }) => rows.some((row) => (row.sums[key] ?? null) !== null));
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
            {sums.map(({ key, title }) => (
              <th key={key} data-number>
                {title}
              </th>
            ))}
            <th data-sign>Signature</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ employee, cells, sums: own }) => (
            <tr key={employee._id}>
              <td>{employee.number}</td>
              <td>{`${employee.firstName} ${employee.lastName}`.trim()}</td>
              {days.map(({ date }, nth) => (
                <td key={date} data-center>
                  {(cells?.[nth] ?? '-').replace('-', '')}
                </td>
              ))}
              {sums.map(({ key, show }) => (
                <td key={key} data-number>
                  {own[key] === null || own[key] === undefined ? '' : show(Number(own[key]))}
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
