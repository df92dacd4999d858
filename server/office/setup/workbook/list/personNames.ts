import type { NameOrder } from '#contract/office/list.ts';
import { trimUnseen } from '#contract/platform/common.ts';
import { foldText, type PersonName, partsOf } from '#contract/platform/personNames.ts';
import { type Message, msg, words } from '#contract/platform/words.ts';
import { numberAndName } from '../../../../platform/files/numberAndName.ts';
import { isSum, isSumAlone, NO_PERSON } from '../../../../platform/files/sums.ts';

/** Words that belong to the last name behind them; so do others that are written small. */
const PARTICLE =
  /^(?:de|del|da|das|do|dos|di|du|la|las|le|los|van|von|der|den|ter|ten|el|al|san|santa|st\.?|mac|mc|o['’])$/i;
const isKnownParticle = (word: string) => PARTICLE.test(word);
/** Tells the particles of a name; where it has no capital, each word would be one that is written small. */
const particleIn = (parts: readonly string[]) =>
  parts.some((word) => /\p{Lu}/u.test(word)) ? isParticle : isKnownParticle;
const isParticle = (word: string) => PARTICLE.test(word) || /^\p{Ll}/u.test(word);
/** Initials are capitals too: 'J.P. Botha'. */
const isInCapitals = (word: string) => {
  // 'McDONALD', "d'ARTAGNAN".
  const own = word.replace(/^(?:Mc|Mac|[a-z]['’])(?=\p{Lu}{2})/u, '');
  return own.length > 1 && !own.includes('.') && own === own.toUpperCase() && own !== own.toLowerCase();
};

const hasSmallLetters = (word: string) => /\p{Ll}/u.test(word);

/** 'T', 'T.P.', 'T P', and without points what has no vowel: 'TP'. 'CRUZ' and 'LUIS' are names of a list in capitals. */
const INITIALS = /^(?:\p{Lu}(?:[. ]+\p{Lu}){0,3}\.?|[B-DF-HJ-NP-TV-XZ]{2,4})$/u;
/** Returns the initials of a cell; '' for a name. */
export const initialsIn = (cell: string): string =>
  INITIALS.test(cell.trim()) ? foldText(cell).replace(/[^\p{L}]/gu, '') : '';
/** Returns true for a name with initials, in any order, that says nothing of a person but what is known: 'T. Nkosi' and 'Nkosi T' of Thandi Nkosi. */
export function agreesByInitials(known: PersonName, name: PersonName): boolean {
  const parts = partsOf(known);
  const take = (is: (part: string) => boolean) => parts.splice(parts.findIndex(is), parts.some(is) ? 1 : 0).length > 0;
  const cells = [name.firstName, name.lastName].map((cell) => cell.slice(0, 200));
  const words = cells.filter((cell) => initialsIn(cell) === '').join(' ');
  const initials = cells.map(initialsIn).join('');
  const own = partsOf({ firstName: words, lastName: '' });
  if (initials === '' || own.length === 0 || !own.every((word) => take((part) => part === word))) return false;
  // More initials than names are those of names that are not known.
  return (
    parts.length > 0 && [...initials].every((initial) => parts.length === 0 || take((part) => part.startsWith(initial)))
  );
}

/** Particles that begin no first name. */
const OF_LAST_NAME = /^(?:van|von|de|del|den|der|da|das|dos)$/i;
const TITLES =
  'dr|dra|mr|mrs|ms|miss|prof|rev|adv|sr|sra|srta|señora?|senhora?|mme|mlle|monsieur|madame|mademoiselle|mnr|mev|mej|meneer|mevrou|herr|frau|hr\\.|fr\\.';
/** Titles that are initials or first names elsewhere: 'M. Botha', 'Don Smith'. */
const SHORT_TITLES = 'm|mm|d|dn|don|d[ñn]a|do[ñn]a';
/** Before a name of two words or more. */
const beforeNames = (titles: string) => new RegExp(`^(?:(?:${titles})\\.?\\s+(?=\\S+\\s))+`, 'i');
const HONORIFIC = beforeNames(TITLES);
const ANY_HONORIFIC = beforeNames(`${TITLES}|${SHORT_TITLES}`);
/** Behind a part of a name or between two: 'Nkosi Mr T'. */
const TITLE_WITHIN = /\s(?:dr|mr|mrs|ms|miss|prof|rev|adv|srta|mme|mlle|mnr|mev|mej)\.?(?=\s|$)/gi;
const TITLE = new RegExp(`^(?:${TITLES}|${SHORT_TITLES}|mx|me|eng|engr|ing|lic)\\.?$`, 'i');
/** Returns true for a title alone, as a column of them has. */
export const isTitle = (cell: string) => TITLE.test(cell);
/** Text beside a name: in brackets, or the name by which a person is called, in quotes. */
const ASIDE = /\([^()]*\)|(?<=^|\s)(?:"[^"]*"|“[^”]*”|'[^']*'|‘[^’]*’)(?=\s|$)/g;
/** Returns a name without what is beside it; of one that is in quotes as a whole, what is in them. */
function withoutAside(cell: string): string {
  const name = trimUnseen(cell.replace(ASIDE, ' '));
  return name === '' ? trimUnseen(cell).replace(/^["'“‘]|["'”’]$/g, '') : name;
}
/** Returns true for names before which 'M.' and 'D.' are titles: some have the title of a woman, or all begin with the same one. */
export const haveShortTitles = (names: readonly string[]) =>
  names.some((name) => /^(?:mme|mlle|d[ñn]a|do[ñn]a)[.\s]/i.test(name)) ||
  (names.length > 2 && (names.every((name) => /^m\.\s/i.test(name)) || names.every((name) => /^d\.\s/i.test(name))));
/** Returns true for a name that begins with the last one though the list says otherwise: 'VAN DER MERWE Jan', 'Van der Merwe Jan'. */
function beginsWithLast(parts: readonly string[]): boolean {
  const end = parts.findIndex((word) => !isInCapitals(word));
  // Capitals tell nothing in a list that has no small letters: 'THANDI N'.
  const isInCapitalsFirst =
    parts.some(hasSmallLetters) &&
    parts.slice(0, Math.max(0, end)).some((word) => word.length > 2 && initialsIn(word) === '');
  return isInCapitalsFirst || (OF_LAST_NAME.test(parts[0] ?? '') && endOfLastName(parts, 'last-first') < parts.length);
}

const withoutTitles = (cell: string, hasShortTitles: boolean) =>
  withoutAside(cell)
    .replace(/\s+/g, ' ')
    .replace(hasShortTitles ? ANY_HONORIFIC : HONORIFIC, '')
    .replace(TITLE_WITHIN, '');

/** Returns the first and the last name in a cell: 'Mokoena, Thandi' by its comma, else by the order. Without honorifics and what is beside a name. */
export function namesIn(cell: string, usual: NameOrder, hasShortTitles = false): [first: string, last: string] {
  const text = withoutTitles(cell, hasShortTitles);
  const [before = '', ...after] = text.split(',');
  if (after.length > 0) return [after.join(',').trim(), before.trim()];
  const parts = text.split(' ');
  // 'Marie DUPONT': capitals tell the last name wherever it is.
  let capitals = parts.findIndex(isInCapitals);
  if (capitals > 0 && parts.slice(capitals).every(isInCapitals) && isLastName(parts.slice(capitals), usual)) {
    // 'Jan van der MERWE'.
    while (capitals > 1 && isParticle(parts[capitals - 1] ?? '')) capitals--;
    return [parts.slice(0, capitals).join(' '), parts.slice(capitals).join(' ')];
  }
  const order = usual.startsWith('first') && beginsWithLast(parts) ? 'last-first' : usual;
  const isFirstFirst = order === 'first-last' || order === 'first-last2';
  const end = isFirstFirst ? endOfFirstName(parts, order) : endOfLastName(parts, order);
  const [one, other] = [parts.slice(0, end).join(' '), parts.slice(end).join(' ')];
  return isFirstFirst ? [one, other] : [other, one];
}

/** Returns true for capitals that are a last name behind the first: no initials, of which three letters may be where the last name comes first, and no 'III'. */
const isLastName = (capitals: readonly string[], usual: NameOrder) =>
  capitals.some(
    (word) =>
      initialsIn(word) === '' && !/^[IVX]+$|^[JS]R$/.test(word) && word.length > (usual.startsWith('first') ? 2 : 3),
  );

/** Returns the words of a name alone: without a number, what is beside it, and honorifics. */
function partsOfCell(cell: string, hasShortTitles: boolean): string[] {
  const [, name = cell] = numberAndName(cell) ?? [];
  return withoutTitles(name, hasShortTitles).split(' ');
}
/** Returns true for a name that a comma, or a last name in capitals at one end of it, cuts in two. */
const isCutByItself = (parts: readonly string[]) => {
  if (parts.some((word) => word.includes(','))) return true;
  const isTold = (word: string) => isInCapitals(word) && word.length > 3 && initialsIn(word) === '';
  const capitals = parts.filter(isInCapitals).length;
  const isOneEnd = parts.slice(0, capitals).every(isInCapitals) || parts.slice(-capitals).every(isInCapitals);
  return parts.some(isTold) && isOneEnd && parts.some(hasSmallLetters);
};
/**
 * Returns the order that leaves one way to cut each of some names in two: `order`, or for 'first-last' also that of names which all begin with a particle; null
 * where none does. A name cuts itself, or is one first name, or initials, and one last name with its particles: of three words nobody knows which of them the one
 * in the middle belongs to. What is no person's does not count.
 */
export function orderThatCuts(cells: readonly string[], order: NameOrder): NameOrder | null {
  const hasShortTitles = haveShortTitles(cells);
  const names = cells
    .map((cell) => partsOfCell(cell, hasShortTitles))
    .filter((parts) => whyNoPerson(parts.join(' '), { isAlone: true, isKnown: false }) === null);
  const uncut = names.filter((parts) => !isCutByItself(parts));
  const beginWithLast = uncut.length > 0 && uncut.every(([first = '']) => OF_LAST_NAME.test(first));
  const taken = order === 'first-last' && beginWithLast ? 'last-first' : order;
  // 'Luc ROY' beside 'Marie DUPONT' is no 'Maree JA'.
  const hasCapitals = names.some((parts) => isCutByItself(parts) && parts.some(isInCapitals));
  return uncut.every((parts) => isCutOneWay(parts, taken, hasCapitals)) ? taken : null;
}
function isCutOneWay(parts: readonly string[], order: NameOrder, hasCapitals: boolean): boolean {
  const isOne = particleIn(parts);
  const hasSmall = parts.some(hasSmallLetters);
  const areInitials = (word: string) =>
    initialsIn(word) !== '' || (!hasCapitals && hasSmall && isInCapitals(word) && word.length <= 3);
  const kinds = parts.map((word) => (isOne(word) ? 'p' : areInitials(word) ? 'i' : 'w')).join('');
  return (order.startsWith('first') ? /^(?:wi*|i+)p*w$|^w$/ : /^(?:p*ww?|[pw]*wi+)$/).test(kinds);
}

/** Returns true for a name whose two parts only the order tells: no comma, capitals or particle does. */
export const isCutByOrder = (name: string) =>
  namesIn(name, 'first-last').join('\n') !== namesIn(name, 'last-first').join('\n');

/** Returns the name in a column of its own that the cell with both names does not have; a first name may be another one there: 'T Mokoena' beside 'Thandi'. */
export function otherNameThan(both: string, { firstName, lastName }: PersonName): string | undefined {
  const parts = partsOf({ firstName: both, lastName: '' });
  const has = (name: string, isPart: (part: string, word: string) => boolean) =>
    partsOf({ firstName: name, lastName: '' }).every((word) => parts.some((part) => isPart(part, word)));
  if (!has(lastName, (part, word) => part === word)) return lastName;
  return has(firstName, (part, word) => part[0] === word[0]) ? undefined : firstName;
}

/** Returns how many words the first name has that comes first: those before a particle, or before two last names; else one. */
function endOfFirstName(parts: readonly string[], order: NameOrder): number {
  const isOne = particleIn(parts);
  const particle = parts.findIndex((word, at) => at > 0 && at < parts.length - 1 && isOne(word));
  if (particle > 0) return particle;
  // 'T P Nkosi', 'Thandi P. Nkosi': initials in the middle are those of first names.
  const end = parts.findIndex((word, at) => at > 0 && initialsIn(word) === '');
  if (end > 1) return end;
  return Math.max(1, parts.length - (order === 'first-last2' ? 2 : 1));
}

/** Words between two parts of a last name. */
const JOINING = /^(?:van|von|de|del|y|e|i)$/;
/** Returns how many words the last name has that comes first: those in capitals before one that is not, else the first with its particles. */
function endOfLastName(parts: readonly string[], order: NameOrder): number {
  const capitals = parts.findIndex((word) => !isInCapitals(word));
  if (capitals > 0) return capitals;
  // 'Janse van Rensburg P': initials are all that there is of the first name.
  const last = parts.findLastIndex((word) => initialsIn(word) === '');
  if (last >= 0 && last < parts.length - 1) return last + 1;
  const isOne = particleIn(parts);
  const behind = (from: number) => {
    const at = parts.findIndex((word, i) => i >= from && !isOne(word));
    return at < 0 ? parts.length : at + 1;
  };
  const own = behind(0);
  // 'Janse van Rensburg Piet', 'Ortega y Gasset José'.
  const isJoined = JOINING.test(parts[own] ?? '') && own + 2 < parts.length;
  const first = isJoined ? behind(own) : own;
  // 'García López María José': a name remains for the person.
  const second = order === 'last2-first' ? behind(first) : first;
  return second < parts.length ? second : first;
}

/** Returns true for last names: one begins with a particle, or all are in capitals. */
export const areLastNames = (names: readonly string[]) =>
  names.some((name) => /\s/.test(name) && OF_LAST_NAME.test(name.split(/\s/)[0] ?? '')) ||
  (names.length > 1 && names.every((name) => isInCapitals(name)));

/** The note on a name that may say that its employee left. */
export const NAME_REMARK: Message = msg('The name has a remark: is this employee still there?');

/** First words of footers, and those that are so before 'of', 'by' and the like; the others are names too. */
const FOOTER =
  /^(?:(?:printed|prepared|approved|checked|authori[sz]ed|generated|signed|signature|aantal|handtekening|gedruk|opgestel|goedgekeur|impreso|impresso|imprimé|elaborado|preparado|aprobado|aprovado|assinatura|quantidade|cantidad|préparé|confidential)(?=\s|$)|(?:number|sum|end|list|page|report|count|none|run|suma|soma|somme|nombre|número|numero|emitido|emitida|firma|fin|fim|einde|antal)\s(?:of|by|on|de|del|do|da|das|dos|du|des|d|deur|van|par|por|el|em|op|vir|pour|\d))/i;
/** A line below the headings that says which of them are needed. */
const HINT =
  /^(required|mandatory|optional|obligatorio|opcional|obrigatório|obligatoire|facultatif|verpligtend)(?: \1)*$/i;
const GROUP =
  /(?:^|\s)(?:team|span|crew|gang|department|dept|section|shift|packhouse|equipo|cuadrilla|turno|equipa|equipe|équipe|afdeling|skof)(?:\s|:|$)/i;
/** The second word of a name begins with a capital, that of 'Packing shed' does not. */
const SMALL = /^\p{Lu}\p{Ll}+(?: \p{Ll}+)+$/u;

/**
 * Returns why the name of a line is not that of a person; null where it may be. `isAlone`: the line has nothing else that is read; `isKnown`: it has a
 * number or a phone of its own, as people have who are called like a sum.
 */
export function whyNoPerson(name: string, { isAlone, isKnown }: { isAlone: boolean; isKnown: boolean }) {
  const text = trimUnseen(name).slice(0, 80);
  const isFooter = isSum(text) || FOOTER.test(text) || text.includes(':');
  if (isSumAlone(text) || HINT.test(text) || (isFooter && !isKnown)) return NO_PERSON;
  if (text.includes('\ufffd')) return words('Letters of this name are lost: save the file as UTF-8.');
  if (/\d/.test(text)) return msg('"{text}" is not a name: a name has no digits', { text });
  if (isAlone && (GROUP.test(text) || SMALL.test(text)))
    return words('This line is the heading of a group, not a person.');
  return null;
}
