import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { calls } from './calls.ts';
import { configuration } from './configuration.ts';
import { filesIn, payrollLayouts, reportColumns } from './files.ts';
import { limits } from './limits.ts';
import { metrics } from './metrics.ts';
import { permissions } from './permissions.ts';

/** Returns the pages of docs/ that are made from the code, by path. */
export const generatedPages = (root: string): Record<string, string> => ({
  'docs/operate/configuration.md': configuration(root),
  'docs/operate/metrics.md': metrics(),
  'docs/reference/calls.md': calls(),
  'docs/reference/files-that-go-in.md': filesIn(),
  'docs/reference/limits.md': limits(root),
  'docs/reference/payroll-layouts.md': payrollLayouts(),
  'docs/reference/permissions.md': permissions(),
  'docs/reference/report-columns.md': reportColumns(),
});

/** Writes them. */
export function writeGenerated(root: string): void {
  for (const [path, text] of Object.entries(generatedPages(root))) writeFileSync(join(root, path), text);
}
