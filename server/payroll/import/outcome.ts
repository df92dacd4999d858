import type { z } from 'zod';
import type { importLine, importResult } from '#contract/payroll.ts';
import { REASONS } from '../../catalog/records.ts';

export type LineOutcome = z.infer<typeof importLine>;
export type ImportResult = z.infer<typeof importResult>;

const LISTED_LINES = 500;

/** Returns the counts of all lines, and the first lines that changed something or were refused. */
export function resultOf(lines: readonly LineOutcome[]): ImportResult {
  const count = (outcome: LineOutcome['outcome']) => lines.filter((line) => line.outcome === outcome).length;
  return {
    added: count('added'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    lines: lines
      .filter(({ outcome }) => outcome !== 'unchanged')
      .sort((a, b) => a.line - b.line)
      .slice(0, LISTED_LINES),
  };
}

const IN_WORDS: Record<string, string> = {
  [REASONS.duplicateCode]: 'Another line or another system has this code',
  [REASONS.duplicateNumber]: 'Another employee has this number',
  [REASONS.duplicateTimeId]: 'Another employee has this time ID',
  [REASONS.unknownTimeGroup]: 'There is no such time group',
  [REASONS.unknownEmployee]: 'There is no such employee',
};
/** 'PAYROLL owns employee 1001: change it there.' (spec/setup.md O2) */
export const ownedElsewhere = (owner: string, what: string) => `${owner} owns ${what}: change it there.`;
/** Returns a reason in words, for people. */
export const inWords = (reason: string) => IN_WORDS[reason] ?? reason;
