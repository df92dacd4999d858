import type { ClockState } from './record.ts';

/**
 * Determines the times of records that were made while it was unknown whether the device's clock was right. A reading is the wall
 * clock and a monotonic clock at one moment; a reading with an answer of the server has the server's time too and is an anchor. All times are ms.
 */
export type Reading = {
  id: number;
  wall: number;
  /** Since the page started; it stops while the device sleeps. */
  mono: number;
  /** The page's run: a reload starts a new one. */
  run: string;
  /** True if the page was hidden at any time since the previous reading. */
  wasHidden: boolean;
  server?: number;
  /** The uncertainty of the server's time: half the duration of the call. */
  slack?: number;
};
export type Settled = { at: number; clock: ClockState };

/** Wall and monotonic clock may differ by this much before the clock counts as set; smaller steps stay unnoticed. */
const STEP_MS = 2_000;
/** A call that took longer than 5 s in all is no anchor to verify by. */
const MAX_SLACK_MS = 2_500;
/** 'Verified' promises that the time is right to within this. */
const PROMISE_MS = 5_000;
/** Quartz: 100 parts per million. A drift is even, so it is spread over the span and adds no error. */
const DRIFT = 1e-4;

export const isAnchor = ({ server, slack }: Reading): boolean =>
  server !== undefined && slack !== undefined && slack <= MAX_SLACK_MS;

/** One reading of a span, with the wall clock corrected by the steps that were noticed. */
type Point = { steady: number; gaps: number; isStepped: boolean };
type Walk = { points: Point[]; gaps: number; ranBack: boolean; hasGained: boolean };

/**
 * Walks through a span. `trustGains`: a wall clock that gains while the page is visible was set; otherwise the device may have slept with its page
 * visible.
 */
function walk(span: readonly Reading[], trustGains: boolean): Walk {
  const points: Point[] = [];
  let shift = 0;
  let gaps = 0;
  let ranBack = false;
  let hasGained = false;
  let isStepped = false;
  let base = span[0];
  let before = span[0];
  for (const reading of span) {
    if (base && before && reading !== before) {
      const gained = reading.wall - shift - base.wall - (reading.mono - base.mono);
      if (reading.run !== before.run || reading.wasHidden) {
        const steps = reading.wall - before.wall;
        const slower = reading.run === before.run && steps < reading.mono - before.mono - STEP_MS;
        ranBack ||= steps < 0 || slower;
        gaps += 1;
        base = { ...reading, wall: reading.wall - shift };
      } else if (gained > STEP_MS && !trustGains) {
        gaps += 1;
        base = { ...reading, wall: reading.wall - shift };
      } else if (Math.abs(gained) > STEP_MS) {
        hasGained ||= gained > 0;
        shift += gained;
        isStepped = true;
      }
    }
    points.push({ steady: reading.wall - shift, gaps, isStepped });
    before = reading;
  }
  return { points, gaps, ranBack, hasGained };
}

/**
 * Returns the times of the readings of a span, in order: from one anchor to the next, both included; the first anchor may be missing, the last never.
 */
export function settleSpan(span: readonly Reading[]): Settled[] {
  const trusting = judge(span, walk(span, true));
  if (trusting.agrees || !trusting.walked.hasGained) return trusting.settle();
  const careful = judge(span, walk(span, false));
  return (careful.agrees ? careful : trusting).settle();
}

function judge(span: readonly Reading[], walked: Walk) {
  const first = span[0];
  const last = span.at(-1);
  if (!first || last?.server === undefined) throw new Error('A span ends with a time of the server.');
  const { points, gaps, ranBack } = walked;
  const start = points[0]?.steady ?? 0;
  const end = points.at(-1)?.steady ?? 0;
  const right = { offset: last.server - end, slack: last.slack ?? 0, isSure: isAnchor(last) };
  const left =
    first.server !== undefined && first !== last
      ? { offset: first.server - start, slack: first.slack ?? 0, isSure: isAnchor(first) }
      : undefined;
  const difference = left ? Math.abs(right.offset - left.offset) : Number.POSITIVE_INFINITY;
  const slacks = (left?.slack ?? 0) + right.slack;
  const worst = Math.max(left?.slack ?? 0, right.slack);
  const isSure = left?.isSure === true && right.isSure;
  const agrees =
    isSure &&
    (gaps === 0
      ? difference <= STEP_MS + slacks + DRIFT * Math.abs(end - start)
      : difference <= STEP_MS && worst + difference + slacks < PROMISE_MS);

  const shared = (steady: number): number => {
    if (!left) return right.offset;
    const part = end > start ? Math.min(1, Math.max(0, (steady - start) / (end - start))) : 1;
    return left.offset + part * (right.offset - left.offset);
  };
  /** From one anchor alone, the error of a time is an unnoticed step, the anchor's slack and the drift of the quartz. */
  const holds = (steady: number, from: number, slack: number) =>
    STEP_MS + slack + DRIFT * Math.abs(steady - from) < PROMISE_MS;
  const one = ({ steady, gaps: before, isStepped }: Point): Settled => {
    const sure: ClockState = isStepped || !agrees ? 'corrected' : 'verified';
    if (agrees && !ranBack) return { at: steady + shared(steady), clock: sure };
    if (gaps > 0 && before === 0 && left?.isSure && holds(steady, start, left.slack))
      return { at: steady + left.offset, clock: sure };
    if ((gaps > 0 || !left) && before === gaps && right.isSure && holds(steady, end, right.slack))
      return { at: steady + right.offset, clock: sure };
    return { at: steady + shared(steady), clock: 'unverified' };
  };
  const earliest = left && first.server !== undefined ? first.server - left.slack : Number.NEGATIVE_INFINITY;
  const latest = last.server + right.slack;
  const cut = (settled: Settled): Settled => {
    const at = Math.min(latest, Math.max(earliest, settled.at));
    return { at: Math.round(at), clock: at === settled.at ? settled.clock : 'unverified' };
  };
  return { agrees, walked, settle: () => points.map((point) => cut(one(point))) };
}
