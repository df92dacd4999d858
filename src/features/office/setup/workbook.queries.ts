import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query';
import { type ListMapping, readList } from '#contract/office/list.ts';
import {
  applyWorkbook,
  downloadBefore,
  downloadRefusedLines,
  downloadWorkbook,
  listWorkbookImports,
  listWorkbookLines,
  pasteCells,
  previewWorkbook,
  undoWorkbook,
  uploadWorkbook,
  type WorkbookPreview,
  type WorkbookSheet,
} from '#contract/office/workbook.ts';
import type { RequestOf } from '#contract/platform/endpoint.ts';
import { call, callFile } from '../../../api/call.ts';
import { ApiError, UNEXPECTED_ERROR } from '../../../api/errors.ts';
import { mutationOf, queryOf } from '../../../api/query.ts';
import { upload } from '../../../api/upload.ts';
import { saveFile } from '../../../lib/saveFile.ts';
import { saving, setupKey } from './setup.queries.ts';

/** The number of lines of a preview that are shown at a time. */
const LINES = 200;

/** Refusals of a preview are shown beside the file. */
const meta = { silent: true };
export const uploadWorkbookMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: (file: File) =>
      upload(uploadWorkbook, { query: { accountId } }, file, { part: 'workbook', fileName: file.name }),
    meta,
  });
/** The sheet of a list and the line of its headings, where they were chosen. */
export type ListPlace = { sheet?: string; headingLine?: number };
export const readListMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: ({ file, ...place }: { file: File } & ListPlace) =>
      upload(readList, { query: { accountId, ...place } }, file, { part: 'workbook', fileName: file.name }),
    meta,
  });
type SentList = {
  file: File;
  mapping: ListMapping;
  ofAll: Pick<RequestOf<typeof uploadWorkbook>['query'], 'timeGroup' | 'timeIdIsNumber'>;
};
/** Previews a list as the sheet of employees, its columns taken as the mapping says. */
export const previewListMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: ({ file, mapping, ofAll }: SentList) =>
      upload(uploadWorkbook, { query: { accountId, list: JSON.stringify(mapping), ...ofAll } }, file, {
        part: 'workbook',
        fileName: file.name,
      }),
    meta,
  });
type Pasted = RequestOf<typeof pasteCells>['body'];
export const pasteCellsMutation = (accountId: string) =>
  mutationOf(pasteCells, meta, (body: Pasted) => ({ query: { accountId }, body }));
/** Applies cells as one sheet at once, all lines or none: a refused line refuses all with its reason. */
export const takeCellsMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: async (body: Pasted) => {
      const query = { accountId };
      const { workbookId, outcomeHash, sheets } = await call(pasteCells, { query, body });
      const params = { workbookId };
      if (sheets.some(({ refused }) => refused > 0)) {
        const first = { ...query, outcome: 'refused', startRow: 0, endRow: 1 } as const;
        const { lines } = await call(listWorkbookLines, { params, query: first });
        const [line] = lines;
        throw new ApiError(line?.reason ?? UNEXPECTED_ERROR, { words: line?.reasonWords ?? undefined });
      }
      return call(applyWorkbook, { params, query, body: { outcomeHash, leaveRefused: false } });
    },
    meta: saving(accountId),
  });
type Again = { workbookId: string; wholeSheets: WorkbookSheet[] };
export const previewAgainMutation = (accountId: string) =>
  mutationOf(previewWorkbook, meta, ({ workbookId, wholeSheets }: Again) => ({
    params: { workbookId },
    query: { accountId },
    body: { wholeSheets },
  }));
export const applyWorkbookMutation = (accountId: string, { workbookId, outcomeHash }: WorkbookPreview) =>
  mutationOf(applyWorkbook, saving(accountId), (leaveRefused: boolean) => ({
    params: { workbookId },
    query: { accountId },
    body: { outcomeHash, leaveRefused },
  }));
/** Puts back what a workbook changed. */
export const undoWorkbookMutation = (accountId: string, workbookId: string) =>
  mutationOf(undoWorkbook, saving(accountId), () => ({ params: { workbookId }, query: { accountId } }));

export const workbookImportsQuery = (accountId: string) =>
  queryOf(listWorkbookImports, [...setupKey(accountId), 'imports'], {
    request: () => ({ query: { accountId } }),
    meta,
  });

export type LineFilter = Pick<RequestOf<typeof listWorkbookLines>['query'], 'sheet' | 'outcome'>;
export const workbookLinesQuery = (accountId: string, preview: WorkbookPreview, filter: LineFilter) =>
  infiniteQueryOptions({
    queryKey: [...setupKey(accountId), 'workbook', preview.workbookId, preview.outcomeHash, filter],
    queryFn: ({ pageParam, signal }) =>
      call(
        listWorkbookLines,
        {
          params: { workbookId: preview.workbookId },
          query: { accountId, startRow: pageParam, endRow: pageParam + LINES, ...filter },
        },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ lastIndex }, _pages, startRow) =>
      startRow + LINES < lastIndex ? startRow + LINES : undefined,
    // A preview never changes; another one has another hash.
    staleTime: Number.POSITIVE_INFINITY,
    meta,
  });

/** Downloads the workbook: empty, or with the present data. */
export const downloadWorkbookMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: async (content: 'template' | 'current') => {
      const { blob, name } = await callFile(
        downloadWorkbook,
        { query: { accountId, content } },
        { fallback: `tallyboard-${content}.xlsx` },
      );
      saveFile(blob, name);
    },
  });
/** Downloads the refused lines of a preview, or the data as it was before the workbook was applied. */
export const downloadOfMutation = (accountId: string, workbookId: string) =>
  mutationOptions({
    mutationFn: async (what: 'refused' | 'before') => {
      const { blob, name } = await callFile(
        what === 'refused' ? downloadRefusedLines : downloadBefore,
        { params: { workbookId }, query: { accountId } },
        { fallback: `tallyboard-${what}.xlsx` },
      );
      saveFile(blob, name);
    },
  });
