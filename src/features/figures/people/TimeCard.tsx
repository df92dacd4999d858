import { plural, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { PersonDay, PersonTrend } from '#contract/figures/people.ts';
import type { Span } from '../../../lib/dayRange.ts';
import { hours, units } from '../../../lib/figures.ts';
import { listed } from '../../../lib/lists.ts';
import { dayLabel, shortDay, timeOf, weekdayOf } from '../../../lib/zoned.ts';
import { PrintSheets, type Sheet } from '../../../ui/PrintSheet.tsx';
import { cellOf } from './cells.ts';
import { notesOf } from './dayColumns.tsx';
import { paidColumns } from './paid.ts';

type Props = { people: readonly PersonTrend[]; range: Span; accountName: string; onPrinted: () => void };

/** The most columns of paid hours for which an upright sheet is wide enough. */
const MOST_UPRIGHT = 2;

const some = (ms: number) => (ms > 0 ? hours(ms) : '');

/** 'Time card' of one or more people, a page each: the days of a range on A4, oldest first, with the sums and lines to sign. */
export const TimeCards = ({ people, range, accountName, onPrinted }: Props) => (
  <PrintSheets sheets={people.map((person) => cardOf(person, range, accountName))} onPrinted={onPrinted} />
);

function cardOf(person: PersonTrend, range: Span, accountName: string): Sheet {
  const { employee, days, sums, timeZone } = person;
  const name = `${employee.firstName} ${employee.lastName}`.trim();
  const seesAttendance = sums.clockedMs !== null;
  const seesPiecework = sums.units !== null;
  const paid = person.paid ? paidColumns([person.paid]) : [];
  const sumOf = (of: (attendance: NonNullable<PersonDay['attendance']>) => number) =>
    days.reduce((sum, { attendance }) => sum + (attendance ? of(attendance) : 0), 0);
  const at = (instant: string | null) => (instant ? timeOf(instant, timeZone) : '');
  const groups = [employee.timeGroup, employee.jobDescription].flatMap((group) => (group ? [group.name] : []));
  return {
    landscape: paid.length > MOST_UPRIGHT,
    title: t`Time card, ${name}, ${employee.number}`,
    lead: listed([t`${accountName}, ${dayLabel(range.from)} to ${dayLabel(range.to)}`, ...groups]),
    signed: [t`Employee`, t`Supervisor`, t`Date`],
    children: (
      <table>
        <thead>
          <tr>
            <th>
              <Trans>Day</Trans>
            </th>
            {seesAttendance && (
              <>
                <th>
                  <Trans>Status</Trans>
                </th>
                <th data-number>
                  <Trans>In</Trans>
                </th>
                <th data-number>
                  <Trans>Out</Trans>
                </th>
                <th data-number>
                  <Trans>Clocked</Trans>
                </th>
                {paid.map(({ key, title }) => (
                  <th key={key} data-number>
                    {title}
                  </th>
                ))}
                <th data-number>
                  <Trans context="time">Late</Trans>
                </th>
                <th data-number>
                  <Trans>Breaks</Trans>
                </th>
              </>
            )}
            {seesPiecework && (
              <th data-number>
                <Trans>Units</Trans>
              </th>
            )}
            <th>
              <Trans>Notes</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.date}>
              <td>
                {weekdayOf(day.date)} {shortDay(day.date)}
              </td>
              {seesAttendance && <Attended day={day} at={at} paid={paid} />}
              {seesPiecework && <td data-number>{day.piecework?.units ? units(day.piecework.units) : ''}</td>}
              <td>{notesOf(day, true)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th>
              <Trans>Total</Trans>
            </th>
            {sums.clockedMs !== null && (
              <>
                <th colSpan={3}>
                  <Trans>
                    {plural(sums.present ?? 0, { other: '# present' })}, {plural(sums.late ?? 0, { other: '# late' })},{' '}
                    {plural(sums.absent ?? 0, { other: '# absent' })}
                  </Trans>
                </th>
                <th data-number>{hours(sums.clockedMs)}</th>
                {paid.map(({ key }) => (
                  <th key={key} data-number>
                    {some(person.paid?.[key] ?? 0)}
                  </th>
                ))}
                <th data-number>{some(sumOf(({ lateMs }) => lateMs))}</th>
                <th data-number>{some(sumOf(({ irregularMs }) => irregularMs))}</th>
              </>
            )}
            {sums.units !== null && <th data-number>{units(sums.units)}</th>}
            <th />
          </tr>
        </tfoot>
      </table>
    ),
  };
}

type AttendedProps = { day: PersonDay; at: (instant: string | null) => string; paid: ReturnType<typeof paidColumns> };
function Attended({ day: { cell, attendance }, at, paid }: AttendedProps) {
  const { t } = useLingui();
  return (
    <>
      <td>{cell === null || cell === '-' ? '' : cellOf(cell).status}</td>
      <td data-number>{at(attendance?.timeIn ?? null)}</td>
      <td data-number>{attendance?.onSite ? t`on site` : at(attendance?.timeOut ?? null)}</td>
      <td data-number>{some(attendance?.clockedMs ?? 0)}</td>
      {paid.map(({ key }) => (
        <td key={key} data-number>
          {some(attendance?.paid?.[key] ?? 0)}
        </td>
      ))}
      <td data-number>{some(attendance?.lateMs ?? 0)}</td>
      <td data-number>{some(attendance?.irregularMs ?? 0)}</td>
    </>
  );
}
