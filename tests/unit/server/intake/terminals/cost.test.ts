import { describe, expect, it } from 'vitest';
import { PUSH_MAKES } from '#contract/intake/makes.ts';
import { parseAttlogLine, punchesOfLine } from '#server/intake/terminals/dialects/adms/attlog.ts';
import { linesOf } from '#server/intake/terminals/dialects/adms/lines.ts';
import { PUSH_DIALECTS } from '#server/intake/terminals/dialects/registry.ts';
import { medianCpuRatioOf } from '../../../../support/cpuTime.ts';
import { SAMPLES } from '../../../../support/makeSamples.ts';

/** The CPU of reading a body: by the byte the worst that we can think of costs no more than some times a plain one. */

const SIZE = 250_000;
const MOST_TIMES = 60;
const filled = (text: string) => text.repeat(Math.ceil(SIZE / text.length)).slice(0, SIZE);
const WORST = [
  '[',
  '{"a":',
  '"\\u0000',
  '{}',
  '[],',
  '--b\r\n',
  '\n',
  ' ',
  '<a>',
  '<b/>',
  '<a b="c">',
  '&amp;',
  '%00&a=',
  'a=&',
  'Code=AccessControl;',
  'Code=\n',
  'Events[0].a=b\n',
  ';data={',
  '\ufeff',
  '0'.repeat(99),
  ':0',
  '2026-11-20 07:00:00 ',
  '{"user_id":"1","x":[{"user_id":"1"}],"time":"1"},',
];
const read = (make: (typeof PUSH_MAKES)[number], body: Buffer, type: string) => {
  try {
    return PUSH_DIALECTS[make].read(body, type);
  } catch {
    return null;
  }
};

describe.each(PUSH_MAKES)('%s', (make) => {
  const events = SAMPLES[make].filter(
    ({ lines, type }) => lines.length === 1 && !type && !/\?|-/.test(lines[0]?.split(' ')[0] ?? ''),
  );
  const one = events[0]?.body ?? '';
  const plain = Buffer.from(
    make === 'bioconnect'
      ? one
      : `[${Array(Math.floor(SIZE / one.length))
          .fill(one)
          .join(',')}]`,
  );

  it.each(WORST.map((text) => [JSON.stringify(text.slice(0, 24)), text] as const))(
    '%s over and over',
    async (_, text) => {
      for (const [head, tail, type] of [
        ['', '', 'application/json'],
        ['[', ']', 'application/json'],
        ['--b\r\n\r\n', '\r\n--b--', 'multipart/mixed; boundary=b'],
        ['a=', '', 'application/x-www-form-urlencoded'],
      ] as const) {
        const worst = Buffer.from(`${head}${filled(text)}${tail}`);
        const times = Math.max(1, Math.round(worst.length / plain.length));
        const plainly = () => {
          for (let n = 0; n < times; n++) read(make, plain, 'application/json');
        };
        const works = [() => read(make, worst, type), plainly] as const;
        // What the machine collects as garbage falls on one of several.
        if ((await medianCpuRatioOf(1, works)) >= MOST_TIMES)
          expect(await medianCpuRatioOf(5, works), type).toBeLessThan(MOST_TIMES);
      }
    },
  );
});

it('a punch of any make costs at most some tens of a line of ADMS to read', async () => {
  const attlog = Array.from({ length: 500 }, (_, n) => `${n}\t2026-06-29 08:02:14\t0\t1\t0\t0`).join('\n');
  const ratios: Record<string, number> = {};
  for (const make of PUSH_MAKES) {
    const one =
      SAMPLES[make].find(({ lines, type }) => lines.length === 1 && !type && lines[0]?.includes(' '))?.body ?? '';
    const body = Buffer.from(one);
    ratios[make] = await medianCpuRatioOf(5, [
      () => {
        for (let n = 0; n < 500; n++) read(make, body, 'application/json');
      },
      () => linesOf(attlog).flatMap(punchesOfLine).map(parseAttlogLine),
    ]);
  }
  if (process.env.SHOW_COST) console.log(ratios);
  for (const ratio of Object.values(ratios)) expect(ratio).toBeLessThan(MOST_TIMES);
});
