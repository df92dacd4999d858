import { z } from 'zod';
import { isActiveOn, isAssignedTo, mayKnow } from '../../../../attendance/mayKnow.sql.ts';
import { type Db, type Sql, sql } from '../../../../platform/db/db.ts';
import type { Dialect } from '../../terminals.sql.ts';

type Of = { accountId: string; deviceId: string };
const ofDevice = ({ accountId, deviceId }: Of) => sql`account_id = ${accountId} and device_id = ${deviceId}`;

/** Records what a handshake exchanged. A proved dialect stays: another announcement does not replace it. */
export const noteHandshake = (
  db: Db,
  of: Of,
  told: { dialect: string | null; timeZoneSent: number; language: string | null },
) =>
  db.run(sql`
    update device set dialect = case when has_proved_token then dialect else coalesce(${told.dialect}, dialect) end, time_zone_sent = ${told.timeZoneSent}, reload_requested = false,
      state = state || ${JSON.stringify(told.language === null ? {} : { language: told.language })}::jsonb
    where ${ofDevice(of)}`);

export const noteRegistration = (db: Db, of: Of, dialect: Dialect) =>
  db.run(sql`update device set is_registered = true, dialect = ${dialect} where ${ofDevice(of)}`);
export const noteProof = (db: Db, of: Of) =>
  db.run(sql`update device set has_proved_token = true where ${ofDevice(of)}`);

type Make = { make: string | null; model: string | null; platformVersion: string | null };

/** Stores what the terminal reported about itself, including make and model where it named them. */
export const saveOptions = (db: Db, of: Of, options: Record<string, string>, made: Make) =>
  db.run(sql`
    update device set
      state = jsonb_set(state, '{options}', coalesce(state -> 'options', '{}') || ${JSON.stringify(options)}::jsonb),
      device_info = jsonb_build_object('make', null, 'model', null, 'platform', 'ADMS', 'platformVersion', null, 'clientVersion', null)
        || coalesce(device_info, '{}')
        || jsonb_strip_nulls(${JSON.stringify({ make: made.make, model: made.model, platformVersion: made.platformVersion })}::jsonb)
    where ${ofDevice(of)}`);

/** Queues a CHECK for the next trusted poll; with the handshake that follows, the roster is compared again. */
export const askForHandshake = (tx: Db, of: Of, now: Date) =>
  tx.run(sql`
    update device set time_zone_sent = null, neutral_block_at = ${now}, roster_version = null where ${ofDevice(of)}`);

/**
 * Records that the terminal with a serial number was told less than its options: at its next trusted poll a CHECK makes it repeat its handshake.
 * System path, because its account may be inactive. Written at most twice a minute.
 */
export const noteNeutralBlock = (db: Db, serial: string, now: Date) =>
  db.run(sql`
    update device d set time_zone_sent = null, neutral_block_at = ${now} from terminal_directory t
    where t.serial_number = ${serial} and d.account_id = t.owner_account_id and d.device_id = t.device_id
      and (d.time_zone_sent is not null or d.neutral_block_at is null or d.neutral_block_at <= ${now}::timestamptz - interval '30 seconds')`);

/** Ends a 3.x registration: the terminal may register again, and gets other codes. */
export const endRegistration = (tx: Db, of: Of) =>
  tx.run(sql`
    update device set is_registered = false, has_proved_token = false, registration = registration + 1 where ${ofDevice(of)}`);

type SealedTemplate = { id: string; timeId: string; kind: string; slot: string; sealed: string };

/** The most templates of one person (fingers, faces, palms, a picture) and of one account; further ones are not stored. */
const MAX_PER_PERSON = 60;
const MAX_TEMPLATES = 100_000;

/**
 * Stores the templates of active employees who may have any (docs/reference/privacy.md#consent), bound to them, as far as the limits allow; returns how many. Not stored
 * are templates of an unmatched PIN, of one under which the terminal still holds its former holder, and all of them if the account has switched templates
 * off since the upload began: its row is locked, so that the switch, a withdrawal or an erasure erases what came before it.
 */
export async function saveTemplates(
  tx: Db,
  { accountId, deviceId }: Of,
  templates: readonly SealedTemplate[],
  today: string,
  now: Date,
) {
  // A statement of its own: the next one sees what was committed while this one waited, such as a withdrawal or an erasure.
  const storing = await tx.run(sql`select from account where account_id = ${accountId} and store_templates for share`);
  if (storing === 0) return 0;
  return tx.run(sql`
    insert into biometric_template (account_id, template_id, time_id, kind, slot, sealed, received_at, employee_id)
    select ${accountId}, t.id::uuid, t."timeId", t.kind, t.slot, t.sealed, ${now}, e.employee_id
    from (
      select *, row_number() over (partition by "timeId" order by id) as of_person, row_number() over (order by id) as of_all
      from jsonb_to_recordset(${JSON.stringify(templates)}::jsonb) as j (id text, "timeId" text, kind text, slot text, sealed text)) t
    join employee e on e.account_id = ${accountId} and e.time_id = t."timeId" and ${isActiveOn(today)}
    where may_hold_templates(e.account_id, e.employee_id)
      and not exists (select from terminal_user u where u.account_id = ${accountId} and u.device_id = ${deviceId} and u.time_id = t."timeId"
        and u.employee_id is distinct from e.employee_id)
      and not exists (select from terminal_deletion d where d.account_id = ${accountId} and d.device_id = ${deviceId} and d.time_id = t."timeId"
        and d.answered_at is null and d.employee_id is distinct from e.employee_id)
      and (exists (select from biometric_template k
        where k.account_id = ${accountId} and k.time_id = t."timeId" and k.kind = t.kind and k.slot = t.slot)
      or ((select count(*) from biometric_template k where k.account_id = ${accountId} and k.time_id = t."timeId") + of_person <= ${MAX_PER_PERSON}
        and (select count(*) from biometric_template k where k.account_id = ${accountId}) + of_all <= ${MAX_TEMPLATES}))
    on conflict (account_id, time_id, kind, slot) do update set sealed = excluded.sealed, received_at = excluded.received_at,
      employee_id = excluded.employee_id`);
}

const template = z.object({ timeId: z.string(), kind: z.string(), slot: z.string(), sealed: z.string() });
export const findTemplate = (tx: Db, accountId: string, templateId: string) =>
  tx.first(
    template,
    sql`select time_id as "timeId", kind, slot, sealed from biometric_template
        where account_id = ${accountId} and template_id = ${templateId} and may_hold_templates(account_id, employee_id)`,
  );

const person = z.object({ timeId: z.string(), name: z.string() });
const activePerson = (db: Db, { accountId }: Of, timeId: string, today: string, condition: Sql) =>
  db.first(
    person,
    sql`select e.time_id as "timeId", concat_ws(' ', e.first_name, e.last_name) as name from employee e
        where e.account_id = ${accountId} and e.time_id = ${timeId} and ${isActiveOn(today)} and ${condition}`,
  );

/** Returns the active employee with a PIN who may pass at this terminal. */
export const findPerson = (db: Db, of: Of, timeId: string, today: string) =>
  activePerson(db, of, timeId, today, mayKnow(of));

/** Returns the active employee with a PIN whose name this terminal gets with its commands too: one assigned to it. */
export const findAssigned = (db: Db, of: Of, timeId: string, today: string) =>
  activePerson(db, of, timeId, today, isAssignedTo(of));
