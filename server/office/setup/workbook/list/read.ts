import { type ListMapping, type RememberedMapping, rememberedMapping } from '#contract/office/list.ts';
import { trimUnseen } from '#contract/platform/common.ts';
import { words } from '#contract/platform/words.ts';
import type { DecimalSign } from '../../../../platform/files/cells.ts';
import { listSheetOf } from '../../../../platform/files/listSheet.ts';
import {
  findRemembered,
  type ListKind,
  type RememberedList,
} from '../../../../platform/files/rememberedColumns.sql.ts';
import { requireAllColumns } from '../../../../platform/files/spreadsheet/limits.ts';
import type { RawSheet } from '../../../../platform/files/spreadsheet/spreadsheet.ts';
import { invalid } from '../../../../platform/http/errors.ts';
import { contentOf, type WorkbookContent } from '../content.ts';
import { mapped } from './mapped.ts';
import { HEADINGS, orderTaken, type ReadList, recognise } from './recognise.ts';

/** Lists of people whose columns an account remembers. */
export const PEOPLE: ListKind<RememberedMapping> = { column: 'list_columns', mapping: rememberedMapping };
/** Names of sheets are read up to here. */
const MAX_NAME = 60;

/** The sheet and the line of the headings, where the user has chosen them. */
export type Place = { sheet?: string | undefined; headingLine?: number | undefined };
/** The sheet of a file that is the list: the one with the most columns that are recognised, of equal ones the first. Throws VALIDATION_FAILED for a file without content. */
function listIn(
  sheets: readonly RawSheet[],
  remembered: readonly RememberedList<RememberedMapping>[],
  { sheet: chosen, headingLine }: Place,
) {
  const named = sheets.filter(({ name }) => name.slice(0, MAX_NAME) === chosen);
  const lists = (named.length > 0 ? named : sheets)
    .map((sheet) => ({
      sheet,
      list: recognise(sheet, (headings) => findRemembered(remembered, headings), headingLine),
    }))
    .filter(({ list }) => list.lines > 0);
  const fieldsOf = ({ list }: (typeof lists)[number]) => list.columns.filter(({ field }) => field).length;
  const [best] = lists.toSorted((a, b) => fieldsOf(b) - fieldsOf(a));
  if (!best) throw invalid('workbook', words('The file has no lines.'));
  requireAllColumns(best.sheet);
  return best;
}

export type FoundList = ReadList & { otherSheets: string[] };
/** Returns a file's list, and what its columns are taken for. */
export function readListIn(
  sheets: readonly RawSheet[],
  remembered: readonly RememberedList<RememberedMapping>[],
  place: Place = {},
): FoundList {
  const { list } = listIn(sheets, remembered, place);
  const hasContent = ({ rows }: RawSheet) => rows.some((row) => row.some((cell) => trimUnseen(cell) !== ''));
  const others = sheets.filter((sheet) => sheet.name !== list.name && (sheet.isHidden || hasContent(sheet)));
  return { ...list, otherSheets: others.map(({ name }) => name.slice(0, MAX_NAME)) };
}

/** Returns the content of a file's list with its columns taken as the mapping says. `startsWithZero`: so do phones where its sender lives. */
export function contentOfList(
  sheets: readonly RawSheet[],
  mapping: ListMapping,
  sign: DecimalSign,
  startsWithZero = false,
): WorkbookContent {
  const chosen = sheets.find(({ name }) => name.slice(0, MAX_NAME) === mapping.sheet);
  const sheet = chosen ?? listIn(sheets, [], {}).sheet;
  const { columns, wrong } = listSheetOf(sheet, HEADINGS, mapping.headingLine - 1);
  const whole = mapping.columns.findIndex(({ field }) => field === 'fullName');
  const { heading = '', values = [] } = columns[whole] ?? {};
  const isOrderGuessed = mapping.columns[whole]?.names === orderTaken(heading, values);
  const list = mapped({ ...sheet, wrong: new Map(wrong) }, mapping, { startsWithZero, isOrderGuessed });
  const content = contentOf([list], sign);
  // Under their own headings, which the sheet of employees does not have.
  const ignored = columns.flatMap(({ heading, values }, at) =>
    mapping.columns[at]?.field || values.length === 0 ? [] : heading || [],
  );
  const remembered = {
    headings: columns.map(({ heading }) => heading),
    mapping: {
      headingLine: mapping.headingLine,
      letters: mapping.letters,
      columns: mapping.columns.map((column, at) => (columns[at]?.values.length ? column : null)),
    },
  };
  return {
    ...content,
    ignored: ignored.map((heading) => heading.slice(0, 60)),
    ...(mapping.headingLine > 0 && { list: remembered }),
  };
}
