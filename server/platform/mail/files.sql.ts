import { z } from 'zod';
import { type Db, sql } from '../db/db.ts';

/** The files attached to the mails of alerts' deliveries: one for all mails of a delivery. */
type NewFile = { deliveryId: string; accountId: string; name: string; content: Buffer; now: Date };

export const insertMailFile = (tx: Db, { deliveryId, accountId, name, content, now }: NewFile) =>
  tx.run(sql`insert into mail_file (delivery_id, owner_account_id, name, content, created_at)
    values (${deliveryId}, ${accountId}, ${name}, ${content}, ${now})`);

const mailFile = z.object({ name: z.string(), content: z.instanceof(Buffer) });
export const findMailFile = (db: Db, deliveryId: string) =>
  db.first(mailFile, sql`select name, content from mail_file where delivery_id = ${deliveryId}`);

/** Deletes the files of which every mail was sent or given up. */
export const deleteUsedMailFiles = (db: Db) =>
  db.run(sql`delete from mail_file f
    where not exists (select from mail m where m.delivery_id = f.delivery_id and m.status in ('queued', 'sending'))`);
