import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CorrectionReason } from '#contract/figures/corrections.ts';
import type { PieceChange, PieceOrder } from '#contract/intake/pieces.ts';
import { decimalIn, wallTimeIn } from '../../../lib/typed.ts';

/** The acts on pieces in bulk, in the order in which they are offered, each with the reason that it mostly has. */
export const BULK_ACTS = {
  work: { label: msg`Change the work`, reason: 'wrong-work' },
  person: { label: msg`Give away`, reason: 'wrong-person' },
  swap: { label: msg`Swap two people`, reason: 'wrong-person' },
  units: { label: msg`Multiply units`, reason: 'wrong-count' },
  void: { label: msg`Set aside`, reason: 'counted-twice' },
} as const satisfies Record<string, { label: MessageDescriptor; reason: CorrectionReason }>;
export type BulkAct = keyof typeof BULK_ACTS;

/** The values of the form. A code is undefined where any will do (or none is set), '' for entries without one. */
export type Bulk = {
  act: BulkAct;
  from: string;
  to: string;
  startTime: string;
  endTime: string;
  lookup1: string | undefined;
  lookup2: string | undefined;
  employeeIds: readonly string[];
  employeeGroup: string | null;
  device: string | null;
  toLookup1: string | undefined;
  toLookup2: string | undefined;
  toJob: string | undefined;
  giveTo: string | null;
  factor: string;
  doublesOnly: boolean;
  minutes: number | '';
  withPunches: boolean;
};

export const startOf = (day: string): Bulk => ({
  act: 'work',
  from: day,
  to: day,
  startTime: '',
  endTime: '',
  lookup1: undefined,
  lookup2: undefined,
  employeeIds: [],
  employeeGroup: null,
  device: null,
  toLookup1: undefined,
  toLookup2: undefined,
  toJob: undefined,
  giveTo: null,
  factor: '',
  doublesOnly: true,
  minutes: 2,
  withPunches: true,
});

const codeOf = (code: string) => code || null;
const FACTOR = /^\d{1,4}(\.\d{1,4})?$/;
export function isFactor(text: string): boolean {
  const typed = decimalIn(text);
  return FACTOR.test(typed) && Number(typed) > 0;
}

function changeOf(bulk: Bulk): PieceChange | undefined {
  const { act, toLookup1, toLookup2, toJob, giveTo, factor, employeeIds, withPunches } = bulk;
  switch (act) {
    case 'work':
      if (toLookup1 === undefined && toLookup2 === undefined && toJob === undefined) return undefined;
      return {
        do: 'change',
        ...(toLookup1 !== undefined && { lookup1Code: codeOf(toLookup1) }),
        ...(toLookup2 !== undefined && { lookup2Code: codeOf(toLookup2) }),
        ...(toJob !== undefined && { jobDescriptionCode: codeOf(toJob) }),
      };
    case 'person':
      if (giveTo === null || employeeIds.includes(giveTo)) return undefined;
      return {
        do: 'change',
        employeeId: giveTo,
        ...(withPunches && employeeIds.length === 1 && { withPunches: true }),
      };
    case 'swap':
      return employeeIds.length === 2 ? { do: 'swap', ...(withPunches && { withPunches: true }) } : undefined;
    case 'units':
      return isFactor(factor) ? { do: 'change', factor: decimalIn(factor) } : undefined;
    case 'void':
      return bulk.doublesOnly && bulk.minutes === '' ? undefined : { do: 'void' };
  }
}

/** Returns the act that a form describes, without its reason; undefined while something is missing. */
export function orderOf(bulk: Bulk): Omit<PieceOrder, 'reason' | 'note'> | undefined {
  const change = changeOf(bulk);
  const { from, to, lookup1, lookup2, employeeIds, employeeGroup, device } = bulk;
  const startTime = wallTimeIn(bulk.startTime);
  const endTime = wallTimeIn(bulk.endTime);
  if (!change || from > to) return undefined;
  return {
    choice: {
      from,
      to,
      ...(startTime && { startTime }),
      ...(endTime && { endTime }),
      ...(lookup1 !== undefined && { lookup1Code: codeOf(lookup1) }),
      ...(lookup2 !== undefined && { lookup2Code: codeOf(lookup2) }),
      ...(employeeIds.length > 0 && { employeeIds: [...employeeIds] }),
      ...(employeeGroup && { employeeGroups: [employeeGroup] }),
      ...(device && { devices: [device] }),
      ...(bulk.act === 'void' && bulk.doublesOnly && bulk.minutes !== '' && { doublesWithin: bulk.minutes }),
    },
    change,
  };
}
