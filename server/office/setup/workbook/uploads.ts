import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { v7 as uuidv7 } from 'uuid';
import {
  PAY_SHEETS,
  type WorkbookLine,
  type WorkbookOutcome,
  type WorkbookPreview,
  type WorkbookSheet,
} from '#contract/office/workbook.ts';
import type { Permission } from '#contract/platform/permissions.ts';
import { msg, words } from '#contract/platform/words.ts';
import { ForLockedDays } from '../../../masterData/unlocked.ts';
import { audit, by, type UserCall } from '../../../platform/audit/audit.ts';
import type { Db } from '../../../platform/db/db.ts';
import { rememberList } from '../../../platform/files/rememberedColumns.sql.ts';
import { conflict, invalid, notFound, permissionDenied, Refusal } from '../../../platform/http/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { lockAccount } from '../../../platform/tenant/account.ts';
import { finish, runSetup } from '../run.ts';
import type { ContentLine, WorkbookContent } from './content.ts';
import { PEOPLE } from './list/read.ts';
import { newGroupsOf } from './newGroups.ts';
import type { Snapshot } from './snapshot.ts';
import { takeWorkbook } from './take.ts';
import {
  insertUpload,
  makeRoomForWorkbook,
  savePreview,
  saveResult,
  selectContent,
  selectUpload,
  selectVersions,
  type Upload,
  type Versions,
} from './uploads.sql.ts';
import { currentSheets, type SheetText, sheetText } from './written.ts';

/** An upload of an account. */
export type Of = { accountId: string; workbookId: string };
const DAY_MS = 24 * 3_600_000;

/** Tells whether a user sees and sends the sheets with amounts: who may set what is paid, as on its screens. */
export const seesPay = ({ permissions }: { permissions: readonly Permission[] }) => permissions.includes('Pay.MANAGE');
const ofPay = ({ sheet }: { sheet: WorkbookSheet }) => PAY_SHEETS.includes(sheet);
/** Returns content without sheets that its sender may not send, if they are empty, as those of a template are. Throws PERMISSION_DENIED where they are not. */
function sendable(content: WorkbookContent, caller: UserCall['caller']): WorkbookContent {
  if (seesPay(caller)) return content;
  if (content.sheets.some((one) => ofPay(one) && one.lines.length > 0)) throw permissionDenied();
  return { ...content, sheets: content.sheets.filter((one) => !ofPay(one)) };
}

/**
 * Previews new content (the real run, rolled back) and stores the preview for a day with every line of it. Throws PERMISSION_DENIED where it has
 * amounts and the caller may not set what is paid.
 */
export async function previewNew(
  services: Services,
  accountId: string,
  sent: { content: WorkbookContent; fileName: string | null; bytes: string | Buffer },
  call: UserCall,
): Promise<WorkbookPreview> {
  const { fileName, bytes } = sent;
  const content = sendable(sent.content, call.caller);
  const id = uuidv7({ msecs: call.now.getTime() });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return preview(services, { accountId, workbookId: id }, { content, fileName }, call, async (tx) => {
    await lockAccount(tx, accountId);
    await call.hold(tx);
    await makeRoomForWorkbook(tx, accountId);
    await insertUpload(tx, accountId, { id, now: call.now, by: call.caller.fullName, fileName, sha256 });
  });
}

/** Previews an upload again, with some sheets as whole lists. Throws EXPIRED after a day, CONFLICT once it was applied. */
export async function previewAgain(
  services: Services,
  of: Of,
  whole: readonly WorkbookSheet[],
  call: UserCall,
): Promise<WorkbookPreview> {
  const { appliedAt, fileName } = await liveUpload(services, of, call);
  if (appliedAt) throw conflict(words('This workbook was taken already.'));
  const content = await contentOfUpload(services, of);
  return preview(services, of, { content: { ...content, whole: [...new Set(whole)] }, fileName }, call);
}

async function preview(
  services: Services,
  { accountId, workbookId }: Of,
  { content: sent, fileName }: { content: WorkbookContent; fileName: string | null },
  { caller }: Pick<UserCall, 'caller'>,
  before: (tx: Db) => Promise<void> = async () => {},
): Promise<WorkbookPreview> {
  const { content, lines, newGroups, rejudged } = await withoutLockedDays(sent, (content) =>
    runSetup(services, { accountId, caller, isPreview: true }, async (run) => {
      const taken = await takeWorkbook(run, content);
      const newGroups = await newGroupsOf(run, taken.before);
      return { content, lines: taken.lines, newGroups, rejudged: await finish(run) };
    }),
  );
  const shown: WorkbookPreview = {
    workbookId,
    fileName,
    sheets: content.sheets.map(({ sheet }) => ({
      sheet,
      isWhole: content.whole.includes(sheet),
      ...countsOf(lines.filter((line) => line.sheet === sheet)),
    })),
    ignoredSheets: content.ignored,
    newGroups,
    rejudged,
    outcomeHash: hashOf(content, lines),
  };
  await services.db.tenant(accountId, async (tx) => {
    await before(tx);
    await savePreview(tx, accountId, workbookId, { content, preview: shown, lines });
  });
  return shown;
}

/** Carries content out; lines of people whose locked days it would judge again are refused, as other wrong lines are. Throws PERIOD_LOCKED where other lines do that. */
async function withoutLockedDays<T>(
  content: WorkbookContent,
  carryOut: (content: WorkbookContent) => Promise<T>,
): Promise<T> {
  try {
    return await carryOut(content);
  } catch (error) {
    const open = error instanceof ForLockedDays ? refusedFor(content, error) : undefined;
    if (!open) throw error;
    return withoutLockedDays(open, carryOut);
  }
}
/** Returns content with the lines of some employees refused; undefined where it has none that are not refused yet. */
function refusedFor(content: WorkbookContent, { employees, said }: ForLockedDays): WorkbookContent | undefined {
  const ids = new Set(employees.flatMap(({ id, number }) => [`key ${id}`, `number ${number}`]));
  const isOf = ({ wrong, cells: { key = '', number = '' } }: ContentLine) =>
    wrong === undefined && (ids.has(`key ${key.toLowerCase()}`) || ids.has(`number ${number}`));
  const isOfPeople = ({ sheet }: WorkbookContent['sheets'][number]) => sheet === 'employees';
  if (!content.sheets.some((one) => isOfPeople(one) && one.lines.some(isOf))) return undefined;
  const sheets = content.sheets.map((one) =>
    isOfPeople(one) ? { ...one, lines: one.lines.map((line) => (isOf(line) ? { ...line, wrong: said } : line)) } : one,
  );
  return { ...content, sheets };
}

export const countsOf = (lines: readonly WorkbookLine[]): Record<WorkbookOutcome, number> => {
  const counts = { new: 0, changed: 0, unchanged: 0, deleted: 0, refused: 0 };
  for (const { outcome } of lines) counts[outcome]++;
  return counts;
};
const hashOf = ({ whole }: WorkbookContent, lines: readonly WorkbookLine[]) =>
  createHash('sha256')
    .update(JSON.stringify([whole, lines]))
    .digest('base64url');

/** Returns an upload whose cells are still stored. Throws NOT_FOUND, EXPIRED, or PERMISSION_DENIED where it has amounts that the caller may not see. */
export async function liveUpload({ db }: Pick<Services, 'db'>, { accountId, workbookId }: Of, by: Asking) {
  const upload = await db.tenant(accountId, (tx) => selectUpload(tx, accountId, workbookId));
  return stillKept(upload, by);
}
export type Asking = Pick<UserCall, 'caller' | 'now'>;
/** Returns the cells of an upload that `liveUpload` has found. */
export const contentOfUpload = ({ db }: Pick<Services, 'db'>, { accountId, workbookId }: Of) =>
  db.tenant(accountId, (tx) => selectContent(tx, accountId, workbookId));
/** Tells whether an upload has no amounts, or the caller may see them. */
export const maySee = ({ preview }: Upload, caller: UserCall['caller']) =>
  seesPay(caller) || !preview?.sheets.some(ofPay);
export const isOld = ({ createdAt }: Upload, now: Date) => Date.parse(createdAt) < now.getTime() - DAY_MS;
export function stillKept(upload: Upload | undefined, { caller, now }: Asking) {
  if (!upload) throw notFound(words('Workbook not found'));
  if (!maySee(upload, caller)) throw permissionDenied();
  if (!upload.isKept || isOld(upload, now))
    throw new Refusal('EXPIRED', words('This upload is gone after a day. Send the file again.'));
  return upload;
}

/** Returns the former versions of the employees whom some lines changed. */
const formerOf = (lines: readonly WorkbookLine[], versions: Versions): Versions =>
  Object.fromEntries(
    lines.flatMap(({ sheet, outcome, number }) => {
      const version = sheet === 'employees' && outcome === 'changed' ? versions[number] : undefined;
      return version === undefined ? [] : [[number, version]];
    }),
  );

/**
 * Applies exactly what was shown, or nothing, in one transaction: the same run again, with CONFLICT if a single line would have another outcome by
 * now. Applying it twice returns the same answer.
 */
export function applyUpload(
  services: Services,
  { accountId, workbookId }: Of,
  { outcomeHash, leaveRefused }: { outcomeHash: string; leaveRefused: boolean },
  call: UserCall,
) {
  const changed = () => conflict(words('Something changed since the preview. Look again.'));
  return runSetup(services, { accountId, caller: call.caller }, async (run) => {
    const { tx, now } = run.scope;
    const upload = stillKept(await selectUpload(tx, accountId, workbookId), { caller: call.caller, now });
    if (upload.preview?.outcomeHash !== outcomeHash) throw changed();
    if (upload.result) {
      await call.hold(tx);
      return upload.result;
    }
    const content = await selectContent(tx, accountId, workbookId);
    const versions = await selectVersions(tx, accountId);
    const { lines, before, madeGroups } = await takeWorkbook(run, content);
    if (hashOf(content, lines) !== outcomeHash) throw changed();
    const { refused: leftOut, ...counts } = countsOf(lines);
    if (leftOut > 0 && !leaveRefused)
      throw invalid(
        'leaveRefused',
        msg(
          '{leftOut, plural, one {# line is refused. Tick that it is left out, or correct it first.} other {# lines are refused. Tick that they are left out, or correct them first.}}',
          { leftOut },
        ),
      );
    const result = { ...counts, leftOut, rejudged: await finish(run) };
    if (content.list) await rememberList(tx, accountId, PEOPLE, content.list);
    const { version } = run.scope;
    const former = formerOf(lines, versions);
    await saveResult(tx, accountId, workbookId, { now, version, former, madeGroups, result, before: packed(before) });
    const detail = msg(
      '{hash}: {new} new, {changed} changed, {unchanged} unchanged, {deleted} deleted, {leftOut} left out',
      { hash: upload.sha256, ...counts, leftOut },
    );
    await audit(tx, {
      ...by(call),
      accountId,
      action: 'setup.workbook',
      target: upload.fileName ?? 'pasted cells',
      detail,
    });
    return result;
  });
}

const packed = (before: Snapshot) => gzipSync(JSON.stringify(currentSheets(before)));
/** Returns the sheets of the data as it was before, those with amounts as well: `writeWorkbook` leaves them out for who may not see them. */
export const unpacked = (before: Buffer): SheetText[] =>
  sheetText.array().parse(JSON.parse(gunzipSync(before).toString('utf8')));
