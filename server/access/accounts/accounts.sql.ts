import { z } from 'zod';
import {
  type AccountSettings,
  type SavedSettings,
  savedSettings,
  timeZonePreview,
} from '#contract/access/accountSettings.ts';
import { type AccountInput, account, accountContents, type License } from '#contract/access/accounts.ts';
import { accountHealth, accountStatistics } from '#contract/operations/accountStatistics.ts';
import { nullableInstant } from '#contract/platform/common.ts';
import { type Db, empty, sql } from '../../platform/db/db.ts';

const columns = sql`account_id as "_id", is_active as "isActive", code, name, holder, license, created_at as "createdAt",
  created_by as "createdBy", modified_at as "modifiedAt", modified_by as "modifiedBy"`;

export const findAccount = (db: Db, accountId: string) =>
  db.first(account, sql`select ${columns} from account where account_id = ${accountId}`);

type Rows = { offset: number; limit: number };
const total = z.object({ total: z.int() });

/** Returns a page of accounts by name, and how many there are in all. `patterns` as searchPatterns makes them; none for all accounts. */
export async function listAccountRows(db: Db, patterns: readonly string[], { offset, limit }: Rows) {
  const matching = patterns.length > 0 ? sql`where search_text like all (${[...patterns]}::text[])` : empty;
  // The page is found in the index account_by_name alone; only its rows are read.
  const accounts = await db.rows(
    account,
    sql`with page as materialized (
          select account_id from account ${matching} order by name, account_id limit ${limit} offset ${offset})
        select ${columns} from account where account_id in (select account_id from page) order by name, account_id`,
  );
  // A page that is not full is the last one, so the total is known without counting.
  if (accounts.length < limit && (accounts.length > 0 || offset === 0))
    return { accounts, lastIndex: offset + accounts.length };
  const counted = await db.single(total, sql`select count(*)::int as total from account ${matching}`);
  return { accounts, lastIndex: counted.total };
}

export type NewAccount = Omit<AccountInput, 'license'> & {
  accountId: string;
  codeKey: string;
  isSystem: boolean;
  license: License;
  timeZone: string;
  searchText: string;
  now: Date;
  by: string;
};
/** Returns undefined when the code is taken. */
export const insertAccount = (tx: Db, given: NewAccount) =>
  tx.first(
    account,
    sql`insert into account (account_id, code, code_key, name, is_system, is_active, holder, license, time_zone, search_text,
          created_at, created_by, modified_at, modified_by)
        values (${given.accountId}, ${given.code}, ${given.codeKey}, ${given.name}, ${given.isSystem}, ${given.isActive},
          ${JSON.stringify(given.holder)}, ${JSON.stringify(given.license)}, ${given.timeZone}, ${given.searchText}, ${given.now},
          ${given.by}, ${given.now}, ${given.by})
        on conflict (code_key) do nothing
        returning ${columns}`,
  );

export type AccountChange = Pick<AccountInput, 'name' | 'holder' | 'isActive'> & {
  license: License;
  searchText: string;
  now: Date;
  by: string;
};
export const updateAccountRow = (tx: Db, accountId: string, change: AccountChange) =>
  tx.single(
    account,
    sql`update account set name = ${change.name}, is_active = ${change.isActive}, holder = ${JSON.stringify(change.holder)},
          license = ${JSON.stringify(change.license)}, search_text = ${change.searchText}, modified_at = ${change.now},
          modified_by = ${change.by}
        where account_id = ${accountId} returning ${columns}`,
  );

export const deleteAccountRow = (tx: Db, accountId: string) =>
  tx.run(sql`delete from account where account_id = ${accountId} and not is_system`);

export const hasSystemAccount = async (db: Db) =>
  (await db.first(z.object({ one: z.int() }), sql`select 1 as one from account where is_system`)) !== undefined;

/** @param serverZone the zone that new accounts start in, to tell accounts whose zone nobody has confirmed. */
export const findSettings = (db: Db, accountId: string, serverZone: string) =>
  db.first(
    savedSettings,
    sql`select allowed_system_ids as "allowedSystemIds", time_zone as "timeZone", language, store_templates as "storeTemplates",
          correction_days as "correctionDays", record_years as "recordYears", muster_for_all as "musterForAll", last_figures as "lastFigures", require_second_factor as "requireSecondFactor",
          consent_required as "consentRequired",
          coalesce((select text from consent_text t where t.account_id = account.account_id order by version desc limit 1), '') as "consentText",
          time_zone = ${serverZone} and not time_zone_chosen as "isDefaultTimeZone", recalculating_since as "recalculatingSince"
        from account where account_id = ${accountId}`,
  );

export const updateSettings = (
  tx: Db,
  accountId: string,
  settings: AccountSettings & Pick<SavedSettings, 'requireSecondFactor'>,
  now: Date,
  by: string,
) =>
  tx.run(sql`
    update account set allowed_system_ids = ${settings.allowedSystemIds}, time_zone = ${settings.timeZone},
      language = ${settings.language},
      store_templates = ${settings.storeTemplates}, correction_days = ${settings.correctionDays}, record_years = ${settings.recordYears}, muster_for_all = ${settings.musterForAll}, last_figures = ${settings.lastFigures},
      require_second_factor = ${settings.requireSecondFactor}, consent_required = ${settings.consentRequired}, modified_at = ${now}, modified_by = ${by}
    where account_id = ${accountId}`);

/** Erases all stored templates of an account, and asks its terminals to delete them. */
export const eraseTemplates = (tx: Db, accountId: string, now: Date) =>
  tx.run(sql`
    select erase_templates(${accountId}, array_agg(distinct employee_id), true, ${now}) from biometric_template
    where account_id = ${accountId} having count(*) > 0`);

/** Notes that a user has chosen the account's time zone. */
export const chooseTimeZone = (tx: Db, accountId: string) =>
  tx.run(sql`update account set time_zone_chosen = true where account_id = ${accountId}`);

/**
 * Counts the days (on a zone's clock) and the people with punches within the given spans of time, and the punches that terminals sent in local time:
 * those whose terminal is still in the account, and the others.
 */
export const countRecorded = (tx: Db, accountId: string, zone: string, spans: readonly { from: Date; to: Date }[]) =>
  tx.single(
    timeZonePreview,
    sql`select count(distinct (c.at at time zone ${zone})::date)::int as days, count(distinct c.employee_id)::int as people,
          (count(*) filter (where c.local_time is not null and d.device_id is not null))::int as punches,
          (count(*) filter (where c.local_time is not null and d.device_id is null))::int as unreadable
        from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) as s("from" timestamptz, "to" timestamptz)
        join clock_record c on c.account_id = ${accountId} and c.at >= s."from" and c.at < s."to"
        left join device d on d.account_id = c.account_id and d.device_id = c.device_id and d.device_type = 'ADMS'`,
  );

export const contentsOf = (tx: Db, accountId: string) =>
  tx.single(
    accountContents,
    sql`select
      (select count(*)::int from app_user where account_id = ${accountId}) as users,
      (select count(*)::int from device where account_id = ${accountId} and deleted_at is null) as devices,
      (select count(*)::int from employee where account_id = ${accountId} and deleted_at is null) as employees,
      (select count(*)::int from clock_record where account_id = ${accountId}) as "clockRecords",
      (select count(*)::int from alert where account_id = ${accountId}) as alerts,
      (select count(*)::int from backup_job where account_id = ${accountId}) as backups`,
  );

export const statisticsOf = (tx: Db, accountId: string, onlineSince: Date) =>
  tx.single(
    accountStatistics,
    sql`select
      (select count(*)::int from employee where account_id = ${accountId} and deleted_at is null) as employees,
      (select count(*)::int from employee where account_id = ${accountId} and deleted_at is null and is_active) as "activeEmployees",
      (select count(*)::int from clock_record where account_id = ${accountId}) as "clockRecords",
      (select count(*)::int from clock_record where account_id = ${accountId} and employee_id is null) as "unmatchedClockRecords",
      (select count(*)::int from piecework_entry where account_id = ${accountId}) as "pieceworkEntries",
      (select count(*)::int from device where account_id = ${accountId} and deleted_at is null) as devices,
      (select count(*)::int from device where account_id = ${accountId} and deleted_at is null
        and last_contact >= ${onlineSince}) as "devicesOnline",
      (select max(received_at) from clock_record where account_id = ${accountId}) as "lastClockRecordAt",
      (select max(last_sync) from payroll_system where account_id = ${accountId}) as "lastSyncAt",
      (select coalesce(sum(bytes), 0)::bigint from backup_job where account_id = ${accountId}) as "backupBytes",
      (select data_version from account where account_id = ${accountId}) as "dataVersion"`,
  );

export const totalAlertsSent = (tx: Db, accountId: string) =>
  tx.single(
    total,
    sql`select count(*)::int as total from alert_delivery where account_id = ${accountId} and status = 'sent'`,
  );

const observed = accountHealth
  .omit({ warnings: true, words: true, lastBackupAt: true })
  .extend({ lastContactAt: nullableInstant });
export type ObservedAccount = z.infer<typeof observed>;
/** Returns the people and devices of all accounts that are not deleted. System path. */
export const observedAccounts = (db: Db, onlineSince: Date) =>
  db.rows(
    observed,
    sql`select a.account_id::text as "_id", a.name, a.code, a.is_active as "isActive", coalesce(p.people, 0)::int as people,
        coalesce(d.devices, 0)::int as devices, coalesce(d.online, 0)::int as "devicesOnline", d.data as "lastRecordAt",
        d.contact as "lastContactAt"
      from account a
      left join (select account_id, count(*) as people from employee where deleted_at is null and is_active group by account_id) p
        using (account_id)
      left join (select account_id, count(*) as devices, count(*) filter (where last_contact >= ${onlineSince}) as online,
          max(last_data) as data, max(last_contact) as contact
        from device where deleted_at is null group by account_id) d using (account_id)
      where not a.is_system`,
  );
