import { z } from 'zod';
import { type PayProfile, payLayout, payProfile, paySettings } from '#contract/money/payFiles.ts';
import { type Db, sql } from '../../platform/db/db.ts';

const columns = sql`pay_profile_id as "_id", version, name, layout, settings`;
/** A profile whose layout this version of the application has. */
const known = payProfile.extend({ layout: payLayout, settings: paySettings });

export const selectProfiles = (tx: Db, accountId: string) =>
  tx.rows(
    known,
    sql`select ${columns} from pay_profile where account_id = ${accountId} and deleted_at is null order by lower(name), pay_profile_id`,
  );
export const selectProfile = (tx: Db, accountId: string, profileId: string) =>
  tx.first(
    known,
    sql`select ${columns} from pay_profile where account_id = ${accountId} and pay_profile_id = ${profileId} and deleted_at is null`,
  );
export const upsertProfile = (tx: Db, accountId: string, { _id, version, name, layout, settings }: PayProfile) =>
  tx.run(sql`insert into pay_profile (account_id, pay_profile_id, version, name, layout, settings)
    values (${accountId}, ${_id}, ${version}, ${name}, ${layout}, ${JSON.stringify(settings)}::jsonb)
    on conflict (account_id, pay_profile_id) do update set version = excluded.version, name = excluded.name, layout = excluded.layout,
      settings = excluded.settings`);
/** Marks a profile as deleted. */
export const deleteProfile = (tx: Db, accountId: string, profileId: string, now: Date) =>
  tx.run(
    sql`update pay_profile set deleted_at = ${now} where account_id = ${accountId} and pay_profile_id = ${profileId}`,
  );
export const readProfileCount = async (tx: Db, accountId: string) =>
  (
    await tx.single(
      z.object({ count: z.int() }),
      sql`select count(*)::int as count from pay_profile where account_id = ${accountId} and deleted_at is null`,
    )
  ).count;
