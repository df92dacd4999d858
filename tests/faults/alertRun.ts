import type { Pool } from 'pg';
import { z } from 'zod';
import { logIn } from '#contract/access/session.ts';
import { MINUTE } from '#server/platform/zone.ts';
import { DELIVERED_MS, type Employer, expectedSubject, PASSWORD, recordsOf, type Slot } from './alertWorld.ts';
import type { Fleet } from './fleet.ts';
import type { MailWeather } from './mailSink.ts';
import { adminToken, pause, type ServerProcess } from './rig.ts';

const LATEST_MS = 60 * MINUTE;
/** After this, claims of a process that died are free again. */
const LEASE_MS = 2 * MINUTE;
const HOUR = 60 * MINUTE;
const LONGEST_MS = 180_000;
const LOOK_EVERY_MS = 2_000;

const between = (low: number, high: number) => low + Math.floor(Math.random() * (high - low));
const oneOf = <T>(items: readonly [T, ...T[]]): T => items[between(0, items.length)] ?? items[0];
const BAD_WEATHER = ['refuses', 'puts off', 'loses answers'] as const;

type Given = {
  fleet: Fleet;
  sink: { turn(to: MailWeather): void };
  ledger: Pool;
  faultShare: number;
  /** Ends the primary and resolves when another one has taken over, with a standby; used at every tenth slot, as the only fault. */
  failOver?: (() => Promise<void>) | undefined;
};
const SLOTS_A_FAILOVER = 10;

/** Moves the fleet from slot to slot, with a fault at some of them. */
export class AlertRun {
  readonly #given: Given;
  readonly #tokens = new Map<Employer, string>();
  #limit = Number.POSITIVE_INFINITY;
  readonly #delivered = new Map<Employer, { localDate: string; until: number }>();
  /** Slots during whose hour no process was running. */
  readonly slept = new Set<Slot>();
  /** Slots at which no process was running. */
  readonly down = new Set<Slot>();
  readonly complaints: string[] = [];
  doubled = 0;
  outages = 0;
  downtimes = 0;
  failovers = 0;
  #lived = 0;

  constructor(given: Given) {
    this.#given = given;
  }

  /** Plays the first slot of `coming` and all that are due with it; returns those that are still to come. */
  async live(coming: readonly Slot[]): Promise<readonly Slot[]> {
    const { fleet } = this.#given;
    const dueAt = coming[0]?.dueAt ?? 0;
    const due = coming.filter((slot) => slot.dueAt === dueAt);
    const rest = coming.slice(due.length);
    await fleet.revive({ all: false });
    await fleet.at(dueAt - DELIVERED_MS, false);
    await this.#deliver(due, dueAt - DELIVERED_MS);
    // The next slot of another zone may be close.
    this.#limit = (rest[0]?.dueAt ?? Number.POSITIVE_INFINITY) - 2 * MINUTE;
    const luck = Math.random() / this.#given.faultShare;
    const { failOver } = this.#given;
    if (failOver && ++this.#lived % SLOTS_A_FAILOVER === 0) await this.#primaryLost(dueAt, due, failOver);
    else if (luck < 0.35) await this.#killed(dueAt, due);
    else if (luck < 0.7) await this.#mailOut(dueAt, due);
    else if (luck < 0.9) await this.#down(dueAt, due);
    else if (luck < 1 && rest.length > 30) return this.#asleep(due, rest);
    else {
      await this.#look(dueAt + between(0, 50_000), due);
      await this.settle(fleet.now);
    }
    return rest;
  }

  /** Makes every process look for what is due, until nothing is left to do at that time. */
  async settle(now: number, patienceMs?: number) {
    const { fleet, ledger } = this.#given;
    const until = performance.now() + (patienceMs ?? LONGEST_MS);
    let lookedAt = Number.NEGATIVE_INFINITY;
    for (; performance.now() < until; await pause(15)) {
      // Repeatedly, like every minute in production: a process that was killed loses its round.
      if (performance.now() - lookedAt > LOOK_EVERY_MS) {
        await fleet.at(now, true);
        lookedAt = performance.now();
      }
      const { rows } = await ledger.query(
        `select (select count(*) from alert where next_due_at <= $1)
           + (select count(*) from alert_delivery where status = 'pending')
           + (select count(*) from mail where status = 'sending' or (status = 'queued' and next_attempt_at <= $1)) as left`,
        [new Date(now)],
      );
      if (Number(rows[0]?.left) === 0) return;
    }
    if (patienceMs === undefined) this.complaints.push(`${new Date(now).toISOString()}: something is left to do`);
  }

  /** Continues until everything that was ever due is decided. */
  async finish(now: number) {
    const { fleet, ledger } = this.#given;
    for (const minutes of [10, 40, 70, 100]) await this.settle(now + minutes * MINUTE);
    const until = performance.now() + LONGEST_MS;
    for (; performance.now() < until; await pause(500)) {
      const { rows } = await ledger.query(`select count(*) as left from alert_delivery where status = 'pending'`);
      if (Number(rows[0]?.left) === 0) return;
      await fleet.at(fleet.now, true);
    }
    this.complaints.push('Some slots stay undecided');
  }

  /** Reads from the dashboard, at the minute of the slot, what the summary must contain. */
  async #look(now: number, due: readonly Slot[]) {
    const { fleet } = this.#given;
    await fleet.at(now, false);
    for (const slot of due) {
      const shown = await this.#shown(slot).catch((error: unknown) => String(error));
      if (shown !== expectedSubject(slot)) this.complain(slot, `the dashboard shows ${shown}`);
    }
  }

  /** Kills processes while they look, write or send; after their claims have expired, others continue. */
  async #killed(dueAt: number, due: readonly Slot[]) {
    const { fleet, sink } = this.#given;
    await this.#look(dueAt + between(0, 50_000), due);
    if (Math.random() < 0.3) sink.turn(oneOf(BAD_WEATHER));
    await fleet.at(fleet.now, true);
    await pause(between(0, 250));
    await fleet.kill(fleet.live.slice(0, between(1, 4)));
    sink.turn('fine');
    await fleet.revive({ all: false });
    await this.settle(fleet.now, 500);
    await this.settle(dueAt + LEASE_MS + MINUTE);
    await this.settle(dueAt + 2 * LEASE_MS + 2 * MINUTE);
  }

  /** Ends the primary while the processes look, write or send; the claims of that moment expire. */
  async #primaryLost(dueAt: number, due: readonly Slot[], failOver: () => Promise<void>) {
    const { fleet } = this.#given;
    this.failovers++;
    await this.#look(dueAt + between(0, 50_000), due);
    await fleet.at(fleet.now, true);
    await pause(between(0, 250));
    await failOver();
    await this.settle(fleet.now, 3_000);
    await this.settle(dueAt + LEASE_MS + MINUTE);
    await this.settle(dueAt + 2 * LEASE_MS + 2 * MINUTE);
  }

  async #mailOut(dueAt: number, due: readonly Slot[]) {
    const { sink } = this.#given;
    this.outages++;
    await this.#look(dueAt + between(0, 50_000), due);
    sink.turn(oneOf(BAD_WEATHER));
    await this.settle(this.#given.fleet.now, 3_000);
    if (Math.random() < 0.5) await this.settle(dueAt + 2 * MINUTE, 3_000);
    sink.turn('fine');
    await this.settle(Math.min(dueAt + 20 * MINUTE, this.#limit));
  }

  /** All are down at the slot and up again within its hour; by then records from after the slot have arrived. */
  async #down(dueAt: number, due: readonly Slot[]) {
    const { fleet } = this.#given;
    this.downtimes++;
    for (const slot of due) this.down.add(slot);
    await fleet.kill(fleet.live);
    // Also of a process that came up while the others were killed.
    await fleet.at(Math.min(dueAt + between(MINUTE, 55 * MINUTE), this.#limit), false);
    await fleet.revive({ all: false });
    await this.#deliver(due, fleet.now);
    await this.settle(fleet.now);
  }

  /** All are down for hours or days: nothing that was due meanwhile is sent. */
  async #asleep(due: readonly Slot[], rest: readonly Slot[]): Promise<readonly Slot[]> {
    const { fleet } = this.#given;
    this.downtimes++;
    let wake = (due[0]?.dueAt ?? 0) + between(70 * MINUTE, 50 * HOUR);
    // Not within the hour of another slot, nor just before one.
    for (let near = due[0]; near; ) {
      near = rest.find(({ dueAt }) => dueAt > wake - LATEST_MS - 2 * MINUTE && dueAt < wake + 3 * MINUTE);
      if (near) wake = near.dueAt + LATEST_MS + 3 * MINUTE;
    }
    const missed = rest.filter(({ dueAt }) => dueAt <= wake);
    for (const slot of [...due, ...missed]) this.slept.add(slot);
    await fleet.kill(fleet.live);
    await fleet.at(wake, false);
    await fleet.revive({ all: false });
    await this.settle(wake);
    return rest.slice(missed.length);
  }

  async #deliver(due: readonly Slot[], until: number) {
    for (const employer of new Set(due.map((slot) => slot.employer))) {
      const localDate = due.find((slot) => slot.employer === employer)?.localDate ?? '';
      const known = this.#delivered.get(employer);
      const after = known?.localDate === localDate ? known.until : Number.NEGATIVE_INFINITY;
      const body = { sentAt: new Date(until).toISOString(), ...recordsOf(employer, localDate, after, until) };
      const answer = await this.#ask('/rc/sync', employer.deviceToken, body);
      const { rejected } = z.object({ rejected: z.array(z.unknown()) }).parse(answer);
      if (rejected.length > 0) this.complaints.push(`rejected: ${JSON.stringify(rejected[0])}`);
      this.#delivered.set(employer, { localDate, until });
    }
  }

  async #shown({ employer, alert: { category }, localDate }: Slot): Promise<string> {
    const units = z.object({ groups: z.array(z.object({ totalUnits: z.number() })) });
    const ranked = z.object({ performers: z.array(z.unknown()) });
    if (category === 'attendance' || category === 'report') {
      const totals = z.object({ present: z.int(), absent: z.int(), late: z.int() });
      const { present, absent, late } = totals.parse(
        await this.asked(employer, '/stats/employee/attendance-status-totals'),
      );
      if (category === 'report') return `report: Latecomers, ${localDate}, ${count(late, 'row')}`;
      return `attendance: ${present} present, ${absent} absent, ${late} late`;
    }
    if (category === 'piecework') {
      const { groups } = units.parse(await this.asked(employer, '/stats/piecework/total-units/by-lookup1'));
      const sum = groups.reduce((total, { totalUnits }) => total + totalUnits, 0);
      const { performers } = ranked.parse(await this.asked(employer, '/stats/piecework/top-10?orderBy=units'));
      return `piecework: ${sum.toFixed(2)} units by ${count(performers.length, 'employee')}`;
    }
    const details = z.object({ entries: z.array(z.object({ irregularBreakTimeMs: z.number() })) });
    const { entries } = details.parse(await this.asked(employer, '/stats/time-wasted/details'));
    const irregular = entries.flatMap(({ irregularBreakTimeMs }) => irregularBreakTimeMs || []);
    const minutes = Math.round(irregular.reduce((total, ms) => total + ms, 0) / MINUTE);
    return `break: ${count(irregular.length, 'employee')} with irregular breaks, ${minutes} min`;
  }

  /** Asks as the employer's own user, who logs in again when the day's session is over. */
  async asked(employer: Employer, path: string): Promise<unknown> {
    const known = this.#tokens.get(employer);
    if (known) {
      const answer = await this.#ask(path, known).catch(() => undefined);
      if (answer) return answer;
    }
    const server = this.#given.fleet.any;
    const { token } = await server.call(logIn, { body: { username: employer.username, password: PASSWORD } });
    this.#tokens.set(employer, token);
    return this.#ask(path, token, undefined, server);
  }

  /** Returns 'Total alerts sent', as an administrator sees it. */
  async total({ accountId }: Employer): Promise<number> {
    const { any } = this.#given.fleet;
    const answer = await this.#ask(`/system-stats/account/${accountId}/total-alerts-sent`, await adminToken(any));
    return z.object({ total: z.int() }).parse(answer).total;
  }

  /** Repeats the call once after a broken connection, as a device would; a server that ended by itself is a finding. */
  async #ask(path: string, token: string, body?: object, server: ServerProcess = this.#given.fleet.any) {
    const ask = () => this.#fetch(path, token, body, server);
    const reply = await ask().catch((error: unknown) => {
      const { ownEnd } = server;
      if (!ownEnd) return ask();
      this.complaints.push(ownEnd);
      throw error;
    });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    const answer: unknown = await reply.json();
    return answer;
  }
  #fetch(path: string, token: string, body: object | undefined, server: ServerProcess) {
    return fetch(`${server.origin}/v2${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: token,
        'x-device-id': 'demo-set-up',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  complain({ employer, alert, localDate, slot }: Slot, what: string) {
    this.complaints.push(`${employer.zone} ${alert.category} ${localDate} ${slot}: ${what}`);
  }
}

const count = (size: number, noun: string) => `${size} ${noun}${size === 1 ? '' : 's'}`;
