import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The lists of dialects: no other shared file of terminals imports one. */
const LISTS = ['routes.ts', 'pushes.ts'];

test('what all terminals share imports no dialect', () => {
  const shared = readdirSync('server/intake/terminals').filter((name) => name.endsWith('.ts'));
  expect(shared).toEqual(expect.arrayContaining(LISTS));
  const importing = shared.filter((name) =>
    /from '\.\/dialects\//.test(readFileSync(`server/intake/terminals/${name}`, 'utf8')),
  );
  expect(importing.toSorted()).toEqual(LISTS.toSorted());
});

test('a dialect imports no other dialect', () => {
  const folder = 'server/intake/terminals/dialects';
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const shared = /^\.\.?\/(heard|parts|people|refusals|values)\.ts$/;
  const others = names.flatMap((name) =>
    [...readFileSync(`${folder}/${name}`, 'utf8').matchAll(/from '(\.\.?\/[^']+)'/g)]
      .map(([, specifier = '']) => specifier)
      .filter((specifier) =>
        name.includes('/')
          ? // From a folder of its own, `../` would be a neighbour.
            /^\.\.\/[^.]/.test(specifier) && !shared.test(specifier)
          : specifier.startsWith('./') && !shared.test(specifier),
      )
      .map((specifier) => `${name}: ${specifier}`),
  );
  expect(others.filter((one) => !one.startsWith('registry.ts'))).toEqual([]);
});
