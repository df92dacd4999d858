import { expect, it } from 'vitest';
import { PUSH_MAKES } from '#contract/intake/makes.ts';
import { isPinOrCard, TooManyLines } from '#server/intake/terminals/body.ts';
import { PUSH_DIALECTS } from '#server/intake/terminals/dialects/registry.ts';
import { medianCpuRatioOf } from '../../../../support/cpuTime.ts';
import { GOOD_EVENTS, ODD_BYTES } from '../../../../support/eventBytes.ts';
import { size } from '../../../../support/size.ts';
import { spoiled } from '../../../../support/spoiledBytes.ts';

it.each(PUSH_MAKES)('%s: no bytes are a failure, and what is a punch has a PIN, a time and a short id', (make) => {
  const linesOf = (body: Buffer) => {
    try {
      return PUSH_DIALECTS[make].read(body, 'text/plain').lines;
    } catch (error) {
      // Refused as a whole: of hundreds of parts none would be missed.
      expect(error).toBeInstanceOf(TooManyLines);
      return [];
    }
  };
  for (const body of [...GOOD_EVENTS, ...spoiled(GOOD_EVENTS, ODD_BYTES, size(1_000, 10_000), 48)])
    for (const { punch } of linesOf(body).flatMap((line) => ('punch' in line ? [line] : []))) {
      expect(isPinOrCard(punch.pin)).toBe(true);
      expect((punch.recordId ?? '').length).toBeLessThanOrEqual(60);
      expect('local' in punch.time ? punch.time.local : Number.isFinite(punch.time.instant)).toBeTruthy();
    }
});

it('20,000 events at once are read whole; deep nesting is no failure, and XML is refused for its length', () => {
  const events = Array.from({ length: 20_000 }, (_, n) => ({ id: n, pin: String(n), time: '2026-11-20 07:00:00' }));
  const { lines } = PUSH_DIALECTS.json.read(Buffer.from(JSON.stringify(events)), '');
  expect(lines).toHaveLength(20_000);
  for (const make of PUSH_MAKES)
    for (const deep of ['['.repeat(500_000), '<a>'.repeat(200_000), `{"a":`.repeat(200_000)])
      if (make === 'hikvision' && deep.startsWith('<'))
        expect(() => PUSH_DIALECTS[make].read(Buffer.from(deep), '')).toThrow(TooManyLines);
      else expect(PUSH_DIALECTS[make].read(Buffer.from(deep), '').lines.length).toBeLessThan(2);
});

/** More events than a body may have, each as small as can be. */
const TOO_MANY: [what: string, body: string][] = [
  ['nothings', `[${Array(150_000).fill('null')}]`],
  ['texts', `[${Array(100_000).fill('"a"')}]`],
  ['documents without events', '{"events":[]}\n'.repeat(290_000)],
  ['events as text, whose JSON has no end', 'Code=A;action=b;index=0;data={\n'.repeat(120_000)],
];
it.each(PUSH_MAKES)('%s: events are counted before one is read', async (make) => {
  const read = (body: string) => () => {
    try {
      PUSH_DIALECTS[make].read(Buffer.from(body), '');
    } catch (error) {
      expect(error).toBeInstanceOf(TooManyLines);
    }
  };
  const ordinary = read(JSON.stringify(Array(5_000).fill({ pin: '1', x: 'x'.repeat(150) })));
  ordinary();
  for (const [what, body] of TOO_MANY) expect(await medianCpuRatioOf(1, [read(body), ordinary]), what).toBeLessThan(9);
});
