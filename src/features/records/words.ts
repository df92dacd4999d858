import type { RecordFile, RecordPart } from '#contract/recordFiles.ts';
import type { ExportType } from '#contract/reports.ts';

export const PART_LABELS: Record<RecordPart, string> = {
  'time-cards': 'Time cards',
  pieces: 'Pieces',
  'paid-hours': 'Paid hours',
  corrections: 'Corrections',
  pay: 'Pay',
  consents: 'Consents',
};
export const FORMAT_LABELS: Record<ExportType, string> = { xlsx: 'Excel', csv: 'CSV', html: 'Print view' };
export const STATUS_LABELS: Record<RecordFile['status'], string> = {
  making: 'Being made',
  ready: 'Ready',
  failed: 'Failed',
};
