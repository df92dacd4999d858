import { z } from 'zod';
import { type Db, sql } from '../db/db.ts';

type Of = { accountId: string; deviceId: string };
const ofDevice = ({ accountId, deviceId }: Of) => sql`account_id = ${accountId} and device_id = ${deviceId}`;

/** Networks of a terminal that nobody has decided about; more than this, the oldest are forgotten. */
const MAX_SEEN = 50;

type Call = { network: string; address: string };

/** Notes a call from a network: the first one of all is accepted, any other is seen and waits for a decision. */
export const noteNetwork = async (tx: Db, of: Of, { network, address }: Call, now: Date) => {
  await tx.run(sql`
    insert into terminal_network (account_id, device_id, network, status, address, first_seen, last_seen)
    select ${of.accountId}, ${of.deviceId}, ${network},
      case when exists (select from terminal_network where ${ofDevice(of)}) then 'seen' else 'accepted' end, ${address}, ${now}, ${now}
    on conflict (account_id, device_id, network) do update set address = excluded.address,
      last_seen = greatest(terminal_network.last_seen, excluded.last_seen)`);
  await tx.run(sql`
    delete from terminal_network where ${ofDevice(of)} and status = 'seen' and network in (
      select network from terminal_network where ${ofDevice(of)} and status = 'seen'
      order by last_seen desc, network offset ${MAX_SEEN})`);
};

/** Something of a network that nobody accepted was acknowledged unread. */
export const noteUnread = (tx: Db, of: Of, network: string) =>
  tx.run(sql`update terminal_network set has_unread = true where ${ofDevice(of)} and network = ${network}`);

/** Takes the marks of what was acknowledged unread away; returns whether there was one. */
export const takeUnread = async (tx: Db, of: Of, networks: readonly string[]): Promise<boolean> =>
  (await tx.run(sql`
    update terminal_network set has_unread = false
    where ${ofDevice(of)} and has_unread and network = any(${[...networks]}::text[])`)) > 0;

const network = z.object({
  network: z.string(),
  status: z.enum(['seen', 'accepted', 'rejected']),
  address: z.string().nullable(),
  firstSeen: z.iso.datetime(),
  lastSeen: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  decidedBy: z.string().nullable(),
});
export const selectNetworks = (db: Db, of: Of) =>
  db.rows(
    network,
    sql`select network, status, address, first_seen as "firstSeen", last_seen as "lastSeen", decided_at as "decidedAt",
          decided_by as "decidedBy"
        from terminal_network where ${ofDevice(of)} order by last_seen desc, network limit 200`,
  );

type Decision = { network: string; status: 'accepted' | 'rejected'; by: string; now: Date };

/** Stores the decision about a network or range; it holds until the next one. */
export const decideNetwork = (tx: Db, of: Of, { network, status, by, now }: Decision) =>
  tx.run(sql`
    insert into terminal_network (account_id, device_id, network, status, first_seen, last_seen, decided_at, decided_by)
    values (${of.accountId}, ${of.deviceId}, ${network}, ${status}, ${now}, ${now}, ${now}, ${by})
    on conflict (account_id, device_id, network) do update
      set status = excluded.status, decided_at = excluded.decided_at, decided_by = excluded.decided_by`);

/** Forgets every network, so that the terminal's next call is its first. */
export async function forgetNetworks(tx: Db, of: Of) {
  await tx.run(sql`delete from terminal_network where ${ofDevice(of)}`);
  await tx.run(sql`update device set network = null where ${ofDevice(of)}`);
}

/** A rejected network is no terminal's: another one is to be heard at once. */
export const leaveNetwork = (tx: Db, of: Of, network: string) =>
  tx.run(sql`update device set network = null where ${ofDevice(of)} and network = ${network}`);

/**
 * The terminal of a serial number was told less than its options: it is asked to come again (CHECK) at the next poll that is believed.
 * System path: its account may be inactive. Written at most twice a minute.
 */
export const noteNeutralBlock = (db: Db, serial: string, now: Date) =>
  db.run(sql`
    update device d set time_zone_sent = null, neutral_block_at = ${now} from terminal_directory t
    where t.serial_number = ${serial} and d.account_id = t.owner_account_id and d.device_id = t.device_id
      and (d.time_zone_sent is not null or d.neutral_block_at is null or d.neutral_block_at <= ${now}::timestamptz - interval '30 seconds')`);
