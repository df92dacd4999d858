import type { NameOrder } from '#contract/office/list.ts';
import { trimUnseen } from '#contract/platform/common.ts';
import { msg, words } from '#contract/platform/words.ts';

/** Words that belong to the last name behind them; so do others that are written small. */
const PARTICLE = /^(?:de|del|da|das|do|dos|di|du|la|las|le|los|van|von|der|den|ter|ten|el|al|st|mac|mc)$/i;
const isParticle = (word: string) => PARTICLE.test(word) || /^\p{Ll}/u.test(word);
const isInCapitals = (word: string) => word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase();

/** Returns the first and the last name in a cell: 'Mokoena, Thandi' by its comma, else by the order. */
export function namesIn(cell: string, order: NameOrder): [first: string, last: string] {
  const text = trimUnseen(cell).replace(/\s+/g, ' ');
  const [before = '', ...after] = text.split(',');
  if (after.length > 0) return [after.join(',').trim(), before.trim()];
  const parts = text.split(' ');
  // 'Marie DUPONT': capitals tell the last name wherever it is.
  const capitals = parts.findIndex(isInCapitals);
  if (capitals > 0 && parts.slice(capitals).every(isInCapitals))
    return [parts.slice(0, capitals).join(' '), parts.slice(capitals).join(' ')];
  const end = order === 'first-last' ? 1 : endOfLastName(parts, order);
  const [one, other] = [parts.slice(0, end).join(' '), parts.slice(end).join(' ')];
  return order === 'first-last' ? [one, other] : [other, one];
}

/** Returns how many words the last name has that comes first: those in capitals before one that is not, else the first with its particles. */
function endOfLastName(parts: readonly string[], order: NameOrder): number {
  const capitals = parts.findIndex((word) => !isInCapitals(word));
  if (capitals > 0) return capitals;
  const behind = (from: number) => {
    const at = parts.findIndex((word, i) => i >= from && !isParticle(word));
    return at < 0 ? parts.length : at + 1;
  };
  const first = behind(0);
  // 'García López María José': a name remains for the person.
  const second = order === 'last2-first' ? behind(first) : first;
  return second < parts.length ? second : first;
}

/** The first words of sums and footers, in the languages of the application. */
const SUM =
  /^(?:(?:grand |sub ?-?)?totals?\b|(?:groot|sub)?totaal\b|subtotal\b|suma\b|soma\b|somme\b|sous-total\b|printed (?:on|by)\b|end of (?:list|report)\b)/i;
const GROUP =
  /(?:^|\s)(?:team|span|crew|gang|department|dept|section|shift|packhouse|equipo|cuadrilla|turno|equipa|equipe|équipe|afdeling|skof)(?:\s|:|$)/i;

/** Returns why the name of a line is not that of a person; null where it may be. `isAlone`: the line has nothing else that is read. */
export function whyNoPerson(name: string, isAlone: boolean) {
  const text = trimUnseen(name).slice(0, 80);
  if (SUM.test(text)) return words('This line is a sum or a footer, not a person.');
  if (/\d/.test(text)) return msg('"{text}" is not a name: a name has no digits', { text });
  if (isAlone && GROUP.test(text)) return words('This line is the heading of a group, not a person.');
  return null;
}
