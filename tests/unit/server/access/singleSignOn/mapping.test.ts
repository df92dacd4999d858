import fc from 'fast-check';
import { expect, it } from 'vitest';
import { namesOf, ruleFor, valuesOf } from '#server/access/singleSignOn/mappingRules.ts';

const rule = (value: string) => ({ value, preset: 'viewer' as const, scope: null });

it.each<[unknown, string[]]>([
  ['staff', ['staff']],
  [
    ['staff', 'foremen'],
    ['staff', 'foremen'],
  ],
  [['staff', 7, null, { a: 1 }, ['foremen']], ['staff']],
  [7, []],
  [true, []],
  [null, []],
  [undefined, []],
  [{ staff: true }, []],
])('a claim of %j has the values %j', (claim, values) => {
  expect(valuesOf({ groups: claim }, 'groups')).toEqual(values);
});

it('a claim within a claim is named with a dot, unless a claim has that very name', () => {
  const claims = { realm_access: { roles: ['a'] }, 'https://x.example/roles': ['b'] };
  expect(valuesOf(claims, 'realm_access.roles')).toEqual(['a']);
  expect(valuesOf(claims, 'https://x.example/roles')).toEqual(['b']);
});

it.each(['__proto__', 'constructor', 'constructor.name', 'toString.name', '__proto__.x'])(
  'what every object has is no claim: %s',
  (name) => expect(valuesOf({}, name)).toEqual([]),
);

it('the first rule whose value the claim has counts; against the obvious way', () => {
  const word = fc.constantFrom('a', 'b', 'c', 'A', 'a ', '');
  fc.assert(
    fc.property(fc.array(word), fc.array(word, { minLength: 1 }), (groups, values) => {
      const found = ruleFor({ claim: 'groups', rules: values.map(rule) }, { groups });
      let expected: string | undefined;
      for (const value of values) if (expected === undefined && groups.includes(value)) expected = value;
      expect(found?.value).toBe(expected);
    }),
  );
});

it.each([
  [{ given_name: 'Nell', family_name: 'New' }, 'Nell', 'New'],
  [{ name: 'Nell van der New' }, 'Nell van der', 'New'],
  [{ name: 'Nell' }, 'Nell', 'nell7'],
  [{ name: '  ' }, 'nell7', 'nell7'],
  [{}, 'nell7', 'nell7'],
  [{ given_name: ['Nell'], name: { first: 'x' } }, 'Nell', 'nell7'],
  [{ given_name: 'x'.repeat(300) }, 'x'.repeat(100), 'nell7'],
])('of %j come first and last name', (claims, firstName, lastName) => {
  expect(namesOf(claims, 'nell7')).toEqual({ firstName, lastName });
});
