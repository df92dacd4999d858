import { expect, it } from 'vitest';
import { csvTextOf, type Decode, lettersOf, sampleIn } from '#contract/platform/csvText.ts';

const decode: Decode = (bytes, encoding, fatal) => new TextDecoder(encoding, { fatal }).decode(bytes);
const read = (bytes: Uint8Array) => csvTextOf(bytes, decode);
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

const list = (name: string) => Buffer.from(`No,Name,Surname\r\n1,${name},Botha\r\n`, 'latin1');
/** The bytes of a name in an encoding of one byte for each letter, and what they are. */
const SURE = {
  'Jos\xe9': 'windows-1252',
  'N\xda\xd1EZ': 'windows-1252',
  '08:00\x9616:00 \xc9ric': 'windows-1252',
  'O\x92Brien': 'windows-1252',
  'Jos\x8e': 'macintosh',
  'Mar\x92a': 'macintosh',
  'Jos\x82': 'cp850',
  'Nu\xa4ez': 'cp850',
  'Gar\x87on, JO\xc7O': 'cp850',
  'JosÃ\xa9, Ã\xa1 la, Mu\xf1': 'utf-8',
};
it.each(Object.entries(SURE))('%j is clearly of %s', (name, encoding) => {
  expect(lettersOf(list(name), decode)).toEqual({ encoding, isClear: true });
});

const ASKED = ['Sofi\xa0', 'Jo\x8bo', 'Lu\x92s', '\x82tienne', 'Sim\xe4es', 'Micha\xb3'];
it.each(ASKED)('%j may be of several encodings', (name) => {
  expect(lettersOf(list(name), decode).isClear).toBe(false);
});

it.each([
  ['1,Wo\x9fniak,\xa3ukasz', '1,Woźniak,Łukasz'],
  ['1,Ja\xbfd\xbfewska,Ma\xb3gorzata', '1,Jażdżewska,Małgorzata'],
  ['1,D\xf8ev\xf3 \x8aimek,Ji\xf8\xed', '1,Dřevó Šimek,Jiří'],
])('%j is asked, and read as of Central Europe first', (line, text) => {
  expect(lettersOf(list(line), decode)).toEqual({ encoding: 'windows-1250', isClear: false });
  expect(sampleIn(list(line), 'windows-1250', decode)).toContain(text.slice(2, 8));
});

it('shows the first accents of a text in any encoding', () => {
  const bytes = list('Sofi\xa0');
  expect(sampleIn(bytes, 'cp850', decode)).toBe('1,Sofiá,Botha');
  expect(sampleIn(bytes, 'windows-1252', decode)).toBe('1,Sofi\u00a0,Botha');
  expect(sampleIn(bytes, 'utf-8', decode)).toBe('1,Sofi\ufffd,Botha');
});
