import { Registry } from 'prom-client';
import { createGauges } from '#server/operations/metrics/gauges.ts';
import { callMetrics } from '#server/platform/http/metrics.ts';
import { code, page, table } from './markdown.ts';

/** The metrics of GET /metrics beside those of the process, by name. */
export function metrics(): string {
  const registry = new Registry();
  callMetrics(registry);
  createGauges(registry, { metricsByAccount: true });
  const rows = registry.getMetricsAsArray().map((metric) => [
    code(metric.name),
    // The library keeps them, and has no type for it.
    'labelNames' in metric && Array.isArray(metric.labelNames) ? metric.labelNames.map(code).join(', ') : '',
    metric.help,
  ]);
  return page(
    'Metrics',
    'For who watches a server. `GET /metrics` answers Prometheus on the same machine, and callers with `METRICS_TOKEN`; beside these it has the metrics of the process that Prometheus’ library for Node.js collects. Those by account are there with `METRICS_BY_ACCOUNT`. Alerts over them: `deploy/alerts.yml`.',
    table(['metric', 'labels', 'what it is'], rows),
  );
}
