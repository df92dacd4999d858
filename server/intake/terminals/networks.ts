import { quarantineReason } from '#contract/attendance/quarantine.ts';
import { DEVICE_ONLINE_MS } from '#contract/platform/limits.ts';
import { msg } from '#contract/platform/words.ts';
import { countFrom, countWaiting } from '../../attendance/quarantine.sql.ts';
import { releaseQuarantine } from '../../attendance/quarantine.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { noteNetwork, takeUnread } from './networks.sql.ts';
import { noteContact, requestReload, type Terminal } from './terminals.sql.ts';

/**
 * How far a call is trusted by the network that it comes from, because serial numbers are printed on the case:
 * - `accepted`: the terminal's first network, or one that a user accepted. It may do everything.
 * - `moved`: another network, after the earlier ones have been silent for three minutes, as with a dynamic address or a new provider.
 *   Its punches count and it gets its options, but no names, no templates and no commands except CHECK, LOG and the time.
 * - `untrusted`: another network while an earlier one is in use. Its punches are quarantined, it gets its options and nothing else, and
 *   nothing that it sends has an effect.
 * - `rejected`: a user decided that this is not the terminal. It is answered like a terminal that is not enrolled.
 */
type NetworkTrust = 'accepted' | 'moved' | 'untrusted' | 'rejected';

/** Means every network, where a device changes its address often. */
export const ANYWHERE = '*';
/** The most quarantined punches of one untrusted network, and of a device in all: further ones stay on the terminal. */
const MAX_WAITING = { ofNetwork: 10_000, ofDevice: 20_000 };
/** Thrown for an upload when the quarantine is full: answered 403, so that the terminal keeps it. */
export class QuarantineFull extends Error {}

/** Throws QuarantineFull when the network or the device has reached its limit of quarantined punches. */
export async function checkQuarantine(tx: Db, of: Of, network: string) {
  const { ofNetwork, ofDevice } = await countWaiting(tx, of, network);
  if (ofNetwork >= MAX_WAITING.ofNetwork || ofDevice >= MAX_WAITING.ofDevice) throw new QuarantineFull();
}

/** Returns the wider range of a network: the /16 of a /24, the /48 of a /64; null for anything else. */
export function rangeOf(network: string): string | null {
  const v4 = /^(\d+\.\d+)\.\d+\.0\/24$/.exec(network);
  if (v4) return `${v4[1]}.0.0/16`;
  const v6 = /^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):[0-9a-f]+::\/64$/.exec(network);
  return v6 ? `${v6[1]}::/48` : null;
}

/** Returns whether a decision about `decided` (a network, a range, or anywhere) applies to `network`. */
export const covers = (decided: string, network: string): boolean =>
  decided === ANYWHERE || decided === network || decided === rangeOf(network);

/** Returns the source of quarantined records as it is shown: the network, its newest address, and the range that may be accepted with it. */
export const sourceOf = (origin: string, address: string | null) => ({
  origin,
  network: quarantineReason(origin) === 'network' ? origin : null,
  range: rangeOf(origin),
  address,
});

type Known = Pick<Terminal, 'network' | 'networks' | 'lastContact'>;
const acceptedFor = ({ networks }: Pick<Known, 'networks'>, from: string) =>
  networks.filter(({ network, status }) => status === 'accepted' && covers(network, from));

export function networkTrust(terminal: Known, from: string, now: Date): NetworkTrust {
  const { network, networks, lastContact } = terminal;
  if (networks.some((known) => known.network === from && known.status === 'rejected')) return 'rejected';
  if (acceptedFor(terminal, from).length > 0 || networks.length === 0) return 'accepted';
  if (network === from) return 'moved';
  return lastContact !== null && now.getTime() - lastContact.getTime() < DEVICE_ONLINE_MS ? 'untrusted' : 'moved';
}

/** Templates are sent where a person accepted the network; `anywhere` counts only with a secret path. */
export const mayHaveTemplates = (terminal: Known & Pick<Terminal, 'secretPathHash'>, from: string): boolean =>
  acceptedFor(terminal, from).some(
    ({ network, byPerson }) => byPerson && (network !== ANYWHERE || terminal.secretPathHash !== null),
  );

type Of = { accountId: string; deviceId: string };
type Call = { network: string; address: string };

/**
 * Records a trusted contact. If a terminal has moved, what it sent since its last contact was sent while no other network was in use: those punches
 * count now, and what was acknowledged unread is requested again.
 */
export async function noteBelievedContact(tx: Db, terminal: Terminal, call: Call, now: Date) {
  const hasMoved = terminal.network !== call.network;
  if (hasMoved && terminal.network !== null && (await countFrom(tx, terminal, call.network)) > 0) {
    const since = terminal.lastContact ?? new Date(0);
    await releaseQuarantine(tx, terminal, { origins: [call.network], receivedAfter: since }, now);
  }
  await noteContact(tx, terminal, call.network, now);
  await noteNetwork(tx, terminal, call, now);
  if (hasMoved && (await takeUnread(tx, terminal, [call.network]))) await requestReload(tx, terminal);
}

/** Adds a line to the trail: the terminal called from another network, or has moved. */
export async function auditNetwork(
  tx: Db,
  terminal: Terminal,
  { network, address }: Call,
  now: Date,
  trust: NetworkTrust,
) {
  const detail =
    trust === 'untrusted'
      ? msg('Calls from two networks at once ({network})', { network })
      : msg('Calls from another network ({network})', { network });
  const { accountId, serial } = terminal;
  await audit(tx, { accountId, at: now, actor: 'terminal', action: 'device.network', target: serial, address, detail });
}
