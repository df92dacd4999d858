import { expect, test } from 'vitest';
import { anyChosen, DEFAULT_OPTIONS, percentDone } from '#src/features/operations/backups/backupOptions.ts';
import { canRestore, fileProblem } from '#src/features/operations/backups/restoreFlow.ts';

const file = (type: string) => new File(['x'], 'a.zip', { type });

test.each([
  [null, 'No file selected.'],
  [file('application/zip'), null],
  [file('application/x-zip-compressed'), null],
  [file('application/gzip'), 'File type not supported. Only ZIP files are supported.'],
  [file(''), 'File type not supported. Only ZIP files are supported.'],
])('the file %s: %s', (chosen, problem) => expect(fileProblem(chosen)).toBe(problem));

test.each([
  [['Employees'], true, false, false, true],
  [[], true, false, false, false],
  [['Employees'], false, false, false, false],
  [['Employees'], true, true, false, false],
  [['Employees'], true, true, true, true],
] as const)(
  'items %j, understood %s, foreign %s, accepted %s: may start is %s',
  (items, understood, foreign, accepted, may) => expect(canRestore(items, understood, foreign, accepted)).toBe(may),
);

test('a backup includes all of the account’s data but its users unless told otherwise, and never nothing', () => {
  expect(DEFAULT_OPTIONS).toEqual({
    includePayrollData: true,
    includeEmployees: true,
    includeBiometricTemplates: true,
    includeClockRecords: true,
    includeUsers: false,
  });
  expect(anyChosen(DEFAULT_OPTIONS)).toBe(true);
  expect(
    anyChosen({
      ...DEFAULT_OPTIONS,
      includePayrollData: false,
      includeEmployees: false,
      includeBiometricTemplates: false,
      includeClockRecords: false,
    }),
  ).toBe(false);
});

test.each([
  [null, undefined],
  [{ done: 0, total: 0, step: 'Starting' }, undefined],
  [{ done: 1, total: 3, step: 'Employees' }, 33],
  [{ done: 5, total: 3, step: 'Employees' }, 100],
])('progress %j is %s percent', (progress, percent) => expect(percentDone({ progress })).toBe(percent));
