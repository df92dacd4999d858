import type { z } from 'zod';
import { recordsOf, type syncDevice } from '#contract/intake/sync.ts';
import { words } from '#contract/platform/words.ts';
import { storeDeliveries } from '../../attendance/deliveries.ts';
import { changedSinceAgreed, storeActs } from '../../attendance/ownDays/acts.ts';
import { openPin, toldCheck } from '../../attendance/ownDays/pin.ts';
import { storeSamples } from '../../attendance/samples.ts';
import { storeRecords } from '../../attendance/store.ts';
import { selectContainerKinds } from '../../masterData/containerKinds.sql.ts';
import type { DeviceCaller } from '../../platform/http/callers.ts';
import { Refusal } from '../../platform/http/errors.ts';
import { saveRejects } from '../../platform/rejects/rejects.sql.ts';
import { rejectedLine } from '../../platform/rejects/rejects.ts';
import type { Services } from '../../platform/services.ts';
import { lockAccount } from '../../platform/tenant/account.ts';
import { localDateOf, zoneOf } from '../../platform/zone.ts';
import { plansFor } from '../workPlans/workPlans.ts';
import { selectContainers } from './containers.sql.ts';
import { isAhead, readCursor, toldAt, writeCursor } from './cursor.ts';
import { readNewPeople, saveNewPeople, waiting } from './newPeople.ts';
import { resendFrom, selectCaptors, selectNames } from './recorder.sql.ts';
import {
  capturedBy,
  checkClockRecords,
  checkDeliveries,
  checkOwnDayActs,
  checkPiecework,
  checkSamples,
  refused,
} from './records.ts';
import { noteSequences, sequencesOf } from './sequence.ts';
import {
  changedEmployees,
  changedLookups,
  clearSyncRequest,
  findSequence,
  lockActivated,
  noteContact,
  refreshPeople,
  saveSequence,
} from './sync.sql.ts';

type Body = z.output<typeof syncDevice.body>;
type Answer = z.input<typeof syncDevice.response>;

/** The largest drift that is stored, because of the column's type; beyond it a clock is simply wrong. */
const MAX_DRIFT_MS = 2_000_000_000;
/** Records that say nothing of their time, from a device whose clock is further off than this, are listed as 'Time not verified'. */
const WRONG_CLOCK_MS = 5 * 60_000;

/**
 * Carries out one delivery of a V2 device in one transaction: records that are answered as accepted are stored by then. Returns what changed since
 * the device's cursor. Throws SESSION_EXPIRED when the device was deleted or got a new code meanwhile.
 */
export function syncV2(
  { db, secrets, clock }: Pick<Services, 'db' | 'secrets' | 'clock'>,
  caller: DeviceCaller,
  body: Body,
  now: Date,
): Promise<Answer> {
  const { accountId, deviceId } = caller;
  const records = recordsOf(body);
  const sequences = sequencesOf(records);
  const drift = Date.parse(body.sentAt) - now.getTime();
  return db.tenant(
    accountId,
    async (tx) => {
      const captors = await selectCaptors(tx, accountId, capturedBy(records));
      const sender = { deviceId, captors, doubt: Math.abs(drift) > WRONG_CLOCK_MS ? 'unsaid' : 'none' } as const;
      const named = await readNewPeople(tx, caller, body.newPeople ?? [], now);
      const punches = checkClockRecords(body.clockRecords ?? [], sender);
      const piecework = checkPiecework(body.pieceworkEntries ?? [], sender);
      const acts = checkOwnDayActs(body.ownDayActs ?? [], sender);
      const delivered = checkDeliveries(body.deliveries ?? [], sender);
      const sampled = checkSamples(body.samples ?? [], sender);
      // Storing locks the account's row; nothing else is locked before.
      if (acts.good.length + delivered.good.length + sampled.good.length > 0) await lockAccount(tx, accountId);
      const stored = await storeRecords(tx, {
        accountId,
        receivedAt: () => clock.now(),
        clockRecords: waiting(punches.good, named),
        pieceworkEntries: piecework.good,
      });
      if (!(await lockActivated(tx, caller)))
        throw new Refusal('SESSION_EXPIRED', words('This device was removed or is to be activated again.'));
      const ofActs = await storeActs(tx, { ...caller, secrets }, acts.good, clock.now());
      const ofDeliveries = await storeDeliveries(tx, accountId, delivered.good, clock.now());
      const ofSamples = await storeSamples(tx, accountId, sampled.good, clock.now());
      await saveNewPeople(tx, caller, named, now);
      if (sequences) await saveSequence(tx, caller, noteSequences(await findSequence(tx, caller), sequences));
      const rejected = [
        ...punches.rejected,
        ...piecework.rejected,
        ...acts.rejected,
        ...delivered.rejected,
        ...sampled.rejected,
        ...refused(punches.good, stored.clockRecords),
        ...refused(piecework.good, stored.pieceworkEntries),
        ...refused(acts.good, ofActs),
        ...refused(delivered.good, ofDeliveries),
        ...refused(sampled.good, ofSamples),
      ];
      await saveRejects(
        tx,
        caller,
        [...rejected, ...named.unread].map(({ reason, raw }) => rejectedLine({ reason, raw })),
        now,
      );
      await noteContact(
        tx,
        caller,
        {
          info: body.deviceInfo ?? {},
          driftMs: Math.abs(drift) < MAX_DRIFT_MS ? drift : null,
          isFetch: records.length === 0,
        },
        now,
      );
      await clearSyncRequest(tx, caller, now);
      const today = localDateOf(zoneOf(caller.timeZone), now.getTime());
      const current = await refreshPeople(tx, caller, today, now);
      const since = readCursor(body.cursor, current);
      const { hasContainers, defects, ...names } = await selectNames(tx, caller);
      const kinds = hasContainers ? await selectContainerKinds(tx, accountId) : [];
      const resend = await resendFrom(tx, caller, isAhead(body.cursor, current), now);
      const outcomes = [...stored.clockRecords, ...stored.pieceworkEntries, ...ofActs, ...ofDeliveries, ...ofSamples];
      return {
        accepted: outcomes.filter((outcome) => outcome === 'accepted').length,
        duplicates: outcomes.filter((outcome) => outcome === 'duplicate').length,
        rejected: rejected.map(({ recordId, reason }) => ({ recordId, reason })),
        cursor: writeCursor(current, now),
        employees: (await changedEmployees(tx, caller, since, current)).map(({ sealedPin, ...employee }) => {
          const check = openPin(secrets, { accountId, employeeId: employee._id }, sealedPin);
          return check === undefined ? employee : { ...employee, pinCheck: toldCheck(check) };
        }),
        lookups: await changedLookups(tx, accountId, since),
        syncRequested: false,
        serverTime: now.toISOString(),
        ...names,
        containerKinds: kinds.map(({ id, hours, name, units, lookup1Code }) => ({
          _id: id,
          hours,
          name,
          units,
          lookup1Code,
        })),
        ...(hasContainers && {
          defects,
          containers: await selectContainers(tx, accountId, since && toldAt(body.cursor), now),
        }),
        workPlans: await plansFor(tx, caller, now),
        // Not with every batch of a long delivery.
        ...((records.length === 0 || ofActs.length > 0) && (await changedSinceAgreed(tx, caller, today))),
        ...(resend !== null && { resendFrom: resend }),
      };
    },
    { deadlineMs: 120_000 },
  );
}
