import fc from 'fast-check';

/** Returns a random change of bytes, which may insert one of `odd`. */
const changeOf = (odd: readonly string[]) =>
  fc.oneof(
    fc.record({ kind: fc.constant('flip' as const), at: fc.nat(), by: fc.integer({ min: 1, max: 255 }) }),
    fc.record({ kind: fc.constant('cut' as const), at: fc.nat(), length: fc.integer({ min: 1, max: 60 }) }),
    fc.record({ kind: fc.constant('put' as const), at: fc.nat(), text: fc.constantFrom(...odd) }),
    fc.record({ kind: fc.constant('end' as const), at: fc.nat() }),
    fc.record({ kind: fc.constant('again' as const), at: fc.nat(), times: fc.integer({ min: 2, max: 400 }) }),
  );
type Change = ReturnType<typeof changeOf> extends fc.Arbitrary<infer T> ? T : never;

function changed(bytes: Buffer, one: Change): Buffer {
  const at = one.at % Math.max(1, bytes.length);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  if (one.kind === 'cut') return Buffer.concat([before, after.subarray(one.length)]);
  if (one.kind === 'put') return Buffer.concat([before, Buffer.from(one.text, 'latin1'), after]);
  if (one.kind === 'end') return before;
  if (one.kind === 'again')
    return Buffer.concat([before, ...Array<Buffer>(one.times).fill(after.subarray(0, 40)), after]);
  const flipped = Buffer.from(bytes);
  flipped[at] = (flipped[at] ?? 0) ^ one.by;
  return flipped;
}

/** Returns `cases` copies of these, each with up to four changes; the same ones for the same seed. */
export const spoiled = (good: readonly Buffer[], odd: readonly string[], cases: number, seed: number): Buffer[] =>
  fc
    .sample(fc.tuple(fc.constantFrom(...good), fc.array(changeOf(odd), { maxLength: 4 })), { numRuns: cases, seed })
    .map(([bytes, changes]) => changes.reduce(changed, bytes));
