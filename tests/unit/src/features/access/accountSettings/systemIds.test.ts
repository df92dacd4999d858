import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addSystemId } from '#src/features/access/accountSettings/systemIds.ts';

test('empty input is ignored, a duplicate refused whatever its case, anything else is added trimmed', () => {
  expect(addSystemId(['A'], '  ')).toBeNull();
  expect(addSystemId(['Pay-1'], ' pAY-1 ')).toEqual({ problem: 'The specified System ID is already allowed.' });
  expect(addSystemId(['A'], ' B ')).toEqual({ ids: ['A', 'B'] });
});

test('however often something is added, no two ids differ in case only', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 4 })), (typed) => {
      let ids: string[] = [];
      for (const text of typed) {
        const added = addSystemId(ids, text);
        if (added && 'ids' in added) ids = added.ids;
      }
      expect(new Set(ids.map((id) => id.toLowerCase())).size).toBe(ids.length);
      expect(ids).not.toContain('');
    }),
  );
});
