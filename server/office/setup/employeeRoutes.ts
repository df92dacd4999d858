import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/office/setup.ts';
import { boundedRange } from '#contract/platform/common.ts';
import { MAX_LIST_ROWS } from '#contract/platform/limits.ts';
import { isPerhapsAnother } from '#contract/platform/personNames.ts';
import { type Message, msg, words } from '#contract/platform/words.ts';
import { byNumber } from '../../attendance/order.ts';
import { requireProof } from '../../platform/http/admission.ts';
import type { UserCaller } from '../../platform/http/callers.ts';
import { conflict, invalid } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { textMatcher } from '../../platform/searchText.ts';
import type { Services } from '../../platform/services.ts';
import { asShown, changeSetup, readSetup } from './calls.ts';
import { type EmployeeChange, writeEmployees } from './employees.ts';
import { type EmployeeRow, hasRecords, hasTemplates, selectEmployees, selectGroups } from './reading.sql.ts';
import { finish, type SetupRun } from './run.ts';
import { employeeView } from './views.ts';
import { taken } from './words.ts';

/** GET, POST, PUT and DELETE setup/employees, and POST setup/employees/move. */
export function employeeRoutes(app: FastifyInstance, services: Services) {
  route(app, contract.listSetupEmployees, (call) =>
    readSetup(services, call, async (tx, accountId, owners, today) => {
      const { startRow = 0, endRow = MAX_LIST_ROWS, q = '', timeGroupId, employeeGroupId, only } = call.query;
      const matches = textMatcher(q);
      const employees = (await selectEmployees(tx, accountId, null))
        .map((row) => employeeView(owners, row, today))
        .filter(
          (one) =>
            (q === '' ||
              matches(`${one.number} ${one.firstName} ${one.lastName} ${one.timeId ?? ''} ${one.cards.join(' ')}`)) &&
            (timeGroupId === undefined || one.timeGroupId === timeGroupId) &&
            (employeeGroupId === undefined || one.employeeGroupId === employeeGroupId) &&
            (only !== 'without-shift' || one.timeGroupId === null) &&
            (only !== 'without-time-id' || one.timeId === null) &&
            (only !== 'inactive' || !one.isActive),
        )
        .sort((a, b) => byNumber(a.number, b.number));
      const { offset, limit } = boundedRange({ startRow, endRow });
      return { employees: employees.slice(offset, offset + limit), lastIndex: employees.length };
    }),
  );

  /** Writes one employee and returns it as it is shown afterwards. */
  const writeOne = async (run: SetupRun, change: EmployeeChange) => {
    await checkGroups(run, change.set);
    const id = taken(await writeEmployees(run, [change]), change.ref);
    const rejudged = await finish(run);
    const [row] = await selectEmployees(run.scope.tx, run.scope.accountId, [id]);
    if (!row) throw new Error('The employee was not written');
    const employee = employeeView(run.owners, row, run.today);
    const target = `${employee.number} ${employee.firstName} ${employee.lastName}`.trim();
    return { answer: { employee, rejudged }, target };
  };
  const shown = async (run: SetupRun, id: string, basis: string) => {
    const [row] = await selectEmployees(run.scope.tx, run.scope.accountId, [id]);
    return asShown(
      row,
      (one: EmployeeRow) => employeeView(run.owners, one, run.today),
      basis,
      words('Employee not found'),
    );
  };

  route(app, contract.createSetupEmployee, (call) =>
    changeSetup(services, call, async (run) => ({
      ...(await writeOne(run, { ref: 'new', row: undefined, set: call.body })),
      detail: msg('employee added'),
    })),
  );
  route(app, contract.updateSetupEmployee, (call) =>
    changeSetup(services, call, async (run) => {
      const { basis, ...set } = call.body;
      const row = await shown(run, call.params.employeeId, basis);
      if (takesTemplates(row, set)) await requireProofForTemplates(run, row, call);
      return {
        ...(await writeOne(run, { ref: row.id, row, set })),
        detail: detailOf(row, set),
      };
    }),
  );
  route(app, contract.deleteSetupEmployee, (call) =>
    changeSetup(services, call, async (run) => {
      const row = await shown(run, call.params.employeeId, call.query.basis);
      const { tx, accountId } = run.scope;
      await requireProofForTemplates(run, row, call);
      // Refused like a change of a record that a system owns.
      taken(await writeEmployees(run, [{ ref: row.id, row, set: { number: row.number, isActive: false } }]), row.id);
      if (await hasRecords(tx, accountId, row.id))
        throw conflict(
          msg("{firstName} {lastName} has records: choose 'Ends on' instead.", {
            firstName: row.firstName,
            lastName: row.lastName,
          }),
        );
      await writeEmployees(run, [], [row]);
      await finish(run);
      return { answer: { ok: true as const }, target: row.number, detail: msg('employee deleted') };
    }),
  );
  route(app, contract.moveSetupEmployees, (call) =>
    changeSetup(services, call, async (run) => {
      const { employees, timeGroupId, from } = call.body;
      await checkGroups(run, { timeGroupId });
      const { tx, accountId } = run.scope;
      const ids = employees.map(({ _id }) => _id);
      const rows = new Map((await selectEmployees(tx, accountId, ids)).map((row) => [row.id, row]));
      const changes = employees.map(({ _id, basis }): EmployeeChange => {
        const row = asShown(
          rows.get(_id),
          (one) => employeeView(run.owners, one, run.today),
          basis,
          words('Employee not found'),
        );
        return { ref: _id, row, set: { timeGroupId, timeGroupFrom: from } };
      });
      const results = await writeEmployees(run, changes);
      for (const { ref } of changes) taken(results, ref);
      const moved = [...results.values()].filter((one) => 'outcome' in one && one.outcome === 'changed').length;
      const rejudged = await finish(run);
      return {
        answer: { moved, rejudged },
        target: `${moved} ${moved === 1 ? 'employee' : 'employees'}`,
        detail: from ? msg('shift from {from}', { from }) : msg('shift from always'),
      };
    }),
  );
}

/** Returns true for a change with which an employee loses the PIN or leaves, or is another person, and the stored templates with it (docs/reference/privacy.md#templates). */
function takesTemplates(row: EmployeeRow, set: EmployeeChange['set']): boolean {
  const { timeId, isActive, inactiveFrom } = set;
  const changesTimeId = timeId !== undefined && timeId !== row.timeId;
  return changesTimeId || isActive === false || Boolean(inactiveFrom) || isAnother(row, set);
}
const isAnother = (row: EmployeeRow, { samePerson, ...set }: EmployeeChange['set']) =>
  !samePerson && isPerhapsAnother(row, { ...row, ...set });
function detailOf(row: EmployeeRow, set: EmployeeChange['set']): Message {
  const fields = Object.keys(set).join(', ');
  return isAnother(row, set)
    ? msg('employee: {fields}; another person: consent, link and PIN ended', { fields })
    : msg('employee: {fields}', { fields });
}
/** Deleted templates do not come back: throws STEP_UP_REQUIRED where some are stored and the proof is missing. A preview deletes nothing. */
async function requireProofForTemplates(
  { scope: { tx, accountId, isPreview } }: SetupRun,
  { id }: EmployeeRow,
  { caller, now }: { caller: UserCaller; now: Date },
): Promise<void> {
  if (!isPreview && (await hasTemplates(tx, accountId, id))) requireProof({ stepUp: 'factor' }, caller, null, now);
}

const KINDS = { timeGroupId: 'time', employeeGroupId: 'employee', jobDescriptionId: 'job' } as const;
/** Groups must exist in the account, not be deleted, and be of the right kind. */
async function checkGroups({ scope }: SetupRun, set: EmployeeChange['set']): Promise<void> {
  const named = Object.entries(KINDS).flatMap(([field, kind]) => {
    const id = set[field as keyof typeof KINDS];
    return id ? [{ field, kind, id }] : [];
  });
  if (named.length === 0) return;
  const groups = await selectGroups(scope.tx, scope.accountId);
  for (const { field, kind, id } of named)
    if (!groups.some((group) => group.id === id && group.kind === kind))
      throw invalid(field, words('There is no such group.'));
}
