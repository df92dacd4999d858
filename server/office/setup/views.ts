import { createHash } from 'node:crypto';
import type { ContainerKind } from '#contract/masterData/containers.ts';
import type { Defect } from '#contract/masterData/defects.ts';
import type { SetupHoursRule } from '#contract/masterData/hoursRules.ts';
import { APPLICATION_NAME, APPLICATION_SYSTEM } from '#contract/masterData/setupRecords.ts';
import type { Team } from '#contract/masterData/teams.ts';
import { EMPLOYEE_FIELDS, type SetupEmployee } from '#contract/office/setup.ts';
import type { SetupGroup, SetupHoliday, SetupLookupEntry, SetupShifts, ShiftDay } from '#contract/office/setupLists.ts';
import { activeOn, statedStart } from '../../attendance/activity.ts';
import { hoursRulesOf } from '../../attendance/hoursRules.ts';
import { datedGroups } from '../../attendance/timeGroups.ts';
import type { OwnedStandardTime } from '../../masterData/calendar.sql.ts';
import type { ContainerKindRow } from '../../masterData/containerKinds.sql.ts';
import type { DefectRow } from '../../masterData/defects.sql.ts';
import type { OwnedHoursRule } from '../../masterData/hoursRules.sql.ts';
import type { TeamRow } from '../../masterData/teams.sql.ts';
import type { LocalDate } from '../../platform/zone.ts';
import type { EmployeeRow, GroupRow, HolidayRow, LookupRow, OwnerRow } from './reading.sql.ts';

/** Returns a record with a hash of what is shown: a change sends the hash back, so that nobody overwrites what they have not seen. */
export const withBasis = <R extends object>(record: R): R & { basis: string } => ({
  ...record,
  basis: createHash('sha256').update(JSON.stringify(record)).digest('base64url').slice(0, 22),
});

/** Owners of records by system id. */
export type Owners = ReadonlyMap<string, Pick<OwnerRow, 'name' | 'claims'>>;
export const ownersOf = (rows: readonly OwnerRow[]): Owners => new Map(rows.map((row) => [row.systemId, row]));
/** Returns 'Tallyboard' or the payroll system's name. */
export const ownerName = (owners: Owners, systemId: string) =>
  systemId === APPLICATION_SYSTEM ? APPLICATION_NAME : (owners.get(systemId)?.name ?? systemId);
export const owned = (owners: Owners, systemId: string) => ({
  systemId,
  owner: ownerName(owners, systemId),
  isLocked: systemId !== APPLICATION_SYSTEM,
});

const CLAIMED = {
  timeId: 'timeId',
  cards: 'cards',
  timeGroupId: 'timeGroup',
  timeGroupFrom: 'timeGroup',
  employeeGroupFrom: 'employeeGroup',
  employeeGroupId: 'employeeGroup',
  jobDescriptionId: 'jobDescription',
  phoneNumber: 'phoneNumber',
} as const;
const isClaimable = (field: string): field is keyof typeof CLAIMED => field in CLAIMED;

/** Returns an employee's activity and time groups as they are shown. */
export function datesOf(row: EmployeeRow, today: string) {
  const latest = row.activity.at(-1);
  return {
    isActive: activeOn(row.activity, today),
    activeFrom: row.activity.findLast(({ isActive }) => isActive)?.from ?? statedStart(row.activity),
    inactiveFrom: latest && !latest.isActive ? latest.from : null,
    timeGroups: datedGroups(row).map(({ from, timeGroupId }) => ({ from, timeGroupId })),
  };
}

export function employeeView(owners: Owners, row: EmployeeRow, today: string): SetupEmployee {
  const claims = owners.get(row.systemId)?.claims ?? [];
  const isLocked = row.systemId !== APPLICATION_SYSTEM;
  return withBasis({
    _id: row.id,
    ...owned(owners, row.systemId),
    number: row.number,
    firstName: row.firstName,
    lastName: row.lastName,
    phoneNumber: row.phoneNumber,
    timeId: row.timeId,
    cards: row.cards,
    timeGroupId: row.timeGroupId,
    ...datesOf(row, today),
    employeeGroupId: row.employeeGroupId,
    jobDescriptionId: row.jobDescriptionId,
    lockedFields: isLocked
      ? EMPLOYEE_FIELDS.filter((field) => !isClaimable(field) || claims.includes(CLAIMED[field]))
      : [],
  });
}

export const groupView = (owners: Owners, { id, kind, code, name, employees, systemId }: GroupRow): SetupGroup => {
  const { basis } = withBasis({ id, kind, code, name, systemId });
  return { _id: id, ...owned(owners, systemId), kind, code, name, employees, basis };
};

export const lookupView = (owners: Owners, { id, systemId, ...entry }: LookupRow): SetupLookupEntry =>
  withBasis({ _id: id, ...owned(owners, systemId), ...entry });

export const lookupNameView = (owners: Owners, row: { lookup: 1 | 2; name: string; system: string | null }) =>
  withBasis({ ...owned(owners, row.system ?? APPLICATION_SYSTEM), lookup: row.lookup, name: row.name });

export const holidayView = (owners: Owners, { id, systemId, date, name, timeGroupId }: HolidayRow): SetupHoliday =>
  withBasis({ _id: id, ...owned(owners, systemId), date, name, timeGroupId });

export const hoursRuleView = (
  owners: Owners,
  { id, systemId, timeGroupId, from, rule }: OwnedHoursRule,
): SetupHoursRule => withBasis({ _id: id, ...owned(owners, systemId), timeGroupId, from, ...rule });

export const containerKindView = (owners: Owners, { id, ...kind }: ContainerKindRow): ContainerKind =>
  withBasis({ _id: id, ...owned(owners, APPLICATION_SYSTEM), ...kind });

export const teamView = (owners: Owners, { id, ...team }: TeamRow): Team =>
  withBasis({ _id: id, ...owned(owners, APPLICATION_SYSTEM), ...team });

export const defectView = (owners: Owners, { id, name }: DefectRow): Defect =>
  withBasis({ _id: id, ...owned(owners, APPLICATION_SYSTEM), name });

/** Returns the weeks of a time group: for each date on which something changes, the whole week in force from then on. */
export function shiftsView(
  owners: Owners,
  group: GroupRow,
  times: readonly OwnedStandardTime[],
): Omit<SetupShifts, 'rules'> {
  const own = times.filter(({ timeGroupId }) => timeGroupId === group.id);
  const dates = [...new Set(own.map(({ effectiveFrom }) => effectiveFrom))].sort((a, b) =>
    (a ?? '') < (b ?? '') ? -1 : 1,
  );
  return withBasis({
    timeGroupId: group.id,
    name: group.name,
    ...owned(owners, own[0]?.systemId ?? APPLICATION_SYSTEM),
    weeks: dates.map((from) => ({
      from,
      days: [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => dayOf(timeInForce(own, weekday, from)) ?? []),
    })),
  });
}

/** Returns the hours rules of a time group from a date on, each with the first of these days on which it is in force. */
export function rulesFrom(
  hoursRules: readonly Pick<OwnedHoursRule, 'timeGroupId' | 'from' | 'rule'>[],
  timeGroupId: string,
  date: LocalDate,
): SetupShifts['rules'] {
  const ruleOn = hoursRulesOf(hoursRules.map(({ from, ...rule }) => ({ ...rule, effectiveFrom: from })));
  const dates = new Set([date, ...hoursRules.flatMap(({ from }) => (from !== null && from > date ? from : []))]);
  return [...dates].sort().flatMap((from) => {
    const inForce = ruleOn(timeGroupId, from);
    return inForce ? [{ ...inForce.rule, from }] : [];
  });
}

/** Returns the standard time of a weekday that is in force on a date; `date` null: before all dates. */
export const timeInForce = (times: readonly OwnedStandardTime[], weekday: number, date: string | null) =>
  times
    .filter((time) => time.weekday === weekday && (time.effectiveFrom ?? '') <= (date ?? ''))
    .sort((a, b) => ((a.effectiveFrom ?? '') < (b.effectiveFrom ?? '') ? -1 : 1))
    .at(-1);

export const dayOf = (time: OwnedStandardTime | undefined): ShiftDay | undefined =>
  time && {
    weekday: time.weekday,
    isRest: time.isRest,
    startTime: time.startTime,
    endTime: time.endTime,
    breaks: time.breaks,
    graceMinutes: time.graceMinutes,
    breakGraceMinutes: time.breakGraceMinutes,
    preMinutes: time.preMinutes,
    postMinutes: time.postMinutes,
  };
