import { IconCircleCheck, IconCircleX, IconEqual, IconPencil, IconTrash } from '@tabler/icons-react';
import type { WorkbookOutcome, WorkbookPreview, WorkbookSheet } from '#contract/workbook.ts';

export const SHEET_LABEL: Record<WorkbookSheet, string> = {
  groups: 'Groups',
  lookups: 'Lookups',
  shifts: 'Shifts',
  holidays: 'Holidays',
  employees: 'Employees',
};
export const OUTCOME = {
  new: { label: 'New', Icon: IconCircleCheck },
  changed: { label: 'Changed', Icon: IconPencil },
  unchanged: { label: 'Unchanged', Icon: IconEqual },
  deleted: { label: 'Deleted', Icon: IconTrash },
  refused: { label: 'Refused', Icon: IconCircleX },
} as const satisfies Record<WorkbookOutcome, unknown>;

/** Returns how many lines of a preview have one of the outcomes. */
export const linesOf = ({ sheets }: WorkbookPreview, ...outcomes: WorkbookOutcome[]) =>
  sheets.reduce((sum, sheet) => sum + outcomes.reduce((of, outcome) => of + sheet[outcome], 0), 0);
