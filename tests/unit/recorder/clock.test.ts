import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Reading, type Settled, settleSpan } from '#recorder/core/clock.ts';
import { size } from '#tests/support/size.ts';

const HOUR = 3_600_000;
const T0 = Date.UTC(2026, 10, 20, 5);

/** A device whose clocks the test sets: `wall` is the true time plus an error. */
class Device {
  truth = T0;
  readings: Reading[] = [];
  truths: number[] = [];
  #wrong: number;
  #mono = 0;
  #run = 0;
  #wasHidden = false;
  readonly #drift: number;
  constructor({ wrong = 0, drift = 0 } = {}) {
    this.#wrong = wrong;
    this.#drift = drift;
  }
  pass(ms: number) {
    this.truth += ms;
    this.#mono += ms * (1 + this.#drift);
    this.#wrong += ms * this.#drift;
  }
  sleep(ms: number) {
    this.#wasHidden = true;
    this.truth += ms;
    this.#wrong += ms * this.#drift;
  }
  set(by: number) {
    this.#wrong += by;
  }
  reload(ms: number) {
    this.sleep(ms);
    this.#run += 1;
    this.#mono = 0;
  }
  read(contact?: { error: number; slack: number }) {
    const server = contact && { server: this.truth + contact.error, slack: contact.slack };
    const clocks = { wall: this.truth + this.#wrong, mono: this.#mono };
    const which = { id: this.readings.length, run: String(this.#run), wasHidden: this.#wasHidden };
    this.readings.push({ ...which, ...clocks, ...server });
    this.truths.push(this.truth);
    this.#wasHidden = false;
  }
  contact(error = 0, slack = 100) {
    this.read({ error, slack });
  }
  settle(): (Settled & { off: number })[] {
    return settleSpan(this.readings).map((one, i) => ({ ...one, off: one.at - (this.truths[i] ?? 0) }));
  }
}
const states = (device: Device) => device.settle().map(({ clock }) => clock);
const offs = (device: Device) => device.settle().map(({ off }) => Math.abs(off));

describe('a span between two anchors', () => {
  it('is verified where nothing happened, however wrong the clock is', () => {
    const device = new Device({ wrong: -2 * HOUR });
    device.contact();
    device.pass(HOUR);
    device.read();
    device.pass(HOUR);
    device.contact();
    expect(states(device)).toEqual(['verified', 'verified', 'verified']);
    expect(Math.max(...offs(device))).toBeLessThan(5);
  });

  it('is corrected after the clock was set while the page was visible', () => {
    const device = new Device();
    device.contact();
    device.pass(1_000);
    device.read();
    device.set(HOUR);
    device.pass(1_000);
    device.read();
    device.contact();
    expect(states(device)).toEqual(['verified', 'verified', 'corrected', 'corrected']);
    expect(Math.max(...offs(device))).toBeLessThan(5);
  });

  it('is sleep where both ends agree', () => {
    const device = new Device();
    device.contact();
    device.read();
    device.sleep(8 * HOUR);
    device.read();
    device.pass(1_000);
    device.contact();
    expect(new Set(states(device))).toEqual(new Set(['verified']));
  });

  it('takes a gain while visible for sleep where only that agrees (closing a lid hides nothing)', () => {
    const device = new Device();
    device.contact();
    device.sleep(HOUR);
    device.readings.push();
    device.read();
    const [anchor, slept] = device.readings;
    if (!anchor || !slept) throw new Error('two readings');
    device.readings = [anchor, { ...slept, wasHidden: false }];
    device.contact();
    expect(states(device)).toEqual(['verified', 'verified', 'verified']);
  });

  it('keeps the old offset before the first gap and the new one after the last; between is unverified', () => {
    const device = new Device();
    device.contact();
    device.pass(60_000);
    device.read();
    device.reload(HOUR);
    device.read();
    device.reload(60_000);
    device.set(-3 * HOUR);
    device.read();
    device.contact();
    expect(states(device)).toEqual(['corrected', 'corrected', 'unverified', 'corrected', 'corrected']);
  });

  it('is unverified between gaps over which the clock ran backwards, though both ends agree', () => {
    const device = new Device();
    device.contact();
    device.reload(60_000);
    device.set(-HOUR);
    device.read();
    device.reload(60_000);
    device.set(HOUR);
    device.contact();
    expect(states(device)).toEqual(['verified', 'unverified', 'verified']);
  });

  it('cuts at its anchors what would leave them', () => {
    const device = new Device();
    device.contact();
    device.reload(60_000);
    device.set(5 * HOUR);
    device.read();
    device.reload(60_000);
    device.set(-5 * HOUR);
    device.contact();
    const [, between] = device.settle();
    expect(between).toMatchObject({ clock: 'unverified', at: device.truth + 100 });
  });

  it('is verified by no answer that took more than 5 s', () => {
    const device = new Device();
    device.contact();
    device.read();
    device.contact(2_600, 2_600);
    expect(states(device)).not.toContain('verified');
  });

  it('without an anchor before it is known only as far as the last page saw it', () => {
    const device = new Device({ wrong: HOUR });
    device.read();
    device.reload(60_000);
    device.read();
    device.contact();
    expect(states(device)).toEqual(['unverified', 'corrected', 'corrected']);
  });
});

type Act = { kind: string; ms: number; by: number; error: number; slack: number };
const act = fc.record({
  kind: fc.constantFrom('record', 'pass', 'sleep', 'reload', 'contact'),
  ms: fc.oneof(fc.integer({ min: 0, max: 120_000 }), fc.integer({ min: 0, max: 6 * HOUR })),
  by: fc.integer({ min: -12 * HOUR, max: 12 * HOUR }),
  error: fc.double({ min: -1, max: 1, noNaN: true }),
  slack: fc.integer({ min: 5, max: 4_000 }),
});
/** While it is visible the application reads its clocks every few seconds, so a change of the clock lies between two readings. */
function live(device: Device, { kind, ms, error, slack }: Act) {
  if (kind === 'pass') device.pass(ms);
  if (kind === 'sleep') device.sleep(ms);
  if (kind === 'reload') device.reload(ms);
  if (kind === 'contact') device.contact(error * slack, slack);
  else device.read();
}
function spansOf(device: Device) {
  const settled: (Settled & { off: number })[] = [];
  let from = 0;
  device.readings.forEach((reading, to) => {
    if (reading.server === undefined) return;
    settleSpan(device.readings.slice(from, to + 1)).forEach((one, i) => {
      if (to > 0) settled.push({ ...one, off: one.at - (device.truths[from + i] ?? 0) });
    });
    from = to;
  });
  return settled;
}
const RUNS = Number(process.env.RECORDER_CLOCK_RUNS ?? size(100, 400));

/** Kinds of histories, with the point at which the clock is set, if it is. */
describe.each([
  ['never set', 'never'],
  ['set once while the page is visible', 'visible'],
  ['set once in sleep or while closed', 'gap'],
] as const)('a clock that is %s', (_name, when) => {
  it('is never called right when it is off by 5 s or more', () =>
    fc.assert(
      fc.property(
        fc.array(act, { minLength: 2, maxLength: 40 }),
        fc.nat(39),
        fc.integer({ min: -3 * HOUR, max: 3 * HOUR }),
        fc.double({ min: -2e-5, max: 2e-5, noNaN: true }),
        (acts, setAt, wrong, drift) => {
          const device = new Device({ wrong, drift });
          device.contact();
          acts.forEach((one, i) => {
            if (when !== 'never' && i === setAt % acts.length) {
              if (when === 'gap') device.sleep(1_000);
              device.set(one.by);
              if (when === 'visible') device.read();
            }
            live(device, one);
          });
          device.contact();
          for (const { clock, off } of spansOf(device))
            if (clock !== 'unverified') expect(Math.abs(off)).toBeLessThan(5_000);
        },
      ),
      { numRuns: RUNS },
    ));
});
