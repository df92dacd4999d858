import { z } from 'zod';

/** API permissions. */
export const EMPLOYER_PERMISSIONS = [
  'GET_ALL_ALERTS',
  'MANAGE_ALERTS',
  'Stats.GENERATE_REPORTS',
  'Stats.GET_ATTENDANCE_INFORMATION',
  'Stats.GET_PERFORMANCE_METRICS',
  'Account.GET_SYNC_STATUSES',
  'Device.REQUEST_SYNC',
] as const;

/** Permissions of employers that are granted one by one: to correct records, and to lock days that payroll has taken (docs/reference/corrections.md). */
const CORRECTION_PERMISSIONS = ['Attendance.CORRECT', 'Attendance.LOCK_PERIOD'] as const;

/** To see what people earn and what work costs, and to set what is paid for it (docs/reference/pay.md). */
const PAY_PERMISSIONS = ['Pay.VIEW', 'Pay.MANAGE'] as const;

export const ADMIN_PERMISSIONS = [
  'Account.GET',
  'Account.CREATE',
  'Account.UPDATE',
  'Account.DELETE',
  'Account.GET_SETTINGS',
  'Account.UPDATE_SETTINGS',
  'Account.MANAGE_SYNC_KEYS',
  'Account.IMPORT',
  'Account.GET_AUDIT',
  'User.GET',
  'User.CREATE',
  'User.UPDATE',
  'User.DELETE',
  'User.GENERATE_REPORTS',
  'Employee.GET',
  'SystemStats.GET',
  'Device.GET',
  'Device.CREATE_FOR_ACCOUNT',
  'Device.UPDATE',
  'Device.DELETE',
  'Device.COMMAND',
  'Device.MANAGE_NETWORKS',
  'Backup.GET',
  'Backup.CREATE',
  'Backup.DOWNLOAD',
  'Backup.DELETE',
  'Restore.RUN',
  'Stats.RESET_STATE',
  'Setup.MANAGE',
] as const;

export const PERMISSIONS = [
  ...EMPLOYER_PERMISSIONS,
  ...CORRECTION_PERMISSIONS,
  ...PAY_PERMISSIONS,
  ...ADMIN_PERMISSIONS,
] as const;
export const permission = z.enum(PERMISSIONS);
export type Permission = z.infer<typeof permission>;

/** Returns true if a permission is an administrator's: only a user who has it may give it. */
export const isAdminRight = (name: Permission) => (ADMIN_PERMISSIONS as readonly Permission[]).includes(name);

export const role = z.enum(['admin', 'employer', 'device']);
export type Role = z.infer<typeof role>;

/** Modules a user may be given; the employer area needs Dashboard. */
const MODULES = ['Dashboard', 'Manage'] as const;
export const moduleName = z.enum(MODULES);
export type ModuleName = z.infer<typeof moduleName>;

/** The permissions that a new user of a role starts with. */
export const ROLE_DEFAULTS = {
  admin: { modules: ['Manage'], permissions: ADMIN_PERMISSIONS },
  employer: { modules: ['Dashboard'], permissions: EMPLOYER_PERMISSIONS },
  device: { modules: [], permissions: [] },
} as const satisfies Record<Role, { modules: readonly ModuleName[]; permissions: readonly Permission[] }>;

/** The permissions that a user of a role may be given; those beyond ROLE_DEFAULTS are granted one by one. */
export const GRANTABLE: Record<Role, readonly Permission[]> = {
  admin: ADMIN_PERMISSIONS,
  employer: [
    ...EMPLOYER_PERMISSIONS,
    ...CORRECTION_PERMISSIONS,
    ...PAY_PERMISSIONS,
    'Device.DELETE',
    'Device.MANAGE_NETWORKS',
    'Setup.MANAGE',
  ],
  device: [],
};
