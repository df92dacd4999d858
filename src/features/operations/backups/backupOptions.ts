import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { Backup, BackupItem, BackupOptions, Restore } from '#contract/operations/backups.ts';
import { listed } from '../../../lib/lists.ts';

export const ITEM_LABEL: Record<BackupItem, MessageDescriptor> = {
  'Payroll Data': msg`Payroll Data`,
  Employees: msg`Employees`,
  'Biometric Templates': msg`Biometric Templates`,
  'Clock Records': msg`Clock Records`,
  Users: msg`Users`,
};
/** 'Employees, Clock Records' */
export const itemWords = (items: readonly BackupItem[]) => listed(items.map((item) => t(ITEM_LABEL[item])));

export const BACKUP_OPTIONS: readonly { option: keyof BackupOptions; item: BackupItem; hint: MessageDescriptor }[] = [
  {
    option: 'includePayrollData',
    item: 'Payroll Data',
    hint: msg`Groups, lookups, standard times, holidays, piecework`,
  },
  { option: 'includeEmployees', item: 'Employees', hint: msg`Everybody with number, name and time id` },
  { option: 'includeBiometricTemplates', item: 'Biometric Templates', hint: msg`Only those that terminals have sent` },
  { option: 'includeClockRecords', item: 'Clock Records', hint: msg`Every punch of every device` },
  { option: 'includeUsers', item: 'Users', hint: msg`The users of the account, without their passwords` },
];

/** All of the account's data; users are an option of their own. */
export const DEFAULT_OPTIONS: BackupOptions = {
  includePayrollData: true,
  includeEmployees: true,
  includeBiometricTemplates: true,
  includeClockRecords: true,
  includeUsers: false,
};

export const anyChosen = (options: BackupOptions) => Object.values(options).some(Boolean);

/** 0 to 100; undefined while the size of the work is not known. */
export const percentDone = ({ progress }: Pick<Backup | Restore, 'progress'>) =>
  progress && progress.total > 0 ? Math.min(100, Math.round((100 * progress.done) / progress.total)) : undefined;
