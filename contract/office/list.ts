import { z } from 'zod';
import { access, ownOrNamedAccount } from '../masterData/setupRecords.ts';
import { dateOrder } from '../platform/dateOrder.ts';
import { endpoint } from '../platform/endpoint.ts';
import {
  firstLines,
  letters,
  listPlace,
  MAX_HEADING_LINE,
  MAX_LIST_COLUMNS,
  shownColumn,
} from '../platform/listColumns.ts';
import { msg } from '../platform/words.ts';

/** A list of people as their employer has it, with headings of its own: what each column is taken for, before it becomes a sheet of the workbook. */

/** The fields that a column of a list may be taken for: columns of the sheet *Employees*, both names in one cell, or parts of a last name. */
export const LIST_FIELDS = [
  ...([
    'number',
    'firstName',
    'lastName',
    'lastNamePrefix',
    'secondLastName',
    'fullName',
    'timeId',
    'timeGroup',
    'groupFrom',
  ] as const),
  ...([
    'employeeGroup',
    'jobDescription',
    'active',
    'inactive',
    'activeFrom',
    'inactiveFrom',
    'lastDay',
    'cards',
    'phoneNumber',
  ] as const),
] as const;
export const listField = z.enum(LIST_FIELDS);
export type ListField = z.infer<typeof listField>;
export const DATE_FIELDS: readonly ListField[] = ['groupFrom', 'activeFrom', 'inactiveFrom', 'lastDay'];
/** Fields of one column of ours, of which a list has one. */
const ALIKE: readonly (readonly ListField[])[] = [
  ['active', 'inactive'],
  ['inactiveFrom', 'lastDay'],
];

export const nameOrder = z.enum(['first-last', 'first-last2', 'last-first', 'last2-first']);
export type NameOrder = z.infer<typeof nameOrder>;

const listColumn = z.strictObject({
  field: listField.nullable(),
  /** For dates; null: it is not known yet which of two orders they have. */
  dates: dateOrder.nullable(),
  /** For both names in one cell without a comma. */
  names: nameOrder.nullable(),
});
export type ListColumn = z.infer<typeof listColumn>;
export const listMapping = z.strictObject({
  ...listPlace,
  letters,
  columns: z.array(listColumn).max(MAX_LIST_COLUMNS),
});
export type ListMapping = z.infer<typeof listMapping>;
/** A mapping as it is remembered; null: a column that was empty, of which nothing is known. */
export const rememberedMapping = listMapping
  .omit({ sheet: true })
  .extend({ columns: z.array(listColumn.nullable()).max(MAX_LIST_COLUMNS) });
export type RememberedMapping = z.infer<typeof rememberedMapping>;
/** A mapping as the text of a parameter. */
export const MAX_MAPPING_TEXT = 6_000;

export const readColumn = listColumn.extend({
  ...shownColumn.shape,
  /** It may say who is still there, or what another column may say too: the user says what it is taken for, or that it is ignored. */
  isUnclear: z.literal(true).optional(),
  /** Of both names in one cell: a name of the column as each order cuts it. */
  orders: z.array(z.object({ names: nameOrder, firstName: z.string(), lastName: z.string() })).optional(),
});
export type ReadColumn = z.infer<typeof readColumn>;
export const readList = endpoint({
  method: 'POST',
  path: '/setup/list',
  access,
  summary:
    'Reads an .xlsx, .ods or .csv file (one part `workbook`) as a list of people and says what each column is taken for; `POST setup/workbook` with `list` previews it.',
  query: ownOrNamedAccount.extend({
    /** The line of the headings where the user has chosen it, 0: none; and the sheet. */
    headingLine: z.coerce.number<number | string>().int().min(0).max(MAX_HEADING_LINE).optional(),
    sheet: z.string().max(60).optional(),
  }),
  upload: 'file',
  response: z.object({
    /** The sheet that was read: the one with the most columns that are recognised. */
    sheet: z.string(),
    otherSheets: z.array(z.string()),
    headingLine: z.int(),
    firstLines,
    letters,
    /** The number of lines below the headings. */
    lines: z.int(),
    columns: z.array(readColumn).max(MAX_LIST_COLUMNS),
  }),
  refusals: ['TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'VALIDATION_FAILED', 'UNAVAILABLE'],
});

/** Why a mapping cannot be used; null where it can. */
export function mappingProblem({ columns }: { columns: readonly (ListColumn & Partial<ReadColumn>)[] }) {
  const fields = columns.flatMap(({ field }) => field ?? []);
  if (!fields.includes('fullName') && !(fields.includes('firstName') && fields.includes('lastName')))
    return msg('Choose the column with the names.');
  const unclear = columns.findIndex(({ isUnclear }) => isUnclear);
  if (unclear >= 0) {
    const heading = columns[unclear]?.heading;
    return heading
      ? msg('Choose what {heading} is taken for, or ignore it.', { heading })
      : msg('Choose what column {at} is taken for, or ignore it.', { at: unclear + 1 });
  }
  if (columns.some(({ field, dates }) => field && DATE_FIELDS.includes(field) && dates === null))
    return msg('Choose how the dates are written.');
  const isTwice = ALIKE.some((alike) => alike.every((field) => fields.includes(field)));
  if (isTwice || new Set(fields).size < fields.length)
    return msg('Two columns are taken for the same. Ignore one of them.');
  return null;
}
