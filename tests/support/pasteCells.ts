import type { WorkbookLine, WorkbookPreview, WorkbookSheet } from '#contract/office/workbook.ts';
import type { TestApp } from './testApp.ts';

/** Pastes cells as one sheet of an account's workbook and applies them without the refused lines, as an administrator. */
export async function pasteCells(
  t: TestApp,
  { token, accountId }: { token: string; accountId: string },
  sheet: WorkbookSheet,
  rows: string[][],
) {
  const ask = async (path: string, body?: unknown) =>
    (await t.ask(`/v2/setup/${path}${path.includes('?') ? '&' : '?'}accountId=${accountId}`, { token, body })).json();
  const preview: WorkbookPreview = await ask('pasted', { sheet, rows });
  const { lines }: { lines: WorkbookLine[] } = await ask(`workbook/${preview.workbookId}/lines?startRow=0&endRow=500`);
  const { outcomeHash } = preview;
  const applied = await ask(`workbook/${preview.workbookId}/apply`, { outcomeHash, leaveRefused: true });
  return { preview, lines, applied };
}
