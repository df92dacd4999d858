import type { ExportType } from '#contract/reports.ts';

/** The kinds of files as people choose them. */
export const EXPORT_LABELS: Record<ExportType, string> = { csv: 'CSV', xlsx: 'Excel', html: 'Print view' };
