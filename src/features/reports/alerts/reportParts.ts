import type { ReactNode } from 'react';
import type { AlertReport } from '#contract/reports/alerts.ts';
import type { ReportRequest } from '#contract/reports/reports.ts';

type ReportField = {
  value: AlertReport;
  onChange: (value: AlertReport) => void;
  isMailed: boolean;
  /** The licence allows choosing time groups. */
  hasTimeGroups: boolean;
  /** Marks a filter in which nothing is selected. */
  tried: boolean;
  disabled: boolean;
};
/** The parts of these dialogs that are about reports, which the route passes. */
export type ReportParts = {
  fields: (field: ReportField) => ReactNode;
  download: (request: ReportRequest) => ReactNode;
};
