import { Temporal } from 'temporal-polyfill';
import { createCall } from './client.ts';
import { type Entry, type WorkDay, workDay } from './days.ts';
import { DemoPhone } from './phone.ts';
import { setUpFarm } from './setUp.ts';
import { DemoTerminal } from './terminal.ts';
import {
  BLOCKS,
  between,
  CROPS,
  pick,
  type Random,
  randomFrom,
  TERMINALS,
  type TimeGroup,
  timeGroups,
  UNKNOWN_PIN,
  type Worker,
  workers,
  workingZone,
} from './world.ts';

const HISTORY_DAYS = 30;
const SEED = 20_261_121;
/** Gate C goes silent when its shift starts and comes back with everything it kept. */
const SILENT_MINUTES = 14;

export type Simulation = {
  /** Today and yesterday are in: the dashboard has figures. */
  timeZone: string;
  /** An activation code for the Recorder, and people whose badges are shown with it. */
  recorder: { code: string; people: { number: string; name: string }[] };
  /** The rest of the history, newest day first. */
  loadHistory(): Promise<void>;
  /** Goes on clocking and picking until told to stop. */
  run(signal: AbortSignal): Promise<void>;
};

/** Sets the farm up through the real interfaces of the server at `origin` and returns what keeps it alive. */
export async function startSimulation(
  origin: string,
  clock: () => Date,
  say: (text: string) => void,
): Promise<Simulation> {
  const instant = () => Temporal.Instant.fromEpochMilliseconds(clock().getTime());
  const random = randomFrom(SEED);
  const people = workers(random);
  const timeZone = workingZone(clock());
  const started = instant().toZonedDateTimeISO(timeZone);
  const lateStart = started
    .add({ minutes: 4 })
    .round({ smallestUnit: 'minute', roundingIncrement: 5, roundingMode: 'ceil' });
  const groups = timeGroups(wall(lateStart), wall(lateStart.add({ hours: 5 })), started.dayOfWeek);
  const call = createCall(origin);
  const activeFrom = started.toPlainDate().subtract({ days: HISTORY_DAYS }).toString();
  const { phoneTokens, recorderCode } = await setUpFarm(call, { timeZone, groups, people, activeFrom });
  const terminals = TERMINALS.map(({ serial }) => new DemoTerminal(origin, serial, timeZone));
  const phones = phoneTokens.map((token) => new DemoPhone(call, token));
  for (const terminal of terminals) await terminal.handshake();

  const today = started.toPlainDate();
  const plan = (daysAgo: number) => planDay(random, people, groups, today.subtract({ days: daysAgo }), timeZone);
  const deliverDay = async ({ punches, entries }: WorkDay) => {
    for (const [gate, terminal] of terminals.entries())
      terminal.record(punches.filter(({ worker }) => worker.gate === gate));
    for (const terminal of terminals) await terminal.deliver(instant());
    await uploadDue(phones, entries, clock());
  };
  const todays = plan(0);
  const [someone] = people;
  if (someone)
    todays.punches.push({
      worker: { ...someone, timeId: UNKNOWN_PIN },
      at: instant().subtract({ minutes: 20 }),
      status: 0,
    });
  await deliverDay(plan(1));
  await deliverDay(todays);

  const badges = people
    .slice(0, 6)
    .map(({ number, firstName, lastName }) => ({ number, name: `${firstName} ${lastName}` }));

  return {
    timeZone,
    recorder: { code: recorderCode, people: badges },
    async loadHistory() {
      for (let daysAgo = 2; daysAgo <= HISTORY_DAYS; daysAgo++) await deliverDay(plan(daysAgo));
    },
    run: (signal) =>
      live(
        { random, people, groups, terminals, phones, todays, lateStart: lateStart.toInstant(), timeZone, instant, say },
        signal,
      ),
  };
}

const wall = (at: Temporal.ZonedDateTime) => at.toPlainTime().toString({ smallestUnit: 'minute' });

function planDay(
  random: Random,
  people: Worker[],
  groups: TimeGroup[],
  day: Temporal.PlainDate,
  timeZone: string,
): WorkDay {
  const days = people.map((worker) => {
    const group = groups.find(({ code }) => code === worker.shift);
    if (!group) throw new Error(`No shift ${worker.shift}`);
    return workDay(random, worker, group, day, timeZone);
  });
  return { punches: days.flatMap(({ punches }) => punches), entries: days.flatMap(({ entries }) => entries) };
}

/** Pickers' tickets come through the first phone, packers' through the second. */
async function uploadDue(phones: DemoPhone[], entries: Entry[], now: Date) {
  const due = entries.filter(({ endedAt }) => endedAt.epochMilliseconds <= now.getTime());
  for (const [index, phone] of phones.entries())
    await phone.upload(
      due.filter(({ worker }) => (worker.jobCode === 'PACK') === (index === 1)),
      now,
    );
}

type Farm = {
  random: Random;
  people: Worker[];
  groups: TimeGroup[];
  terminals: DemoTerminal[];
  phones: DemoPhone[];
  todays: WorkDay;
  lateStart: Temporal.Instant;
  timeZone: string;
  instant: () => Temporal.Instant;
  say: (text: string) => void;
};

/** One turn every 4 s: due punches go out, now and then a latecomer arrives, tickets come in, terminals poll. */
async function live(farm: Farm, signal: AbortSignal) {
  const { random, terminals, phones, instant, say } = farm;
  const absent = absentees(farm);
  for (let turn = 0; !signal.aborted; turn++) {
    const now = instant();
    silence(farm, now);
    try {
      // Somebody who was missing turns up, but some stay away, as on any day.
      if (turn % 20 === 10 && absent.length > 6) {
        const worker = absent.shift();
        if (worker) terminals[worker.gate]?.record([{ worker, at: now, status: 0 }]);
      }
      for (const terminal of terminals) await terminal.deliver(now);
      if (turn % 3 === 0) for (const terminal of terminals) await terminal.poll();
      if (turn % 4 === 1)
        await uploadDue(
          phones,
          [ticket(farm, now, turn), ticket(farm, now, turn + 0.5)],
          new Date(now.epochMilliseconds),
        );
    } catch (error) {
      // The server may be restarting: a terminal would try again too.
      say(`Demo: ${error instanceof Error ? error.message : 'the line is down'}; trying again`);
    }
    await pause(between(random, 3_500, 4_500), signal);
  }
}

/** People of a shift that has begun who have not punched: who may still turn up. */
function absentees({ people, todays, groups, lateStart, timeZone }: Farm): Worker[] {
  const here = new Set(todays.punches.map(({ worker }) => worker.code));
  const day = lateStart.toZonedDateTimeISO(timeZone).dayOfWeek;
  return people.filter(
    ({ code, shift }) =>
      !here.has(code) &&
      (shift === 'HARVEST' || shift === 'PACKHOUSE') &&
      groups.some((group) => group.code === shift && group.restDay !== day),
  );
}

function silence({ terminals, lateStart, say }: Farm, now: Temporal.Instant) {
  const gateC = terminals[2];
  if (!gateC) return;
  const sinceStart = lateStart.until(now).total('minutes');
  const offline = sinceStart >= -1 && sinceStart < SILENT_MINUTES;
  if (offline !== gateC.offline)
    say(offline ? 'Demo: Gate C has lost its line.' : 'Demo: Gate C is back with what it kept.');
  gateC.offline = offline;
}

/** What somebody at work has just finished. */
function ticket({ random, people, todays }: Farm, now: Temporal.Instant, turn: number): Entry {
  const here = new Set(
    todays.punches.filter(({ at }) => at.epochMilliseconds <= now.epochMilliseconds).map(({ worker }) => worker.code),
  );
  const workers = people.filter(({ recordsPiecework, code }) => recordsPiecework && here.has(code));
  const worker = pick(random, workers.length > 0 ? workers : people);
  const packs = worker.jobCode === 'PACK';
  const crop = pick(random, packs ? CROPS.slice(-1) : CROPS.slice(0, -1));
  const minutes = Math.round(between(random, 12, 30));
  return {
    recordId: `live-${now.epochMilliseconds}-${turn}`,
    worker,
    lookup1Code: crop.code,
    lookup2Code: pick(random, packs ? BLOCKS.slice(-2) : BLOCKS.slice(0, -2)).code,
    units: Math.max(1, (crop.perHour * worker.pace * minutes) / 60).toFixed(packs ? 0 : 1),
    startedAt: now.subtract({ minutes }),
    endedAt: now,
  };
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
