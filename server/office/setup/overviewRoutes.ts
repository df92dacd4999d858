import type { FastifyInstance, FastifyReply } from 'fastify';
import { APPLICATION_NAME, APPLICATION_SYSTEM } from '#contract/masterData/setupRecords.ts';
import * as contract from '#contract/office/setup.ts';
import { msg, words } from '#contract/platform/words.ts';
import { audit, by, type UserCall } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, notFound } from '../../platform/http/errors.ts';
import { accountOf } from '../../platform/http/ownAccount.ts';
import { route } from '../../platform/http/route.ts';
import { inTurn } from '../../platform/http/turn.ts';
import type { Services } from '../../platform/services.ts';
import { lockAccount } from '../../platform/tenant/account.ts';
import { localDateOf, zoneOf } from '../../platform/zone.ts';
import { saveSettings } from './accountSettings.ts';
import { setAdopts, takeOver } from './owners.sql.ts';
import { selectOverview, selectOwners } from './reading.sql.ts';

/** Mounts GET setup, PUT setup/time-zone, and the administrators' calls on systems: adopt, take over. */
export function overviewRoutes(app: FastifyInstance, services: Services) {
  const { db } = services;
  route(app, contract.getSetup, ({ caller, query, now }) => {
    const accountId = accountOf(caller, query.accountId);
    return db.tenant(accountId, (tx) => overviewOf(tx, accountId, now));
  });
  route(app, contract.setSetupTimeZone, async (call) => {
    const accountId = accountOf(call.caller, call.query.accountId);
    const found = await db.tenant(accountId, (tx) => selectOverview(tx, accountId));
    if (!found) throw notFound(words('Account not found'));
    if (found.hasRecords)
      throw conflict(words('Employees have clocked already: an administrator can change the time zone.'));
    await saveSettings(services, accountId, { timeZone: call.body.timeZone }, call);
    return db.tenant(accountId, (tx) => overviewOf(tx, accountId, call.now));
  });
  route(app, contract.setSystemAdopts, (call) =>
    changeSystem(services, call, async (tx, { accountId, systemId }) => {
      await setAdopts(tx, accountId, systemId, call.body.adopts);
      const detail = call.body.adopts ? msg('adopts what Tallyboard owns') : msg('adopts nothing');
      await audit(tx, { ...by(call), accountId, action: 'setup.change', target: systemId, detail });
    }),
  );
  route(app, contract.takeOverSystem, (call) =>
    changeSystem(services, call, async (tx, { accountId, systemId, isAllowed, name }) => {
      if (isAllowed)
        throw conflict(msg('{name} is still allowed. Remove its System ID on the Settings tab first.', { name }));
      const records = await takeOver(tx, accountId, systemId);
      const detail = msg("{records, plural, one {# record is} other {# records are}} {application}'s now", {
        records,
        application: APPLICATION_NAME,
      });
      await audit(tx, { ...by(call), accountId, action: 'setup.take-over', target: systemId, detail });
    }),
  );
}

type SystemCall = UserCall & { params: { systemId: string }; query: { accountId: string }; reply: FastifyReply };
type System = { accountId: string; systemId: string; isAllowed: boolean; name: string };
function changeSystem(
  { db, masterData }: Services,
  call: SystemCall,
  change: (tx: Db, system: System) => Promise<void>,
) {
  const { accountId } = call.query;
  return inTurn(masterData, call.reply, accountId, () =>
    db.tenant(accountId, async (tx) => {
      await lockAccount(tx, accountId);
      const found = (await selectOwners(tx, accountId)).find(
        ({ systemId }) => systemId.toLowerCase() === call.params.systemId.toLowerCase(),
      );
      if (!found) throw notFound(words('System not found'));
      await change(tx, { accountId, systemId: found.systemId, isAllowed: found.isAllowed, name: found.name });
      return call.answered(tx, await overviewOf(tx, accountId, call.now));
    }),
  );
}

async function overviewOf(tx: Db, accountId: string, now: Date): Promise<contract.Setup> {
  const found = await selectOverview(tx, accountId);
  if (!found) throw notFound(words('Account not found'));
  const { timeZone, isTimeZoneChosen, hasRecords, firstPunchAt, ownEmployees, ownRecords, ...counts } = found;
  const done: Record<(typeof contract.SETUP_STEPS)[number], boolean> = {
    'time-zone': isTimeZoneChosen,
    shifts: counts.groupsWithShifts > 0,
    employees: counts.employees > 0,
    lookups: counts.lookupEntries > 0,
    devices: counts.devices > 0,
    'first-punch': firstPunchAt !== null,
  };
  return {
    timeZone,
    isTimeZoneChosen,
    canChangeTimeZone: !hasRecords,
    today: localDateOf(zoneOf(timeZone), now.getTime()),
    counts,
    owners: [
      {
        systemId: APPLICATION_SYSTEM,
        name: APPLICATION_NAME,
        isApplication: true,
        isAllowed: false,
        claims: [],
        adopts: false,
        lastSync: null,
        employees: ownEmployees,
        records: ownRecords,
        sentEmployees: null,
        matchingEmployees: null,
      },
      ...(await selectOwners(tx, accountId)).map((owner) => ({ ...owner, isApplication: false })),
    ],
    steps: contract.SETUP_STEPS.map((step) => ({ step, isDone: done[step] })),
    firstPunchAt,
  };
}
