import type { Setup, SetupEmployee } from '#contract/office/setup.ts';
import type { SetupGroup, SetupShifts, ShiftDay } from '#contract/office/setupLists.ts';
import { idOf } from './manageSamples.ts';

/** Records of the set-up as the server answers them; Tallyboard's own unless told otherwise. */
const own = { systemId: 'CSV', owner: 'Tallyboard', isLocked: false, basis: 'as shown' };

export const sampleSetup = (changes: Partial<Setup> = {}): Setup => ({
  timeZone: 'Africa/Johannesburg',
  isTimeZoneChosen: true,
  canChangeTimeZone: false,
  today: '2026-11-22',
  counts: {
    employees: 2,
    withoutTimeGroup: 0,
    withoutTimeId: 0,
    timeGroups: 1,
    employeeGroups: 0,
    jobDescriptions: 0,
    lookupEntries: 0,
    holidays: 0,
    groupsWithShifts: 1,
    devices: 1,
  },
  owners: [],
  steps: [],
  firstPunchAt: '2026-11-20T05:00:00.000Z',
  ...changes,
});

export const sampleSetupEmployee = (number: string, changes: Partial<SetupEmployee> = {}): SetupEmployee => ({
  _id: idOf(20_000 + Number(number)),
  ...own,
  number,
  firstName: `First${number}`,
  lastName: `Last${number}`,
  phoneNumber: null,
  isActive: true,
  activeFrom: null,
  inactiveFrom: null,
  timeId: number,
  cards: [],
  timeGroupId: idOf(501),
  timeGroups: [{ from: null, timeGroupId: idOf(501) }],
  employeeGroupId: null,
  jobDescriptionId: null,
  lockedFields: [],
  ...changes,
});

export const sampleSetupGroup = (id: number, name: string, changes: Partial<SetupGroup> = {}): SetupGroup => ({
  _id: idOf(id),
  ...own,
  kind: 'time',
  code: name,
  name,
  employees: 2,
  ...changes,
});

export const sampleDay = (weekday: number, changes: Partial<ShiftDay> = {}): ShiftDay => ({
  weekday,
  isRest: false,
  startTime: '07:00',
  endTime: '16:00',
  breaks: [{ startTime: '12:00', endTime: '13:00' }],
  graceMinutes: 5,
  breakGraceMinutes: 5,
  preMinutes: 120,
  postMinutes: 240,
  ...changes,
});

export const sampleShifts = (changes: Partial<SetupShifts> = {}): SetupShifts => ({
  timeGroupId: idOf(501),
  ...own,
  name: 'Day',
  weeks: [{ from: null, days: [1, 2, 3, 4, 5].map((weekday) => sampleDay(weekday)) }],
  rules: [],
  ...changes,
});
