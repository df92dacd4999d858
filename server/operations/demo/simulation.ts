import { Temporal } from 'temporal-polyfill';
import { createCall, untilAnswered } from './client.ts';
import { at, type Entry, type WorkDay } from './days.ts';
import { pause } from './pause.ts';
import { type Delivered, DemoPhone, SAMPLE_PIECES } from './phone.ts';
import { type FarmPlan, HISTORY, LATE_SHIFT_DAYS, LOCKED_DAYS_AGO, OLD_DAYS, planFarm } from './plan.ts';
import { between, pick, type Random, randomFrom } from './random.ts';
import { setUpFarm } from './setUp.ts';
import { DemoTerminal } from './terminal.ts';
import type { Worker } from './workers.ts';
import { BLOCKS, CONTAINERS, CROPS, DEFECTS, TEAM_WORK, TERMINALS } from './world.ts';

const LIVE_SEED = 20_261_122;
/** Gate C has lost its connection, so nothing is known about its people. */
const SILENT_GATE = 2;
/** Records of devices that are older than 45 days wait for a decision; one transaction accepts and derives so many days. */
const ACCEPTED_DAYS = 4;

export type Simulation = {
  /** Resolved once today and yesterday are loaded and the dashboard has figures. */
  timeZone: string;
  /** An activation code for the Recorder, and people whose badges are shown with it. */
  recorder: { code: string; people: { number: string; name: string }[] };
  /** Loads the rest of the history, or some days of it by how long ago they were, newest first. */
  loadHistory(daysAgo?: readonly number[]): Promise<void>;
  /** Goes on clocking and picking until it is told to stop. */
  run(): Promise<void>;
};

/** Sets the farm up through the real interfaces of the server at `origin`, and returns what keeps it alive until `signal` is aborted. */
export async function startSimulation(
  origin: string,
  clock: () => Date,
  say: (text: string) => void,
  signal: AbortSignal,
): Promise<Simulation> {
  const instant = () => Temporal.Instant.fromEpochMilliseconds(clock().getTime());
  const plan = planFarm(instant());
  const { timeZone, people, today } = plan;
  const send = untilAnswered(signal, say);
  const call = createCall(origin, send);
  const { phoneTokens, recorderCode, lockDays, kindIds, defectIds, teamId, ...farm } = await setUpFarm(call, plan);
  const terminals = TERMINALS.map(({ serial }) => new DemoTerminal(origin, serial, timeZone, send));
  const phones = phoneTokens.map((token) => new DemoPhone(call, token, { kindIds, defectIds, teamId }));
  for (const terminal of terminals) await terminal.handshake();

  const daysAgo = (days: number) => plan.workDay(today.subtract({ days }));
  const atGate = ({ punches }: WorkDay, gate: number) => punches.filter(({ worker }) => worker.gate === gate);
  const deliverDay = async (day: WorkDay) => {
    for (const [gate, terminal] of terminals.entries()) if (gate !== SILENT_GATE) terminal.record(atGate(day, gate));
    for (const terminal of terminals) await terminal.deliver(instant());
    await uploadDue(phones, day.entries, clock());
  };
  const silent = terminals[SILENT_GATE];
  if (silent) {
    for (let days = LATE_SHIFT_DAYS; days > 0; days--) silent.record(atGate(daysAgo(days), SILENT_GATE));
    await silent.deliver(instant());
    silent.offline = true;
  }
  await deliverDay(daysAgo(1));
  const present = daysAgo(0);
  const entries = inContainers(present.entries);
  await deliverDay({ ...present, entries });
  await phones[1]?.deliver(atPackhouse(entries, instant()), clock());
  const byNow = [today.subtract({ days: 1 }), today]
    .flatMap((day) => TEAM_WORK.map(({ time, units }) => ({ at: at(day, time, timeZone), units })))
    .filter((made) => Temporal.Instant.compare(made.at, instant()) <= 0);
  await phones[1]?.makeTogether(byNow, clock());

  const badges = people
    .slice(0, 6)
    .map(({ number, firstName, lastName }) => ({ number, name: `${firstName} ${lastName}` }));

  return {
    timeZone,
    recorder: { code: recorderCode, people: badges },
    async loadHistory(history = HISTORY) {
      const delivering = farm.terminalIds.filter((_, gate) => gate !== SILENT_GATE);
      for (const [index, days] of history.entries()) {
        await deliverDay(daysAgo(days));
        const isAccepted = days % ACCEPTED_DAYS === 0 || index === history.length - 1;
        if (isAccepted && days > OLD_DAYS) for (const id of [...delivering, ...farm.phoneIds]) await farm.acceptOld(id);
      }
      await lockDays({ from: plan.firstDay.toString(), to: today.subtract({ days: LOCKED_DAYS_AGO }).toString() });
    },
    run: () => live({ plan, random: randomFrom(LIVE_SEED), terminals, phones, instant, say }, signal),
  };
}

/** Two Recorders without a connection counted the third container of the day, for two people. */
const TWICE = 3;
/** Lets each ticket of the pickers be one full bin or crate, in order of time. */
function inContainers(entries: readonly Entry[]): Entry[] {
  const counted: Entry[] = [];
  const rest: Entry[] = [];
  for (const entry of entries.toSorted((a, b) => Temporal.Instant.compare(a.startedAt, b.startedAt))) {
    const kind = CONTAINERS.find(({ crops }) => crops.includes(entry.lookup1Code));
    const number = counted.length + 1;
    const twice = number === TWICE + 1 ? counted.at(-1) : undefined;
    if (!kind) rest.push(entry);
    else if (twice) {
      const { lookup1Code, lookup2Code, units, container } = twice;
      counted.push({ ...entry, lookup1Code, lookup2Code, units, ...(container && { container }) });
    } else counted.push({ ...entry, units: kind.units, container: { ...kind, number } });
  }
  return [...counted, ...rest];
}

/** Minutes from a picker's ticket to the packhouse. */
const TO_PACKHOUSE = 45;
/** Every so many containers one is rejected, and one is still in the orchard. */
const REJECTED_EVERY = 40;
const LEFT_EVERY = 9;
/** A sample is looked at of every so many containers. */
const SAMPLED_EVERY = 4;
/** Of how many pieces of the sample of a container each defect is found: some pickers' more than others'. */
const inSample = (number: number) =>
  DEFECTS.map(({ share }, nth) => Math.round(share * SAMPLE_PIECES * ((number * (nth + 7)) % 5) * 0.5));
/** Returns the containers that have come to the packhouse by now. */
function atPackhouse(entries: readonly Entry[], now: Temporal.Instant): Delivered[] {
  return entries.flatMap(({ container, endedAt }) => {
    const at = endedAt.add({ minutes: TO_PACKHOUSE });
    if (!container || Temporal.Instant.compare(at, now) > 0) return [];
    const { number, weight } = container;
    if (number % LEFT_EVERY === 0) return [];
    const isRejected = number % REJECTED_EVERY === 0;
    // Up to a tenth heavier than usual.
    const weighed = (weight * (1 + (number % 11) / 100)).toFixed(1);
    return [
      {
        ...{ number, at, weight: weighed, ...(isRejected && { fault: 'Bruised' }) },
        ...(number % SAMPLED_EVERY === 0 && { found: inSample(number) }),
      },
    ];
  });
}

/** Uploads tickets: pickers' through the first phone, packers' through the second. */
async function uploadDue(phones: DemoPhone[], entries: Entry[], now: Date) {
  const due = entries.filter(({ endedAt }) => endedAt.epochMilliseconds <= now.getTime());
  for (const [index, phone] of phones.entries())
    await phone.upload(
      due.filter(({ worker }) => (worker.jobCode === 'PACK') === (index === 1)),
      now,
    );
}

type Farm = {
  plan: FarmPlan;
  random: Random;
  terminals: DemoTerminal[];
  phones: DemoPhone[];
  instant: () => Temporal.Instant;
  say: (text: string) => void;
};

/**
 * One turn every 4 s: due punches are delivered, now and then a latecomer arrives, tickets come in, terminals poll. After midnight the next day
 * follows.
 */
async function live(farm: Farm, signal: AbortSignal) {
  const { plan, random, terminals, phones, instant, say } = farm;
  let day = plan.today;
  let todays = plan.workDay(day);
  let absent = absentees(plan, day, todays);
  for (let turn = 0; !signal.aborted; turn++) {
    const now = instant();
    const date = now.toZonedDateTimeISO(plan.timeZone).toPlainDate();
    if (!date.equals(day)) {
      day = date;
      todays = plan.workDay(day);
      absent = absentees(plan, day, todays);
      for (const [gate, terminal] of terminals.entries())
        terminal.record(todays.punches.filter(({ worker }) => worker.gate === gate));
    }
    try {
      // An employee who was missing arrives; some stay away, as on any day.
      if (turn % 20 === 10 && absent.length > 6) {
        const worker = absent.shift();
        if (worker) terminals[worker.gate]?.record([{ worker, at: now, status: 0 }]);
      }
      for (const terminal of terminals) await terminal.deliver(now);
      if (turn % 3 === 0) for (const terminal of terminals) await terminal.poll();
      if (turn % 4 === 1) {
        const here = atWork(plan, todays, now);
        const tickets = [turn, turn + 0.5].flatMap((name) => ticket(random, here, now, name));
        await uploadDue(phones, tickets, new Date(now.epochMilliseconds));
      }
    } catch (error) {
      // A refusal ends nothing: a terminal would try again as well.
      if (!signal.aborted) say(`Demo: ${error instanceof Error ? error.message : error}; trying again`);
    }
    await pause(between(random, 3_500, 4_500), signal);
  }
}

/** Returns the people of a day's shifts without a punch, who may still arrive. */
function absentees({ people, groups }: FarmPlan, day: Temporal.PlainDate, { punches }: WorkDay): Worker[] {
  const here = new Set(punches.map(({ worker }) => worker.code));
  return people.filter(
    ({ code, shift }) =>
      !here.has(code) &&
      (shift === 'HARVEST' || shift === 'PACKHOUSE') &&
      groups.some((group) => group.code === shift && group.restDay !== day.dayOfWeek),
  );
}

/** Returns those whose last punch of the day was an IN and who record piecework. */
function atWork({ people }: FarmPlan, { punches }: WorkDay, now: Temporal.Instant): Worker[] {
  const last = new Map<string, number>();
  for (const { worker, at, status } of punches)
    if (at.epochMilliseconds <= now.epochMilliseconds) last.set(worker.code, status);
  return people.filter(({ recordsPiecework, code }) => recordsPiecework && last.get(code) === 0);
}

/** Returns the piecework that an employee at work has just finished; nothing where no one is at work. */
function ticket(random: Random, here: Worker[], now: Temporal.Instant, name: number): Entry[] {
  if (here.length === 0) return [];
  const worker = pick(random, here);
  const packs = worker.jobCode === 'PACK';
  const crop = pick(random, packs ? CROPS.slice(-1) : CROPS.slice(0, -1));
  const minutes = Math.round(between(random, 12, 30));
  return [
    {
      recordId: `live-${now.epochMilliseconds}-${name}`,
      worker,
      lookup1Code: crop.code,
      lookup2Code: pick(random, packs ? BLOCKS.slice(-2) : BLOCKS.slice(0, -2)).code,
      units: Math.max(1, (crop.perHour * worker.pace * minutes) / 60).toFixed(packs ? 0 : 1),
      startedAt: now.subtract({ minutes }),
      endedAt: now,
    },
  ];
}
