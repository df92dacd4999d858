import { type Db, sql } from '../../../../platform/db/db.ts';

const MAX_SIGHTINGS = 1_000;
const MAX_OF_NETWORK = 50;

type Seen = { serial: string; model: string | null; address: string; network: string };

/**
 * Records that a terminal that nobody enrolled has called: one row per serial number, written at most once a minute (and when it reports its
 * model), deleted after a day. A network has fifty rows at most, and of more than a thousand in all, rows of the networks with the most are deleted,
 * so that a new terminal is always listed. A terminal that is enrolled but not served, because its account is inactive, is not recorded.
 */
export async function noteSighting(db: Db, { serial, model, address, network }: Seen, now: Date) {
  const written = await db.run(sql`
    insert into terminal_sighting (serial_number, model, address, network, first_seen, last_seen, attempts)
    select ${serial}, ${model}, ${address}, ${network}, ${now}::timestamptz, ${now}::timestamptz, 1
    where not exists (select 1 from terminal_directory where serial_number = ${serial})
    on conflict (serial_number) do update set last_seen = excluded.last_seen, address = excluded.address, network = excluded.network,
      model = coalesce(excluded.model, terminal_sighting.model), attempts = terminal_sighting.attempts + 1
    where terminal_sighting.last_seen <= excluded.last_seen - interval '1 minute'
      or (terminal_sighting.model is null and excluded.model is not null)`);
  if (written === 0) return;
  await db.run(sql`
    with ranked as (
      select serial_number, last_seen, row_number() over (partition by network order by last_seen desc, serial_number <> ${serial}) as n
      from terminal_sighting)
    delete from terminal_sighting where serial_number in (
      select serial_number from ranked where n > ${MAX_OF_NETWORK} or last_seen <= ${now}::timestamptz - interval '1 day'
      union all
      (select serial_number from ranked order by n, last_seen desc, serial_number <> ${serial} offset ${MAX_SIGHTINGS}))`);
}
