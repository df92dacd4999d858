import { type Db, sql } from '#server/platform/db/db.ts';

type Link = { issuer: string; subject: string; userId: string; now: Date };
/** Links a person at a provider to a user. */
export const linkAt = (db: Db, { issuer, subject, userId, now }: Link) =>
  db.run(sql`
    insert into sign_on_link (issuer, subject, label, owner_account_id, user_id, linked_at, linked_by, is_mapped)
    select ${issuer}, ${subject}, ${subject}, account_id, user_id, ${now}, 'test', false from app_user where user_id = ${userId}`);
