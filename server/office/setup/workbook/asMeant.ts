import { localDate } from '#contract/platform/common.ts';
import { nameOf } from '#contract/platform/personNames.ts';
import { type Message, msg } from '#contract/platform/words.ts';
import { readYes } from '../../../platform/files/cells.ts';
import { addDays } from '../../../platform/zone.ts';
import type { EmployeeRow } from '../reading.sql.ts';
import type { ContentLine } from './content.ts';
import { agreesByInitials } from './list/personNames.ts';
import type { Shown } from './snapshot.ts';

type Of = { shown: Shown<EmployeeRow> | undefined; today: string };
/** Cells that others of the line overrule, as they are meant, and what is said of them. */
type Meant = { cells: ContentLine['cells']; notes: readonly Message[] };
const AS_IT_IS: Meant = { cells: {}, notes: [] };

/** Returns a line of an employee as it is meant where its cells say two things: what it says of leaving, and of a name by its initials. */
export function asMeant(line: ContentLine, of: Of): ContentLine {
  const read = [leaving(line.cells, of), names(line, of)];
  const notes = read.flatMap((one) => one.notes);
  if (notes.length === 0) return line;
  return {
    ...line,
    cells: Object.assign({}, line.cells, ...read.map(({ cells }) => cells)),
    notes: [...(line.notes ?? []), ...notes],
  };
}

const isDate = (cell: string) => localDate.safeParse(cell).success;

/** A last day is a fact, and the status a word of the day on which the list was made: payrolls keep people as active until their last pay. */
function leaving(
  { active = '', activeFrom = '', inactiveFrom = '' }: ContentLine['cells'],
  { shown, today }: Of,
): Meant {
  const isActive = readYes(active);
  if (isActive === undefined) return AS_IT_IS;
  if (!isActive && inactiveFrom === '' && (shown?.cells.active ?? 'yes') === 'yes')
    return { cells: {}, notes: [msg('No last day: inactive from today')] };
  const isBack = isDate(activeFrom) && activeFrom >= inactiveFrom;
  if (!isDate(inactiveFrom) || isBack || isActive === inactiveFrom > today) return AS_IT_IS;
  const date = addDays(inactiveFrom, -1);
  const note = isActive ? msg('Has left: last day {date}', { date }) : msg('Active until {date}', { date });
  return { cells: { active: isActive ? 'no' : 'yes' }, notes: [note] };
}

/** 'T. Nkosi' says nothing new of Thandi Nkosi, nor does a guess which of the names in one cell comes first. */
function names({ cells: { firstName = '', lastName = '' }, isOrderGuessed }: ContentLine, { shown }: Of): Meant {
  const known = shown && { firstName: shown.row.firstName, lastName: shown.row.lastName };
  const name = { firstName, lastName };
  if (!known || (known.firstName === firstName && known.lastName === lastName)) return AS_IT_IS;
  const isTurned = isOrderGuessed && nameOf(known) === nameOf(name);
  if (!isTurned && !agreesByInitials(known, name)) return AS_IT_IS;
  const stays = `${known.firstName} ${known.lastName}`.trim();
  return { cells: known, notes: [msg('The name stays {name}', { name: stays })] };
}
