import { IconCircleCheck, IconCircleX, IconEqual, IconPencil, IconTrash } from '@tabler/icons-react';
import type { NewGroup, WorkbookOutcome, WorkbookPreview, WorkbookSheet } from '#contract/workbook.ts';
import { counted } from '../../lib/figures.ts';
import type { OutcomeWords } from '../../ui/OutcomeLabel.tsx';

export const SHEET_LABEL: Record<WorkbookSheet, string> = {
  groups: 'Groups',
  lookups: 'Lookups',
  shifts: 'Shifts',
  holidays: 'Holidays',
  hoursRules: 'Hours rules',
  employees: 'Employees',
  rates: 'Rates',
  minimums: 'Minimums',
};
export const OUTCOME: Record<WorkbookOutcome, OutcomeWords> = {
  new: { label: 'New', Icon: IconCircleCheck, color: 'on-time' },
  changed: { label: 'Changed', Icon: IconPencil },
  unchanged: { label: 'Unchanged', Icon: IconEqual },
  deleted: { label: 'Deleted', Icon: IconTrash, color: 'absent' },
  refused: { label: 'Refused', Icon: IconCircleX, color: 'absent' },
};

/** Returns how many lines of a preview have one of the outcomes. */
export const linesOf = ({ sheets }: WorkbookPreview, ...outcomes: WorkbookOutcome[]) =>
  sheets.reduce((sum, sheet) => sum + outcomes.reduce((of, outcome) => of + sheet[outcome], 0), 0);

/** 'Dya (1 person, no shift, did you mean Day?)' */
export const newGroupText = ({ name, people, lacksShift, meant }: NewGroup): string =>
  `${name} (${[counted(people, 'person', 'people'), lacksShift && 'no shift', meant && `did you mean ${meant}?`].filter(Boolean).join(', ')})`;
