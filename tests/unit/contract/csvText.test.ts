import { expect, it } from 'vitest';
import { csvTextOf } from '#contract/platform/csvText.ts';

const read = (bytes: Uint8Array) =>
  csvTextOf(bytes, (encoding) => new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes));
/** The bytes of some text in an encoding that has one byte for each character. */
function bytesIn(encoding: 'macintosh' | 'windows-1252', text: string): Uint8Array {
  const all = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, i) => i));
  return Uint8Array.from(text, (letter) => all.indexOf(letter));
}

const NAMES = [
  'José Ibañez',
  'Zoë Müller',
  'Ana García',
  'Françoise Lefèvre',
  'Núria Peñalver, João Simões',
  'Ann Adams, André',
];
it.each(NAMES)('%s is read as Excel saved it, on Windows, on a Mac, in UTF-8 and in UTF-16', (name) => {
  const text = `Employee Number,First Name\n1,${name}\n`;
  expect(read(bytesIn('windows-1252', text))).toBe(text);
  expect(read(bytesIn('macintosh', text))).toBe(text);
  expect(read(Buffer.from(text))).toBe(text);
  expect(read(Buffer.from(`\ufeff${text}`, 'utf16le'))).toBe(text);
  expect(read(Buffer.from(`\ufeff${text}`, 'utf16le').swap16())).toBe(text);
});

it.each(['O’Brien', 'Ann’s “shed”', 'Dušan Žižka', '5 € – no more', 'L’Oréal'])(
  '%s of Windows is not taken for a Mac’s',
  (text) => {
    expect(read(bytesIn('windows-1252', text))).toBe(text);
  },
);
