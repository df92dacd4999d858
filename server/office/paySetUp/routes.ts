import type { FastifyInstance } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type { PayRuleValue } from '#contract/masterData/payRules.ts';
import * as contract from '#contract/masterData/payRules.ts';
import { setPayType } from '#contract/money/earnings.ts';
import { msg, words } from '#contract/platform/words.ts';
import { joined } from '../../attendance/recalculated.ts';
import { isAnyFileIn, isAnyLocked, readCurrency, writeCurrency } from '../../masterData/currency.sql.ts';
import { selectNames } from '../../masterData/employees.sql.ts';
import { lockedPaidWith } from '../../masterData/lockedPay.ts';
import { findPayRates, type OwnedPayRate } from '../../masterData/payRates.sql.ts';
import { lockedFrom } from '../../masterData/payRates.ts';
import { deletePayRule, findPayRules, type KeyedPayRule, upsertPayRule } from '../../masterData/payRules.sql.ts';
import { updatePayType } from '../../money/earnings/earnings.sql.ts';
import { alreadyExists, conflict, invalid, issueOf, notFound, Refusal } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { EARLIEST } from '../../platform/zone.ts';
import { asShown, changeSetup, MOST_OF_RULE, readSetup } from '../setup/calls.ts';
import { requireTimeGroup } from '../setup/lists.ts';
import { writePayRates } from '../setup/payRates.ts';
import { finish, type SetupRun } from '../setup/run.ts';
import { type Owners, owned, withBasis } from '../setup/views.ts';
import { requireOthersPay, taken } from '../setup/words.ts';

const rateView = (owners: Owners, { id, systemId, code: _, ...rate }: OwnedPayRate): contract.PayRate =>
  withBasis({ _id: id, ...owned(owners, systemId), ...rate });
const ruleView = ({ id, timeGroupId, employeeId, from, rule }: KeyedPayRule): contract.PayRule =>
  withBasis({ _id: id, timeGroupId, employeeId, from, ...rule });

const partOf = ({ kind }: Pick<OwnedPayRate, 'kind'>) => (kind === 'minimum' ? 'minimums' : 'rates');

/** Returns a call as the set-up reads it: its account is that of the session. */
const own = <C extends object>(call: C): Omit<C, 'query'> & { query: { accountId?: string } } => ({
  ...call,
  query: {},
});

/** Mounts the endpoints by which an employer sets what is paid. Amounts are in no line of the trail: not everybody may see them. */
export function paySetUpRoutes(app: FastifyInstance, services: Services) {
  const ratesOf = ({ scope }: SetupRun) => findPayRates(scope.tx, scope.accountId);
  const rateOf = async (run: SetupRun, id: string) => {
    const row = (await ratesOf(run)).find((one) => one.id === id);
    if (!row) throw notFound(words('Rate not found'));
    return row;
  };
  const shownRate = async (run: SetupRun, id: string, basis: string) =>
    asShown(await rateOf(run, id), (row) => rateView(run.owners, row), basis, words('Rate not found'));
  const named = ({ kind, from }: Pick<OwnedPayRate, 'kind' | 'from'>) =>
    `${kind === 'minimum' ? 'minimum' : `${kind} rate`} from ${from}`;

  route(app, contract.listPayRates, (call) =>
    readSetup(services, own(call), async (tx, accountId, owners) => ({
      currency: await readCurrency(tx, accountId),
      rates: (await findPayRates(tx, accountId)).map((row) => rateView(owners, row)),
    })),
  );
  route(app, contract.createPayRate, (call) =>
    changeSetup(services, own(call), async (run) => {
      const change = { ...call.body, ref: 'new', row: undefined };
      const id = taken(await writePayRates(run, partOf(change), [change]), 'new');
      await finish(run);
      return {
        answer: rateView(run.owners, await rateOf(run, id)),
        target: named(call.body),
        detail: msg('rate added'),
      };
    }),
  );
  route(app, contract.updatePayRate, (call) =>
    changeSetup(services, own(call), async (run) => {
      const { basis, ...fields } = call.body;
      const row = await shownRate(run, call.params.rateId, basis);
      if ((row.kind === 'minimum') !== (fields.kind === 'minimum')) throw conflict(words('A minimum is no rate.'));
      taken(await writePayRates(run, partOf(row), [{ ...fields, ref: row.id, row }]), row.id);
      await finish(run);
      return {
        answer: rateView(run.owners, await rateOf(run, row.id)),
        target: named(fields),
        detail: msg('was {kind, select, minimum {minimum} piece {piece rate} other {hourly rate}} from {from}', {
          kind: row.kind,
          from: row.from,
        }),
      };
    }),
  );
  route(app, contract.deletePayRate, (call) =>
    changeSetup(services, own(call), async (run) => {
      const row = await shownRate(run, call.params.rateId, call.query.basis);
      taken(await writePayRates(run, partOf(row), [], [row]), row.id);
      await finish(run);
      return { answer: { ok: true as const }, target: named(row), detail: msg('rate deleted') };
    }),
  );
  route(app, contract.setCurrency, (call) =>
    changeSetup(services, own(call), async (run) => {
      const { tx, accountId } = run.scope;
      const { currency } = call.body;
      const before = await readCurrency(tx, accountId);
      if (before !== currency && before !== null && (await isAnyLocked(tx, accountId)))
        throw conflict(words('The currency cannot change once a period is locked.'));
      if (await isAnyFileIn(tx, accountId, { otherThan: currency }))
        throw conflict(
          before === null
            ? words('The currency cannot change: payroll files were made in another one.')
            : msg('The currency cannot change: payroll files were made in {before}.', { before }),
        );
      run.wrote = before !== currency;
      await writeCurrency(tx, accountId, currency);
      await finish(run);
      const detail =
        before === null ? msg('none to {currency}', { currency }) : msg('{before} to {currency}', { before, currency });
      return { answer: { currency }, target: 'currency', detail };
    }),
  );
  route(app, setPayType, (call) =>
    changeSetup(services, own(call), async (run) => {
      const { tx, accountId } = run.scope;
      const { employeeId } = call.params;
      const { payType } = call.body;
      requireOthersPay(run, employeeId);
      if (!(await updatePayType(tx, accountId, employeeId, payType))) throw notFound(words('Employee not found'));
      const [employee] = await selectNames(tx, accountId, [employeeId]);
      run.wrote = true;
      run.paid = joined(run.paid, await lockedPaidWith(run.scope, new Map([[employeeId, EARLIEST]])));
      await finish(run);
      const detail = msg('paid by: {payType, select, piece {piece} hourly {hourly} other {both}}', { payType });
      return { answer: { payType }, target: `employee ${employee?.number ?? ''}`, detail };
    }),
  );
  rulesRoutes(app, services);
}

function rulesRoutes(app: FastifyInstance, services: Services) {
  const rulesOf = ({ scope }: SetupRun) => findPayRules(scope.tx, scope.accountId);
  const shown = async (run: SetupRun, id: string, basis: string) =>
    asShown(
      (await rulesOf(run)).find((row) => row.id === id),
      ruleView,
      basis,
      words('Rule set not found'),
    );
  const named = ({ from }: Pick<KeyedPayRule, 'from'>) => `pay rules from ${from ?? 'always'}`;
  /** Throws PERIOD_LOCKED where what is in force from one of these dates on is of locked days; notes those that are paid together with later ones, to be compared. */
  const requireOpen = async (run: SetupRun, rules: readonly PayRuleValue[], ...dates: (string | null)[]) => {
    const { tx, accountId } = run.scope;
    const locked = await lockedFrom(tx, accountId);
    const reason = dates.map(locked).find((one) => one !== undefined);
    if (reason) throw new Refusal('PERIOD_LOCKED', reason, { issues: [issueOf('from', reason)] });
    const [first] = dates.flatMap((date) => date ?? []).sort();
    if (first !== undefined) run.paid = joined(run.paid, await lockedPaidWith(run.scope, first, rules));
  };
  const save = async (run: SetupRun, id: string, fields: Omit<contract.PayRule, '_id' | 'basis'>) => {
    const { timeGroupId, employeeId, from, ...rule } = fields;
    const { tx, accountId } = run.scope;
    requireOthersPay(run, employeeId);
    await requireTimeGroup(run, timeGroupId);
    if (employeeId !== null && (await selectNames(tx, accountId, [employeeId])).length === 0)
      throw invalid('employeeId', words('There is no such employee.'));
    const others = (await rulesOf(run)).filter((row) => row.id !== id);
    if (others.some((row) => row.timeGroupId === timeGroupId && row.employeeId === employeeId && row.from === from))
      throw alreadyExists('from', words('There is a rule set of that date already.'));
    const row = { id, timeGroupId, employeeId, from, rule };
    await upsertPayRule(tx, accountId, row);
    run.wrote = true;
    await finish(run);
    return ruleView(row);
  };
  route(app, contract.listPayRules, (call) =>
    readSetup(services, own(call), async (tx, accountId) => ({
      payRules: (await findPayRules(tx, accountId)).map(ruleView),
    })),
  );
  route(app, contract.createPayRule, (call) =>
    changeSetup(services, own(call), async (run) => {
      const { premiumBase = 'greater', floors, ...fields } = call.body;
      const rule = { ...fields, premiumBase, floors };
      await requireOpen(run, [rule], rule.from);
      const answer = await save(run, uuidv7({ msecs: call.now.getTime() }), rule);
      return { answer, target: named(call.body), detail: msg('pay rules added') };
    }),
  );
  route(app, contract.updatePayRule, (call) =>
    changeSetup(services, own(call), async (run) => {
      const { basis, premiumBase, floors, ...body } = call.body;
      const row = await shown(run, call.params.payRuleId, basis);
      const { rule: was } = row;
      // In the order of the contract's fields.
      const fields = { ...body, premiumBase: premiumBase ?? was.premiumBase, floors: floors ?? was.floors };
      if (fields.floors && !fields.premiumBase) throw invalid('floors', words('Choose a base of premiums first.'));
      requireOthersPay(run, row.employeeId);
      await requireOpen(run, [fields], row.from, fields.from);
      const answer = await save(run, row.id, fields);
      const rule = JSON.stringify(row.rule).slice(0, MOST_OF_RULE);
      const detail = row.from
        ? msg('was pay rules from {from}: {rule}', { from: row.from, rule })
        : msg('was pay rules from always: {rule}', { rule });
      return { answer, target: named(fields), detail };
    }),
  );
  route(app, contract.deletePayRule, (call) =>
    changeSetup(services, own(call), async (run) => {
      const row = await shown(run, call.params.payRuleId, call.query.basis);
      requireOthersPay(run, row.employeeId);
      await requireOpen(run, [], row.from);
      await deletePayRule(run.scope.tx, run.scope.accountId, row.id, call.now);
      run.wrote = true;
      await finish(run);
      return { answer: { ok: true as const }, target: named(row), detail: msg('pay rules deleted') };
    }),
  );
}
