import { describe, expect, it } from 'vitest';
import { english } from '#contract/platform/words.ts';
import { MOST_LOOSE } from '#server/attendance/store.ts';
import { nextStep as nextStepOf, type Situation } from '#server/intake/devices/nextStep.ts';

const nextStep = (situation: Situation) => {
  const step = nextStepOf(situation);
  return step === null ? null : english(step);
};

const now = Date.parse('2026-11-20T10:00:00Z');
const before = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const terminal = { deviceType: 'ADMS', isOffline: false, isActivated: true, serialNumber: 'X9' } as const;
const phone = { deviceType: 'V2', isOffline: false, isActivated: true, serialNumber: 'PH1' } as const;

const facts: Situation['facts'] = {
  createdAt: before(9_000),
  codeSentAt: null,
  activatedAt: before(8_000),
  firstContact: before(8_000),
  firstRecord: before(7_000),
  lastContact: before(1),
  lastData: before(1),
  driftMs: 0,
  accepted: 10,
  duplicates: 0,
  backlog: null,
  alarms: [],
  codeExpiresAt: null,
  missingRecords: [],
  numbers: null,
  takesCommands: true,
  timeZone: 'Africa/Johannesburg',
  network: '10.1.2.0/24',
  waiting: null,
  keys: null,
  idsUsed: 0,
  loose: 0,
  isAskedForAll: false,
  keysDoubt: null,
};
type Told = Partial<Omit<Situation, 'facts'>> & { facts?: Partial<Situation['facts']> };
const step = ({ facts: over = {}, ...rest }: Told) =>
  nextStep({ device: terminal, unmatchedPins: [], failedCommands: 0, now, ...rest, facts: { ...facts, ...over } });

describe('the next step of a device', () => {
  it.each<[string, Told, string | null]>([
    ['nothing', {}, null],
    [
      'a PIN that is nobody’s',
      { unmatchedPins: [{ timeId: '1042', count: 17 }] },
      'PIN 1042 matches no employee: 17 punches waiting',
    ],
    [
      'several PINs',
      {
        unmatchedPins: [
          { timeId: '1042', count: 1 },
          { timeId: '7', count: 1 },
        ],
      },
      'PIN 1042 matches no employee: 1 punch waiting, and 1 more PIN',
    ],
    [
      'never called',
      { facts: { firstContact: null, firstRecord: null, lastContact: null } },
      "Terminal X9 has not called yet: enter this server's address in its cloud server (ADMS) settings.",
    ],
    [
      'keys that it was found to have',
      { facts: { keys: { from: before(60), keyed: 12, punches: 40 } } },
      'Tallyboard now trusts its keys: 12 of 40 punches carry a key.',
    ],
    [
      'keys that it was found to have a week ago',
      { facts: { keys: { from: before(10_081), keyed: 12, punches: 40 } } },
      null,
    ],
    [
      'numbers that other records have',
      { facts: { idsUsed: 2, missingRecords: [] } },
      '2 records of this device were refused: other records have the same numbers, so there may be a copy of it. Activate it anew.',
    ],
    [
      'more records of nobody than it may send in a day',
      { facts: { loose: MOST_LOOSE + 1 } },
      'It sent too many records today of numbers that nobody has: those beyond stay on it. Add the people, or delete them on the device.',
    ],
    [
      'asked for everything',
      { facts: { isAskedForAll: true } },
      'It is asked for everything that it still holds, as after a restore: it sends that at its next contact.',
    ],
    ['no punch yet', { facts: { firstRecord: null } }, 'Waiting for the first punch: let an employee clock in.'],
    ['silent', { facts: { lastContact: before(200) } }, 'No contact for 3 hours: check its power and its network.'],
    ['offline by nature', { device: { ...phone, isOffline: true }, facts: { lastContact: before(5_000) } }, null],
    [
      'a clock that is fast',
      { facts: { driftMs: 9 * 60_000 } },
      'Its clock is 9 minutes fast: it has been told the time; if that does not help, set it by hand.',
    ],
    [
      'a phone whose clock is slow',
      { device: phone, facts: { driftMs: -3 * 3_600_000 } },
      'Its clock is 3 hours slow: set it right in the settings of the device.',
    ],
    [
      'an alarm',
      { facts: { alarms: [{ at: '2026-11-20 09:00:00', op: 4, text: 'Clock records deleted on the terminal' }] } },
      'Clock records deleted on the terminal: ask who did it.',
    ],
    ['an alarm of last week', { facts: { alarms: [{ at: '2026-11-10 09:00:00', op: 4, text: 'x' }] } }, null],
    ['failed commands', { failedCommands: 2 }, '2 commands failed: see the list, then send the roster again.'],
    [
      'punches of another network',
      { quarantine: [{ origin: '10.9.9.0/24', network: '10.9.9.0/24', punches: 2, entries: 0 }] },
      "2 records from another network (10.9.9.0/24) wait: accept the network if it is the terminal's, else reject it.",
    ],
    [
      'old records, and others',
      {
        quarantine: [
          { origin: 'age', network: null, punches: 0, entries: 1 },
          { origin: '10.9.9.0/24', network: '10.9.9.0/24', punches: 2, entries: 0 },
        ],
      },
      '1 record older than 45 days waits: accept what is right. And others below.',
    ],
    [
      'commands for a network nobody accepted',
      { withheld: 3 },
      "3 commands wait: nobody has accepted the network that it calls from (10.1.2.0/24). Accept it if it is the terminal's.",
    ],
    [
      'a code not used yet',
      { device: { ...phone, isActivated: false }, facts: { codeExpiresAt: before(-60) } },
      'Type the activation code on the device, or send it to the person who has it.',
    ],
    [
      'a code sent',
      { device: { ...phone, isActivated: false }, facts: { codeExpiresAt: before(-60), codeSentAt: before(5) } },
      'The activation code was sent: type it on the device.',
    ],
    [
      'a code expired',
      { device: { ...phone, isActivated: false }, facts: { codeExpiresAt: before(1) } },
      'The activation code has expired: regenerate it.',
    ],
  ])('%s', (_what, told, sentence) => expect(step(told)).toBe(sentence));
});
