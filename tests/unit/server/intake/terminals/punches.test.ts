import { describe, expect, it } from 'vitest';
import { compareRoster } from '#server/intake/terminals/dialects/adms/roster.ts';
import { driftOf } from '#server/intake/terminals/punches.ts';
import { instantOfLocal } from '#server/intake/terminals/time.ts';
import { zoneOf } from '#server/platform/zone.ts';

const at = (iso: string) => new Date(iso);

describe('the instant of a punch', () => {
  const berlin = zoneOf('Europe/Berlin');
  const iso = (local: string, previous: string | null = null) =>
    new Date(instantOfLocal(local, berlin, previous ? Date.parse(previous) : null)).toISOString();
  it.each([
    ['a summer day', '2026-07-01 08:00:00', null, '2026-07-01T06:00:00.000Z'],
    ['in the spring gap: forward by it', '2026-03-29 02:30:00', null, '2026-03-29T01:30:00.000Z'],
    ['an hour that is there twice: the first', '2026-10-25 02:30:00', null, '2026-10-25T00:30:00.000Z'],
    ['unless it was later already', '2026-10-25 02:30:00', '2026-10-25T00:45:00Z', '2026-10-25T01:30:00.000Z'],
    [
      'a record of a later day says nothing about it',
      '2026-10-25 02:30:00',
      '2026-11-20T00:45:00Z',
      '2026-10-25T00:30:00.000Z',
    ],
  ])('%s', (_what, local, previous, expected) => expect(iso(local, previous)).toBe(expected));
});

describe('drift', () => {
  const now = at('2026-11-20T10:00:00Z');
  const online = {
    lastRecordAt: at('2026-11-20T09:00:00Z'),
    onlineSince: at('2026-11-20T08:00:00Z'),
    lastContact: at('2026-11-20T09:59:40Z'),
  };
  const drift = (times: string[], terminal: Parameters<typeof driftOf>[0] = online, saysLive = false) =>
    driftOf(
      terminal,
      times.map((time) => ({ at: at(time) })),
      now,
      saysLive,
    );
  it.each<[string, string[], Parameters<typeof driftOf>[0], number | null]>([
    ['a punch as it happens', ['2026-11-20T09:59:58Z'], online, -2_000],
    ['a clock that is fast', ['2026-11-20T10:07:00Z'], online, 420_000],
    ['a clock that is slow', ['2026-11-20T09:50:00Z'], online, -600_000],
    ['several lines: a backlog', ['2026-11-20T09:59:58Z', '2026-11-20T09:59:59Z'], online, null],
    ['an older line than the last', ['2026-11-20T08:30:00Z'], online, null],
    [
      'a line from before it came back',
      ['2026-11-20T09:30:00Z'],
      { ...online, onlineSince: at('2026-11-20T09:45:00Z') },
      null,
    ],
    [
      'the first line ever, contact unknown',
      ['2026-11-20T09:30:00Z'],
      { lastRecordAt: null, onlineSince: null, lastContact: null },
      null,
    ],
    [
      'the first call after an hour',
      ['2026-11-20T09:30:00Z'],
      { ...online, lastContact: at('2026-11-20T09:00:00Z') },
      null,
    ],
    ['a year ahead', ['2027-11-20T10:00:00Z'], online, 365 * 86_400_000],
    ['years behind, in contact for hours', ['2021-11-20T10:00:00Z'], online, -(5 * 365 + 1) * 86_400_000],
    ['years behind, just back', ['2021-11-20T10:00:00Z'], { ...online, onlineSince: at('2026-11-20T09:58:00Z') }, null],
    [
      'a clock that has lost its time',
      ['2000-01-01T00:00:00Z'],
      { lastRecordAt: null, onlineSince: now, lastContact: now },
      Date.parse('2000-01-01') - now.getTime(),
    ],
    [
      'after a clock that was ahead',
      ['2026-11-20T09:59:59Z'],
      { ...online, lastRecordAt: at('2036-01-01T00:00:00Z') },
      -1_000,
    ],
    ['nothing', [], online, null],
  ])('%s', (_what, times, terminal, expected) => expect(drift(times, terminal)).toBe(expected));

  const unknown = { lastRecordAt: null, onlineSince: null, lastContact: null };
  it.each<[string, string[], Parameters<typeof driftOf>[0], number | null]>([
    ['days behind, at its first call', ['2026-11-10T10:00:00Z'], unknown, -10 * 86_400_000],
    ['several, by the newest', ['2026-11-10T10:00:00Z', '2026-11-10T09:00:00Z'], unknown, -10 * 86_400_000],
    ['set back behind the last', ['2026-11-10T10:00:00Z'], online, -10 * 86_400_000],
    // The request may be one that was repeated for some time.
    ['an hour behind', ['2026-11-20T09:00:00Z'], unknown, null],
    ['nothing', [], unknown, null],
  ])('of what its terminal calls live: %s', (_what, times, terminal, expected) =>
    expect(drift(times, terminal, true)).toBe(expected),
  );
});

describe('a roster', () => {
  const user = (timeId: string, name: string, employeeId = timeId) => ({ timeId, name, employeeId });
  it('is brought to what is wanted by the fewest commands', () => {
    const sent = [user('1', 'Ann'), user('2', 'Ben'), user('3', 'Cid')];
    expect(compareRoster([user('1', 'Ann'), user('2', 'Benjamin'), user('4', 'Dot')], sent)).toEqual({
      put: [user('2', 'Benjamin'), user('4', 'Dot')],
      remove: [user('3', 'Cid')],
    });
    expect(compareRoster(sent, sent)).toEqual({ put: [], remove: [] });
    expect(compareRoster([], [])).toEqual({ put: [], remove: [] });
  });
  it('another employee under a PIN is deleted and put, also one of the same name', () => {
    const sent = [user('1', 'Ann', 'a')];
    expect(compareRoster([user('1', 'Ann', 'b')], sent)).toEqual({ put: [user('1', 'Ann', 'b')], remove: sent });
    const unknown = [{ ...user('1', 'Ann'), employeeId: null }];
    expect(compareRoster([user('1', 'Ann', 'b')], unknown)).toEqual({ put: [user('1', 'Ann', 'b')], remove: unknown });
  });
});
