import { eventCodeOf } from '#contract/attendance/quarantine.ts';
import type { NetworkDecision } from '#contract/intake/terminals.ts';
import { type Message, msg, words } from '#contract/platform/words.ts';
import { withAfterwards } from '../../attendance/afterwards.ts';
import { selectQuarantine } from '../../attendance/quarantine.sql.ts';
import { rejectQuarantine, releaseQuarantine } from '../../attendance/quarantine.ts';
import { audit, by, type UserCall } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, Refusal } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { lockAccount } from '../../platform/tenant/account.ts';
import { askForHandshake } from '../terminals/dialects/adms/adms.sql.ts';
import { queueCommands } from '../terminals/dialects/adms/queue.ts';
import { loseRejected } from '../terminals/lostEvents.ts';
import { leaveNetwork, saveDecision, selectNetworks, takeUnread } from '../terminals/networks.sql.ts';
import { ANYWHERE, covers, rangeOf, sourceOf } from '../terminals/networks.ts';
import { requestReload, saveEventKind } from '../terminals/terminals.sql.ts';
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
  decide(services, of, call, async (tx, _device, settle) => {
    if (!(await selectQuarantine(tx, of)).some((group) => group.origin === origin))
      throw conflict(words('Nothing of it waits any more.'));
    if (decision === 'reject' && isNetwork(origin)) await loseRejected(tx, of, call.now);
    // Of events with a code the decision holds for those to come, too.
    const code = eventCodeOf(origin);
    if (code !== undefined) await saveEventKind(tx, of, code, decision === 'accept');
    const records = await settle({
      decision,
      detail: (count) =>
        msg(
          '{decision, select, accept {accept} other {reject}} records of {origin}: {count, plural, one {# record} other {# records}}',
          {
            ...{ decision, origin, count },
          },
        ),
      origins: [origin],
    });
    if (records === 0) throw new Refusal('OWN_RECORD', words('You cannot correct your own day.'));
    return records;
  });

/**
 * Accepts or rejects a network that a terminal has called from, with the records that wait from there; the same applies to everything that comes from
 * there from now on. What the terminal sent meanwhile without being read is requested again. Returns how many records that
 * concerned.
 */
export const decideNetwork = (services: Services, of: Of, asked: NetworkDecision, call: UserCall) =>
  decide(services, of, call, async (tx, { deviceType }, settle) => {
    const { network, decision, scope = 'network' } = asked;
    const groups = await selectQuarantine(tx, of);
    const known = [
      ...groups.map(({ origin }) => origin),
      ...(await selectNetworks(tx, of)).map((each) => each.network),
    ];
    if (deviceType !== 'ADMS' || !isNetwork(network) || !known.includes(network))
      throw conflict(words('The device has never called from this network.'));
    const decided = decision === 'accept' ? widened(network, scope) : network;
    await decideAbout(tx, of, { network, decided, decision }, call);
    const origins = groups
      .map(({ origin }) => origin)
      .filter((origin) => origin === network || (decision === 'accept' && covers(decided, origin)));
    const detail = (count: number) =>
      decided === ANYWHERE
        ? msg(
            '{decision, select, accept {accept} other {reject}} any network: {count, plural, one {# record} other {# records}}',
            { decision, count },
          )
        : msg(
            '{decision, select, accept {accept} other {reject}} {network}: {count, plural, one {# record} other {# records}}',
            {
              ...{ decision, network: decided, count },
            },
          );
    return settle({ decision, detail, origins });
  });

type Settling = { decision: Decision; detail: (records: number) => Message; origins: readonly string[] };
type Decide = (
  tx: Db,
  device: { deviceType: string },
  /** Settles the waiting records of some origins and adds a line to the trail; returns how many they were. */
  settle: (settling: Settling) => Promise<number>,
) => Promise<number>;

/** Decides in one transaction under the account's lock; the days of many employees are derived afterwards. */
const decide = (services: Services, of: Of, call: UserCall, decideWithin: Decide): Promise<number> =>
  withAfterwards(services, (deferring) =>
    services.db.tx(async (tx) => {
      const device = await deviceOf(tx, of);
      await lockAccount(tx, of.accountId);
      return decideWithin(tx, device, async ({ decision, detail, origins }) => {
        const which = { origins, exceptUser: call.caller.userId };
        const records =
          decision === 'accept'
            ? await releaseQuarantine(tx, of, which, call.now, deferring)
            : await rejectQuarantine(tx, of, which, call.now);
        await audit(tx, {
          ...by(call),
          accountId: of.accountId,
          action: 'device.quarantine',
          target: device.serialNumber,
          detail: detail(records),
        });
        return records;
      });
    }),
  );

const widened = (origin: string, scope: 'network' | 'range' | 'anywhere'): string =>
  scope === 'anywhere' ? ANYWHERE : scope === 'range' ? (rangeOf(origin) ?? origin) : origin;

type Decided = { network: string; decided: string; decision: Decision };

async function decideAbout(tx: Db, of: Of, { network, decided, decision }: Decided, { caller, now }: UserCall) {
  const by = caller.fullName;
  if (decision === 'reject') {
    await saveDecision(tx, of, { network, status: 'rejected', by, now });
    await leaveNetwork(tx, of, network);
    await loseRejected(tx, of, now);
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
