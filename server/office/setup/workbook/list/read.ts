import type { ListMapping } from '#contract/office/list.ts';
import { trimUnseen } from '#contract/platform/common.ts';
import { words } from '#contract/platform/words.ts';
import type { RawSheet } from '../../../../platform/files/spreadsheet/spreadsheet.ts';
import { invalid } from '../../../../platform/http/errors.ts';
import { contentOf, type WorkbookContent } from '../content.ts';
import { mapped } from './mapped.ts';
import { type ReadList, recognise } from './recognise.ts';
import { isSame, type RememberedList } from './remembered.sql.ts';

/** The sheet of a file that is the list: the one with the most columns that are recognised, of equal ones the first. Throws VALIDATION_FAILED for a file without content. */
function listIn(sheets: readonly RawSheet[], remembered: readonly RememberedList[]) {
  const known = (headings: readonly string[]) =>
    remembered.find((one) =>
      isSame(
        one.headings,
        headings.map((heading) => heading),
      ),
    )?.mapping;
  const lists = sheets.map((sheet) => ({ sheet, list: recognise(sheet, known) })).filter(({ list }) => list.lines > 0);
  const fieldsOf = ({ list }: (typeof lists)[number]) => list.columns.filter(({ field }) => field).length;
  const [best] = lists.toSorted((a, b) => fieldsOf(b) - fieldsOf(a));
  if (!best) throw invalid('workbook', words('The file has no lines.'));
  return best;
}

export type FoundList = ReadList & { otherSheets: string[] };
/** Returns a file's list, and what its columns are taken for. */
export function readListIn(sheets: readonly RawSheet[], remembered: readonly RememberedList[]): FoundList {
  const { list } = listIn(sheets, remembered);
  const hasContent = ({ rows }: RawSheet) => rows.some((row) => row.some((cell) => trimUnseen(cell) !== ''));
  const others = sheets.filter((sheet) => sheet.name !== list.name && hasContent(sheet));
  return { ...list, otherSheets: others.map(({ name }) => name.slice(0, 60)) };
}

/** Returns the content of a file's list with its columns taken as the mapping says, and the list's headings. */
export function contentOfList(
  sheets: readonly RawSheet[],
  mapping: ListMapping,
): { content: WorkbookContent; headings: string[] } {
  const { sheet, list } = listIn(sheets, []);
  const headings = mapping.headingLine === list.headingLine ? list.columns.map(({ heading }) => heading) : [];
  const content = contentOf([mapped(sheet, mapping)]);
  // Under their own headings, which the sheet of employees does not have.
  const ignored = list.columns.flatMap(({ heading, samples }, at) =>
    mapping.columns[at]?.field || samples.length === 0 ? [] : heading || [],
  );
  return { content: { ...content, ignored: ignored.map((heading) => heading.slice(0, 60)) }, headings };
}
