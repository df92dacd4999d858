import type { DeliveredRecords } from '#contract/intake/sync.ts';
import { storeDeliveries } from '../../attendance/deliveries.ts';
import { storeActs } from '../../attendance/ownDays/acts.ts';
import { storeSamples } from '../../attendance/samples.ts';
import { storeRecords } from '../../attendance/store.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Services } from '../../platform/services.ts';
import { lockAccount } from '../../platform/tenant/account.ts';
import { type NewPeople, waiting } from './newPeople.ts';
import {
  checkClockRecords,
  checkDeliveries,
  checkOwnDayActs,
  checkPiecework,
  checkSamples,
  checkTeamEntries,
  refused,
  type Sender,
} from './records.ts';
import { storeTeamEntries } from './teams.ts';

type Of = { accountId: string; deviceId: string };
type How = Pick<Services, 'secrets' | 'clock'> & {
  sender: Sender;
  named: NewPeople;
  /** Called once the account's row is locked and punches and entries are stored: nothing else is locked before. */
  afterwards?: () => Promise<void>;
};

/** Stores the records of a device, of all kinds, each by itself: one bad record never fails the others. */
export async function storeDelivered(
  tx: Db,
  of: Of,
  sent: DeliveredRecords,
  { secrets, clock, sender, named, afterwards }: How,
) {
  const { accountId } = of;
  const punches = checkClockRecords(sent.clockRecords ?? [], sender);
  const piecework = checkPiecework(sent.pieceworkEntries ?? [], sender);
  const acts = checkOwnDayActs(sent.ownDayActs ?? [], sender);
  const delivered = checkDeliveries(sent.deliveries ?? [], sender);
  const sampled = checkSamples(sent.samples ?? [], sender);
  const shared = checkTeamEntries(sent.teamEntries ?? [], sender);
  if ([acts, delivered, sampled, shared].some(({ good }) => good.length > 0)) await lockAccount(tx, accountId);
  const stored = await storeRecords(tx, {
    accountId,
    receivedAt: () => clock.now(),
    clockRecords: waiting(punches.good, named),
    pieceworkEntries: piecework.good,
  });
  await afterwards?.();
  const all = [
    { ...punches, outcomes: stored.clockRecords },
    { ...piecework, outcomes: stored.pieceworkEntries },
    { ...acts, outcomes: await storeActs(tx, { ...of, secrets }, acts.good, clock.now()) },
    { ...delivered, outcomes: await storeDeliveries(tx, accountId, delivered.good, clock.now()) },
    { ...sampled, outcomes: await storeSamples(tx, accountId, sampled.good, clock.now()) },
    { ...shared, outcomes: await storeTeamEntries(tx, accountId, shared.good, clock.now()) },
  ];
  const outcomes = all.flatMap((kind) => kind.outcomes);
  return {
    accepted: outcomes.filter((outcome) => outcome === 'accepted').length,
    duplicates: outcomes.filter((outcome) => outcome === 'duplicate').length,
    rejected: [...all.flatMap((kind) => kind.rejected), ...all.flatMap((kind) => refused(kind.good, kind.outcomes))],
    hasActs: acts.good.length > 0,
  };
}
