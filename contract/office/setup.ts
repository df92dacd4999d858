import { z } from 'zod';
import { cardNumbers, typedPin } from '../attendance/cards.ts';
import {
  access,
  basis,
  ownOrNamedAccount,
  previewQuery,
  rejudged,
  setupRecord,
  withBasis,
  writes,
} from '../masterData/setupRecords.ts';
import {
  documentId,
  instant,
  line,
  localDate,
  ok,
  requiredTypedLine,
  rowRange,
  searchQuery,
} from '../platform/common.ts';
import { admin, endpoint, recordEndpoints } from '../platform/endpoint.ts';
import { phoneNumber } from '../platform/phoneNumber.ts';
import { words } from '../platform/words.ts';

/** The endpoints of the set-up, employees and owners: setting up an account without a programmer. Groups to shifts: setupLists.ts. */

/** The steps of the first run, in their order. */
export const SETUP_STEPS = ['time-zone', 'shifts', 'employees', 'lookups', 'devices', 'first-punch'] as const;
/** The fields of an employee that may be set here until the payroll system that owns the employee has sent them for anybody. */
export const CLAIMABLE = ['timeId', 'cards', 'timeGroup', 'employeeGroup', 'jobDescription', 'phoneNumber'] as const;
export const claim = z.enum(CLAIMABLE);
export type Claim = z.infer<typeof claim>;

/** An owner of records: a payroll system, or the application itself. */
export const setupOwner = z.object({
  systemId: z.string(),
  /** 'Tallyboard' for the application. */
  name: z.string(),
  isApplication: z.boolean(),
  /** Among the account's allowed System IDs: it can still sync. */
  isAllowed: z.boolean(),
  /** The employee fields that it has sent for any employee; since then it owns them. */
  claims: z.array(claim),
  adopts: z.boolean(),
  lastSync: instant.nullable(),
  /** Records that it owns and that are not deleted. */
  employees: z.int(),
  records: z.int(),
  /** In its newest sync with employees: how many it sent, and how many of those Tallyboard owns under the same number; null before the first sync. */
  sentEmployees: z.int().nullable(),
  matchingEmployees: z.int().nullable(),
});
/** The numbers of what is set up, without deleted records. */
export const setupCounts = z.object({
  employees: z.int(),
  withoutTimeGroup: z.int(),
  withoutTimeId: z.int(),
  timeGroups: z.int(),
  employeeGroups: z.int(),
  jobDescriptions: z.int(),
  lookupEntries: z.int(),
  holidays: z.int(),
  /** Time groups with a standard time. */
  groupsWithShifts: z.int(),
  devices: z.int(),
});
export const setup = z.object({
  timeZone: z.string(),
  /** A user chose the zone; otherwise it is the server's. */
  isTimeZoneChosen: z.boolean(),
  /** No punch has been recorded yet, so the zone can be changed here. */
  canChangeTimeZone: z.boolean(),
  /** The account's local date. */
  today: localDate,
  counts: setupCounts,
  owners: z.array(setupOwner),
  steps: z.array(z.object({ step: z.enum(SETUP_STEPS), isDone: z.boolean() })),
  /** The first punch that counts, for the message 'Your dashboard is moving.' */
  firstPunchAt: instant.nullable(),
});
export type Setup = z.infer<typeof setup>;
export const getSetup = endpoint({
  method: 'GET',
  path: '/setup',
  access,
  summary: 'What is set up: counts, owners of records with their claims, and the steps of the first run.',
  query: ownOrNamedAccount,
  response: setup,
});
export const setSetupTimeZone = endpoint({
  method: 'PUT',
  path: '/setup/time-zone',
  access,
  summary: 'Chooses the time zone of an account in which nothing was clocked yet; 409 CONFLICT afterwards.',
  query: ownOrNamedAccount,
  body: z.strictObject({ timeZone: z.string().max(60) }),
  response: setup,
  refusals: ['CONFLICT', 'NOT_FOUND', 'PERIOD_LOCKED'],
});

const optionalId = documentId.nullable();
const employeeFields = {
  number: requiredTypedLine(words('Employee number is required'), 60).regex(
    /^[\p{L}\p{N}]/u,
    words('Begin with a letter or a digit'),
  ),
  firstName: requiredTypedLine(words('First name is required'), 100),
  lastName: requiredTypedLine(words('Last name is required'), 100),
  phoneNumber: phoneNumber.nullable(),
  timeId: typedPin.nullable(),
  /** RFID cards (cards.ts). */
  cards: cardNumbers,
  timeGroupId: optionalId,
  /**
   * The date from which they are in the time group. Null: always, which judges their past days again. Absent: always, unless they are in it already.
   */
  timeGroupFrom: localDate.nullable(),
  employeeGroupId: optionalId,
  jobDescriptionId: optionalId,
  /**
   * The date from which another employee group or job description decides the rates. Null: always. Absent: today, or always for who had neither before. With
   * the same ones it corrects the date of the last change.
   */
  employeeGroupFrom: localDate.nullable(),
  isActive: z.boolean(),
  activeFrom: localDate.nullable(),
  /** Their first day without activity ('Ends on' is the day before). */
  inactiveFrom: localDate.nullable(),
};
/** Fields that are absent stay as they are. */
export const setupEmployeeInput = z.strictObject({
  ...z.object(employeeFields).partial().shape,
  number: employeeFields.number,
  firstName: employeeFields.firstName,
  lastName: employeeFields.lastName,
});
export type SetupEmployeeInput = z.infer<typeof setupEmployeeInput>;
/**
 * A change of an employee. With `samePerson` a name that changes in all its parts is of the same person, who keeps consent, stored templates, private link
 * and PIN; without it these end.
 */
export const setupEmployeeChange = setupEmployeeInput.partial().extend({ samePerson: z.boolean().optional() });
export type SetupEmployeeChange = z.infer<typeof setupEmployeeChange>;
export const EMPLOYEE_FIELDS = Object.keys(employeeFields) as readonly (keyof typeof employeeFields)[];
export const setupEmployee = z.object({
  ...setupRecord.shape,
  number: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.string().nullable(),
  isActive: z.boolean(),
  activeFrom: localDate.nullable(),
  inactiveFrom: localDate.nullable(),
  timeId: z.string().nullable(),
  cards: z.array(z.string()),
  /** The newest entry of `timeGroups`. */
  timeGroupId: optionalId,
  /** By date; `from` null: in force from the beginning. */
  timeGroups: z.array(z.object({ from: localDate.nullable(), timeGroupId: optionalId })),
  employeeGroupId: optionalId,
  jobDescriptionId: optionalId,
  /** Fields that the owner keeps and that cannot be changed here. */
  lockedFields: z.array(z.enum(EMPLOYEE_FIELDS)),
});
export type SetupEmployee = z.infer<typeof setupEmployee>;
const employeeAnswer = z.object({ employee: setupEmployee, rejudged });
export const {
  list: listSetupEmployees,
  create: createSetupEmployee,
  update: updateSetupEmployee,
  remove: deleteSetupEmployee,
} = recordEndpoints(
  { path: '/setup/employees', access, params: z.object({ employeeId: documentId }), refusals: writes },
  {
    list: {
      summary:
        'Employees that are not deleted, in natural order of number: a range of rows, searched and filtered, or all.',
      query: ownOrNamedAccount.extend({
        ...rowRange.partial().shape,
        ...searchQuery.partial().shape,
        timeGroupId: documentId.optional(),
        employeeGroupId: documentId.optional(),
        only: z.enum(['without-shift', 'without-time-id', 'inactive']).optional(),
      }),
      response: z.object({ employees: z.array(setupEmployee), lastIndex: z.int() }),
    },
    create: {
      summary: 'Adds an employee.',
      query: previewQuery,
      body: setupEmployeeInput,
      response: employeeAnswer,
    },
    update: {
      summary:
        'Changes an employee: absent fields stay as they are. 403 STEP_UP_REQUIRED as for a marked call, if the change deletes stored biometric templates.',
      query: previewQuery,
      body: setupEmployeeChange.extend({ basis }),
      response: employeeAnswer,
      refusals: [...writes, 'STEP_UP_REQUIRED'],
    },
    remove: {
      summary: 'Deletes an employee without records; 409 CONFLICT for one with records, who ends on a date instead.',
      query: withBasis,
      response: ok,
      refusals: [...writes, 'STEP_UP_REQUIRED'],
    },
  },
);
/** As many as a list shows at most. */
const MAX_MOVED = 10_000;
export const moveSetupEmployees = endpoint({
  method: 'POST',
  path: '/setup/employees/move',
  access,
  summary: 'Moves employees to another time group from a date on; all of them or none.',
  query: previewQuery,
  body: z.strictObject({
    employees: z
      .array(z.strictObject({ _id: documentId, basis }))
      .min(1)
      .max(MAX_MOVED),
    timeGroupId: optionalId,
    /** Null: always. */
    from: localDate.nullable(),
  }),
  response: z.object({ moved: z.int(), rejudged }),
  refusals: writes,
});

const systemParams = z.object({ systemId: line(60) });
const namedAccount = z.object({ accountId: documentId });
export const setSystemAdopts = endpoint({
  method: 'PUT',
  path: '/setup/systems/:systemId',
  access: admin('Setup.MANAGE'),
  stepUp: 'factor',
  summary: 'Whether what a system sends and Tallyboard owns under the same number, code or date becomes the system’s.',
  params: systemParams,
  query: namedAccount,
  body: z.strictObject({ adopts: z.boolean() }),
  response: setup,
  refusals: ['NOT_FOUND'],
});
export const takeOverSystem = endpoint({
  method: 'POST',
  path: '/setup/systems/:systemId/take-over',
  access: admin('Setup.MANAGE'),
  stepUp: 'factor',
  summary:
    'Makes the records of a system that is no longer allowed Tallyboard’s; ids and history stay. 409 CONFLICT while it is allowed.',
  params: systemParams,
  query: namedAccount,
  body: z.strictObject({ isSure: z.literal(true) }),
  response: setup,
  refusals: ['CONFLICT', 'NOT_FOUND'],
});
