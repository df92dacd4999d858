import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { PieceField } from '#contract/intake/pieceList.ts';

/** The fields of a list of piecework as they are shown. */
export const PIECE_LABEL: Record<PieceField, MessageDescriptor> = {
  number: msg`Employee number`,
  firstName: msg`First name`,
  lastName: msg`Last name`,
  fullName: msg`First and last name`,
  units: msg`Units`,
  startedAt: msg`Date, or date and time`,
  startTime: msg`Start time`,
  endedAt: msg`End date and time`,
  endTime: msg`End time`,
  hours: msg`Hours`,
  lookup1: msg`Lookup 1 (such as the product)`,
  lookup2: msg`Lookup 2 (such as the block)`,
  jobDescription: msg`Job description`,
  code: msg`Code of the entry`,
  unitsOfDay: msg`Units of the day in its heading`,
  unitsOfProduct: msg`Units of the product in its heading`,
};
