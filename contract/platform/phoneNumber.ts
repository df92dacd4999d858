import { typedLine } from './common.ts';
import { asText, msg } from './words.ts';

const MAX_DIGITS = 15;
const MIN_DIGITS = 5;
const digitsOf = (text: string) => text.replace(/\D/g, '');

/** An employee's phone number as people write it: digits, and a plus first, spaces, hyphens, dots, slashes and brackets. As many digits as E.164 allows. */
export const phoneNumber = typedLine(30).refine(
  (text) => {
    const { length } = digitsOf(text);
    return /^\+?[\d ()./-]+$/.test(text) && length >= MIN_DIGITS && length <= MAX_DIGITS;
  },
  {
    error: asText(
      msg('Use {minDigits} to {most} digits, such as +27 21 555 0142', { minDigits: MIN_DIGITS, most: MAX_DIGITS }),
    ),
  },
);

/** Returns a number as it is dialled: '+27215550142'. A 0 in brackets after a country's code is not dialled from abroad. */
function dialled(text: string): string {
  const isInternational = text.startsWith('+');
  return `${isInternational ? '+' : ''}${digitsOf(isInternational ? text.replace('(0)', '') : text)}`;
}
/** Returns the address that calls a number. */
export const callLink = (text: string) => `tel:${dialled(text)}`;

/** Returns the address that opens the device's own messages with some numbers and a text; an iPhone has a form of its own for several (RFC 5724 elsewhere). */
export function smsLink(numbers: readonly string[], text: string, isIos: boolean): string {
  const [to, body] = [numbers.map(dialled).join(','), encodeURIComponent(text)];
  return isIos ? `sms:/open?addresses=${to}&body=${body}` : `sms:${to}?body=${body}`;
}
/** Returns the address that opens WhatsApp with a number and a text; null for a number without its country's code. */
export function whatsAppLink(number: string, text: string): string | null {
  const to = dialled(number);
  return to.startsWith('+') ? `https://wa.me/${to.slice(1)}?text=${encodeURIComponent(text)}` : null;
}
