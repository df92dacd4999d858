import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
/** Sheets and rolls of labels, in mm. */
export type Sheet = {
  name: MessageDescriptor;
  page: { width: number; height: number; css: 'A4' | 'letter' | 'roll' };
  label: { width: number; height: number };
  columns: number;
  rows: number;
  /** The upper left corner of the first label, and the distances between labels. */
  first: { x: number; y: number };
  step: { x: number; y: number };
  hasCutLines: boolean;
  /** A label is a page of its own. */
  isRoll?: true;
};

const A4 = { width: 210, height: 297, css: 'A4' } as const;
const LETTER = { width: 215.9, height: 279.4, css: 'letter' } as const;
export const SHEETS = {
  a4: {
    name: msg`A4 labels, Avery L4785 (80 x 50 mm)`,
    page: A4,
    label: { width: 80, height: 50 },
    columns: 2,
    rows: 5,
    first: { x: 18, y: 13 },
    step: { x: 95, y: 55 },
    hasCutLines: false,
  },
  letter: {
    name: msg`Letter labels, Avery 5371 (3.5 x 2 in)`,
    page: LETTER,
    label: { width: 88.9, height: 50.8 },
    columns: 2,
    rows: 5,
    first: { x: 19.05, y: 12.7 },
    step: { x: 88.9, y: 50.8 },
    hasCutLines: false,
  },
  plain: {
    name: msg`Plain A4 with cut lines`,
    page: A4,
    label: { width: 80, height: 50 },
    columns: 2,
    rows: 5,
    first: { x: 25, y: 20 },
    step: { x: 80, y: 50 },
    hasCutLines: true,
  },
  roll: {
    name: msg`Roll of labels (100 x 50 mm)`,
    page: { width: 100, height: 50, css: 'roll' },
    label: { width: 100, height: 50 },
    columns: 1,
    rows: 1,
    first: { x: 0, y: 0 },
    step: { x: 100, y: 50 },
    hasCutLines: false,
    isRoll: true,
  },
} as const satisfies Record<string, Sheet>;
export type SheetName = keyof typeof SHEETS;

/** A scanner needs modules of 0.7 mm or more. */
export const MIN_MODULE_MM = 0.7;
const MARGIN_MM = 3;

export type Place = { page: number; x: number; y: number };
/** Returns the positions of `count` labels, beginning with label `firstLabel` (1 = the first), moved by `offset` mm. */
export function placesOn(sheet: Sheet, count: number, firstLabel: number, offset: { x: number; y: number }): Place[] {
  const perPage = sheet.columns * sheet.rows;
  return Array.from({ length: count }, (_, i) => {
    const at = i + firstLabel - 1;
    const onPage = at % perPage;
    return {
      page: Math.floor(at / perPage),
      x: sheet.first.x + offset.x + (onPage % sheet.columns) * sheet.step.x,
      y: sheet.first.y + offset.y + Math.floor(onPage / sheet.columns) * sheet.step.y,
    };
  });
}

/** Returns the content of a badge's code: a name, not a secret. */
export const badgeText = (number: string) => `TB1:${number}`;

/** Returns the side of the code, and of one of its `modules` per side (quiet zone included), in mm. */
export function codeSize(sheet: Sheet, modules: number): { side: number; module: number } {
  const side = Math.min(sheet.label.height - 2 * MARGIN_MM, sheet.label.width / 2);
  return { side, module: side / modules };
}
