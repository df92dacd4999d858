import { expect, test } from 'vitest';
import { callLink, phoneNumber } from '#contract/platform/phoneNumber.ts';

test.each([
  ['+27 82 555 0142', 'tel:+27825550142'],
  ['082 555 0142', 'tel:0825550142'],
  ['(021) 555-0142', 'tel:0215550142'],
  ['+49 (0)30 555.01/42', 'tel:+49305550142'],
  ['  +1 202 555 0142\u200b', 'tel:+12025550142'],
  ['10111', 'tel:10111'],
  ['123456789012345', 'tel:123456789012345'],
])('%s is a number, and calls %s', (text, link) => {
  expect(callLink(phoneNumber.parse(text))).toBe(link);
});

test.each([
  ['', 'empty'],
  ['1234', 'too short'],
  ['1234567890123456', 'more digits than E.164 has'],
  ['+27 82 555 0142 ext 9', 'letters'],
  ['27+825550142', 'a plus within'],
  ['++27825550142', 'two of them'],
  ['082 555\n0142', 'a line break'],
  ['082;5550142', 'what a dialler reads as a command'],
  ['*#06#12345', 'a code of the phone'],
  ['٠٨٢٥٥٥٠١٤٢', 'digits that no dialler knows'],
  [`${'1'.repeat(5)}${' '.repeat(30)}1`, 'too long'],
])('%j is none: %s', (text) => {
  expect(phoneNumber.safeParse(text).success).toBe(false);
});
