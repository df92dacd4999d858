// In the page, from its first moment: what bench/day.ts reads.
globalThis.seen = { tasks: [], shift: 0 };
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) globalThis.seen.tasks.push(duration);
}).observe({ type: 'longtask', buffered: true });
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.seen.shift += value;
}).observe({ type: 'layout-shift', buffered: true });
