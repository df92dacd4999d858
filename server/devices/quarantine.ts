import type { NetworkDecision } from '#contract/terminals.ts';
import { selectQuarantine, selectWaiting } from '../attendance/quarantine.sql.ts';
import { rejectQuarantine, releaseQuarantine } from '../attendance/quarantine.ts';
import { audit, by, type UserCall } from '../audit/audit.ts';
import type { Db } from '../db/db.ts';
import { createPace, inPieces, type Pace } from '../db/pace.ts';
import { conflict, Refusal } from '../http/errors.ts';
import type { Services } from '../services.ts';
import { lockAccount } from '../tenant/account.ts';
import { leaveNetwork, saveDecision, selectNetworks, takeUnread } from '../terminals/networks.sql.ts';
import { ANYWHERE, covers, rangeOf, sourceOf } from '../terminals/networks.ts';
import { queueCommands } from '../terminals/queue.ts';
import { askForHandshake, requestReload } from '../terminals/terminals.sql.ts';
import { deviceOf, type Of } from './devices.ts';

const isNetwork = (origin: string) => origin === ANYWHERE || /^[0-9a-f.:]+\/\d+$/i.test(origin);

/** Returns a device's quarantined records by origin, and the networks it has called from. */
export async function quarantineOf(tx: Db, of: Of) {
  const networks = await selectNetworks(tx, of);
  const addresses = new Map(networks.map(({ network, address }) => [network, address]));
  const groups = await selectQuarantine(tx, of);
  return {
    networks,
    quarantine: groups.map((group) => ({ ...group, ...sourceOf(group.origin, addresses.get(group.origin) ?? null) })),
  };
}

type Decision = NetworkDecision['decision'];

/** Releases or refuses the quarantined records of an origin, except those of the caller's own employee. Returns how many. */
export const decideQuarantine = (
  services: Services,
  of: Of,
  { origin, decision }: { origin: string; decision: Decision },
  call: UserCall,
) =>
  decide(services, of, call, async (tx) => {
    await lockAccount(tx, of.accountId);
    if (!(await selectQuarantine(tx, of)).some((group) => group.origin === origin))
      throw conflict('Nothing of it waits any more.');
    const people = await selectWaiting(tx, of, [origin], call.caller.userId);
    if (people.length === 0) throw new Refusal('OWN_RECORD', 'You cannot correct your own day.');
    return { decision, detail: `${decision} records of ${origin}`, people };
  });

/**
 * Accepts or rejects a network that a terminal has called from, with the records that wait from there; the same applies to everything that comes from
 * there from now on (security.md S-40, S-42). What the terminal sent meanwhile without being read is requested again. Returns how many records that
 * concerned.
 */
export const decideNetwork = (services: Services, of: Of, asked: NetworkDecision, call: UserCall) =>
  decide(services, of, call, async (tx, { deviceType }) => {
    await lockAccount(tx, of.accountId);
    const { network, decision, scope = 'network' } = asked;
    const groups = await selectQuarantine(tx, of);
    const known = [
      ...groups.map(({ origin }) => origin),
      ...(await selectNetworks(tx, of)).map((each) => each.network),
    ];
    if (deviceType !== 'ADMS' || !isNetwork(network) || !known.includes(network))
      throw conflict('The device has never called from this network.');
    const decided = decision === 'accept' ? widened(network, scope) : network;
    await decideAbout(tx, of, { network, decided, decision }, call);
    const origins = groups
      .map(({ origin }) => origin)
      .filter((origin) => origin === network || (decision === 'accept' && covers(decided, origin)));
    const detail = `${decision} ${decided === ANYWHERE ? 'any network' : decided}`;
    return { decision, detail, people: await selectWaiting(tx, of, origins, call.caller.userId) };
  });

type Begun = { decision: Decision; detail: string; people: string[][] };
type Begin = (tx: Db, device: { deviceType: string }) => Promise<Begun>;

/**
 * The decision is stored first, together with the records of some people; those of the others follow in transactions of their own, each with its line
 * in the trail, so that nobody waits for thousands of records. If the server stops in between, the remaining records stay quarantined and are shown.
 */
async function decide({ db }: Services, of: Of, call: UserCall, begin: Begin): Promise<number> {
  const pace = createPace({ first: 20, most: 5_000 });
  const { rest, settling, ...first } = await db.tx(async (tx) => {
    const device = await deviceOf(tx, of);
    const { people, ...begun } = await begin(tx, device);
    const settling = { ...begun, target: device.serialNumber, call, pace };
    return { settling, records: await settle(tx, of, settling, people.splice(0, pace.size)), rest: people };
  });
  let { records } = first;
  for await (const people of inPieces(rest, pace))
    records += await db.tx(async (tx) => {
      await lockAccount(tx, of.accountId);
      return settle(tx, of, settling, people);
    });
  return records;
}

type Settling = Omit<Begun, 'people'> & { target: string | undefined; call: UserCall; pace: Pace };

/** Settles the records of some people and adds a line to the trail; returns how many. */
async function settle(tx: Db, of: Of, { decision, detail, target, call, pace }: Settling, people: string[][]) {
  const settleQuarantine = decision === 'accept' ? releaseQuarantine : rejectQuarantine;
  const records = await pace.keep(() => settleQuarantine(tx, of, { ids: people.flat() }, call.now));
  await audit(tx, {
    ...by(call),
    accountId: of.accountId,
    action: 'device.quarantine',
    target,
    detail: `${detail}: ${records} records`,
  });
  return records;
}

const widened = (origin: string, scope: 'network' | 'range' | 'anywhere'): string =>
  scope === 'anywhere' ? ANYWHERE : scope === 'range' ? (rangeOf(origin) ?? origin) : origin;

type Decided = { network: string; decided: string; decision: Decision };

async function decideAbout(tx: Db, of: Of, { network, decided, decision }: Decided, { caller, now }: UserCall) {
  const by = caller.fullName;
  if (decision === 'reject') {
    await saveDecision(tx, of, { network, status: 'rejected', by, now });
    await leaveNetwork(tx, of, network);
    return;
  }
  // The network itself as well, because it may have been rejected earlier.
  for (const accepted of new Set([network, decided]))
    await saveDecision(tx, of, { network: accepted, status: 'accepted', by, now });
  const covered = (await selectNetworks(tx, of)).map((each) => each.network).filter((each) => covers(decided, each));
  if ((await takeUnread(tx, of, covered)) && (await requestReload(tx, of)) === 'access')
    await queueCommands(tx, of, [{ kind: 'history' }], now);
  // The terminal was told less than its full options there.
  await askForHandshake(tx, of, now);
}
