import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FOUND_LISTS } from '../../support/lists/foundLists.ts';
import { HARD_LISTS } from '../../support/lists/hardLists.ts';
import { SAMPLE_LISTS } from '../../support/lists/lists.ts';
import { OTHER_PEOPLE, OTHER_PIECES } from '../../support/lists/otherPrograms.ts';
import { PAYROLL_LISTS } from '../../support/lists/payrollLists.ts';
import { PIECE_LISTS } from '../../support/lists/pieceLists.ts';
import { PROGRAM_LISTS, PROGRAM_PIECES } from '../../support/lists/programLists.ts';
import { PUBLIC_LISTS } from '../../support/lists/publicLists.ts';
import { UNSEEN_LISTS } from '../../support/lists/unseenLists.ts';

/** The table of the lists that go in, which their tests read (setup.lists, setup.listsHard, pieces.lists): who is stored of each is what the list says. */
const PAGE = 'docs/decisions/038-lists-with-headings-of-their-own.md';

type List = {
  text: string | Buffer;
  asks?: string | readonly string[];
  choose?: Readonly<Record<string, object | string | null>>;
};
const SETS: Readonly<Record<string, Readonly<Record<string, List>>>> = {
  'people: templates, exports and lists of farms': SAMPLE_LISTS,
  'people: after manuals, not seen before': UNSEEN_LISTS,
  'people: payrolls and rosters': PAYROLL_LISTS,
  'people: further programs': { ...PROGRAM_LISTS, ...OTHER_PEOPLE },
  'people: public templates and exports': PUBLIC_LISTS,
  'people: misleading, by strangers': FOUND_LISTS,
  'people: misleading, by us': HARD_LISTS,
  'pieces: programs and books': PIECE_LISTS,
  'pieces: further programs': { ...PROGRAM_PIECES, ...OTHER_PIECES },
};
const linesOf = ({ text }: List) =>
  text
    .toString('latin1')
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '').length;
const isAsked = ({ asks, choose }: List) => (asks ?? []).length > 0 || Object.keys(choose ?? {}).length > 0;
/** The file is chosen and taken; what is asked is answered, a select each, and the lines are looked at again. */
const pressesOf = ({ asks = [], choose = {} }: List) => {
  const answered = Object.keys(choose);
  const unanswered =
    typeof asks === 'string' ? Number(answered.length === 0) : asks.filter((one) => !answered.includes(one)).length;
  const selects = Object.values(choose).map((one) => (one && typeof one === 'object' ? Object.keys(one).length : 1));
  return 3 + unanswered + selects.reduce((sum, count) => sum + count, 0);
};

test('the table of lists is as their tests have it', () => {
  const rows = Object.entries(SETS).map(([name, lists]) => {
    const all = Object.values(lists);
    const asked = all.filter(isAsked);
    const presses = asked.map(pressesOf);
    const most = presses.length > 0 ? `${Math.min(...presses)} to ${Math.max(...presses)}` : '';
    const lines = all.reduce((sum, list) => sum + linesOf(list), 0);
    return `| ${[name, all.length, lines, all.length - asked.length, asked.length, most, 0].join(' | ')} |`;
  });
  const [, table = ''] = readFileSync(PAGE, 'utf8').split('<!-- lists -->\n\n');
  expect(table.split('\n\n')[0]?.split('\n').slice(2)).toEqual(rows);
});
