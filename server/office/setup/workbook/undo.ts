import { type listWorkbookImports, MAX_NEW_GROUPS, type WorkbookLine } from '#contract/office/workbook.ts';
import type { ResponseOf } from '#contract/platform/endpoint.ts';
import { MAX_LISTED_IMPORTS } from '#contract/platform/listedImports.ts';
import { msg, words } from '#contract/platform/words.ts';
import { deleteUnusedGroups } from '../../../masterData/groups.sql.ts';
import { audit, by, type UserCall } from '../../../platform/audit/audit.ts';
import { lineReason } from '../../../platform/files/lineReason.ts';
import { conflict } from '../../../platform/http/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { finish, runSetup } from '../run.ts';
import { takeWorkbook } from './take.ts';
import {
  saveUndone,
  selectBefore,
  selectLines,
  selectMadeGroups,
  selectTaken,
  selectTouchedSince,
  selectUpload,
  type Upload,
} from './uploads.sql.ts';
import { type Asking, countsOf, isOld, maySee, type Of, stillKept, unpacked } from './uploads.ts';

/** More than the lines of any upload. */
const ALL_LINES = 1_000_000;
const MOST_NAMED = 10;

const isWritten = ({ outcome }: WorkbookLine) => outcome !== 'unchanged' && outcome !== 'refused';
/** Returns true for the changes of another line the other way round: no cell of them was changed since. */
const isReverse = ({ changes }: WorkbookLine, other: WorkbookLine) =>
  JSON.stringify(changes.map(({ column, before, after }) => [column, after, before])) ===
  JSON.stringify(other.changes.map(({ column, before, after }) => [column, before, after]));

/**
 * Puts back what an upload changed: the sheets as they were before, as whole lists, and without the groups that its people brought along, unless they are
 * in use. Nothing is put back where that would change anything that the upload did not change, or where a line is refused.
 */
export function undoUpload(services: Services, { accountId, workbookId }: Of, call: UserCall) {
  return runSetup(services, { accountId, caller: call.caller }, async (run) => {
    const { tx, now, version } = run.scope;
    const upload = stillKept(await selectUpload(tx, accountId, workbookId), { caller: call.caller, now });
    const packed = await selectBefore(tx, accountId, workbookId);
    if (!packed) throw conflict(words('This workbook was not taken.'));
    const own = upload.preview?.sheets.map(({ sheet }) => sheet) ?? [];
    const sheets = unpacked(packed)
      .filter(({ sheet }) => own.includes(sheet))
      .map(({ sheet, lines }) => ({
        sheet,
        columns: [...new Set(lines.flatMap((cells) => Object.keys(cells)))],
        // Below the headings, as in the file of the data as it was.
        lines: lines.map((cells, at) => ({ line: at + 2, cells })),
      }));
    const taken = await selectLines(tx, accountId, workbookId, { offset: 0, limit: ALL_LINES });
    const numbers = taken.lines
      .filter((line) => line.sheet === 'employees' && isWritten(line))
      .map(({ number }) => number);
    const since = await selectTouchedSince(tx, accountId, workbookId, numbers);
    // With a sheet of groups they are put back as a whole list, too.
    const made = own.includes('groups') ? [] : await selectMadeGroups(tx, accountId, workbookId);
    const { lines } = await takeWorkbook(run, { sheets, ignored: [], whole: own }, { isUndo: true });
    const usedGroups = await deleteUnusedGroups(tx, accountId, made, now);
    const nameOf = ({ sheet, number }: { sheet: string; number: string }) => JSON.stringify([sheet, number]);
    const touched = new Map(taken.lines.filter(isWritten).map((line) => [nameOf(line), line]));
    const isOwn = (line: WorkbookLine) => {
      const before = touched.get(nameOf(line));
      return before && isWritten(line) && (line.outcome !== before.outcome || isReverse(line, before));
    };
    const refused = lines.find(({ outcome }) => outcome === 'refused');
    if (refused)
      throw conflict(
        msg('{number} cannot be put back: {reason}', {
          number: refused.number,
          reason: refused.reasonWords ?? refused.reason ?? '',
        }),
      );
    const isKept = ({ sheet, outcome, number }: WorkbookLine) =>
      sheet === 'employees' && outcome === 'deleted' && since.includes(number);
    const kept = lines.filter((line) => isKept(line) || (line.outcome !== 'unchanged' && !isOwn(line)));
    if (kept.length > 0)
      throw conflict(
        msg('{numbers} {count, plural, one {was} other {were}} changed or clocked since: nothing was put back.', {
          numbers: kept
            .slice(0, MOST_NAMED)
            .map(({ number }) => number)
            .join(', '),
          count: kept.length,
        }),
      );
    const { refused: leftOut, ...counts } = countsOf(lines);
    const result = { ...counts, leftOut, rejudged: await finish(run), usedGroups: usedGroups.slice(0, MAX_NEW_GROUPS) };
    const undone = { at: now.toISOString(), by: call.caller.fullName, version, since };
    await saveUndone(tx, accountId, workbookId, undone);
    await audit(tx, {
      ...by(call),
      accountId,
      action: 'setup.workbook',
      target: upload.fileName ?? 'pasted cells',
      detail: msg('undone: {hash}', { hash: upload.sha256 }),
    });
    return result;
  });
}

const MONTH_MS = 30 * 24 * 3_600_000;
/** Lists the uploads that were taken in the last 30 days, as long as the former data are stored. */
export async function listImports(
  { db }: Pick<Services, 'db'>,
  accountId: string,
  call: Asking,
): Promise<ResponseOf<typeof listWorkbookImports>> {
  const asked = { since: new Date(call.now.getTime() - MONTH_MS), limit: MAX_LISTED_IMPORTS };
  const taken = await db.tenant(accountId, (tx) => selectTaken(tx, accountId, asked));
  return {
    imports: taken.map((upload) => {
      const { workbookId, by: who, appliedAt, fileName, undone, hasBefore } = upload;
      const { rejudged: _, ...counts } = upload.result;
      const { reason, reasonWords } = lineReason(whyNot(upload, call));
      const own = { workbookId, at: appliedAt, by: who, fileName, counts, undone, hasBefore };
      return { ...own, cannotUndo: reason, ...(reasonWords && { cannotUndoWords: reasonWords }) };
    }),
  };
}

/** Returns why an upload that was taken cannot be undone any more; null where it can. */
function whyNot(upload: Upload, { caller, now }: Asking): string | null {
  if (upload.undone) return words('It was undone.');
  if (isOld(upload, now)) return words('An import can be undone for a day.');
  if (!upload.isKept) return words('Only the last five imports can be undone.');
  return maySee(upload, caller) ? null : words('It has amounts, which you may not set.');
}
