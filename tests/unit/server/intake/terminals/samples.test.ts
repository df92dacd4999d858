import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PIN_OF_CARD } from '#contract/attendance/cards.ts';
import { PUSH_MAKES, type PushMake } from '#contract/intake/makes.ts';
import { parseRtlogLine } from '#server/intake/terminals/dialects/adms/access.ts';
import { parseAttlogLine, punchesOfLine } from '#server/intake/terminals/dialects/adms/attlog.ts';
import { linesOf } from '#server/intake/terminals/dialects/adms/lines.ts';
import { PUSH_DIALECTS } from '#server/intake/terminals/dialects/registry.ts';
import { DOOR_KEY, directionOf, type LineResult } from '#server/intake/terminals/line.ts';
import { ATTLOG, RTLOG } from '../../../../support/admsSamples.ts';
import { SAMPLES, type Sample } from '../../../../support/makeSamples.ts';

/** Bodies that others published, and what each must come to. */

const inWords = (line: LineResult): string => {
  if ('reject' in line) return line.reject.reason + '?'.repeat(line.reject.doubts?.length ?? 0);
  const { pin, time, status } = line.punch;
  const who = pin.startsWith(PIN_OF_CARD) ? `card:${pin.slice(PIN_OF_CARD.length)}` : pin;
  const key = status === DOOR_KEY.in || status === DOOR_KEY.out ? 'door' : directionOf(status, 'chosen');
  return `${who} ${'local' in time ? time.local : new Date(time.instant).toISOString()} ${key}`;
};

const readSample = (make: PushMake, { body, type = 'application/json', fields }: Sample) =>
  PUSH_DIALECTS[make].read(Buffer.from(body, 'latin1'), type, fields).lines.map(inWords);
const readAttlog = (body: string) => linesOf(body).flatMap(punchesOfLine).map(parseAttlogLine).map(inWords);
const readRtlog = (body: string) => linesOf(body).map(parseRtlogLine).map(inWords);

describe.each(PUSH_MAKES)('%s', (make) => {
  it.each(SAMPLES[make].map((sample) => [sample.from, sample] as const))('%s', (_, sample) =>
    expect(readSample(make, sample)).toEqual(sample.lines),
  );
});

/** The keys of these two are trusted once they agree with the days; here each is told as what it means. */
it.each(ATTLOG)('attendance PUSH: %s', (_from, body, lines) => {
  expect(readAttlog(body)).toEqual(lines);
});
it.each(RTLOG)('Security PUSH 3.x: %s', (_from, body, lines) => {
  expect(readRtlog(body)).toEqual(lines);
});

/** A body by what it must come to and what it comes to. */
type Outcome = { expected: readonly string[]; read: readonly string[] };
const isBioStar = ({ from }: Sample) => from.startsWith('Suprema BioStar 2');
const outcomes = (make: PushMake, isOf: (sample: Sample) => boolean = () => true): Outcome[] =>
  SAMPLES[make].filter(isOf).map((sample) => ({ expected: sample.lines, read: readSample(make, sample) }));
const TABLE: Record<string, Outcome[]> = {
  Hikvision: outcomes('hikvision'),
  'Dahua, Intelbras': outcomes('dahua'),
  'Control iD': outcomes('controlid'),
  BioConnect: outcomes('bioconnect'),
  'Suprema BioStar 2, by JSON': outcomes('json', isBioStar),
  'JSON (CrossChex Cloud, ZKBioTime, webhooks)': outcomes('json', (sample) => !isBioStar(sample)),
  'ADMS, attendance PUSH': ATTLOG.map(([, body, expected]) => ({ expected, read: readAttlog(body) })),
  'ADMS, Security PUSH 3.x': RTLOG.map(([, body, expected]) => ({ expected, read: readRtlog(body) })),
};
const isPunch = (line: string) => line.includes(' ');
/** Returns the counts of a make: bodies that come to just what they must; lines; punches that are none or other ones; lines that are not there. */
function rowOf(make: string, all: readonly Outcome[]): string {
  const lines = all.flatMap(({ read }) => read);
  const missing = (of: readonly string[], from: readonly string[]) => of.filter((line) => !from.includes(line)).length;
  const sum = (count: (one: Outcome) => number) => all.reduce((total, one) => total + count(one), 0);
  return `| ${[
    make,
    all.length,
    all.filter(({ expected, read }) => JSON.stringify(expected) === JSON.stringify(read)).length,
    lines.filter(isPunch).length,
    lines.filter((line) => !isPunch(line) && !line.endsWith('?')).length,
    lines.filter((line) => line.endsWith('?')).length,
    all.filter(({ read }) => read.length === 0).length,
    sum(({ expected, read }) => missing(read.filter(isPunch), expected)),
    sum(({ expected, read }) => Math.max(0, expected.length - read.length)),
  ].join(' | ')} |`;
}
it('the table of docs/devices.md is what the samples come to', () => {
  const head =
    '| make | bodies | right | punches | told | set aside for a decision | nothing, as of nobody | wrong | lost |';
  const table = [
    head,
    '|---|---|---|---|---|---|---|---|---|',
    ...Object.entries(TABLE).map(([make, all]) => rowOf(make, all)),
  ];
  expect(readFileSync('docs/devices.md', 'utf8')).toContain(`${table.join('\n')}\n`);
});
