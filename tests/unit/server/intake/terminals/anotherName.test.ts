import { expect, it } from 'vitest';
import { isAnotherName } from '#server/intake/terminals/conflicts.ts';

it.each([
  ['John Dube', 'John Dube', false],
  ['DUBE JOHN', 'John Dube', false],
  ['J. Dube', 'John Dube', false],
  ['Thandi Nk', 'Thandiwe Nkosi', false],
  ['Jose Perez', 'José Pérez', false],
  ['29', 'John Dube', false],
  ['', 'John Dube', false],
  ['Jo', 'John Dube', false],
  ['王伟', 'John Dube', true],
  ['Sarah Moyo', 'John Dube', true],
  ['Sarah', 'John Dube', true],
  ['Dubenstein', 'John Dube', false],
  ['J', 'John Dube', false],
])('%s on a terminal, %s in the account: another person %s', (uploaded, employee, isAnother) => {
  expect(isAnotherName(uploaded, employee)).toBe(isAnother);
});
