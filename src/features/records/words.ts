import type { RecordFile, RecordPart } from '#contract/recordFiles.ts';

export const PART_LABELS: Record<RecordPart, string> = {
  'time-cards': 'Time cards',
  pieces: 'Pieces',
  'paid-hours': 'Paid hours',
  corrections: 'Corrections',
  pay: 'Pay',
  consents: 'Consents',
};
export const STATUS_LABELS: Record<RecordFile['status'], string> = {
  making: 'Being made',
  ready: 'Ready',
  failed: 'Failed',
};
