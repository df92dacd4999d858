import { expect, test } from 'vitest';
import { TooManyLines } from '#server/intake/terminals/body.ts';
import { linesOf } from '#server/intake/terminals/dialects/adms/lines.ts';

const MEGABYTES = 3_900_000;

test.each([
  ['a\r\nb\rc\n', ['a', 'b', 'c']],
  ['\n\n a \n\0\n  \nb\tc \n', ['a', 'b\tc']],
  ['data=a%0Ab', ['a', 'b']],
  ['', []],
])('%j is the lines %j', (text, lines) => {
  expect(linesOf(text)).toEqual(lines);
});

// Work that grows with the square of the text would not end.
test.each(['\n', '\r\n', '\r'])('megabytes of %j are no line', (end) => {
  expect(linesOf(end.repeat(MEGABYTES / end.length))).toEqual([]);
});

test.each([' \n', 'a\n', '\0\n'])('megabytes of %j are refused as too many', (line) => {
  expect(() => linesOf(line.repeat(MEGABYTES / 2))).toThrow(TooManyLines);
});
