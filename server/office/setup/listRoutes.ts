import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/office/setupLists.ts';
import { msg, words } from '#contract/platform/words.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, invalid, Refusal } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { asShown, changeSetup, readSetup } from './calls.ts';
import { countByTimeGroup } from './employees.ts';
import { nameLookup, requireTimeGroup, writeGroups, writeHolidays, writeLookups } from './lists.ts';
import { selectGroups, selectHolidays, selectLookupEntries, selectLookupNames } from './reading.sql.ts';
import { recordsOf } from './records.ts';
import { finish } from './run.ts';
import { groupView, holidayView, lookupNameView, lookupView, type Owners } from './views.ts';

const ok = { ok: true } as const;
/** Mounts the endpoints of groups, lookups and holidays. */
export function listRoutes(app: FastifyInstance, services: Services) {
  groups(app, services);
  lookups(app, services);
  holidays(app, services);
}

const groupRecords = recordsOf({
  select: selectGroups,
  view: groupView,
  write: writeGroups,
  missing: words('Group not found'),
});
function groups(app: FastifyInstance, services: Services) {
  route(app, contract.listSetupGroups, (call) =>
    readSetup(services, call, async (tx, accountId, owners) => ({
      groups: await groupRecords.list(tx, accountId, owners),
    })),
  );
  route(app, contract.createSetupGroup, (call) =>
    changeSetup(services, call, async (run) => {
      const { kind, code = '', name } = call.body;
      const { record } = await groupRecords.save(run, undefined, { kind, code, name });
      return { answer: record, target: name, detail: msg('group added') };
    }),
  );
  route(app, contract.updateSetupGroup, (call) =>
    changeSetup(services, call, async (run) => {
      const { name, basis } = call.body;
      const row = await groupRecords.shown(run, call.params.groupId, basis);
      const { record } = await groupRecords.save(run, row, { kind: row.kind, code: row.code, name });
      return { answer: record, target: name, detail: msg('group: was {name}', { name: row.name }) };
    }),
  );
  route(app, contract.deleteSetupGroup, (call) =>
    changeSetup(services, call, async (run) => {
      const row = await groupRecords.shown(run, call.params.groupId, call.query.basis);
      const employees = (await countByTimeGroup(run)).get(row.id) ?? row.employees;
      if (employees > 0)
        throw conflict(
          msg('{employees, plural, one {# employee is} other {# employees are}} in {name}: move them first.', {
            employees,
            name: row.name,
          }),
        );
      await groupRecords.remove(run, row);
      return { answer: ok, target: row.name, detail: msg('group deleted') };
    }),
  );
}

const lookupRecords = recordsOf({
  select: selectLookupEntries,
  view: lookupView,
  write: writeLookups,
  missing: words('Entry not found'),
});
function lookups(app: FastifyInstance, services: Services) {
  route(app, contract.listSetupLookups, (call) =>
    readSetup(services, call, async (tx, accountId, owners) => ({ lookups: await lookupsOf(tx, accountId, owners) })),
  );
  route(app, contract.createSetupLookupEntry, (call) =>
    changeSetup(services, call, async (run) => {
      const { record } = await lookupRecords.save(run, undefined, call.body);
      return { answer: record, target: call.body.code, detail: msg('lookup entry added') };
    }),
  );
  route(app, contract.updateSetupLookupEntry, (call) =>
    changeSetup(services, call, async (run) => {
      const { description, basis } = call.body;
      const row = await lookupRecords.shown(run, call.params.lookupEntryId, basis);
      const { record } = await lookupRecords.save(run, row, { lookup: row.lookup, code: row.code, description });
      return { answer: record, target: row.code, detail: msg('lookup entry: description') };
    }),
  );
  route(app, contract.deleteSetupLookupEntry, (call) =>
    changeSetup(services, call, async (run) => {
      const row = await lookupRecords.shown(run, call.params.lookupEntryId, call.query.basis);
      await lookupRecords.remove(run, row);
      return { answer: ok, target: row.code, detail: msg('lookup entry deleted') };
    }),
  );
  route(app, contract.nameSetupLookup, (call) =>
    changeSetup(services, call, async (run) => {
      const { name, basis } = call.body;
      const lookup = call.params.lookup === '1' ? 1 : 2;
      const { tx, accountId } = run.scope;
      const before = (await lookupsOf(tx, accountId, run.owners)).find((one) => one.lookup === lookup);
      asShown(before, (one) => one, basis, words('Lookup not found'));
      const result = await nameLookup(run, lookup, name);
      if (typeof result === 'object')
        throw result.owner ? new Refusal('OWNED_BY_SYSTEM', result.refused) : invalid('name', result.refused);
      await finish(run);
      const after = (await lookupsOf(tx, accountId, run.owners)).find((one) => one.lookup === lookup);
      if (!after) throw new Error('There is no such lookup');
      return { answer: after, target: name, detail: msg('lookup {lookup} named', { lookup }) };
    }),
  );
}

/** Both lookups with their names. */
async function lookupsOf(tx: Db, accountId: string, owners: Owners) {
  const entries = await selectLookupEntries(tx, accountId);
  return (await selectLookupNames(tx, accountId)).map((named) => ({
    ...lookupNameView(owners, named),
    entries: entries.filter((row) => row.lookup === named.lookup).map((row) => lookupView(owners, row)),
  }));
}

const holidayRecords = recordsOf({
  select: selectHolidays,
  view: holidayView,
  write: writeHolidays,
  missing: words('Holiday not found'),
});
function holidays(app: FastifyInstance, services: Services) {
  route(app, contract.listSetupHolidays, (call) =>
    readSetup(services, call, async (tx, accountId, owners) => ({
      holidays: await holidayRecords.list(tx, accountId, owners),
    })),
  );
  route(app, contract.createSetupHoliday, (call) =>
    changeSetup(services, call, async (run) => {
      await requireTimeGroup(run, call.body.timeGroupId);
      const { record: holiday, rejudged } = await holidayRecords.save(run, undefined, call.body);
      return { answer: { holiday, rejudged }, target: `${holiday.date} ${holiday.name}`, detail: msg('holiday added') };
    }),
  );
  route(app, contract.updateSetupHoliday, (call) =>
    changeSetup(services, call, async (run) => {
      const { basis, ...fields } = call.body;
      const row = await holidayRecords.shown(run, call.params.holidayId, basis);
      await requireTimeGroup(run, fields.timeGroupId);
      const { record: holiday, rejudged } = await holidayRecords.save(run, row, fields);
      return {
        answer: { holiday, rejudged },
        target: `${holiday.date} ${holiday.name}`,
        detail: msg('holiday: was {date} {name}', { date: row.date, name: row.name }),
      };
    }),
  );
  route(app, contract.deleteSetupHoliday, (call) =>
    changeSetup(services, call, async (run) => {
      const row = await holidayRecords.shown(run, call.params.holidayId, call.query.basis);
      const rejudged = await holidayRecords.remove(run, row);
      return { answer: { rejudged }, target: `${row.date} ${row.name}`, detail: msg('holiday deleted') };
    }),
  );
}
