import { DEVICE_ONLINE_MS } from '#contract/limits.ts';
import { countFrom, countWaiting } from '../attendance/quarantine.sql.ts';
import { releaseQuarantine } from '../attendance/quarantine.ts';
import { audit } from '../audit/audit.ts';
import type { Db } from '../db/db.ts';
import { noteNetwork, takeUnread } from './networks.sql.ts';
import { noteContact, requestReload, type Terminal } from './terminals.sql.ts';

/**
 * How far a call is believed by the network it comes from (S-40, S-42). A serial number is printed on the case, so:
 * - `accepted`: the first network of all, or one that somebody accepted. Everything.
 * - `moved`: another network, while the earlier ones have been silent for three minutes: a dynamic line, a new provider. Its punches count
 *   and it gets its options; no names, no templates, no commands but CHECK, LOG and the time.
 * - `untrusted`: another network at the same time. Its punches are quarantined; it gets its options and nothing else, and nothing that it
 *   says acts.
 * - `rejected`: somebody decided that this is not the terminal. It is answered like a terminal that nobody has enrolled.
 */
type NetworkTrust = 'accepted' | 'moved' | 'untrusted' | 'rejected';

/** Stands for every network, where a device changes its address often. */
export const ANYWHERE = '*';
/** Punches that may wait, of one untrusted network and of all of a device: what is more stays on the terminal. */
const MAX_WAITING = { ofNetwork: 10_000, ofDevice: 20_000 };
/** Thrown for an upload that finds as many waiting as may: 403, so that the terminal keeps it. */
export class QuarantineFull extends Error {}

/** Throws QuarantineFull when as many punches of the network, or of the device, wait as may. */
export async function checkQuarantine(tx: Db, of: Of, network: string) {
  const { ofNetwork, ofDevice } = await countWaiting(tx, of, network);
  if (ofNetwork >= MAX_WAITING.ofNetwork || ofDevice >= MAX_WAITING.ofDevice) throw new QuarantineFull();
}

/** Returns the wider range of a network: the /16 of a /24, the /48 of a /64; null for what is neither. */
export function rangeOf(network: string): string | null {
  const v4 = /^(\d+\.\d+)\.\d+\.0\/24$/.exec(network);
  if (v4) return `${v4[1]}.0.0/16`;
  const v6 = /^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):[0-9a-f]+::\/64$/.exec(network);
  return v6 ? `${v6[1]}::/48` : null;
}

/** Returns whether a decision about `decided` (a network, a range, anywhere) is one about `network`. */
export const covers = (decided: string, network: string): boolean =>
  decided === ANYWHERE || decided === network || decided === rangeOf(network);

/** Returns where quarantined records came from as it is shown: the network, what may be accepted with it, its newest address. */
export const sourceOf = (origin: string, address: string | null) => ({
  origin,
  network: origin === 'age' ? null : origin,
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

/** Templates go where a person accepted the network; `anywhere` is one only with a secret path. */
export const mayHaveTemplates = (terminal: Known & Pick<Terminal, 'secretPathHash'>, from: string): boolean =>
  acceptedFor(terminal, from).some(
    ({ network, byPerson }) => byPerson && (network !== ANYWHERE || terminal.secretPathHash !== null),
  );

type Of = { accountId: string; deviceId: string };
type Call = { network: string; address: string };

/**
 * The terminal is there. One that has moved brought what it sent since its last contact while nobody else was it: that counts now, and what
 * was acknowledged unread comes again.
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

/** A line in the trail: the terminal was seen elsewhere, or has moved. */
export async function auditNetwork(
  tx: Db,
  terminal: Terminal,
  { network, address }: Call,
  now: Date,
  trust: NetworkTrust,
) {
  const detail =
    trust === 'untrusted' ? `Calls from two networks at once (${network})` : `Calls from another network (${network})`;
  const { accountId, serial } = terminal;
  await audit(tx, { accountId, at: now, actor: 'terminal', action: 'device.network', target: serial, address, detail });
}
