import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeText } from '#server/terminals/body.ts';
import { inLanguage } from '#server/terminals/chinese.ts';

it('writes GB2312 for Chinese firmware and leaves every other its UTF-8', () => {
  expect(inLanguage('Name=张伟\n', '83')).toEqual(
    Uint8Array.from([...Buffer.from('Name='), 0xd5, 0xc5, 0xce, 0xb0, 0x0a]),
  );
  expect(inLanguage('Name=张伟', '69')).toBe('Name=张伟');
  expect(inLanguage('Name=张伟', null)).toBe('Name=张伟');
  expect(inLanguage('Zoë 👍', '83')).toEqual(new Uint8Array(Buffer.from('Zo\u003f \u003f', 'latin1')).map((x) => x));
});

it('is read back as what was written, and holds no byte that ends a line or a field', () => {
  const chinese = fc.array(
    fc.integer({ min: 0x4e00, max: 0x9fa5 }).map((code) => String.fromCharCode(code)),
    {
      maxLength: 12,
    },
  );
  fc.assert(
    fc.property(chinese, (characters) => {
      const bytes = inLanguage(characters.join(''), '83') as Uint8Array;
      if (bytes.length > 0 && new TextDecoder('utf-8', { fatal: false }).decode(bytes).includes('\ufffd'))
        expect(decodeText(bytes)).toBe(characters.join(''));
      expect([...bytes].some((byte) => byte < 0x20)).toBe(false);
    }),
  );
});
