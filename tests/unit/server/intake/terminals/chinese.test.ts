import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeText } from '#server/intake/terminals/body.ts';
import { inLanguage } from '#server/intake/terminals/dialects/adms/chinese.ts';

const chinese = { language: '83', dialect: 'attendance' } as const;

it('writes GB2312 for Chinese attendance firmware, line by line where it can be written so, and UTF-8 for every other', () => {
  const zhang = [0xd5, 0xc5, 0xce, 0xb0];
  expect(inLanguage('Name=张伟\n', chinese)).toEqual(Buffer.from([...Buffer.from('Name='), ...zhang, 0x0a]));
  expect(inLanguage('Nguyễn\n张伟\nمحمد\nIvan', chinese)).toEqual(
    Buffer.concat([Buffer.from('Nguyễn\n'), Buffer.from([...zhang, 0x0a]), Buffer.from('محمد\nIvan')]),
  );
  expect(inLanguage('Name=张伟', { language: '69', dialect: 'attendance' })).toBe('Name=张伟');
  expect(inLanguage('Name=张伟', { language: null, dialect: 'attendance' })).toBe('Name=张伟');
  expect(inLanguage('Name=张伟', { language: '83', dialect: 'access' })).toBe('Name=张伟');
});

it('is read back as what was written, and holds no byte that ends a line or a field', () => {
  const names = fc.array(
    fc.integer({ min: 0x4e00, max: 0x9fa5 }).map((code) => String.fromCharCode(code)),
    {
      maxLength: 12,
    },
  );
  fc.assert(
    fc.property(names, (characters) => {
      const bytes = inLanguage(characters.join(''), chinese) as Uint8Array;
      if (bytes.length > 0 && new TextDecoder('utf-8', { fatal: false }).decode(bytes).includes('\ufffd'))
        expect(decodeText(bytes)).toBe(characters.join(''));
      expect([...bytes].some((byte) => byte < 0x20)).toBe(false);
    }),
  );
});
