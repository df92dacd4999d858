import { type Db, sql } from '../db/db.ts';

const MAX_SIGHTINGS = 1_000;

/**
 * A terminal nobody enrolled called in (S-41): one row each, written at most once a minute (and when it names its model), a thousand in all.
 * One that is enrolled and not served, because its account is inactive, is none of them.
 */
export async function noteSighting(db: Db, seen: { serial: string; model: string | null; address: string }, now: Date) {
  const written = await db.run(sql`
    insert into terminal_sighting (serial_number, model, address, first_seen, last_seen, attempts)
    select ${seen.serial}, ${seen.model}, ${seen.address}, ${now}::timestamptz, ${now}::timestamptz, 1
    where not exists (select 1 from terminal_directory where serial_number = ${seen.serial})
    on conflict (serial_number) do update set last_seen = excluded.last_seen, address = excluded.address,
      model = coalesce(excluded.model, terminal_sighting.model), attempts = terminal_sighting.attempts + 1
    where terminal_sighting.last_seen <= excluded.last_seen - interval '1 minute'
      or (terminal_sighting.model is null and excluded.model is not null)`);
  if (written === 0) return;
  // Who called once makes room before who keeps calling.
  await db.run(sql`
    delete from terminal_sighting where serial_number in (
      select serial_number from terminal_sighting order by least(attempts, 2) desc, last_seen desc, serial_number
      offset ${MAX_SIGHTINGS})`);
}
