import { expect } from 'vitest';
import type { HoursRuleValue } from '#contract/masterData/hoursRules.ts';
import { HOURS_RULE_DEFAULTS } from '#contract/masterData/hoursRules.ts';
import type { PayRuleValue } from '#contract/masterData/payRules.ts';
import type { PersonEarnings } from '#contract/money/earnings.ts';
import { givenPay, NONE } from './payWorld.ts';
import type { useTestApp } from './testApp.ts';

/** One person's account in a few words, whose pay was worked out on paper. */
export type ByHand = {
  /** The person's clocked spans, '09 07:00-16:00' of November or '10-31 22:00-06:00': what ends earlier ends on the next day. */
  clock?: string[];
  /** '09 crate 60' at 10:00, or '09 08:00-11:30 crate -5 B1 J2' with the time, block and job of the entry. */
  pieces?: string[];
  /** 'minimum 20', 'piece crate+B1 2.50 from 11-11': what a rate names is a product, block, job, group or own. */
  rates?: string[];
  rule?: Partial<PayRuleValue>;
  /** The hours rule, then those that take its place from their date on. */
  hours?: (Partial<HoursRuleValue> & { from?: string })[];
  payType?: 'piece' | 'hourly' | 'both';
  /** The shift of every weekday, or none. */
  shift?: string;
  breaks?: object[];
  holidays?: string[];
  zone?: string;
  /** More syncs of the employee: a job, a move to another group from a date. */
  employee?: object[];
  /** The dates that are read; the first half of November unless said. */
  query?: string;
};
export const HALF = 'from=2026-11-01&to=2026-11-15';
const DAY_MS = 86_400_000;
const dateOf = (day: string) => `2026-${day.length === 2 ? '11-' : ''}${day}`;
const timeOf = (ms: number) => new Date(ms).toISOString().replace('.000', '');

function spanOf(text: string) {
  const [day = '', clock = '10:00'] = text.split(' ');
  const [from = '', to] = clock.split('-');
  const at = (time: string) => Date.parse(`${dateOf(day)}T${time}:00+02:00`);
  const end = to === undefined ? null : at(to) + (to < from ? DAY_MS : 0);
  return { start: at(from), end };
}
/** Returns the records of work as a payroll system sends them. */
export function workOf({ clock = [], pieces = [] }: Pick<ByHand, 'clock' | 'pieces'>, codes = '') {
  const punches = clock.map(spanOf).flatMap(({ start, end }) => (end === null ? [start] : [start, end]));
  return {
    clockRecords: punches.map((ms) => ({ code: `${codes}${ms}`, employeeCode: '1', at: timeOf(ms) })),
    pieceworkEntries: pieces.map((piece, nth) => {
      const [, span, product, units, block, job] =
        /^(.+?) (crate|bin) (-?[\d.]+)(?: (B\d))?(?: (J\d))?$/.exec(piece) ?? [];
      if (span === undefined) throw new Error(`'${piece}' is no piecework`);
      const { start, end } = spanOf(span);
      return {
        ...{ code: `${codes}${nth}`, employeeCode: '1', lookup1Code: product, units, startedAt: timeOf(start) },
        ...(end !== null && { endedAt: timeOf(end) }),
        ...(block && { lookup2Code: block }),
        ...(job && { jobDescriptionCode: job }),
      };
    }),
  };
}
const EMPLOYEE = {
  ...{ code: '1', number: '1', firstName: 'A', lastName: 'Ama', timeGroupCode: 'DAY', employeeGroupCode: 'G' },
  activeFrom: '2026-09-01',
};
function partsOf({ shift = '07:00-16:00', breaks = [], holidays = [], employee = [] }: ByHand) {
  const [startTime, endTime] = shift.split('-');
  const named = (...codes: string[]) => codes.map((code) => ({ code, name: code }));
  const lookup = (nth: number, ...codes: string[]) => ({
    lookup: nth,
    entries: codes.map((code) => ({ code, description: code })),
  });
  return {
    employeeGroups: named('G', 'H'),
    jobDescriptions: named('J1', 'J2'),
    lookups: [lookup(1, 'crate', 'bin'), lookup(2, 'B1', 'B2')],
    standardTimes: [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
      shift === 'none' ? [] : { code: `D${weekday}`, timeGroupCode: 'DAY', weekday, startTime, endTime, breaks },
    ),
    holidays: holidays.map((day) => ({ code: day, name: 'H', date: dateOf(day), timeGroupCode: null })),
    employees: [{ ...EMPLOYEE, ...employee[0] }],
  };
}

/** Sets an account up through the front door; `lines` are those of its person: '11-09 premium overtime1 14.40'. */
export async function givenByHand(t: ReturnType<typeof useTestApp>, own: ByHand) {
  const [hours = {}, ...laterHours] = own.hours ?? [];
  const world = await givenPay(t, {}, partsOf(own), hours);
  if (own.zone) await world.ask('/setup/time-zone', { timeZone: own.zone }, 'PUT');
  for (const later of laterHours)
    await world.ask('/setup/hours-rules', {
      ...HOURS_RULE_DEFAULTS,
      periodStart: '2026-11-01',
      timeGroupId: null,
      ...later,
    });
  for (const change of (own.employee ?? []).slice(1)) await world.sync({ employees: [{ ...EMPLOYEE, ...change }] });
  const { employeeGroups, jobDescriptions } = await world.ask('/account/groups');
  const { employees } = await world.ask('/setup/employees');
  const employeeId: string = employees[0]._id;
  const named = (name: string) => {
    const id = [...employeeGroups, ...jobDescriptions].find(({ code }) => code === name)?._id;
    if (name === 'own') return { employeeId };
    if (id) return name.startsWith('J') ? { jobDescriptionId: id } : { employeeGroupId: id };
    return name.startsWith('B') ? { lookup2: name } : { lookup1: name };
  };
  for (const rate of own.rates ?? ['minimum 20', 'piece crate 2']) {
    const [, kind = '', names, amount = '', from] = /^(\w+)(?: (\D\S*))? ([\d.]+)(?: from (\S+))?$/.exec(rate) ?? [];
    const over = Object.assign({}, ...(names?.split('+') ?? []).map(named), from && { from: dateOf(from) });
    await world.rate(kind, amount, { ...NONE, ...over });
  }
  await world.rule({ premiumBase: 'greater', ...own.rule });
  await world.ask(`/pay/people/${employeeId}/type`, { payType: own.payType ?? 'piece' }, 'PUT');
  expect(await world.sync(workOf(own))).toMatchObject({ rejected: [] });
  const person = (query = own.query ?? HALF): Promise<PersonEarnings> =>
    world.ask(`/pay/people/${employeeId}?${query}`);
  const lines = async (query?: string) =>
    (await person(query)).windows.flatMap((window) =>
      window.lines.map(({ date, kind, paidClass, amount }) =>
        [date.slice(5), kind, ...(paidClass && kind !== 'floor' ? [paidClass] : []), amount].join(' '),
      ),
    );
  return { ...world, employeeId, person, lines };
}
