import { EXCUSE_KINDS } from '#contract/figures/corrections.ts';
import { toMessage, words } from '#contract/platform/words.ts';
import { STATUS_IN_FILES } from '#contract/reports/reportColumns.ts';
import type { ReportRequest, ReportType } from '#contract/reports/reports.ts';
import { correctionOf, effectOf, type ListedRow } from '../attendance/corrections.sql.ts';
import type { EventFlag } from '../attendance/events.ts';
import { unitsPerHour } from '../attendance/piecework.ts';
import { clockedMsOf, timeOutOf } from '../figures/stats/clocked.ts';
import { isOfCrew, isWithin } from '../figures/stats/crew.ts';
import type { DayModel } from '../figures/stats/dayModel.ts';
import { hasStatus } from '../figures/stats/lists.ts';
import type { Person } from '../figures/stats/person.ts';
import type { Line } from '../figures/stats/piecework.ts';
import type { Row } from '../platform/files/table.ts';
import { Units } from '../platform/units.ts';
import { localTime } from '../platform/zone.ts';

/** The names of groups by id, of deleted ones too. */
export type GroupNames = ReadonlyMap<string, string>;
/** The filters of a request, with lookups by code; undefined where it is not filtered. */
export type Filter = {
  employeeGroupIds?: ReadonlySet<string>;
  timeGroupIds?: ReadonlySet<string>;
  jobDescriptionIds?: ReadonlySet<string>;
  deviceIds?: ReadonlySet<string>;
  lookup1Codes?: ReadonlySet<string>;
  lookup2Codes?: ReadonlySet<string>;
  statuses?: NonNullable<ReportRequest['options']>['statuses'];
  /** Some people, where a file of records is of these. */
  employeeIds?: ReadonlySet<string> | undefined;
};

/** The words of cells are English here, as they are stored and read by programs; files for people say them in their language (Column.says). */
export const YES = words('Yes');
const REMARKS: Record<EventFlag | 'provisional', string> = {
  provisional: words('provisional'),
  'direction-corrected': words('direction-corrected'),
  'missing-in': words('missing-in'),
  'missing-out': words('missing-out'),
};

export const isChosen = (
  person: Person,
  { employeeGroupIds, timeGroupIds, jobDescriptionIds, deviceIds, employeeIds }: Filter,
) =>
  isWithin(employeeIds, person.employee._id) &&
  isOfCrew(person, {
    employeeGroups: employeeGroupIds,
    timeGroups: timeGroupIds,
    jobDescriptions: jobDescriptionIds,
    devices: deviceIds && [deviceIds],
  });

/** Tells whether a filter leaves anybody out: what belongs to nobody is not among those of some people. */
export const isOfSome = ({ employeeGroupIds, timeGroupIds, jobDescriptionIds, deviceIds, employeeIds }: Filter) =>
  Boolean(employeeGroupIds ?? timeGroupIds ?? jobDescriptionIds ?? deviceIds ?? employeeIds);

/** Returns the rows of one report for one day, in no order: from the same model as the dashboard, and from the ledger. */
export function rowsOf(
  type: ReportType,
  model: DayModel,
  names: GroupNames,
  filter: Filter,
  ledger: readonly ListedRow[] = [],
): Row[] {
  const people = model.people.filter((person) => isChosen(person, filter));
  const who = (person: Person) => ({
    date: model.date,
    number: person.employee.number,
    firstName: person.employee.firstName,
    lastName: person.employee.lastName,
    employeeGroup: nameOf(names, person.employeeGroupId),
    timeGroup: nameOf(names, person.timeGroupId),
    jobDescription: nameOf(names, person.jobDescriptionId),
  });
  // Shifts begin together, and of thousands of people many come in the same second.
  const written = new Map<number, string>();
  const local = (at: number | null | undefined) => {
    if (at == null) return null;
    const text = written.get(at) ?? localTime(model.zone, at);
    written.set(at, text);
    return text;
  };
  const row = (key: string, values: Row['values'], said?: Row['said']): Row => ({
    ...{ day: model.date, key, values },
    ...(said && { said }),
  });

  switch (type) {
    case 'piecework-performance':
      return chosenLines(model, filter).map(({ person, lookup1, lookup2, units, timeMs, entries }) =>
        row(
          `${person.employee._id} ${JSON.stringify([lookup1.code, lookup2.code])}`,
          {
            ...who(person),
            ...lookupCells({ lookup1, lookup2 }),
            units: units.toFixed(),
            hours: timeMs,
            entries,
            performance: unitsPerHour(person.units, person.workedMs)?.toFixed(2) ?? null,
            ...marks(person),
          },
          lookupWords({ lookup1, lookup2 }),
        ),
      );
    case 'piecework-time-spent':
      return timeSpent(chosenLines(model, filter)).map(({ lookup1, lookup2, units, timeMs, people: workers }) =>
        row(
          JSON.stringify([lookup1.code, lookup2.code]),
          {
            date: model.date,
            ...lookupCells({ lookup1, lookup2 }),
            hours: timeMs,
            units: units.toFixed(),
            employees: workers.size,
          },
          lookupWords({ lookup1, lookup2 }),
        ),
      );
    case 'time-wasted-summary':
      return people
        .filter(({ lateMs, irregularMs }) => lateMs + irregularMs > 0)
        .map((person) =>
          row(person.employee._id, {
            ...who(person),
            hoursLate: person.lateMs,
            irregularHours: person.irregularMs,
            hoursWasted: person.lateMs + person.irregularMs,
          }),
        );
    case 'breaks':
      return people.flatMap((person) =>
        person.gaps.map((gap) =>
          row(`${person.employee._id} ${gap.out}`, {
            ...who(person),
            out: local(gap.out),
            in: local(gap.in),
            // The end of an open break is the instant as of which it was judged.
            breakHours: gap.in === null ? null : gap.in - gap.out,
            creditedHours: gap.creditedMs,
            irregularHours: gap.irregularMs,
          }),
        ),
      );
    case 'latecomers':
      return people
        .filter(({ late }) => late)
        .map((person) =>
          row(person.employee._id, {
            ...who(person),
            shiftStart: local(person.shift?.start),
            timeIn: local(person.timeIn),
            hoursLate: person.lateMs,
          }),
        );
    case 'employee-attendance':
      return people
        .filter((person) => !filter.statuses || filter.statuses.some((status) => hasStatus(person, status)))
        .map((person) =>
          row(person.employee._id, {
            ...who(person),
            status: STATUS_IN_FILES[person.status],
            late: person.late ? YES : '',
            shiftStart: local(person.shift?.start),
            shiftEnd: local(person.shift?.end),
            timeIn: local(person.timeIn),
            timeOut: local(timeOutOf(person)),
            hoursClocked: clockedMsOf(person),
            hoursLate: person.lateMs,
            irregularHours: person.irregularMs,
            hoursEarly: person.earlyLeaveMs,
            flags: [
              ...(person.provisional ? [REMARKS.provisional] : []),
              ...person.flags.map((flag) => REMARKS[flag]),
            ].join(', '),
            ...marks(person),
          }),
        );
    // The hours of these, which are not of one day alone, come from `paidReport`.
    case 'paid-hours':
      return people
        .filter(({ paid }) => paid !== null)
        .map((person) => row(person.employee._id, { ...who(person), corrected: person.corrected ? YES : '' }));
    case 'paid-hours-period':
    case 'earnings':
    case 'working-hours':
      return [];
    // What each person said is added by `consentReport`.
    case 'consents':
    // What was found in their samples is added by `qualityReport`, and the containers that they filled by `containersReport`.
    case 'quality':
    case 'containers':
      return people.map((person) => row(person.employee._id, who(person)));
    case 'corrections': {
      const byId = new Map(people.map((person) => [person.employee._id, person]));
      const isFiltered = isOfSome(filter);
      return ledger.flatMap((listed) => {
        const person = listed.employeeId === null ? undefined : byId.get(listed.employeeId);
        if (isFiltered && !person) return [];
        const nobody = {
          date: model.date,
          number: listed.number,
          firstName: listed.firstName,
          lastName: listed.lastName,
        };
        const { reason, note, by, inBulk, undone, was, is } = correctionOf(listed, model.zone, null, true);
        return [
          {
            ...row(listed.correctionId, {
              ...(person ? who(person) : nobody),
              ...{
                was,
                is,
                reason: [reason, listed.excusedAs && EXCUSE_KINDS[listed.excusedAs]].filter(Boolean).join(': '),
                note,
                by,
              },
              at: local(Date.parse(listed.at)),
              inBulk: inBulk ? YES : '',
              undone: undone ? `${undone.by}, ${local(Date.parse(undone.at))}` : '',
            }),
            said: effectOf(listed, model.zone),
          },
        ];
      });
    }
  }
}

const marks = ({ corrected, excused }: Person) => ({
  corrected: corrected ? YES : '',
  excused: excused ? YES : '',
});

const chosenLines = (model: DayModel, filter: Filter) =>
  model.lines.filter(
    ({ person, lookup1, lookup2 }) =>
      isChosen(person, filter) &&
      isWithin(filter.lookup1Codes, lookup1.code) &&
      isWithin(filter.lookup2Codes, lookup2.code),
  );

type Spent = Pick<Line, 'lookup1' | 'lookup2' | 'units' | 'timeMs'> & { people: Set<string> };
/** Returns the time by lookup pair, without pairs that have no time (docs/reference/piecework.md#time-of-entries). */
function timeSpent(lines: readonly Line[]): Spent[] {
  const pairs = new Map<string, Spent>();
  for (const { lookup1, lookup2, units, timeMs, person } of lines) {
    const key = JSON.stringify([lookup1.code, lookup2.code]);
    const pair = pairs.get(key) ?? { lookup1, lookup2, units: new Units(0), timeMs: 0, people: new Set<string>() };
    pair.units = pair.units.plus(units);
    pair.timeMs += timeMs;
    pair.people.add(person.employee._id);
    pairs.set(key, pair);
  }
  return [...pairs.values()].filter(({ timeMs }) => timeMs > 0);
}

const lookupCells = ({ lookup1, lookup2 }: Pick<Line, 'lookup1' | 'lookup2'>) => ({
  lookup1Code: lookup1.code,
  lookup1: lookup1.description,
  lookup2Code: lookup2.code,
  lookup2: lookup2.description,
});
/** Returns what files of people say for an entry without a lookup: '(none)'. */
const lookupWords = ({ lookup1, lookup2 }: Pick<Line, 'lookup1' | 'lookup2'>) => ({
  lookup1: lookup1.code === null ? toMessage(lookup1.description) : null,
  lookup2: lookup2.code === null ? toMessage(lookup2.description) : null,
});
const nameOf = (names: GroupNames, id: string | null) => (id === null ? null : (names.get(id) ?? null));
