import { t } from '@lingui/core/macro';
import type { ExportType } from '#contract/reports/reports.ts';

/** Returns the kind of a file as people choose it. */
export const exportLabel = (type: ExportType) => ({ csv: 'CSV', xlsx: t`Excel`, html: t`Print view` })[type];
