import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { DayRange } from '../../../api/range.ts';
import { spanLabel } from '../../../lib/spans.ts';
import { dayLabel, weekdayOf } from '../../../lib/zoned.ts';
import { PrintSheet } from '../../../ui/PrintSheet.tsx';
import { rollKey } from './cells.ts';
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
  const { t } = useLingui();
  const { rows, periods } = roll;
  const days = hasDays(chosen) ? roll.days : [];
  const sums = sumColumns({ rows, periods, chosen });
  return (
    <PrintSheet
      landscape
      title={t`Roll, ${dayLabel(range.from)} to ${dayLabel(range.to)}`}
      lead={`${accountName}, ${t`${plural(rows.length, { one: '# employee', other: '# employees' })}`}. ${rollKey()}`}
      signed={[t`Checked by`, t`Date`]}
      onPrinted={onPrinted}
    >
      <table>
        <thead>
          <tr>
            <th>
              <Trans>Number</Trans>
            </th>
            <th>
              <Trans>Name</Trans>
            </th>
            {days.map(({ date }) => (
              <th key={date} data-center>
                {weekdayOf(date, 'narrow')}
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
            <th data-sign>
              <Trans>Signature</Trans>
            </th>
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
