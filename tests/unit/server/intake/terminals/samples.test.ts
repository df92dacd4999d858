import { describe, expect, it } from 'vitest';
import { PIN_OF_CARD } from '#contract/attendance/cards.ts';
import { PUSH_MAKES } from '#contract/intake/makes.ts';
import { parseRtlogLine } from '#server/intake/terminals/dialects/adms/access.ts';
import { parseAttlogLine, punchesOfLine } from '#server/intake/terminals/dialects/adms/attlog.ts';
import { linesOf } from '#server/intake/terminals/dialects/adms/lines.ts';
import { PUSH_DIALECTS } from '#server/intake/terminals/dialects/registry.ts';
import { DOOR_KEY, directionOf, type LineResult } from '#server/intake/terminals/line.ts';
import { ATTLOG, RTLOG } from '../../../../support/admsSamples.ts';
import { SAMPLES } from '../../../../support/makeSamples.ts';

/** Bodies that others published, and what each must come to (spec/terminals.md, Cases). */

const inWords = (line: LineResult): string => {
  if ('reject' in line) return line.reject.reason + '?'.repeat(line.reject.doubts?.length ?? 0);
  const { pin, time, status } = line.punch;
  const who = pin.startsWith(PIN_OF_CARD) ? `card:${pin.slice(PIN_OF_CARD.length)}` : pin;
  const key = status === DOOR_KEY.in || status === DOOR_KEY.out ? 'door' : directionOf(status, 'chosen');
  return `${who} ${'local' in time ? time.local : new Date(time.instant).toISOString()} ${key}`;
};

describe.each(PUSH_MAKES)('%s', (make) => {
  it.each(SAMPLES[make].map((sample) => [sample.from, sample] as const))(
    '%s',
    (_, { body, type = 'application/json', fields, lines }) => {
      expect(PUSH_DIALECTS[make].read(Buffer.from(body, 'latin1'), type, fields).lines.map(inWords)).toEqual(lines);
    },
  );
});

/** The keys of these two are trusted once they agree with the days; here each is told as what it means. */
it.each(ATTLOG)('attendance PUSH: %s', (_from, body, lines) => {
  expect(linesOf(body).flatMap(punchesOfLine).map(parseAttlogLine).map(inWords)).toEqual(lines);
});
it.each(RTLOG)('Security PUSH 3.x: %s', (_from, body, lines) => {
  expect(linesOf(body).map(parseRtlogLine).map(inWords)).toEqual(lines);
});
