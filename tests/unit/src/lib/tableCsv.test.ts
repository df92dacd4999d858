import { expect, test } from 'vitest';
import { tableCsv } from '#src/lib/tableCsv.ts';

test('quotes what needs it and runs nothing', () => {
  expect(
    tableCsv(
      ['Number', 'Name', 'Units'],
      [
        ['1', 'O"Neil, Pat', 2.5],
        ['2', '=HYPERLINK("x")', -3],
        ['3', '@sum\nline', '+1'],
      ],
    ),
  ).toBe('\uFEFFNumber,Name,Units\r\n1,"O""Neil, Pat",2.5\r\n2,"\'=HYPERLINK(""x"")",-3\r\n3,"\'@sum\nline",\'+1\r\n');
});
