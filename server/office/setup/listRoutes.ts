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
import { finish, type SetupRun } from './run.ts';
import { groupView, holidayView, lookupNameView, lookupView, type Owners } from './views.ts';
import { taken } from './words.ts';

const ok = { ok: true } as const;
const byId = <R extends { id: string }>(rows: readonly R[], id: string) => rows.find((row) => row.id === id);
/** Returns a record that has just been written. */
function written<R extends { id: string }>(rows: readonly R[], id: string): R {
  const row = byId(rows, id);
  if (!row) throw new Error('The record was not written');
  return row;
}

/** Mounts the endpoints of groups, lookups and holidays. */
export function listRoutes(app: FastifyInstance, services: Services) {
  groups(app, services);
  lookups(app, services);
  holidays(app, services);
}

function groups(app: FastifyInstance, services: Services) {
  const rowsOf = ({ scope }: SetupRun) => selectGroups(scope.tx, scope.accountId);
  const shown = async (run: SetupRun, id: string, basis: string) =>
    asShown(byId(await rowsOf(run), id), (row) => groupView(run.owners, row), basis, words('Group not found'));
  route(app, contract.listSetupGroups, (call) =>
    readSetup(services, call, async (tx, accountId, owners) => ({
      groups: (await selectGroups(tx, accountId)).map((row) => groupView(owners, row)),
    })),
  );
  route(app, contract.createSetupGroup, (call) =>
    changeSetup(services, call, async (run) => {
      const { kind, code = '', name } = call.body;
      const id = taken(await writeGroups(run, [{ ref: 'new', row: undefined, kind, code, name }]), 'new');
      await finish(run);
      return {
        answer: groupView(run.owners, written(await rowsOf(run), id)),
        target: name,
        detail: msg('group added'),
      };
    }),
  );
  route(app, contract.updateSetupGroup, (call) =>
    changeSetup(services, call, async (run) => {
      const { name, basis } = call.body;
      const row = await shown(run, call.params.groupId, basis);
      taken(await writeGroups(run, [{ ref: row.id, row, kind: row.kind, code: row.code, name }]), row.id);
      await finish(run);
      return {
        answer: groupView(run.owners, written(await rowsOf(run), row.id)),
        target: name,
        detail: msg('group: was {name}', { name: row.name }),
      };
    }),
  );
  route(app, contract.deleteSetupGroup, (call) =>
    changeSetup(services, call, async (run) => {
      const row = await shown(run, call.params.groupId, call.query.basis);
      const employees = (await countByTimeGroup(run)).get(row.id) ?? row.employees;
      if (employees > 0)
        throw conflict(
          msg('{employees, plural, one {# employee is} other {# employees are}} in {name}: move them first.', {
            employees,
            name: row.name,
          }),
        );
      taken(await writeGroups(run, [], [row]), row.id);
      await finish(run);
      return { answer: ok, target: row.name, detail: msg('group deleted') };
    }),
  );
}

function lookups(app: FastifyInstance, services: Services) {
  const rowsOf = ({ scope }: SetupRun) => selectLookupEntries(scope.tx, scope.accountId);
  const shown = async (run: SetupRun, id: string, basis: string) =>
    asShown(byId(await rowsOf(run), id), (row) => lookupView(run.owners, row), basis, words('Entry not found'));
  route(app, contract.listSetupLookups, (call) =>
    readSetup(services, call, async (tx, accountId, owners) => ({ lookups: await lookupsOf(tx, accountId, owners) })),
  );
  route(app, contract.createSetupLookupEntry, (call) =>
    changeSetup(services, call, async (run) => {
      const id = taken(await writeLookups(run, [{ ref: 'new', row: undefined, ...call.body }]), 'new');
      await finish(run);
      return {
        answer: lookupView(run.owners, written(await rowsOf(run), id)),
        target: call.body.code,
        detail: msg('lookup entry added'),
      };
    }),
  );
  route(app, contract.updateSetupLookupEntry, (call) =>
    changeSetup(services, call, async (run) => {
      const { description, basis } = call.body;
      const row = await shown(run, call.params.lookupEntryId, basis);
      taken(await writeLookups(run, [{ ref: row.id, row, lookup: row.lookup, code: row.code, description }]), row.id);
      await finish(run);
      return {
        answer: lookupView(run.owners, written(await rowsOf(run), row.id)),
        target: row.code,
        detail: msg('lookup entry: description'),
      };
    }),
  );
  route(app, contract.deleteSetupLookupEntry, (call) =>
    changeSetup(services, call, async (run) => {
      const row = await shown(run, call.params.lookupEntryId, call.query.basis);
      taken(await writeLookups(run, [], [row]), row.id);
      await finish(run);
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

function holidays(app: FastifyInstance, services: Services) {
  const rowsOf = ({ scope }: SetupRun) => selectHolidays(scope.tx, scope.accountId);
  const shown = async (run: SetupRun, id: string, basis: string) =>
    asShown(byId(await rowsOf(run), id), (row) => holidayView(run.owners, row), basis, words('Holiday not found'));
  route(app, contract.listSetupHolidays, (call) =>
    readSetup(services, call, async (tx, accountId, owners) => ({
      holidays: (await selectHolidays(tx, accountId)).map((row) => holidayView(owners, row)),
    })),
  );
  route(app, contract.createSetupHoliday, (call) =>
    changeSetup(services, call, async (run) => {
      await requireTimeGroup(run, call.body.timeGroupId);
      const id = taken(await writeHolidays(run, [{ ref: 'new', row: undefined, ...call.body }]), 'new');
      const rejudged = await finish(run);
      const holiday = holidayView(run.owners, written(await rowsOf(run), id));
      return { answer: { holiday, rejudged }, target: `${holiday.date} ${holiday.name}`, detail: msg('holiday added') };
    }),
  );
  route(app, contract.updateSetupHoliday, (call) =>
    changeSetup(services, call, async (run) => {
      const { basis, ...fields } = call.body;
      const row = await shown(run, call.params.holidayId, basis);
      await requireTimeGroup(run, fields.timeGroupId);
      taken(await writeHolidays(run, [{ ref: row.id, row, ...fields }]), row.id);
      const rejudged = await finish(run);
      const holiday = holidayView(run.owners, written(await rowsOf(run), row.id));
      return {
        answer: { holiday, rejudged },
        target: `${holiday.date} ${holiday.name}`,
        detail: msg('holiday: was {date} {name}', { date: row.date, name: row.name }),
      };
    }),
  );
  route(app, contract.deleteSetupHoliday, (call) =>
    changeSetup(services, call, async (run) => {
      const row = await shown(run, call.params.holidayId, call.query.basis);
      taken(await writeHolidays(run, [], [row]), row.id);
      const rejudged = await finish(run);
      return { answer: { rejudged }, target: `${row.date} ${row.name}`, detail: msg('holiday deleted') };
    }),
  );
}
