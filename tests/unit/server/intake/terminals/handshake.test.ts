import { describe, expect, it } from 'vitest';
import { announcedDialect, handshakeBlock, neutralBlock } from '#server/intake/terminals/dialects/adms/handshake.ts';

const now = Date.parse('2026-03-02T05:00:00Z');
const linesOf = (block: string) => block.slice(0, -1).split('\n');
const make = (options: Partial<Parameters<typeof handshakeBlock>[1]> = {}) =>
  handshakeBlock('X9', { timeZone: 'Asia/Kolkata', now, reload: false, templates: false, ...options });

describe('the handshake block', () => {
  it('ends with a newline, names the terminal first and carries both stamp families', () => {
    const block = make();
    expect(block.endsWith('\n')).toBe(true);
    expect(block).not.toContain('\r');
    const [first, ...rest] = linesOf(block);
    expect(first).toBe('GET OPTION FROM: X9');
    expect(rest.every((line) => /^[A-Za-z]+=./.test(line) && !/^(UN|RETRY)/.test(line))).toBe(true);
    for (const line of [
      'Stamp=9999',
      'OpStamp=9999',
      'ATTLOGStamp=None',
      'OPERLOGStamp=None',
      'Realtime=1',
      'Encrypt=0',
      'TimeZone=330',
    ])
      expect(rest).toContain(line);
    expect(block).not.toContain('ICLOCKSVRURL');
  });
  it('asks for everything once it should', () => {
    expect(linesOf(make({ reload: true }))).toEqual(
      expect.arrayContaining(['Stamp=0', 'ATTLOGStamp=0', 'OPERLOGStamp=0']),
    );
  });
  it('asks for templates only where they are wanted', () => {
    expect(make()).toContain('TransFlag=TransData AttLog\tOpLog\tEnrollUser\tChgUser\n');
    expect(make({ templates: true })).toContain('EnrollFP');
  });
  it('asks a stranger for nothing and does not set its clock', () => {
    const block = neutralBlock('X9');
    expect(block.endsWith('\n')).toBe(true);
    expect(linesOf(block)).toEqual(expect.arrayContaining(['Realtime=0', 'TransFlag=TransData', 'Stamp=None']));
    expect(block).not.toContain('TimeZone');
  });

  it.each([
    ['pushver=2.4.1', 'attendance'],
    ['pushver=2.2.14&DeviceType=att', 'attendance'],
    ['pushver=3.1.2&DeviceType=acc', 'access'],
    ['pushver=3.1.2', 'access'],
    ['pushver=3.1.2&DeviceType=att', 'attendance'],
    ['DeviceType=acc', 'access'],
    ['options=all', null],
    ['pushver=&fw=PushVersion 3.1.2S', null],
  ])('%s announces %s', (query, dialect) => {
    const params = new Map([...new URLSearchParams(query)].map(([name, value]) => [name.toLowerCase(), value]));
    expect(announcedDialect(params)).toBe(dialect);
  });
});
