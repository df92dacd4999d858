import { Client } from 'pg';
import { logIn } from '#contract/access/session.ts';
import { savePush } from '#contract/reports/push.ts';
import { MINUTE } from '#server/platform/zone.ts';
import { openPushService } from '../support/pushService.ts';
import { givenEmployerOf, PASSWORD, slotsOf } from './alertWorld.ts';
import { Fleet } from './fleet.ts';
import { adminToken, type FaultRow, pause, recoveryOf } from './rig.ts';

const FROM = Date.parse('2026-11-20T12:00:00Z');
const DEVICES = 3;
const LONGEST_MS = 180_000;
/** After this, claims of a process that died are free again: of a slot, then of its messages. */
const LEASES_MS = 2 * MINUTE + MINUTE;
/** Times after a slot at which messages that a busy machine did not answer in time are tried again (after 1, 5 and 15 minutes). */
const AGAIN_MS = [6, 12, 28, 44].map((minutes) => minutes * MINUTE);

/**
 * Two processes on one PostgreSQL and a push service: at every slot both are killed while they write and send, and start again. Every slot must reach
 * each device and be shown once: repeated messages have the same tag.
 */
export async function pushesKilled(days: number, env: Record<string, string>): Promise<FaultRow> {
  let fleet: Fleet | undefined;
  const service = await openPushService({ now: () => new Date(fleet?.now ?? FROM), timeoutMs: 2_000 });
  const cheap = { PASSWORD_MEMORY_KIB: '19456', PASSWORD_PASSES: '2', SESSION_TTL: '86400', LOG_LEVEL: 'fatal' };
  const ledger = new Client({ connectionString: env.DATABASE_URL });
  try {
    fleet = await Fleet.create(2, { ...env, ...cheap, WEB_PUSH: 'true' }, FROM, String(service.port));
    await ledger.connect();
    const everyDay = [1, 2, 3, 4, 5, 6, 7];
    const employer = await givenEmployerOf(fleet.any.call, await adminToken(fleet.any), 'UTC', '02:30', everyDay);
    const devices = Array.from({ length: DEVICES }, (_, n) => ({ id: `phone-${n}`, ...service.subscribe() }));
    for (const { id, ...device } of devices) await turnOn(fleet.any.origin, employer.username, id, device);
    // Nobody logs in for weeks in this test.
    await ledger.query(`update push_subscription set last_log_in_at = 'infinity'`);
    const slots = slotsOf([employer], FROM, FROM + days * 24 * 60 * MINUTE);
    for (const dueAt of new Set(slots.map((slot) => slot.dueAt))) {
      await fleet.at(dueAt, true);
      await pause(Math.random() * 250);
      await fleet.kill(fleet.live);
      await fleet.at(dueAt + LEASES_MS, false);
      await fleet.revive({ all: true });
      for (const wait of [LEASES_MS, ...AGAIN_MS]) await settle(fleet, ledger, dueAt + wait);
    }
    const shown = devices.map(
      ({ endpoint }) =>
        new Set(service.taken.filter((one) => one.endpoint === endpoint).map(({ message }) => message.tag)),
    );
    const wanted = slots.length * DEVICES;
    const came = shown.reduce((sum, { size }) => sum + size, 0);
    for (const complaint of service.complaints.slice(0, 20)) console.error(complaint);
    return {
      fault: 'push: SIGKILL of 2 processes on PostgreSQL while they send',
      tried: `${slots.length} slots of ${days} days on ${DEVICES} devices; ${fleet.kills} kills, ${service.taken.length - came} messages again with the same tag`,
      acknowledged: came,
      lost: shown.reduce((sum, { size }) => sum + Math.max(0, slots.length - size), 0),
      doubled: Math.max(0, came - wanted),
      serverErrors: service.complaints.length,
      recovery: recoveryOf(fleet.recoveries),
    };
  } finally {
    await ledger.end();
    await fleet?.remove();
    await service.close();
  }
}

/** Logs in from the browser of a device and turns alerts on. */
async function turnOn(origin: string, username: string, id: string, device: { endpoint: string; keys: object }) {
  const ask = async (path: string, method: string, body: object, token?: string) => {
    const headers = { 'content-type': 'application/json', 'x-device-id': id, ...(token && { authorization: token }) };
    const reply = await fetch(`${origin}/v2${path}`, { method, headers, body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    const answer: unknown = await reply.json();
    return answer;
  };
  const { token } = logIn.response.parse(await ask(logIn.path, 'POST', { username, password: PASSWORD }));
  const categories = ['attendance', 'piecework', 'break'];
  await ask(savePush.path, savePush.method, { ...device, categories, isMine: true }, token);
}

/** Makes every process look for what is due, until nothing is left to do at that time. */
async function settle(fleet: Fleet, ledger: Client, now: number) {
  let left: unknown;
  for (const until = performance.now() + LONGEST_MS; performance.now() < until; await pause(200)) {
    await fleet.at(now, true);
    const { rows } = await ledger.query(
      `select (select count(*) from alert where next_due_at <= $1)::int as alerts,
         (select count(*) from alert_delivery where status = 'pending' and subject is null
           and coalesce(lease_until, $1) <= $1)::int as slots,
         (select count(*) from push_message where finished_at is null and next_attempt_at <= $1)::int as messages`,
      [new Date(now)],
    );
    left = rows[0];
    if (Object.values(rows[0]).every((count) => count === 0)) return;
  }
  throw new Error(`${new Date(now).toISOString()}: something is left to do: ${JSON.stringify(left)}`);
}
