import { DEVICE_ONLINE_MS } from '#contract/limits.ts';
import { audit } from '../audit/audit.ts';
import type { Db } from '../db/db.ts';
import type { TerminalRequest } from './request.ts';
import { noteSecondNetwork, saveAlarms, type Terminal } from './terminals.sql.ts';

/**
 * A serial number is printed on the case. Whoever uses it from a second network while the terminal is in contact from its own may be
 * somebody else: their punches are quarantined, and they are given and may change nothing (security.md S-40, S-42). A terminal that has moved is
 * believed once its earlier network has been silent for three minutes, one with two lines to the internet once its punches are accepted.
 */
export function isFromUntrustedNetwork(
  { network, otherNetworks, lastContact }: Pick<Terminal, 'network' | 'otherNetworks' | 'lastContact'>,
  from: string,
  now: Date,
): boolean {
  if (network === null || network === from || otherNetworks.includes(from)) return false;
  return lastContact !== null && now.getTime() - lastContact.getTime() < DEVICE_ONLINE_MS;
}

/** All that is taken from there: punches. The rest a terminal keeps and brings again. */
export function bringsPunches({ endpoint, params }: TerminalRequest, hasBody: boolean): boolean {
  const table = params.get('table') ?? (params.has('stamp') ? 'attlog' : '');
  return endpoint === 'cdata' && hasBody && /^(attlog|rtlog)$/i.test(table);
}

/** A line in the device's alarms and in the trail: it was seen elsewhere, or has moved. */
export async function noteOtherNetwork(
  tx: Db,
  terminal: Terminal,
  { network, address, now, isUntrusted }: { network: string; address: string; now: Date; isUntrusted: boolean },
) {
  const text = isUntrusted ? `Calls from two networks at once (${network})` : `Calls from another network (${network})`;
  if (isUntrusted) await noteSecondNetwork(tx, terminal, network);
  await saveAlarms(tx, terminal, [{ at: now.toISOString(), op: 0, text }]);
  const { accountId, serial } = terminal;
  await audit(tx, {
    accountId,
    at: now,
    actor: 'terminal',
    action: 'device.network',
    target: serial,
    address,
    detail: text,
  });
}
