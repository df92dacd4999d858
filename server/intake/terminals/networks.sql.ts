import { z } from 'zod';
import { type Db, sql } from '../../platform/db/db.ts';

type Of = { accountId: string; deviceId: string };
const ofDevice = ({ accountId, deviceId }: Of) => sql`account_id = ${accountId} and device_id = ${deviceId}`;

/** The most networks of a terminal that are stored undecided; the oldest ones beyond are deleted. */
const MAX_SEEN = 50;

type Call = { network: string; address: string };

/** Records a call from a network: the terminal's first network is accepted, any other waits for a decision. */
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

/** Records that something from a network that nobody accepted was acknowledged without being read. */
export const noteUnread = (tx: Db, of: Of, network: string) =>
  tx.run(sql`update terminal_network set has_unread = true where ${ofDevice(of)} and network = ${network}`);

/** Clears the marks of what was acknowledged without being read; returns whether there was one. */
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

/** Stores the decision about a network or range; it is valid until the next one. */
export const saveDecision = (tx: Db, of: Of, { network, status, by, now }: Decision) =>
  tx.run(sql`
    insert into terminal_network (account_id, device_id, network, status, first_seen, last_seen, decided_at, decided_by)
    values (${of.accountId}, ${of.deviceId}, ${network}, ${status}, ${now}, ${now}, ${now}, ${by})
    on conflict (account_id, device_id, network) do update
      set status = excluded.status, decided_at = excluded.decided_at, decided_by = excluded.decided_by`);

/** Deletes all networks, so that the terminal's next call counts as its first. */
export async function forgetNetworks(tx: Db, of: Of) {
  await tx.run(sql`delete from terminal_network where ${ofDevice(of)}`);
  await tx.run(sql`update device set network = null where ${ofDevice(of)}`);
}

/** Clears a rejected network as the terminal's present one, so that another can replace it at once. */
export const leaveNetwork = (tx: Db, of: Of, network: string) =>
  tx.run(sql`update device set network = null where ${ofDevice(of)} and network = ${network}`);
