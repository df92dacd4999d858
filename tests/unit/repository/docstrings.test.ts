import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The first word of a docstring that asks instead of saying what the thing returns or does (CONTRIBUTING.md). */
const ASKING =
  /\/\*\*\s*(?:\*\s+)?(?:(?:Who|What|Whose|Whom|Whether|Where)\b|(?:Is|Are|Was|Were|Do|Does|Did|Has|Have|Can|May|Must)\b[^.*]*\?).*/g;
const files = execFileSync('git', ['ls-files', '--', '*.ts', '*.tsx'], { encoding: 'utf8' })
  .split('\n')
  // This file contains some as samples.
  .filter((path) => path !== '' && path !== 'tests/unit/repository/docstrings.test.ts');

test('a docstring begins with what the thing returns or does', () => {
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((path) =>
    (readFileSync(path, 'utf8').match(ASKING) ?? []).map((text) => `${path}: ${text}`),
  );
  expect(found).toEqual([]);
});

test.each([
  '/** Who may. */',
  '/**\n * Whether a card says so.\n */',
  '  /** Where it leads. */',
  '/** Is it time to compare? At once. */',
])('%j is found', (text) => {
  expect(text.match(ASKING)).not.toBeNull();
});
