import { z } from 'zod';
import { listMapping, rememberedMapping } from '#contract/office/list.ts';
import { rememberedList } from '../../../platform/files/rememberedColumns.sql.ts';
import { type RawSheet, unmerged } from '../../../platform/files/spreadsheet/spreadsheet.ts';
import { contentOf } from './content.ts';
import { contentOfList, readListIn } from './list/read.ts';

const place = z.object({ sheet: z.string().optional(), headingLine: z.int().optional() });
const sign = z.enum(['.', ',']);
/** The reading of a file that is asked for: as the workbook; as a list, what its columns are taken for, or its lines by a mapping. */
export const reading = z.union([
  z.object({ as: z.literal('workbook'), sign }),
  z.object({ as: z.literal('list'), sign, remembered: z.array(rememberedList(rememberedMapping)), place }),
  z.object({ as: z.literal('list'), sign, mapping: listMapping, startsWithZero: z.boolean() }),
]);
export type Reading = z.infer<typeof reading>;

/** Returns what is read of the sheets of a file. */
export function readSheets(sheets: readonly RawSheet[], asked: Reading) {
  if (asked.as === 'workbook') return contentOf(sheets, asked.sign);
  const lists = sheets.map(unmerged);
  return 'mapping' in asked
    ? contentOfList(lists, asked.mapping, asked.sign, asked.startsWithZero)
    : readListIn(lists, asked.remembered, asked.place);
}
