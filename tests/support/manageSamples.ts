import { type Account, DEFAULT_LICENSE } from '#contract/access/accounts.ts';
import type { UserWithPassword } from '#contract/access/users.ts';
import type { AccountDevice } from '#contract/intake/devices.ts';
import type { Employee } from '#contract/masterData/employees.ts';
import type { Backup, Restore } from '#contract/operations/backups.ts';
import { ROLE_DEFAULTS } from '#contract/platform/permissions.ts';

/** Documents in the server's form, for tests of the administrator's area. */
export const idOf = (number: number) => `0199b000-0000-7000-8000-${String(number).padStart(12, '0')}`;

const activity = {
  createdAt: '2026-11-01T06:00:00.000Z',
  createdBy: 'Adam Root',
  modifiedAt: '2026-11-02T06:00:00.000Z',
  modifiedBy: 'Adam Root',
};

export const sampleAccount = (changes: Partial<Account> = {}): Account => ({
  _id: idOf(1),
  isActive: true,
  code: 'SUNNY',
  name: 'Sunny Farm',
  holder: { firstName: 'Helen', lastName: 'Holder', contactNo: '+27 11 555 0100', emailAddr: 'helen@farm.example' },
  license: DEFAULT_LICENSE,
  ...activity,
  ...changes,
});

export function sampleUser(changes: Partial<UserWithPassword> = {}): UserWithPassword {
  const role = changes.role ?? 'employer';
  return {
    _id: idOf(100),
    accountId: idOf(1),
    firstName: 'Eve',
    lastName: 'Employer',
    isActive: true,
    email: 'eve@farm.example',
    username: 'eve',
    role,
    permissions: { api: [...ROLE_DEFAULTS[role].permissions] },
    modules: [...ROLE_DEFAULTS[role].modules],
    hasPassword: true,
    invitedUntil: null,
    ...activity,
    ...changes,
  };
}

export const sampleDevice = (changes: Partial<AccountDevice> = {}): AccountDevice => ({
  _id: idOf(200),
  deviceType: 'V2',
  kind: 'unmanaged',
  isOffline: false,
  description: 'Gate tablet',
  lastActive: null,
  employeeIds: [],
  mdmProfile: null,
  isActivated: false,
  serialNumber: 'SN-200',
  imei: '350000000000001',
  deviceInfo: null,
  firstContact: null,
  lastData: null,
  records: 0,
  ...activity,
  ...changes,
});

export const sampleEmployee = (number: number, changes: Partial<Employee> = {}): Employee => ({
  _id: idOf(10_000 + number),
  number: String(number),
  firstName: `First${number}`,
  lastName: `Last${number}`,
  isActive: true,
  activeFrom: null,
  inactiveFrom: null,
  timeId: String(number),
  timeGroupId: null,
  employeeGroupId: null,
  jobDescriptionId: null,
  ...changes,
});

export const sampleBackup = (changes: Partial<Backup> = {}): Backup => ({
  id: idOf(300),
  backupJobId: idOf(300),
  started: '2026-11-20T08:00:00.000Z',
  finished: '2026-11-20T08:01:00.000Z',
  by: 'Adam Root',
  status: 'Successful',
  items: ['Employees', 'Clock Records'],
  failureReason: null,
  bytes: 3 * 1024 * 1024,
  progress: null,
  ...changes,
});

export const sampleRestore = (changes: Partial<Restore> = {}): Restore => ({
  id: idOf(400),
  restoreJobId: idOf(400),
  started: '2026-11-20T09:00:00.000Z',
  finished: null,
  by: 'Adam Root',
  status: 'In Progress',
  items: ['Employees'],
  strategy: 'merge',
  failureReason: null,
  progress: null,
  swapped: false,
  terminalsAsked: 0,
  safetyBackupJobId: null,
  upload: null,
  ...changes,
});
