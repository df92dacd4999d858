import { z } from 'zod';
import { listPlace, MAX_LIST_COLUMNS, shownColumn } from '../platform/listColumns.ts';
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
] as const;
export const pieceField = z.enum(PIECE_FIELDS);
export type PieceField = z.infer<typeof pieceField>;

export const pieceMapping = z.strictObject({
  ...listPlace,
  /** Absent: as the headings of that line name them. */
  fields: z.array(pieceField.nullable()).max(MAX_LIST_COLUMNS).optional(),
});
export type PieceMapping = z.infer<typeof pieceMapping>;

export const pieceColumn = shownColumn.extend({ field: pieceField.nullable() });
export type PieceColumn = z.infer<typeof pieceColumn>;

/** Why columns taken so cannot be read; null where they can. */
export function pieceMappingProblem(columns: readonly (PieceField | null)[]) {
  const fields = columns.flatMap((field) => field ?? []);
  const has = (field: PieceField) => fields.includes(field);
  if (!has('number') && !has('fullName') && !(has('firstName') && has('lastName')))
    return msg('Choose the column with the employee number or the name.');
  if (!has('units')) return msg('Choose the column with the units.');
  if (!has('startedAt')) return msg('Choose the column with the date.');
  if (new Set(fields).size < fields.length) return msg('Two columns are taken for the same. Ignore one of them.');
  return null;
}
