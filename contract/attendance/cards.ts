import { z } from 'zod';
import { typedLine } from '../platform/common.ts';
import { asText, msg, words } from '../platform/words.ts';

/** RFID cards: an employee has any number of card numbers, each of one employee of the account at a time. */

export const MAX_CARDS = 20;
/** A record that names a card instead of a PIN has the card's number after this as its `timeId`. */
export const PIN_OF_CARD = 'card:';

/**
 * Returns the number of a card as it is stored, so that devices and people may write it in different ways: capitals, without spaces, colons, hyphens and
 * leading zeros. '' for one of zeros, which devices send where there was no card.
 */
export const cardOf = (text: string) =>
  text
    .replace(/[\s:-]/g, '')
    .toUpperCase()
    .replace(/^0+/, '');
const CARD = /^[0-9A-Z]{1,32}$/;
export const WHAT_A_CARD_IS = words('A card number has 1 to 32 letters and digits');
export const isCard = (card: string) => CARD.test(card);

/** Tests a PIN as terminals send it: text (leading zeros, letters, `_`), never a number. */
export const isPin = (text: string): boolean => /^[\p{L}\p{N}_.@-]{1,24}$/u.test(text);
/** The PIN of an employee as people type it. Terminals send 0 where there was none. */
export const typedPin = typedLine(24).regex(
  /^(?!0+$)[\p{L}\p{N}_][\p{L}\p{N}_.@-]*$/u,
  words('Use letters and digits, not 0 alone'),
);

const card = z.string().max(60).transform(cardOf).pipe(z.string().regex(CARD, WHAT_A_CARD_IS));
/** Card numbers of one employee: in order, each once. */
export const cardNumbers = z
  .array(card)
  .max(MAX_CARDS, asText(msg('At most {most} cards', { most: MAX_CARDS })))
  .transform((cards) => [...new Set(cards)].sort());
/** A card by the code of its facility and its number: '123,45678'. Terminals send one number, which it does not tell. Two cards are written '123, 45678'. */
const WITH_FACILITY = /^\d{1,3},\d{5}$/;
/** Returns the card numbers in a text, as they are typed: separated by commas, semicolons or lines. One of zeros is none, as in lists of terminals. */
export const cardsIn = (text: string) =>
  (WITH_FACILITY.test(text.trim()) ? [text] : text.split(/[,;\n]/)).map(cardOf).filter((card) => card !== '');

/** Returns what a record names: 'Card 12EA3004', 'PIN 30'. */
export const pinWords = (timeId: string) =>
  timeId.startsWith(PIN_OF_CARD)
    ? msg('Card {card}', { card: timeId.slice(PIN_OF_CARD.length) })
    : msg('PIN {pin}', { pin: timeId });
