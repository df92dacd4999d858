import { v7 as newId } from 'uuid';
import { type Db, sql } from '#server/platform/db/db.ts';
import { givenEmployer } from '#tests/support/factories.ts';
import { givenCrowd, givenHistory } from './crowd.ts';

/** An account and all its callers: a session for each dashboard, a serial number for each terminal. */
export type Farm = { accountId: string; people: number; tokens: string[]; serials: string[] };

export type FarmSize = { people: number; dashboards: number; terminals: number; stored: number };

/** Creates a farm of `people`, whose PINs are their numbers from 1; `stored` is the number of punches of the past. */
export async function givenFarm(db: Db, { people, dashboards, terminals, stored }: FarmSize): Promise<Farm> {
  const { accountId, token, serial } = await givenCrowd(db, people);
  const tokens = [token];
  while (tokens.length < dashboards) tokens.push((await givenEmployer(db, { accountId })).token);
  const serials = [serial];
  while (serials.length < terminals) {
    const [deviceId, name] = [newId(), `${serial}N${serials.length}`];
    await db.run(sql`insert into device (account_id, device_id, device_type, kind, description, serial_number, created_at)
      values (${accountId}, ${deviceId}, 'ADMS', 'adms', ${`Gate ${serials.length}`}, ${name}, now())`);
    await db.run(
      sql`insert into terminal_directory (serial_number, owner_account_id, device_id) values (${name}, ${accountId}, ${deviceId})`,
    );
    serials.push(name);
  }
  if (stored > 0) await givenHistory(db, accountId, stored);
  await db.run(sql`update session set created_at = now(), expires_at = now() + interval '24 hours'`);
  return { accountId, people, tokens: tokens.slice(0, dashboards), serials: serials.slice(0, terminals) };
}
