import type { QuarantineDecision } from '#contract/terminals.ts';
import { type QuarantineGroup, selectQuarantine, selectWaiting } from '../attendance/quarantine.sql.ts';
import { rejectQuarantine, releaseQuarantine } from '../attendance/quarantine.ts';
import { audit, by, type UserCall } from '../audit/audit.ts';
import type { Db } from '../db/db.ts';
import { createPace, inPieces, type Pace } from '../db/pace.ts';
import { conflict } from '../http/errors.ts';
import type { Services } from '../services.ts';
import { lockAccount } from '../tenant/account.ts';
import { decideNetwork, leaveNetwork, selectNetworks, takeUnread } from '../terminals/networks.sql.ts';
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

/**
 * Releases or refuses the quarantined records of an origin, and does the same with everything that comes from there from now on (security.md S-40,
 * S-42). Returns how many records that concerned. What the terminal sent meanwhile without being read is requested again. The decision is stored
 * first, together with the records of some people; those of the others follow in transactions of their own, each with its line in the trail, so that
 * nobody waits for thousands of records. If the server stops in between, the remaining records stay quarantined and are shown.
 */
export async function decideQuarantine({ db }: Services, of: Of, decision: QuarantineDecision, call: UserCall) {
  const pace = createPace({ first: 20, most: 5_000 });
  const { rest, ...begun } = await db.tx((tx) => beginDeciding(tx, of, decision, { call, pace }));
  let { records } = begun;
  for await (const people of inPieces(rest, pace))
    records += await db.tx(async (tx) => {
      await lockAccount(tx, of.accountId);
      return settle(tx, of, { ...begun, call, pace }, people);
    });
  return records;
}

type Deciding = { call: UserCall; pace: Pace };
type Begun = Pick<QuarantineDecision, 'decision'> & { decided: string; target: string | undefined };

/** Stores the decision and settles the first of the records; returns the remaining ones by person. */
async function beginDeciding(
  tx: Db,
  of: Of,
  { origin, decision, scope = 'network' }: QuarantineDecision,
  to: Deciding,
) {
  const device = await deviceOf(tx, of);
  await lockAccount(tx, of.accountId);
  const isOfTerminal = device.deviceType === 'ADMS' && isNetwork(origin);
  const groups = await selectQuarantine(tx, of);
  if (!isOfTerminal && !groups.some((group) => group.origin === origin))
    throw conflict('Nothing of it waits any more.');
  const decided = isOfTerminal && decision === 'accept' ? widened(origin, scope) : origin;
  const origins = groups
    .map((group: QuarantineGroup) => group.origin)
    .filter((each) => each === origin || (decision === 'accept' && covers(decided, each)));
  if (isOfTerminal) await decideAbout(tx, of, { origin, decided, decision }, to.call);
  const people = await selectWaiting(tx, of, origins);
  const begun: Begun = { decision, decided, target: device.serialNumber };
  const first = people.splice(0, to.pace.size);
  return { ...begun, records: await settle(tx, of, { ...begun, ...to }, first), rest: people };
}

/** Settles the records of some people and adds a line to the trail; returns how many. */
async function settle(tx: Db, of: Of, { decision, decided, target, call, pace }: Begun & Deciding, people: string[][]) {
  const settleQuarantine = decision === 'accept' ? releaseQuarantine : rejectQuarantine;
  const records = await pace.keep(() => settleQuarantine(tx, of, { ids: people.flat() }, call.now));
  await audit(tx, {
    ...by(call),
    accountId: of.accountId,
    action: 'device.quarantine',
    target,
    detail: `${decision} ${decided === ANYWHERE ? 'any network' : decided}: ${records} records`,
  });
  return records;
}

const widened = (origin: string, scope: 'network' | 'range' | 'anywhere'): string =>
  scope === 'anywhere' ? ANYWHERE : scope === 'range' ? (rangeOf(origin) ?? origin) : origin;

type Decided = { origin: string; decided: string; decision: 'accept' | 'reject' };

async function decideAbout(tx: Db, of: Of, { origin, decided, decision }: Decided, { caller, now }: UserCall) {
  const by = caller.fullName;
  if (decision === 'reject') {
    await decideNetwork(tx, of, { network: origin, status: 'rejected', by, now });
    await leaveNetwork(tx, of, origin);
    return;
  }
  // The network itself as well, because it may have been rejected earlier.
  for (const network of new Set([origin, decided]))
    await decideNetwork(tx, of, { network, status: 'accepted', by, now });
  const covered = (await selectNetworks(tx, of)).map(({ network }) => network).filter((each) => covers(decided, each));
  if ((await takeUnread(tx, of, covered)) && (await requestReload(tx, of)) === 'access')
    await queueCommands(tx, of, [{ kind: 'history' }], now);
  // The terminal was told less than its full options there.
  await askForHandshake(tx, of, now);
}
