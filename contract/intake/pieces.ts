import { z } from 'zod';
import { correctedEmployee, correctionEffect, correctionNote, correctionReason } from '../figures/corrections.ts';
import { daysBetween, documentId, instant, line, localDate, recordedInstant, wallTime } from '../platform/common.ts';
import { employer, endpoint } from '../platform/endpoint.ts';
import { errorCode } from '../platform/errors.ts';
import { MAX_FILTER_IDS, MAX_IMPORT_DAYS, MAX_PIECE_DAYS } from '../platform/limits.ts';
import { message as wireMessage } from '../platform/message.ts';
import { asText, msg, words } from '../platform/words.ts';

/**
 * Pieces in bulk (docs/reference/corrections.md#pieces-in-bulk): entries of piecework are chosen by what they have in common and changed, given away or set aside in one act on the
 * ledger of corrections, which one press undoes. Needs Attendance.CORRECT; a user with a scope chooses among their people's.
 */
const code = line(60).nullable();
const ids = z.array(documentId).min(1).max(MAX_FILTER_IDS).optional();

/** An import may have days of several months, and is undone as a whole. */
const mostDays = ({ importedAt }: { importedAt?: string | undefined }) =>
  importedAt === undefined ? MAX_PIECE_DAYS : MAX_IMPORT_DAYS;
/** Entries that count and fit everything that is named. Times are of the account's clock; `startTime` after `endTime`: over midnight. */
export const pieceChoice = z
  .strictObject({
    from: localDate,
    to: localDate,
    /** Entries that begin at this time of a day or later, and before `endTime`. */
    startTime: wallTime.optional(),
    endTime: wallTime.optional(),
    /** Null: entries without one. */
    lookup1Code: code.optional(),
    lookup2Code: code.optional(),
    employeeIds: ids,
    timeGroups: ids,
    employeeGroups: ids,
    jobDescriptions: ids,
    /** The devices that sent them. */
    devices: ids,
    /** Only those that the import of a list brought at this instant (`undo` of its answer). */
    importedAt: recordedInstant.optional(),
    /**
     * Only doubles: entries of an employee that are like another one in product, block and units, and begin less than so many minutes after the last one
     * that is left.
     */
    doublesWithin: z.int().min(1).max(120).optional(),
  })
  .refine(({ from, to }) => from <= to, { error: words('From must not be after To'), path: ['to'] })
  .superRefine((choice, { addIssue }) => {
    const most = mostDays(choice);
    if (daysBetween(choice.from, choice.to) >= most)
      addIssue({ code: 'custom', message: asText(msg('At most {most} days', { most })), path: ['to'] });
  });
export type PieceChoice = z.infer<typeof pieceChoice>;

/** The change of the entries that are chosen. Fields that are not sent stay as they are. */
export const pieceChange = z.discriminatedUnion('do', [
  z
    .strictObject({
      do: z.literal('change'),
      lookup1Code: code.optional(),
      lookup2Code: code.optional(),
      jobDescriptionCode: code.optional(),
      /** The employee who gets them. */
      employeeId: documentId.optional(),
      /** The units are multiplied by it and rounded to three decimals. */
      factor: z
        .string()
        .regex(/^\d{1,4}(\.\d{1,4})?$/, words('A number of at most 4 decimals'))
        .refine((text) => Number(text) > 0, { error: words('More than 0') })
        .optional(),
      /** With the employee's clock-ins of the same days and times. */
      withPunches: z.boolean().optional(),
    })
    .refine(({ do: _do, withPunches: _with, ...changed }) => Object.keys(changed).length > 0, {
      error: words('Nothing is changed'),
    })
    .refine(({ employeeId, withPunches }) => employeeId || !withPunches, {
      error: words('Say who gets them'),
      path: ['employeeId'],
    }),
  z.strictObject({ do: z.literal('void') }),
  /** Two employees who used each other's badge: the choice names both. */
  z.strictObject({ do: z.literal('swap'), withPunches: z.boolean().optional() }),
]);
export type PieceChange = z.infer<typeof pieceChange>;

const order = { reason: correctionReason, note: correctionNote.optional(), choice: pieceChoice, change: pieceChange };
type Order = { reason: string; note?: string | undefined; choice: PieceChoice; change: PieceChange };
const isSaid = ({ reason, note }: Order) => reason !== 'other' || Boolean(note);
const isOfTwo = ({ choice, change }: Order) => change.do !== 'swap' || choice.employeeIds?.length === 2;
const isOfOne = ({ choice, change }: Order) =>
  change.do !== 'change' || !change.withPunches || choice.employeeIds?.length === 1;
const SAY_WHY = { error: words('Say why'), path: ['note'] };
const TWO = { error: words('Choose the two people'), path: ['choice', 'employeeIds'] };
const ONE = { error: words('Choose the one whose clock-ins go along'), path: ['choice', 'employeeIds'] };

const previewBody = z.strictObject(order).refine(isSaid, SAY_WHY).refine(isOfTwo, TWO).refine(isOfOne, ONE);
/**
 * `basis` and `receivedUntil`: of the preview. CONFLICT if of what had been received by then other entries are chosen by now, other ones are refused, or the
 * preview was of another change. Without `receivedUntil`, also if anything has been received since.
 */
const actBody = z
  .strictObject({ ...order, basis: z.string().max(64), receivedUntil: recordedInstant.optional() })
  .refine(isSaid, SAY_WHY)
  .refine(isOfTwo, TWO)
  .refine(isOfOne, ONE);
export type PieceOrder = z.infer<typeof previewBody>;
export type PieceAct = z.infer<typeof actBody>;

/** Entries and units by product, block and job. Units are exact decimals. */
export const pieceSum = z.object({
  lookup1Code: z.string().nullable(),
  lookup2Code: z.string().nullable(),
  jobDescriptionCode: z.string().nullable().optional(),
  entries: z.int(),
  units: z.string(),
});
export type PieceSum = z.infer<typeof pieceSum>;
const side = z.object({ entries: z.int(), units: z.string() });

/** One act, or what it would be. `actId` is null where nothing was chosen; where nothing can be applied the call is refused. */
export const piecesResult = z.object({
  actId: documentId.nullable(),
  basis: z.string(),
  /** By the server's time; what was received later stays as it is. */
  receivedUntil: instant,
  /** So many entries and clock-ins were received later and would be changed by another act. */
  arrived: z.int(),
  /** Entries that fit; of them, those that are changed, and the clock-ins that go with them. */
  chosen: z.int(),
  applied: z.int(),
  punches: z.int(),
  /** The rest stays as it is, by reason. */
  unchanged: z.array(z.object({ errorCode, message: z.string(), words: wireMessage.optional(), count: z.int() })),
  /** Of what is changed, at most the first 200 of each. */
  before: z.array(pieceSum).max(200),
  after: z.array(pieceSum).max(200),
  /** Employees who lose or gain entries, at most the first 200 of so many. */
  people: z.array(z.object({ employee: correctedEmployee, before: side, after: side })).max(200),
  peopleCount: z.int(),
  /** The days that differ by clock-ins that go along. */
  effects: z.array(correctionEffect).max(500),
});
export type PiecesResult = z.infer<typeof piecesResult>;

const acting = {
  method: 'POST',
  access: employer('Attendance.CORRECT'),
  scope: 'people',
  response: piecesResult,
  refusals: [
    'CONFLICT',
    'ALREADY_EXISTS',
    'PERIOD_LOCKED',
    'OWN_RECORD',
    'NOT_FOUND',
    'DATE_OUT_OF_RANGE',
    'TOO_LARGE',
    'UNAVAILABLE',
  ],
} as const;
export const correctPieces = endpoint({
  ...acting,
  path: '/corrections/pieces',
  summary: 'Change, give away or set aside all entries that fit, at most 5,000, in one act.',
  body: actBody,
});
export const previewPieces = endpoint({
  ...acting,
  path: '/corrections/pieces/preview',
  summary: 'What the same act would answer, with counts before and after; changes nothing.',
  body: previewBody,
});
