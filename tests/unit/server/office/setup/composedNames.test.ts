import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NameOrder } from '#contract/office/list.ts';
import { contentOfList, readListIn } from '#server/office/setup/workbook/list/read.ts';
import { readCsvSheet } from '#server/platform/files/spreadsheet/csvSheet.ts';
import { runs } from '#tests/support/size.ts';

/**
 * Lists of names that are put together from first and last names: what is stored without a question is what they were put together from (decision 038). Of two
 * plain words under a heading that says nothing nobody can tell the order: the first name comes first there.
 */
const FIRST = [
  'Thandi',
  'Ann',
  'José',
  'Jean-Luc',
  'Nomsa',
  'Zoë',
  'Ana María',
  'Mary Jane',
  'Jean Marie',
  'Thandi Grace',
];
const INITIALS = ['T', 'T P', 'T.P.', 'T. P.', 'TP', 'PJL'];
const LAST = [
  ...[
    'Nkosi',
    'Botha',
    'Dupont',
    'van der Merwe',
    'van Wyk',
    'de la Cruz',
    'García López',
    'Janse van Rensburg',
    "O'Brien",
    'McDonald',
  ],
  ...['de Sousa e Silva', 'Ortega y Gasset', 'Le Roux', 'Du Toit', 'de la Fontaine', 'Mthembu-Zulu', 'Li'],
];
const TITLES = ['', '', '', 'Mr ', 'Mrs. ', 'Dr ', 'Mme '];
const HEADINGS: Record<'plain' | 'first' | 'last', readonly string[]> = {
  plain: ['Name', 'Full name', 'Employee', 'Trabajador', 'Nome completo', 'Werknemer'],
  first: ['Name and surname', 'Nombre y apellido', 'Naam en van', 'Prénom et nom'],
  last: ['Surname and name', 'Apellido y nombre', 'Van en naam', 'Nom et prénom', 'Surname and initials'],
};
/** One word, with the particles before it. */
const isOneLastName = (last: string) => /^(?:(?:van|der|de|la|Le|Du) )*\S+$/.test(last);
type Form = 'mixed' | 'last in capitals' | 'capitals' | 'small' | 'comma';
const formOf = ({ first, last, title }: Person, order: 'first' | 'last', form: Form) => {
  const own = form === 'last in capitals' || form === 'capitals' ? last.toUpperCase() : last;
  const parts = order === 'first' ? [first, own] : [own, first];
  const text = form === 'comma' ? `${title}${own}, ${first}` : `${title}${parts.join(' ')}`;
  return form === 'capitals' ? text.toUpperCase() : form === 'small' ? text.toLowerCase() : text;
};

const person = fc.record({
  first: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...FIRST) }, fc.constantFrom(...INITIALS)),
  last: fc.constantFrom(...LAST),
  title: fc.constantFrom(...TITLES),
});
type Person = typeof person extends fc.Arbitrary<infer P> ? P : never;
const world = fc.record({
  people: fc.array(person, { minLength: 1, maxLength: 5 }),
  order: fc.constantFrom('first' as const, 'last' as const),
  isStated: fc.boolean(),
  heading: fc.nat(5),
  form: fc.constantFrom<Form>('mixed', 'mixed', 'last in capitals', 'capitals', 'small', 'comma'),
});

/** Returns the names that are stored of a list, by an order that the user chooses (null: none), and null where it is asked. */
function readNames(text: string, chosen: NameOrder | null) {
  const sheets = [readCsvSheet(Buffer.from(text))];
  const { headingLine, columns } = readListIn(sheets, []);
  const [number, name] = columns;
  if (!chosen && name?.field !== 'fullName') return null;
  const both = { field: 'fullName' as const, dates: null, names: chosen ?? name?.names ?? null };
  const mapping = { headingLine, columns: [{ field: number?.field ?? null, dates: null, names: null }, both] };
  return contentOfList(sheets, mapping, '.').sheets[0]?.lines.map(({ wrong, cells }) =>
    wrong ? null : `${cells.firstName} | ${cells.lastName}`,
  );
}

test('names are stored as they were put together, or asked; and as the user says then', () => {
  const seen = { silent: 0, asked: 0, answered: 0 };
  fc.assert(
    fc.property(world, ({ people, order, isStated, heading, form }) => {
      // The order of a plain heading is that of a first name before the last one.
      fc.pre(isStated || order === 'first' || form === 'comma');
      const headings = isStated && form !== 'comma' ? HEADINGS[order] : HEADINGS.plain;
      const cells = people.map((one) => formOf(one, order, form));
      const lines = cells.map((cell, at) => `${at + 1};${cell}`);
      const text = [`No;${headings[heading % headings.length]}`, ...lines].join('\n');
      const fold = (name: string) => (form === 'mixed' || form === 'comma' ? name : name.toLowerCase());
      const compare = (names: ReturnType<typeof readNames>) => {
        const truth = people.map(({ first, last }) => fold(`${first} | ${last}`));
        const expected = truth.map((one, at) => (names?.[at] === null ? null : one));
        expect({ text, names: names?.map((name) => name && fold(name)) }).toEqual({ text, names: expected });
      };
      const names = readNames(text, null);
      seen[names ? 'silent' : 'asked'] += 1;
      if (names) return compare(names);
      if (form === 'small' || !people.every(({ last }) => isOneLastName(last))) return;
      seen.answered += 1;
      compare(readNames(text, order === 'first' ? 'first-last' : 'last-first'));
    }),
    runs(400, 20_000),
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(20);
});
