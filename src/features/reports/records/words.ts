import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { RecordFile, RecordPart } from '#contract/reports/recordFiles.ts';

export const PART_LABELS: Record<RecordPart, MessageDescriptor> = {
  'time-cards': msg`Time cards`,
  pieces: msg`Pieces`,
  'paid-hours': msg`Paid hours`,
  corrections: msg`Corrections`,
  pay: msg`Pay`,
  consents: msg`Consents`,
};
export const STATUS_LABELS: Record<RecordFile['status'], MessageDescriptor> = {
  making: msg`Being made`,
  ready: msg`Ready`,
  failed: msg`Failed`,
};
