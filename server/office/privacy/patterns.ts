import { PIN_OF_CARD } from '#contract/attendance/cards.ts';
import { PIN_OF_NUMBER } from '../../attendance/records.sql.ts';
import type { KnownBy } from './names.sql.ts';

/** Regular expressions of PostgreSQL, case ignored. */
export type Patterns = {
  /** The names as texts have them, with the number before it or without. */
  name: string;
  /** A name or a number, also as HTML: a message that has it is emptied. */
  mention: string;
  /** A number, PIN or card, as record ids of payroll systems contain them. */
  recordId: string;
  /** Those that nobody else has, as lines of devices contain them. */
  line: string;
  /** Their PINs, and numbers and cards with their prefixes, as keys of exceptions contain them. */
  pin: string;
};

type Known = readonly KnownBy[];
/** Returns the numbers that mean this person alone. */
export const numbersOf = (known: Known) => known.flatMap(({ number, isOwnNumber }) => (isOwnNumber ? number : []));
/** Returns the PINs that mean this person alone. */
export const pinsOf = (known: Known) => known.flatMap(({ ownTimeId }) => ownTimeId ?? []);
const cardsOf = (known: Known) => known.flatMap(({ ownCards }) => ownCards);
/** Returns these PINs, and what records have in their place: numbers and cards with their prefixes, without which they are the PIN of another. */
export const recordPinsOf = (known: Known) => [
  ...pinsOf(known),
  ...numbersOf(known).map((number) => `${PIN_OF_NUMBER}${number}`),
  ...cardsOf(known).map((card) => `${PIN_OF_CARD}${card}`),
];

/** A letter of an accent in both cases, which a database of the locale C does not know; a quotation mark also as JSON has it. */
const escaped = (text: string) =>
  text
    .replace(/[^\p{L}\p{M}\p{N}\s]/gu, '\\$&')
    .replaceAll('\\"', '\\\\?"')
    .replace(/(?![a-z])\p{L}/giu, (letter) => {
      const cases = [letter.toLowerCase(), letter.toUpperCase()].filter((one) => one.length === letter.length);
      return cases.length === 2 && cases[0] !== cases[1] ? `[${cases.join('')}]` : letter;
    })
    .replace(/\s+/g, '\\s+');
/** A card number in whatever way a device writes it (contract/attendance/cards.ts). */
const written = (card: string) => `(?:0[[:space:]:-]*)*${[...card].map(escaped).join('[[:space:]:-]*')}`;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const asHtml = (text: string) => text.replace(/[&<>"']/g, (one) => ENTITIES[one] ?? one);
const EDGE = ['(?<![[:alnum:]])', '(?![[:alnum:]])'] as const;
const NEVER = '(?=a)b';
const word = (choices: readonly string[]) =>
  choices.length === 0 ? NEVER : `${EDGE[0]}(?:${[...new Set(choices)].join('|')})${EDGE[1]}`;

/**
 * Returns what a person is found by in texts, by all that they are and were known by. A name that another employee has or had too, or within a longer
 * one, or that is a single word, is found with the number before it only: it may mean someone else.
 */
export function patternsOf(known: Known): Patterns {
  const names = (form: (text: string) => string) =>
    known.flatMap((one) => {
      const [number, first, last] = [one.number, one.firstName, one.lastName].map((text) => escaped(form(text.trim())));
      const full = [first, last].filter(Boolean).join('\\s+');
      const isCertain = one.isOnlyOne && first !== '' && last !== '';
      if (isCertain) return [`${number}\\s+${full}`, full, `${last},?\\s+${first}`];
      return one.hasTwin ? [] : [`${number}\\s+${full}`];
    });
  const asTyped = names((text) => text);
  const numbers = numbersOf(known);
  return {
    name: word(asTyped),
    mention: word([...asTyped, ...names(asHtml), ...[numbers, numbers.map(asHtml)].flat().map(escaped)]),
    recordId: word(
      known.flatMap(({ number, timeId, cards }) => [
        ...[number, ...(timeId === null ? [] : [timeId])].map(escaped),
        ...cards.map(written),
      ]),
    ),
    line: word([...[...numbers, ...pinsOf(known)].map(escaped), ...cardsOf(known).map(written)]),
    pin: word(recordPinsOf(known).map(escaped)),
  };
}
