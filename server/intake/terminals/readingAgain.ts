import type { PushMake } from '#contract/intake/makes.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Services } from '../../platform/services.ts';
import type { TerminalPunch } from './line.ts';
import { storePunches } from './punches.ts';
import { heardOf } from './pushes.ts';
import { noteRead, selectToRead, selectUnread, settleUnread, type Unread } from './readingAgain.sql.ts';
import { findById, type Terminal } from './terminals.sql.ts';

/** Reads events again that could not be read when they came: by a later release, or by other options of their terminal. */

/** Raised by one whenever a make reads what it did not read before: what is unread is read again then. */
const READING = 2;

export async function readAgain(services: Pick<Services, 'db' | 'clock'>, signal: AbortSignal): Promise<void> {
  const failed: unknown[] = [];
  for (const { make, ...of } of await selectToRead(services.db, READING)) {
    signal.throwIfAborted();
    // One that cannot be stored now is tried again with the next run, and keeps no other one waiting.
    await readOne(services, of, make).catch((error) => failed.push(error));
  }
  if (failed.length > 0) throw new AggregateError(failed, 'Unread events could not be read again');
}

async function readOne(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  of: { accountId: string; deviceId: string },
  make: PushMake,
) {
  const terminal = await findById(db, of);
  if (terminal) await readUnread({ db, clock }, { ...terminal, make });
  await db.tenant(of.accountId, (tx) => noteRead(tx, of, READING));
}

type PushTerminal = Terminal & { make: PushMake };
async function readUnread({ db, clock }: Pick<Services, 'db' | 'clock'>, terminal: PushTerminal) {
  const events = await db.tenant(terminal.accountId, (tx) => selectUnread(tx, terminal));
  const read = events.flatMap((event) => {
    const punches = punchesOf(event, terminal);
    return punches.length > 0 ? [{ event, punches }] : [];
  });
  if (read.length === 0) return;
  const settle = (tx: Db) =>
    settleUnread(
      tx,
      terminal,
      read.map(({ event }) => event),
    );
  const call = { db, clock, terminal, now: clock.now(), untrustedNetwork: null, mayLog: () => false };
  const lines = read.flatMap(({ punches }) => punches.map((punch) => ({ punch })));
  await storePunches(call, lines, { isLive: false, alongside: settle });
}

/** Returns the punches of an event; none while it cannot be read. */
function punchesOf({ raw }: Unread, terminal: PushTerminal): TerminalPunch[] {
  const { lines } = heardOf(Buffer.from(raw), '', terminal);
  return lines.every((line) => 'punch' in line) ? lines.flatMap((line) => ('punch' in line ? line.punch : [])) : [];
}
