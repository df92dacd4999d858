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

/** Returns the address that calls a number: 'tel:+27215550142'. A 0 in brackets after a country's code is not dialled from abroad. */
export function callLink(text: string): string {
  const isInternational = text.startsWith('+');
  const dialled = isInternational ? text.replace('(0)', '') : text;
  return `tel:${isInternational ? '+' : ''}${digitsOf(dialled)}`;
}
