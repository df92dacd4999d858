import { z } from 'zod';
import { letters, listPlace, MAX_LIST_COLUMNS, shownColumn } from '../platform/listColumns.ts';
import { msg } from '../platform/words.ts';

/** A list of piecework as its employer has it, with headings of its own: what each column is taken for. */

/** The fields of a list of piecework; its people are found by number, else by name. */
export const PIECE_FIELDS = [
  ...([
    'number',
    'firstName',
    'lastName',
    'fullName',
    'units',
    'startedAt',
    'startTime',
    'endedAt',
    'endTime',
  ] as const),
  ...(['hours', 'lookup1', 'lookup2', 'jobDescription', 'code'] as const),
  /** Of lists with a line for a person, and a column for each day or product: what each heading says. */
  ...(['unitsOfDay', 'unitsOfProduct'] as const),
] as const;
export const pieceField = z.enum(PIECE_FIELDS);
export type PieceField = z.infer<typeof pieceField>;

export const pieceMapping = z.strictObject({
  ...listPlace,
  /** Absent: as the headings of that line name them. */
  fields: z.array(pieceField.nullable()).max(MAX_LIST_COLUMNS).optional(),
});
export type PieceMapping = z.infer<typeof pieceMapping>;
/** A mapping as it is remembered; `empty`: a column without content, of which nothing is known. */
export const rememberedPieces = pieceMapping.omit({ sheet: true }).extend({
  letters,
  fields: z.array(z.union([pieceField, z.literal('empty')]).nullable()).max(MAX_LIST_COLUMNS),
});
export type RememberedPieces = z.infer<typeof rememberedPieces>;

export const pieceColumn = shownColumn.extend({ field: pieceField.nullable() });
export type PieceColumn = z.infer<typeof pieceColumn>;

/** Fields that several columns may be taken for. */
const MANY: readonly PieceField[] = ['unitsOfDay', 'unitsOfProduct'];
/** Why columns taken so cannot be read; null where they can. `dateAbove`: a date for all lines is above them. */
export function pieceMappingProblem(columns: readonly (PieceField | null)[], dateAbove?: string) {
  const fields = columns.flatMap((field) => field ?? []);
  const has = (field: PieceField) => fields.includes(field);
  const once = fields.filter((field, at) => !MANY.includes(field) || fields.indexOf(field) === at);
  const units = once.filter((field) => field === 'units' || MANY.includes(field));
  if (!has('number') && !has('fullName') && !(has('firstName') && has('lastName')))
    return msg('Choose the column with the employee number or the name.');
  if (units.length === 0) return msg('Choose the column with the units.');
  if (!has('startedAt') && !has('unitsOfDay') && dateAbove === undefined)
    return msg('Choose the column with the date.');
  const isTwice = (has('startedAt') && has('unitsOfDay')) || (has('lookup1') && has('unitsOfProduct'));
  if (isTwice || units.length > 1 || new Set(once).size < once.length)
    return msg('Two columns are taken for the same. Ignore one of them.');
  return null;
}
