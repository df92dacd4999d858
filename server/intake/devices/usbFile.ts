import type { z } from 'zod';
import { MAX_USB_FILE_LINES, type readUsbFile, type UsbFileResult } from '#contract/intake/terminals.ts';
import { msg, words } from '#contract/platform/words.ts';
import { placeOf } from '../../attendance/standing.ts';
import { storeRecords } from '../../attendance/store.ts';
import { audit, by, type UserCall } from '../../platform/audit/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { runOrPreview } from '../../platform/db/preview.ts';
import { conflict, invalid } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { cut } from '../terminals/body.ts';
import { deviceNumberOfFile, parseUsbLine, serialOfFile } from '../terminals/dialects/adms/attlog.ts';
import type { TerminalPunch } from '../terminals/line.ts';
import { recordsOf } from '../terminals/punches.ts';
import { lockReading } from '../terminals/terminals.sql.ts';
import type { Of } from './devices.ts';
import { saveUsbNumber, selectHeldPins, selectUsbNumber } from './recorder.sql.ts';
import { optionsOf, requireTerminal } from './recorder.ts';

/** Others of the account wait no longer than for a terminal's largest upload; a file that is ended halfway is read again. */
const BATCH = 5_000;
/** The contract's limits. */
const [LISTED_LINES, LISTED_PINS, MOST_NUMBERS] = [100, 50, 10];

type Body = z.output<typeof readUsbFile.body>;
type Sender = Parameters<typeof recordsOf>[1];
type Stored = Pick<UsbFileResult, 'added' | 'known' | 'waiting'> & { lastRecordAt: Date | null };
const NOTHING = { added: 0, known: 0, waiting: 0, refused: 0, first: null, last: null };

/**
 * Previews or stores the punches of a terminal's USB file as if the terminal had sent them: those that it sent are known already, and
 * old ones wait. A preview is the same work, rolled back batch by batch. 400 for a file that is none or too long, 409 for another terminal's.
 */
export async function takeUsbFile({ db, clock }: Services, of: Of, body: Body, call: UserCall): Promise<UsbFileResult> {
  const { serialNumber } = await requireTerminal(db, of);
  if ((await optionsOf(db, of)).make !== 'adms') throw conflict(words('A device of this make writes no such file.'));
  const named = serialOfFile(body.fileName);
  const otherSerial = named && named.toUpperCase() !== serialNumber.toUpperCase() ? named : null;
  if (body.commit && otherSerial && !body.isSure)
    throw conflict(
      msg('This file is named after terminal {otherSerial}: read it where that terminal is shown.', { otherSerial }),
    );
  const lines = linesOf(body.text).map(({ line, raw }) => ({ line, ...parseUsbLine(raw) }));
  const numbers = [...new Set(lines.flatMap((each) => ('punch' in each ? [each.deviceNumber] : [])))].sort(
    (a, b) => a - b,
  );
  const otherNumbers = otherNumbersOf(numbers, (await selectUsbNumber(db, of)) ?? deviceNumberOfFile(body.fileName));
  if (body.commit && otherNumbers && !body.isSure)
    throw conflict(
      msg('This file may be of another terminal: its lines are of device number {otherNumbers}.', { otherNumbers }),
    );
  const result: UsbFileResult = {
    ...NOTHING,
    lines: [],
    unmatched: { pins: [], punches: 0 },
    otherSerial,
    otherNumbers,
  };
  const pins = new Map<string, number>();
  let lastRecordAt: Date | null = null;
  for (let from = 0; from < lines.length; from += BATCH) {
    const read = lines.slice(from, from + BATCH);
    const punches = read.flatMap((each) => ('punch' in each ? [each.punch] : []));
    const rejects = read.flatMap((each) => ('reject' in each ? [{ line: each.line, ...each.reject }] : []));
    result.refused += rejects.length;
    for (const { line, reason, raw } of rejects.slice(0, LISTED_LINES - result.lines.length))
      result.lines.push({ line, reason, raw: cut(raw, 200) });
    for (const { pin, time } of punches) {
      pins.set(pin, (pins.get(pin) ?? 0) + 1);
      if (!('local' in time)) continue;
      if (result.first === null || time.local < result.first) result.first = time.local;
      if (result.last === null || time.local > result.last) result.last = time.local;
    }
    const sender: Sender = { terminal: { deviceId: of.deviceId, lastRecordAt }, untrustedNetwork: null };
    const stored = await runOrPreview(db, of.accountId, !body.commit, async (tx) => {
      if (body.commit) await call.hold(tx);
      return store(tx, of, punches, sender, clock);
    });
    result.added += stored.added;
    result.known += stored.known;
    result.waiting += stored.waiting;
    lastRecordAt = stored.lastRecordAt;
  }
  if (pins.size === 0) throw invalid('text', words('No line of this file is a punch as a terminal writes it.'));
  result.unmatched = await unmatchedOf(db, of, pins);
  if (body.commit) {
    const { added, known, refused } = result;
    const detail = msg('{fileName}: {added} added, {known} known, {refused} refused', {
      ...{ fileName: body.fileName, added, known, refused },
    });
    const action = 'device.read-usb-file';
    await saveUsbNumber(db, of, numbers.length === 1 ? (numbers[0] ?? null) : null);
    await audit(db, { ...by(call), accountId: of.accountId, action, target: serialNumber, detail });
  }
  return result;
}

async function store(tx: Db, of: Of, punches: readonly TerminalPunch[], sender: Sender, clock: Clock): Promise<Stored> {
  const reading = await lockReading(tx, of);
  // Under the lock: no record may get an instant from before a restore that began earlier.
  const now = clock.now();
  const clockRecords = recordsOf(punches, sender, reading);
  const stored = await storeRecords(tx, { accountId: of.accountId, receivedAt: now, clockRecords, isLocked: true });
  const added = clockRecords.filter((_, nth) => stored.clockRecords[nth] === 'accepted');
  return {
    added: added.length,
    known: clockRecords.length - added.length,
    waiting: added.filter((record) => placeOf(record, record.at, now).standing === 'quarantined').length,
    lastRecordAt: clockRecords.at(-1)?.at ?? sender.terminal.lastRecordAt,
  };
}

/** Returns the device numbers in a file in words, where they are not the expected one. */
function otherNumbersOf(found: readonly number[], expected: number | null): string | null {
  const isOther = expected === null ? found.length > 1 : found.some((one) => one !== expected);
  const words = found.slice(0, MOST_NUMBERS).join(' and ');
  return isOther ? words + (expected === null ? '' : `, not ${expected}`) : null;
}

/** Returns the lines that are not empty, with their numbers. Throws VALIDATION_FAILED for more of them than a terminal keeps. */
function linesOf(text: string) {
  const lines = text.split(/\r\n|\n|\r/).flatMap((raw, nth) => (raw.trim() === '' ? [] : [{ line: nth + 1, raw }]));
  if (lines.length <= MAX_USB_FILE_LINES) return lines;
  throw invalid(
    'text',
    msg('The file has too many lines: at most {most}.', { most: MAX_USB_FILE_LINES.toLocaleString('en') }),
  );
}

async function unmatchedOf(db: Db, of: Of, pins: ReadonlyMap<string, number>) {
  const held = new Set(await db.tenant(of.accountId, (tx) => selectHeldPins(tx, of.accountId, [...pins.keys()])));
  const unmatched = [...pins].filter(([pin]) => !held.has(pin));
  return {
    pins: unmatched.map(([pin]) => pin).slice(0, LISTED_PINS),
    punches: unmatched.reduce((sum, [, count]) => sum + count, 0),
  };
}
