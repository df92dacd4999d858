import { cardOf, isCard, PIN_OF_CARD } from '#contract/cards.ts';

/** Reads the bytes of an upload: no parser that goes by its Content-Type ever gets the body. */

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes UTF-8, or the encoding that Chinese firmware sends instead; without the NULs that pad some bodies, which no database stores. */
export function decodeText(body: Uint8Array): string {
  const text = () => {
    try {
      return utf8.decode(body);
    } catch {
      return new TextDecoder('gb18030').decode(body);
    }
  };
  return text().replaceAll('\0', '');
}

/** Thrown for more than any terminal sends at once: refused as a whole (413), so that it sends fewer. */
export class TooManyLines extends Error {}

/** Tests a PIN, which is text (leading zeros, letters, `_`), never a number. */
export const isPin = (text: string): boolean => /^[\p{L}\p{N}_.@-]{1,24}$/u.test(text);

/** Returns what a punch has for a PIN where its device names a card; '' where it names none. */
export function pinOfCard(text: string | undefined): string {
  const card = cardOf(text ?? '');
  return card && PIN_OF_CARD + card;
}
export const isPinOrCard = (pin: string): boolean =>
  pin.startsWith(PIN_OF_CARD) ? isCard(pin.slice(PIN_OF_CARD.length)) : isPin(pin);

/** Returns the first characters of a text as databases take it: without NULs and halves of surrogate pairs. */
export const cut = (text: string, length: number): string => text.slice(0, length).replaceAll('\0', '').toWellFormed();

/** Returns true for bodies that are compressed or encrypted: they cannot be read and are refused. */
export function isPacked(body: Uint8Array): boolean {
  const start = Buffer.from(body.subarray(0, 4));
  return start.toString('latin1') === 'LZO1' || (start[0] === 0x1f && start[1] === 0x8b);
}
