import { cardsIn, isCard, WHAT_A_CARD_IS } from '#contract/attendance/cards.ts';
import { setupEmployeeChange } from '#contract/office/setup.ts';
import { isPerhapsAnother, nameOf } from '#contract/platform/personNames.ts';
import { type Message, msg, saidBy, toMessage, words } from '#contract/platform/words.ts';
import type { FoundGroups } from '../../../masterData/namedGroups.ts';
import { lineReason, lostZeros, notTheirNumber, oneOf, writtenOtherwise } from '../../../platform/files/lineReason.ts';
import { ofColumn } from '../../../platform/files/spreadsheet/wrongKind.ts';
import { addDays } from '../../../platform/zone.ts';
import { insertConsents, presentVersion } from '../../privacy/consents.sql.ts';
import { type EmployeeChange, writeEmployees } from '../employees.ts';
import type { EmployeeRow, GroupRow } from '../reading.sql.ts';
import type { SetupRun } from '../run.ts';
import { isForeign } from '../words.ts';
import { asMeant } from './asMeant.ts';
import { isMissing, WrongCell, workDateCell, yesCell } from './cells.ts';
import { labelOf } from './columns.ts';
import type { ContentLine } from './content.ts';
import { groupsNamed } from './groups.ts';
import { lackedBy, refuse, settleItem, type Taking } from './items.ts';
import { NAME_REMARK } from './list/personNames.ts';
import { hasRemark } from './list/standing.ts';
import type { Shown } from './snapshot.ts';

const GROUPS = [
  ['timeGroup', 'time', 'timeGroupId'],
  ['employeeGroup', 'employee', 'employeeGroupId'],
  ['jobDescription', 'job', 'jobDescriptionId'],
] as const;
const label = (column: string) => labelOf('employees', column);

const ANOTHER = msg(
  'Is this the same person? Their consent, link and PIN end. If it is, write yes under Same Person; for another person, delete this number first: past days stay with it',
);

const NOT_A_NUMBER = msg(
  'Other lines have the numbers of other people. If these numbers count the lines, ignore their column',
);

type DateColumn = 'groupFrom' | 'employeeGroupFrom' | 'activeFrom' | 'inactiveFrom';
type Found = { line: ContentLine; shown: Shown<EmployeeRow> | undefined; differs: (column: string) => boolean };

/** Applies employees line by line, found by Key, else by number; unchanged lines have no effect. */
export async function takeEmployees(taking: Taking): Promise<void> {
  const { run, before } = taking;
  const found = findLines(taking);
  const groups = await groupsOf(taking, found);
  const lostZeros = zerosOf(before.employees, found);
  const names = namesOf(before.employees, found);
  const otherNumber = otherNumbersOf(names, found);
  const changes: (EmployeeChange & { of: Found; note: Message | null })[] = [];
  const version = await presentVersion(run.scope.tx, run.scope.accountId);
  const agreeing: string[] = [];
  for (const of of found) {
    const { line, shown } = of;
    try {
      const set = setOf(of, groups, taking);
      const lost = lostZeros(of);
      if (lost) throw new WrongCell(lost);
      const other = set.samePerson === undefined && otherNumber(of);
      if (other) throw new WrongCell(other);
      const agrees = agreesIn(of, version);
      if (shown && Object.keys(set).length === 0) {
        if (agrees) agreeing.push(shown.row.id);
        taking.items.push({
          sheet: taking.sheet,
          line: line.line,
          number: shown.row.number,
          who: `${shown.row.firstName} ${shown.row.lastName}`.trim(),
          outcome: agrees ? 'changed' : 'unchanged',
          ...lineReason(oneOf(line.notes ?? [])),
          id: shown.row.id,
        });
      } else {
        const notes = GROUPS.flatMap(([column, kind]) => {
          const cell = line.cells[column];
          return (cell && of.differs(column) && groups.note(kind, cell)) || [];
        });
        const another = isPerhapsAnotherIn(of, set) && set.samePerson === undefined ? [ANOTHER] : [];
        changes.push({
          ref: `line ${line.line}`,
          row: shown?.row,
          set,
          of,
          note: oneOf([
            ...(line.notes ?? []),
            ...another,
            ...remarkOf(set),
            ...namesake(of, names),
            ...farEnd(set, run.today),
            ...notes,
          ]),
        });
      }
    } catch (error) {
      if (!(error instanceof WrongCell)) throw error;
      refuse(taking, line.line, line.cells, error.said);
    }
  }
  const listed = new Set(found.flatMap(({ shown }) => shown?.row.id ?? []));
  const gone = lackedBy(
    taking,
    before.employees.filter(({ row }) => !listed.has(row.id) && !isForeign(row)),
  );
  if (changes.length + gone.length + agreeing.length === 0) return;
  if (taking.isUndo) await putEndsAhead(run, changes);
  const results = await writeEmployees(
    run,
    changes.map(({ ref, row, set }) => ({ ref, row, set })),
    gone.map(({ row }) => row),
  );
  for (const { ref, of, note } of changes) settleItem(taking, of.line.line, of.line.cells, results, ref, note);
  for (const { row, cells } of gone) settleItem(taking, null, cells, results, row.id);
  const written = changes.flatMap(({ ref, of }) => {
    const result = results.get(ref);
    return result && 'outcome' in result && agreesIn(of, version) ? [result.id] : [];
  });
  const employeeIds = [...agreeing, ...written];
  if (version === null || employeeIds.length === 0) return;
  const { tx, accountId, now } = run.scope;
  await insertConsents(tx, accountId, { employeeIds, version, how: 'paper' }, { ...run.by, now });
  run.wrote = true;
}

/** Moves ends that are to go to tomorrow, from where they leave nothing behind; behind one in the past its employee would return today. */
async function putEndsAhead(run: SetupRun, changes: readonly EmployeeChange[]): Promise<void> {
  const ended = changes.filter(({ row, set }) => row && set.inactiveFrom === null && set.isActive);
  const set = { inactiveFrom: addDays(run.today, 1) };
  if (ended.length > 0)
    await writeEmployees(
      run,
      ended.map(({ ref, row }) => ({ ref, row, set })),
    );
}

function findLines(taking: Taking): Found[] {
  const { before, lines, run, isUndo, columns } = taking;
  // In our own workbook what a user changed is what they mean.
  const isOurs = isUndo || columns.includes('key');
  const byKey = new Map(before.employees.map((one) => [one.row.id, one]));
  const byNumber = new Map(before.employees.map((one) => [one.row.number, one]));
  const seen = new Map<string, ContentLine>();
  return lines.flatMap((read): Found[] => {
    const { number = '', key = '' } = read.cells;
    const shown = key ? byKey.get(key.toLowerCase()) : byNumber.get(number);
    const line = isOurs ? read : asMeant(read, { shown, today: run.today });
    const once = shown?.row.id ?? `number ${number}`;
    const earlier = seen.get(once);
    if (number === '') refuse(taking, line.line, line.cells, words('The employee number is missing'));
    else if (key && !shown)
      refuse(taking, line.line, line.cells, words('The Key is of no employee here: leave it empty for a new one'));
    else if (earlier !== undefined) refuse(taking, line.line, line.cells, takenBy(earlier, line));
    else {
      seen.set(once, line);
      const differs = (column: string) => {
        const cell = line.cells[column];
        return cell !== undefined && (!shown || cell !== shown.cells[column]);
      };
      return [{ line, shown, differs }];
    }
    return [];
  });
}

type Cells = ContentLine['cells'];
/** Longer names are refused, so that their rest is not compared. */
const COMPARED = 200;
const namesIn = ({ firstName = '', lastName = '' }: Pick<EmployeeChange['set'], 'firstName' | 'lastName'>) => ({
  firstName: firstName.slice(0, COMPARED),
  lastName: lastName.slice(0, COMPARED),
});
const nameIn = (cells: Cells) => nameOf(namesIn(cells));
/** Says that an earlier line has the number of a line. */
const takenBy = ({ line: earlier, cells }: ContentLine, line: ContentLine) =>
  nameIn(cells) !== '' && isPerhapsAnother(namesIn(line.cells), namesIn(cells))
    ? msg('Line {earlier} has this number, with another name', { earlier })
    : msg('Line {earlier} is the same employee', { earlier });

/** Finds the groups that changed cells name; new ones are created. */
const groupsOf = (taking: Taking, found: readonly Found[]): Promise<FoundGroups> =>
  groupsNamed(
    taking,
    found.flatMap(({ line, differs }) =>
      GROUPS.flatMap(([column, kind]) => {
        const name = line.cells[column];
        return name && differs(column) ? [{ kind, name }] : [];
      }),
    ),
  );

const noGroup = (kind: GroupRow['kind'], name: string) =>
  msg('There is no {kind, select, time {shift} employee {employee group} other {job description}} "{name}"', {
    kind,
    name,
  });
const isPerhapsAnotherIn = ({ shown }: Found, set: EmployeeChange['set']) =>
  shown !== undefined && isPerhapsAnother(shown.row, { ...shown.row, ...set });

/** The years in which people who work now have begun, and in which they may end. */
const FIRST_START = '1950-01-01';
const MAX_START_DAYS = 2 * 365;
const MAX_END_DAYS = 50 * 365;

/** Returns a note of a name that may say that its employee left. */
const remarkOf = (set: EmployeeChange['set']) => {
  const { firstName, lastName } = namesIn(set);
  return hasRemark(`${firstName} ${lastName}`) ? [NAME_REMARK] : [];
};

/** The numbers that have a name: of employees, and of the lines of a list. */
type Names = Readonly<Record<'known' | 'listed', ReadonlyMap<string, readonly string[]>>>;
function namesOf(known: Taking['before']['employees'], found: readonly Found[]): Names {
  const numbers = (named: readonly (readonly [name: string, number: string])[]) =>
    new Map([...Map.groupBy(named, ([name]) => name)].map(([name, own]) => [name, own.map(([, number]) => number)]));
  return {
    known: numbers(known.map(({ row }) => [nameOf(row), row.number])),
    listed: numbers(found.map(({ line }) => [nameIn(line.cells), line.cells.number ?? ''])),
  };
}
/** Returns a note of a new employee's line that another number has the same name, here or in the list. */
function namesake({ line: { cells }, shown }: Found, { known, listed }: Names): Message[] {
  const name = nameIn(cells);
  // Without copies: a list may have one name 5,000 times.
  const other = (numbers: readonly string[] | undefined) => numbers?.find((one) => one !== cells.number);
  const number = other(known.get(name)) ?? other(listed.get(name));
  if (shown || number === undefined) return [];
  return [msg('The same name as number {number}: is it the same person?', { number })];
}

/** Returns a note of an end that is years ahead, as that of an old slip of the fingers may be. */
const farEnd = ({ inactiveFrom: date }: EmployeeChange['set'], today: string) =>
  date && date > addDays(today, MAX_START_DAYS) ? [msg('Ends on {date}: is its year right?', { date })] : [];

/** The fields in which a payroll system may send more than the screens take. */
const TYPED = setupEmployeeChange.pick({ number: true, timeId: true }).strip();
/** Returns the fields that differing cells set. */
function setOf(found: Found, groups: FoundGroups, { run: { today }, isUndo }: Taking): EmployeeChange['set'] {
  const { shown, differs } = found;
  const dateOf = (column: DateColumn) =>
    workDateCell(cells[column] ?? '', label(column), {
      from: FIRST_START,
      to: addDays(today, column === 'inactiveFrom' ? MAX_END_DAYS : MAX_START_DAYS),
    });
  const { cells } = found.line;
  const set: EmployeeChange['set'] = {};
  for (const column of ['number', 'firstName', 'lastName'] as const)
    if (differs(column) || (!shown && cells[column] === undefined)) {
      if (!cells[column]) throw isMissing(label(column));
      set[column] = cells[column];
    }
  if (differs('phoneNumber')) set.phoneNumber = cells.phoneNumber || null;
  if (differs('timeId')) set.timeId = cells.timeId || null;
  if (differs('cards') && (shown || cells.cards)) {
    set.cards = cardsIn(cells.cards ?? '');
    if (!set.cards.every(isCard)) throw new WrongCell(ofColumn(label('cards'), WHAT_A_CARD_IS));
  }
  for (const [column, kind, field] of GROUPS)
    if (differs(column)) {
      const name = cells[column] ?? '';
      const id = name === '' ? null : groups.find(kind, name);
      if (id === undefined) throw new WrongCell(noGroup(kind, name));
      if (shown || id !== null) set[field] = id;
    }
  // An empty Group From means always; if the group changes, the date is in the same line.
  const setsFrom = cells.groupFrom !== undefined && (differs('groupFrom') || set.timeGroupId !== undefined);
  if (setsFrom && (shown || set.timeGroupId)) set.timeGroupFrom = dateOf('groupFrom');
  // Of a change in the same line, or of the last one, whose date it corrects; an empty one means today.
  if (cells.employeeGroupFrom && (shown || set.employeeGroupId !== undefined || set.jobDescriptionId !== undefined))
    set.employeeGroupFrom = dateOf('employeeGroupFrom');
  if (cells.active && differs('active')) {
    const isActive = yesCell(cells.active, label('active'));
    if (!shown || isActive !== (shown.cells.active === 'yes')) set.isActive = isActive;
  }
  for (const column of ['activeFrom', 'inactiveFrom'] as const)
    if (differs(column)) {
      const date = dateOf(column);
      if (shown || date !== null) set[column] = date;
    }
  const fault = TYPED.safeParse(set).error?.issues[0];
  if (fault && !isUndo)
    throw new WrongCell(
      msg('{label}: {text}', { label: label(String(fault.path[0])), text: toMessage(saidBy(fault.message)) }),
    );
  // It is said of a name that changes in all its parts.
  const isSame = cells.samePerson ? yesCell(cells.samePerson, label('samePerson')) : undefined;
  if (isSame !== undefined && isPerhapsAnotherIn(found, set)) set.samePerson = isSame;
  return set;
}

/** Returns true for a line that says 'yes' of an employee who has not agreed to the present text. */
function agreesIn({ line: { cells }, shown, differs }: Found, version: number | null): boolean {
  if (!cells.consent || !differs('consent')) return false;
  const isYes = yesCell(cells.consent, label('consent'));
  if (!isYes && shown?.cells.consent === 'yes')
    throw new WrongCell(words('Withdraw it in the employee’s dialog: it deletes their fingerprints and faces'));
  if (isYes && version === null)
    throw new WrongCell(words('The account has no text that people agree to yet (Settings)'));
  return isYes;
}

const hasAnother = ({ number, firstName, lastName }: EmployeeRow) =>
  msg(
    'Number {number} is {who} here. If these numbers count the lines, ignore their column. If the name has changed, change it under Employees first',
    { number, who: `${firstName} ${lastName}` },
  );
/**
 * Finds lines that give a person the name of an employee with another number, as those of a list do whose numbers count its lines. Where they are most of the
 * lines that rename a person, the others are such lines too.
 */
function otherNumbersOf({ known }: Names, found: readonly Found[]) {
  const renamed = new Map(
    found.flatMap((of) => {
      const { line, shown } = of;
      if (!shown) return [];
      const { firstName = shown.row.firstName, lastName = shown.row.lastName, number = '' } = line.cells;
      const name = { firstName, lastName };
      const rename = { who: `${firstName} ${lastName}`, number, owner: known.get(nameOf(name))?.at(-1) };
      return isPerhapsAnother(shown.row, name) ? [[of, rename] as const] : [];
    }),
  );
  const areMost = [...renamed.values()].filter(({ owner }) => owner).length * 2 > renamed.size;
  return (of: Found): Message | null => {
    const { who, number: other, owner } = renamed.get(of) ?? {};
    if (!who || !other) return null;
    if (!owner && areMost) return NOT_A_NUMBER;
    // A list without the column cannot say that it is the same person.
    const { row } = of.shown ?? {};
    if (!owner) return row && of.line.cells.samePerson === undefined ? hasAnother(row) : null;
    return notTheirNumber({ who, number: owner, other });
  };
}

/** Finds lines whose numbers lost the leading zeros that an employee or another line has (42 for 0042), so that no second person is created. */
function zerosOf(employees: readonly Shown<EmployeeRow>[], found: readonly Found[]) {
  const bare = (text: string) => text.replace(/^0+(?=\d)/, '');
  const padded = (column: 'number' | 'timeId') => {
    const known = [...employees.map(({ row }) => row[column]), ...found.map(({ line }) => line.cells[column])];
    return new Set(known.flatMap((number) => (number && /^0\d+$/.test(number) ? [bare(number)] : [])));
  };
  const numbers = padded('number');
  const timeIds = padded('timeId');
  const isLost = (cell: string | undefined, known: ReadonlySet<string>) =>
    cell !== undefined && /^[1-9]\d*$|^0$/.test(cell) && known.has(cell);
  const known = new Set(employees.map(({ row }) => row.number));
  return ({ line: { cells }, shown, differs }: Found): Message | null => {
    const number = cells.number ?? '';
    if (!shown && number !== bare(number) && known.has(bare(number))) return writtenOtherwise(number, bare(number));
    const column = differs('number') && isLost(cells.number, numbers) ? 'number' : 'timeId';
    const lost = column === 'number' || (differs('timeId') && isLost(cells.timeId, timeIds));
    return lost ? lostZeros(label(column), cells[column] ?? '') : null;
  };
}
