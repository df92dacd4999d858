import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  isPass,
  parseRtlogLine,
  pushBlock,
  registeredBlock,
  registryCode,
  timeReply,
  tokenMatches,
} from '#server/intake/terminals/dialects/adms/access.ts';

const key = Buffer.alloc(32, 7);
const row = (fields: Record<string, string>) =>
  Object.entries({
    time: '2026-03-02 07:01:02',
    pin: '42',
    cardno: '0',
    eventaddr: '1',
    event: '0',
    inoutstatus: '0',
    verifytype: '1',
    index: '21',
    ...fields,
  })
    .map(([name, value]) => `${name}=${value}`)
    .join('\t');

describe('rtlog', () => {
  it.each([0, 1, 2, 3, 14, 19, 203, 4000, 4999])('event %d is a pass', (event) => expect(isPass(event)).toBe(true));
  it.each([
    4, 5, 12, 13, 20, 21, 22, 23, 24, 25, 26, 27, 29, 30, 33, 34, 38, 39, 41, 44, 45, 53, 68, 69, 100, 200, 255, 5000,
    6000,
  ])('event %d is none', (event) => expect(isPass(event)).toBe(false));
  it('makes a punch of a pass by a person', () => {
    expect(parseRtlogLine(row({ event: '3', inoutstatus: '1', maskflag: '255', temperature: '255' }))).toMatchObject({
      punch: { pin: '42', time: { local: '2026-03-02 07:01:02' }, status: 1, verify: 1 },
    });
    expect(parseRtlogLine(row({ inoutstatus: '2' }))).toMatchObject({ punch: { status: null } });
    expect(
      parseRtlogLine(
        `transaction ${row({ time: '', time_second: '289515406', event: '', eventtype: '0' }).replace('\tevent=', '')}`,
      ),
    ).toMatchObject({
      punch: { pin: '42', time: { local: '2009-01-03 20:56:46' } },
    });
  });
  it.each([
    ['not-a-pass', { pin: '0' }],
    ['not-a-pass', { pin: '' }],
    ['not-a-pass', { event: '27' }],
    ['unknown-event', { event: 'x' }],
    // Documented events of other things, with a person.
    ['unknown-event', { event: '8' }],
    ['not-a-pass', { event: '5001' }],
    ['bad-time', { time: '2026-02-30 07:00:00' }],
    ['bad-pin', { pin: 'a b' }],
  ])('%s', (reason, fields) => expect(parseRtlogLine(row(fields))).toMatchObject({ reject: { reason } }));
});

describe('registration', () => {
  const of = (serial: string, registration = 0) => ({ key, serial, registration });
  const sessionOf = (text: string) => /SessionID=(\w+)/.exec(text)?.[1] ?? '';
  it('gives codes that need no memory and differ by terminal and by registration', () => {
    expect(registryCode(of('X9'))).toMatch(/^[0-9a-f]{32}$/);
    expect(registryCode(of('X9'))).toBe(registryCode(of('X9')));
    const codes = [
      registryCode(of('X9')),
      registryCode(of('X8')),
      registryCode(of('X9', 1)),
      sessionOf(pushBlock(of('X9'))),
    ];
    expect(new Set(codes).size).toBe(4);
  });
  it('knows a terminal by its token', () => {
    const token = createHash('md5')
      .update(`${registryCode(of('X9'))}X9${sessionOf(pushBlock(of('X9')))}`)
      .digest('hex');
    expect(tokenMatches(`token=${token}`, of('X9'), 'X9')).toBe(true);
    expect(tokenMatches(`a=b; token=${token.toUpperCase()};timestamp=1`, of('X9'), 'X9')).toBe(true);
    for (const strange of [`token=${token}x`, 'token=short', 'a=b', undefined])
      expect(tokenMatches(strange, of('X9'), 'X9')).toBe(false);
    expect(tokenMatches(`token=${token}`, of('X8'), 'X8')).toBe(false);
    expect(tokenMatches(`token=${token}`, of('X9', 1), 'X9')).toBe(false);
  });
  it('answers blocks that end with a newline, without codes for whoever has had them', () => {
    expect(registeredBlock(of('X9'))).toMatch(/^registry=ok\nRegistryCode=[0-9a-f]{32}\n/);
    expect(registeredBlock(of('X9')).endsWith('TimeoutSec=10\n')).toBe(true);
    expect(registeredBlock(null)).not.toMatch(/RegistryCode|SessionID/);
    expect(pushBlock(of('X9'))).toContain('TransTables=User Transaction\n');
    expect(timeReply('Asia/Shanghai', Date.parse('2009-01-03T20:56:46Z'))).toBe('DateTime=289515406,ServerTZ=+0800');
  });
});
