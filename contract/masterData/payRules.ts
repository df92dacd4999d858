import { z } from 'zod';
import { documentId, localDate, ok, requiredTypedLine, storableText } from '../platform/common.ts';
import { employer, endpoint, recordEndpoints } from '../platform/endpoint.ts';
import { currencyCode, rateAmount } from '../platform/money.ts';
import { asText, msg, words } from '../platform/words.ts';
import { basis, setupRecord, writes } from './setupRecords.ts';

/** The pay of work: rates, minimums, and the rules of the guarantee. All of them are data with a date; no law is code. */

const access = employer('Pay.MANAGE');
const onlyBasis = z.object({ basis });

/** `piece`: per unit; `hourly`: per hour, of an employee or a group; `minimum`: per hour, guaranteed to everybody or a group. */
export const RATE_KINDS = ['piece', 'hourly', 'minimum'] as const;
export const rateKind = z.enum(RATE_KINDS);
export type RateKind = z.infer<typeof rateKind>;
const optionalId = documentId.nullable();
const optionalCode = storableText(1, 60).nullable();
const rateFields = {
  kind: rateKind,
  amount: rateAmount,
  /** The first day on which it applies, until the next one for the same work and people. */
  from: localDate,
  /** Codes of lookup entries, of a piece rate: the rate that names most applies. */
  lookup1: optionalCode,
  lookup2: optionalCode,
  jobDescriptionId: optionalId,
  employeeGroupId: optionalId,
  employeeId: optionalId,
};
const rateShape = z.strictObject(rateFields);
type RateValue = z.infer<typeof rateShape>;
type RateKey = 'lookup1' | 'lookup2' | 'jobDescriptionId' | 'employeeGroupId' | 'employeeId';
const MAY_NAME: Record<RateKind, readonly RateKey[]> = {
  piece: ['lookup1', 'lookup2', 'jobDescriptionId', 'employeeGroupId'],
  hourly: ['employeeGroupId', 'employeeId'],
  minimum: ['employeeGroupId'],
};
const KEYS: readonly RateKey[] = ['lookup1', 'lookup2', 'jobDescriptionId', 'employeeGroupId', 'employeeId'];
/** Returns what is wrong with the fields of a rate together, by field. */
export function wrongRate(rate: Pick<RateValue, RateKey | 'kind'>): { field: RateKey; message: string }[] {
  const wrong: { field: RateKey; message: string }[] = KEYS.filter(
    (key) => rate[key] !== null && !MAY_NAME[rate.kind].includes(key),
  ).map((field) => ({ field, message: NOT_OF[rate.kind] }));
  if (rate.kind === 'hourly' && (rate.employeeId === null) === (rate.employeeGroupId === null))
    wrong.push({ field: 'employeeId', message: words('For an employee or an employee group') });
  return wrong;
}
const NOT_OF: Record<RateKind, string> = {
  piece: words('Not of a piece rate'),
  hourly: words('Not of an hourly rate'),
  minimum: words('Not of a minimum'),
};
const checkedRate = <S extends z.ZodType<RateValue>>(schema: S) =>
  schema.superRefine((rate, context) => {
    for (const { field, message } of wrongRate(rate)) context.addIssue({ code: 'custom', path: [field], message });
  });

/** The most rates and minimums of an account. */
export const MAX_RATES = 10_000;
export const payRate = z.object({ ...setupRecord.shape, ...rateFields, amount: z.string() });
export type PayRate = z.infer<typeof payRate>;
export const {
  list: listPayRates,
  create: createPayRate,
  update: updatePayRate,
  remove: deletePayRate,
} = recordEndpoints(
  { path: '/pay/rates', access, params: z.object({ rateId: documentId }), refusals: writes },
  {
    list: {
      summary: 'Piece rates, hourly rates and minimums, newest first.',
      response: z.object({
        /** ISO 4217; null: none was chosen yet. */
        currency: z.string().nullable(),
        rates: z.array(payRate).max(MAX_RATES),
      }),
    },
    create: {
      summary: 'Adds a rate or minimum. 400 VALIDATION_FAILED, at `from`, where its first day is in a locked period.',
      body: checkedRate(rateShape),
      response: payRate,
    },
    update: {
      summary: 'Changes a rate. A change that past days should not have is a new rate from its date on.',
      body: checkedRate(rateShape.extend({ basis })),
      response: payRate,
    },
    remove: { summary: 'Deletes a rate: the one before it applies again.', query: onlyBasis, response: ok },
  },
);
export const setCurrency = endpoint({
  method: 'PUT',
  path: '/pay/currency',
  access,
  summary: 'Chooses the currency of all amounts; 409 CONFLICT once a period is locked.',
  body: z.strictObject({ currency: currencyCode }),
  response: z.object({ currency: z.string() }),
  refusals: ['CONFLICT', 'NOT_FOUND'],
});

export const PAY_WINDOWS = ['day', 'workweek', 'period'] as const;
export type PayWindow = (typeof PAY_WINDOWS)[number];
export const premiumBaseOf = z.enum(['greater', 'regular', 'minimum']);
const minutes = (most: number) =>
  z
    .int()
    .min(0)
    .max(most, asText(msg('At most {hours} hours', { hours: most / 60 })));
/** The least that a Sunday or holiday comes to (E6a). */
const dayFloor = z.strictObject({
  /** The day counts at least its ordinary hours for the guarantee. */
  ordinaryHours: z.boolean(),
  /** Its pay is at least so many times its ordinary wage; 0: whatever it comes to. */
  wages: z
    .number(words('A number, such as 1 or 2'))
    .min(0, words('A number, such as 1 or 2'))
    .max(10, words('At most 10')),
});
export type DayFloor = z.infer<typeof dayFloor>;
const rulesShape = z.strictObject({
  name: requiredTypedLine(words('Name is required'), 120),
  /** The days over which pay is compared with the minimum. The pay period is that of the hours rule for everybody. */
  window: z.enum(PAY_WINDOWS),
  /** The pay that is compared: piecework and its time, or all pay and all time. */
  scope: z.enum(['piece', 'all']),
  /** A day on which an employee works counts at least so long for the guarantee. */
  leastMinutes: minutes(1_440),
  /** The first day of a workweek, 1 for Monday to 7 for Sunday. */
  weekStart: z.int().min(1).max(7),
  /** Rest that a day's paid time includes and that is paid apart: from so much time on, so much rest. */
  rests: z.array(z.strictObject({ afterMinutes: minutes(1_440), restMinutes: minutes(240) })).max(10),
  /** The rate of that rest: `minimum`, or `average`: the higher of the minimum and the average of the workweek without rest; without `premiumBase` that of the window. */
  restRate: z.enum(['minimum', 'average']),
  /** Time that is paid by the hour is paid at the minimum at least, also of people who never do piecework, and not averaged with piece pay. */
  hourlyAtLeastMinimum: z.boolean(),
  /**
   * Without `premiumBase` only. `factors`: hourly pay times the factors of the hours rule. `regular`: the regular rate of the workweek times what a factor
   * exceeds 1 by, on all overtime.
   */
  overtime: z.enum(['factors', 'regular']),
  /** Units that were counted as Shared or Team are not paid by the piece. */
  individualOutput: z.boolean().optional(),
  /**
   * With it all paid hours are guaranteed, and the overtime, Sundays and holidays of piecework have a premium: hours x this x what the factor exceeds
   * 1 by. `regular`: the regular rate of the workweek, also for overtime that is paid by the hour; `greater`: that or the minimum, whichever is more. Rule sets
   * that were made before it keep their results without it: they leave overtime out of the guarantee.
   */
  premiumBase: premiumBaseOf.optional(),
  /**
   * With `premiumBase` only: what Sundays and holidays come to at least. The ordinary hours of a day are those of its shift, without one the average of the four
   * weeks before. Its ordinary wage is these hours at the hourly rate, at the minimum or, by a base that is not the minimum alone, at what the workweek's pieces
   * and hours come to an hour, whichever is most.
   */
  floors: z
    .strictObject({
      sunday: dayFloor,
      holiday: dayFloor,
      /** The ordinary wage of a holiday that is not worked, for employees who would have been expected. */
      holidayOff: z.boolean(),
    })
    .optional(),
});
export type PayRuleValue = z.infer<typeof rulesShape>;
export const payRuleFields = rulesShape.shape;
/** The rules of a rule set without its record: for whom and from when it is in force is left out. */
export const rulesAlone = z.object(payRuleFields);
/** Returns what is wrong with the fields of a rule set together, by field. */
export function wrongPayRule({ rests }: PayRuleValue): { field: 'rests'; message: string }[] {
  const isSorted = rests.every(
    ({ afterMinutes }, nth) => nth === 0 || (rests[nth - 1]?.afterMinutes ?? 0) < afterMinutes,
  );
  const wrong: { field: 'rests'; message: string }[] = [];
  if (!isSorted) wrong.push({ field: 'rests', message: words('Each from more time on than the one before it') });
  if (rests.some(({ afterMinutes, restMinutes }) => restMinutes > afterMinutes))
    wrong.push({ field: 'rests', message: words('Not more rest than time') });
  return wrong;
}

/** The rule set that is in force where no other is: without one, no guarantee is known. */
export const payRuleKey = {
  /** Null: everybody whose time group has no rule set of its own. */
  timeGroupId: optionalId,
  /** One employee, before their time group; not together with it. */
  employeeId: optionalId.default(null),
  /** The first day on which it is in force; null: always. */
  from: localDate.nullable(),
};
export const payRule = z.object({ _id: documentId, basis, ...payRuleKey, ...payRuleFields });
export type PayRule = z.infer<typeof payRule>;
const ruleBody = z.strictObject({ ...payRuleKey, ...payRuleFields });
const checkedRule = <S extends z.ZodType<z.infer<typeof ruleBody>>>(schema: S) =>
  schema.superRefine((rule, context) => {
    for (const { field, message } of wrongPayRule(rule)) context.addIssue({ code: 'custom', path: [field], message });
    if (rule.timeGroupId !== null && rule.employeeId !== null)
      context.addIssue({
        code: 'custom',
        path: ['employeeId'],
        message: words('For a shift or an employee, not for both'),
      });
  });
export const {
  list: listPayRules,
  create: createPayRule,
  update: updatePayRule,
  remove: deletePayRule,
} = recordEndpoints(
  { path: '/pay/rules', access, params: z.object({ payRuleId: documentId }), refusals: writes },
  {
    list: {
      summary: 'The rule sets of pay: for everybody, for time groups and for employees, by date.',
      response: z.object({ payRules: z.array(payRule).max(10_000) }),
    },
    create: {
      summary:
        'Adds a rule set, by the greater base of premiums where it says none. 409 PERIOD_LOCKED where its first day is in a locked period, or before one if it is always in force.',
      body: checkedRule(ruleBody),
      response: payRule,
    },
    update: {
      summary:
        'Changes a rule set; without a base of premiums or floors it keeps those it has. A change that past days should not have is a new one from its date on.',
      body: checkedRule(ruleBody.extend({ basis })),
      response: payRule,
    },
    remove: {
      summary: 'Deletes a rule set: the one before it, or that for everybody, is in force again.',
      query: onlyBasis,
      response: ok,
    },
  },
);
