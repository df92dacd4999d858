import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ReportRequest } from '#contract/reports/reports.ts';
import { messageOf } from '../../../api/errors.ts';
import { saveFile } from '../../../lib/saveFile.ts';
import { generateReportMutation } from './reports.queries.ts';

const stamp = () => new Date(Date.now()).toISOString().replaceAll(/[-:]|\..*/g, '');

/**
 * Makes a report; its state is pending, cancelled, failed with a message, or saved. A print view is returned as HTML, because browsers open windows
 * only in response to a click.
 */
export function useReport(accountId: string, onSaved: () => void) {
  const generate = useMutation(generateReportMutation(accountId));
  const controller = useRef<AbortController>(undefined);
  const [cancelled, setCancelled] = useState(false);
  const [printView, setPrintView] = useState<string>();
  useEffect(() => () => controller.current?.abort(), []);

  async function start(request: ReportRequest) {
    controller.current = new AbortController();
    setPrintView(undefined);
    setCancelled(false);
    const fallback = `${request.reportType}-${stamp()}.${request.exportType ?? 'csv'}`;
    const made = await generate
      .mutateAsync({ request, signal: controller.current.signal, fallback })
      .catch(() => undefined);
    if (!made) return;
    if (request.exportType === 'html') return setPrintView(await made.blob.text());
    saveFile(made.blob, made.name);
    onSaved();
  }
  return {
    start: (request: ReportRequest) => void start(request),
    cancel() {
      setCancelled(true);
      controller.current?.abort();
    },
    busy: generate.isPending,
    printView,
    // The dialog shows the reason; the log only that it failed (spec section 8).
    failure: generate.error && !cancelled ? messageOf(generate.error) : undefined,
  };
}
