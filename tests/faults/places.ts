import { z } from 'zod';
import { ITEM_RULES } from '#server/operations/backups/tables.ts';

/**
 * A place in the server's work: the `nth` statement with a text in it, or file that is opened, renamed or removed with a text in its path; before
 * it, when it is sent or done, or at the commit of the statement's transaction.
 */
export const place = z.object({
  name: z.string(),
  call: z.enum(['query', 'open', 'rename', 'rm']),
  text: z.string(),
  nth: z.int().default(1),
  at: z.enum(['before', 'sent', 'after', 'before commit', 'after commit']).default('before'),
});
export type Place = z.infer<typeof place>;

const tables = ITEM_RULES.filter(([item]) => item !== 'Biometric Templates').flatMap(([, , own]) => own);
const files = ITEM_RULES.filter(([item]) => item !== 'Biometric Templates').map(([, file]) => file);
/** Users are restored by their own statements (restoreUsers.ts). */
const swapped = tables.filter(({ name }) => name !== 'app_user');
const as = (name: string, call: Place['call'], text: string, more: Partial<Place> = {}) =>
  place.parse({ name, call, text, ...more });
const readOf = (table: string) => `json_build_object('t', '${table}',`;

const reading = (stage: string) => [
  as(`${stage}: snapshot`, 'query', 'begin isolation level repeatable read read only'),
  ...tables.map(({ name }) => as(`${stage}: reading ${name}`, 'query', readOf(name))),
];
const packing = (stage: string) => [
  ...files.map((file) => as(`${stage}: packing ${file}`, 'open', `/${file.replaceAll('/', '-')}`, { nth: 2 })),
  as(`${stage}: renaming`, 'rename', 'backup.zip'),
  as(`${stage}: renamed`, 'rename', 'backup.zip', { at: 'after' }),
  as(`${stage}: removing the folder`, 'rm', 'unfinished-'),
];

/** The places at which a backup dies, in the order of its work. */
export const BACKUP_PLACES: readonly Place[] = [
  as('taking its job', 'query', 'update backup_job set progress'),
  ...reading('backup'),
  as('slice 2 of clock_record', 'query', readOf('clock_record'), { nth: 2 }),
  as('slice 3 of clock_record', 'query', readOf('clock_record'), { nth: 3, at: 'after' }),
  ...files.map((file) => as(`writing ${file}`, 'open', `/${file.replaceAll('/', '-')}`)),
  ...packing('backup'),
  as('saying that it is made', 'query', "update backup_job set status = 'Successful'"),
  as('having said that it is made', 'query', "update backup_job set status = 'Successful'", { at: 'after' }),
];

/** The places at which an upload dies: nothing of the account is touched by it. */
export const UPLOAD_PLACES: readonly Place[] = [
  as('upload: its row', 'query', 'insert into restore_job', { at: 'after commit' }),
  as('upload: opening its file', 'open', '/uploads/'),
  as('checks: first lines', 'query', 'insert into restore_line'),
  as('checks: third lines', 'query', 'insert into restore_line', { nth: 3, at: 'after' }),
  as('checks: before their outcome', 'query', 'update restore_job set manifest'),
  as('checks: after their outcome', 'query', 'update restore_job set manifest', { at: 'after' }),
  as('upload: removing its file', 'rm', '/uploads/'),
];

/** The places at which a restore (replace) dies, in the order of its work. */
export const RESTORE_PLACES: Place[] = [
  as('start: before its commit', 'query', "update restore_job set status = 'In Progress'", { at: 'before commit' }),
  as('start: after its commit', 'query', "update restore_job set status = 'In Progress'", { at: 'after commit' }),
  as('beginning', 'query', 'update restore_job set began_at'),
  ...packing('safety backup'),
  as('safety backup: made', 'query', 'update restore_job set safety_backup_job_id'),
  as('swap: beginning', 'query', 'update restore_job set swapped_at'),
  ...swapped.map(({ name }) => as(`swap: deleting ${name}`, 'query', `delete from ${name}\n`)),
  ...swapped.map(({ name }) => as(`swap: loading ${name}`, 'query', `insert into ${name} (account_id`)),
  as('swap: settling references', 'query', 'set time_group_id = null'),
  as('swap: reading what was sent', 'query', 'set local_time = split_part'),
  as('swap: receipts', 'query', 'update employee set received_at'),
  as('swap: first record', 'query', 'update account set first_record_at'),
  as('swap: trying figures', 'query', 'select distinct on (time_group_id)'),
  as('swap: users', 'query', "hashtext('restore users')"),
  as('swap: deleting users', 'query', 'delete from app_user'),
  as('swap: loading users', 'query', 'insert into app_user'),
  as('swap: before the commit', 'query', 'update restore_job set swapped_at', { at: 'before commit' }),
  as('swap: after the commit', 'query', 'update restore_job set swapped_at', { at: 'after commit' }),
  as('figures: days', 'query', 'delete from day_fact f\n      where'),
  as('clean-up: before its status', 'query', 'update restore_job set status = $1'),
  as('clean-up: after its status', 'query', 'update restore_job set status = $1', { at: 'after' }),
  as('clean-up: its lines', 'query', 'delete from restore_line', { at: 'after commit' }),
  as('clean-up: its file', 'rm', '/uploads/'),
];

/** The places at which a start dies that brings the database up to date: around and within each migration, which is one statement in one transaction. */
export const placesOfMigrations = (migrations: readonly { name: string; text: string }[]): Place[] =>
  migrations.flatMap(({ name, text }) =>
    (['before', 'sent', 'after', 'before commit', 'after commit'] as const).map((at) =>
      as(`${name} ${at}`, 'query', text.slice(0, 300), { at }),
    ),
  );
