import { t } from '@lingui/core/macro';
import { shownLanguage } from '../lib/language.ts';
import type { HintLink } from '../ui/hint.ts';
import { helpPath } from './help.ts';
import { FIGURES_PATH, ruleAnchor } from './howFigures.ts';

/**
 * The section of each rule of the figures, in the order of the numbers that 'Why?' sends (tests/unit/docs/help.test.ts reads whether each is there). One text, because the
 * dashboard loads it at once.
 */
const SECTIONS =
  'time,shift,work-day,duplicates,direction,time-in-and-present,late,status,totals,hours-clocked,breaks,time-wasted,who-counts,late-records,units,units-per-hour,time-of-entries,retention,paid-span,classes';

/** Returns the page of a rule in the help, with its section. */
export function ruleHelp(rule: number): string {
  const page = rule > 18 ? 'paid-hours' : rule > 14 && rule < 18 ? 'piecework' : 'attendance';
  return helpPath(`reference/${page}.html#${SECTIONS.split(',')[rule - 1]}`);
}

/** Returns the link to the rule behind a figure: its section of the help, which is in English; in other languages its translated paragraph. */
export const figuresLink = (rule: number): HintLink => ({
  text: t`How is this computed?`,
  href: shownLanguage() === 'en' ? ruleHelp(rule) : `${FIGURES_PATH}#${ruleAnchor(rule)}`,
});
