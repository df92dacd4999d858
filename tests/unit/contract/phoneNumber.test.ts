import { expect, test } from 'vitest';
import { callLink, phoneNumber, smsLink, whatsAppLink } from '#contract/platform/phoneNumber.ts';

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

test('a message to several opens with their numbers and its text, WhatsApp only with a country’s code', () => {
  const numbers = ['+27 (0)82 555 0142', '082 555 0143'];
  expect(smsLink(numbers, '07:30, A & B', false)).toBe('sms:+27825550142,0825550143?body=07%3A30%2C%20A%20%26%20B');
  expect(smsLink(numbers, 'Hi', true)).toBe('sms:/open?addresses=+27825550142,0825550143&body=Hi');
  const links = numbers.map((number) => whatsAppLink(number, 'A & B'));
  expect(links).toEqual(['https://wa.me/27825550142?text=A%20%26%20B', null]);
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
