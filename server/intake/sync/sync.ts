import type { z } from 'zod';
import { recordsOf, type syncDevice } from '#contract/intake/sync.ts';
import { words } from '#contract/platform/words.ts';
import { changedSinceAgreed } from '../../attendance/ownDays/acts.ts';
import { openPin, toldCheck } from '../../attendance/ownDays/pin.ts';
import { selectContainerKinds } from '../../masterData/containerKinds.sql.ts';
import type { DeviceCaller } from '../../platform/http/callers.ts';
import { Refusal } from '../../platform/http/errors.ts';
import { saveRejects } from '../../platform/rejects/rejects.sql.ts';
import { rejectedLine } from '../../platform/rejects/rejects.ts';
import type { Services } from '../../platform/services.ts';
import { localDateOf, zoneOf } from '../../platform/zone.ts';
import { plansFor } from '../workPlans/workPlans.ts';
import { selectContainers } from './containers.sql.ts';
import { isAhead, readCursor, teamsTold, toldAt, writeCursor } from './cursor.ts';
import { readNewPeople, saveNewPeople } from './newPeople.ts';
import { resendFrom, selectCaptors, selectNames } from './recorder.sql.ts';
import { capturedBy } from './records.ts';
import { noteSequences, sequencesOf } from './sequence.ts';
import { storeDelivered } from './store.ts';
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
import { teamsFor } from './teams.ts';

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
      const { rejected, hasActs, ...counts } = await storeDelivered(tx, caller, body, {
        ...{ secrets, clock, sender, named },
        afterwards: async () => {
          if (!(await lockActivated(tx, caller)))
            throw new Refusal('SESSION_EXPIRED', words('This device was removed or is to be activated again.'));
        },
      });
      await saveNewPeople(tx, caller, named, now);
      if (sequences) await saveSequence(tx, caller, noteSequences(await findSequence(tx, caller), sequences));
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
      const { teams, mark } = await teamsFor(tx, caller, today);
      return {
        ...counts,
        rejected: rejected.map(({ recordId, reason }) => ({ recordId, reason })),
        cursor: writeCursor(current, now, mark),
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
        ...((since === null || teamsTold(body.cursor) !== mark) && { teams }),
        workPlans: await plansFor(tx, caller, now),
        // Not with every batch of a long delivery.
        ...((records.length === 0 || hasActs) && (await changedSinceAgreed(tx, caller, today))),
        ...(resend !== null && { resendFrom: resend }),
      };
    },
    { deadlineMs: 120_000 },
  );
}
