import { hostOf, storedConfig } from '../api/config.ts';
import { deviceStorage, recordOf } from '../lib/storage.ts';
import { requestHeaders } from '../start/deviceId.ts';
import { LAST_FIGURES_MARK } from '../start/lastFiguresMark.ts';
import { isLastUser } from '../state/lastUser.ts';
import { session as current, type Session } from '../state/session.ts';
import { openEntry, removeEntries, storeEntry } from './disk.ts';
import { open, type Sealed, seal } from './seal.ts';

/**
 * The figures of the Overview that this device shows before log-in, if its user wants that: numbers alone, without a name of a person. They are sealed
 * with a key that this browser made and gives to nobody (docs/decisions/037), and end with the session, the rights or the scope that they were read with.
 */
export type LastFigures = {
  /** The account's name, and the names of the groups to which they are limited; empty: everybody. */
  account: string;
  groups: readonly string[];
  timeZone: string;
  /** The instant of the figures, epoch ms. */
  asOf: number;
  attendance: Attendance | null;
  /** Milliseconds. */
  lateMs: number | null;
  irregularMs: number | null;
  /** A decimal as text. */
  units: string | null;
};
/** The user whose figures they are, and the proof (contract/access/session.ts) by which a device asks whether it still may show them. */
export type FiguresOwner = { accountId: string; userId: string; proof: string };
/** With the time by this device's clock at which they came from the server, epoch ms: their age goes by it, whatever the clock says. */
export type StoredFigures = LastFigures & { owner: FiguresOwner; receivedAt: number };
export const ATTENDANCE_COUNTS = [
  'present',
  'absent',
  'late',
  'total',
  'onTime',
  'expected',
  'pending',
  'unverified',
] as const;
export type Attendance = { [count in (typeof ATTENDANCE_COUNTS)[number]]: number };

const FIGURES = 'last-figures';
const KEY = 'last-figures-key';
const MAX_AGE_MS = 24 * 3_600_000;
/** A clock that was ahead would otherwise keep them for ever. */
const FUTURE_MS = 5 * 60_000;

const hasLastFigures = () => deviceStorage.get(LAST_FIGURES_MARK) !== null;

/** One after the other, so that nothing is stored after it was forgotten. */
let queue: Promise<unknown> = Promise.resolve();
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = queue.then(work);
  queue = done.catch(() => undefined);
  return done;
}

const makeKey = () => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
const isKey = (value: unknown): value is CryptoKey => typeof CryptoKey !== 'undefined' && value instanceof CryptoKey;
const storedKey = async () => {
  const key = await openEntry(KEY);
  return isKey(key) ? key : null;
};
/** Returns false where this browser stores nothing, or no key. */
export const canStoreFigures = () =>
  inTurn(async () => {
    if (await storedKey()) return true;
    await storeEntry(KEY, await makeKey());
    const isStored = (await storedKey()) !== null;
    await removeEntries([KEY]);
    return isStored;
  });

/**
 * Replaces the figures, unless the session has ended or changed meanwhile in any tab: another user has logged in, or this one has logged out. `receivedAt`: the time by this device's clock at
 * which they came from the server, epoch ms.
 */
export const storeLastFigures = (of: Session, figures: LastFigures, receivedAt: number) =>
  inTurn(async () => {
    const { accountId, userId, lastFigures: proof } = of.info;
    const isOver = () =>
      current.get()?.id !== of.id || current.get()?.info.lastFigures !== proof || !isLastUser(userId);
    if (proof === null || isOver()) return;
    const key = (await storedKey()) ?? (await makeKey());
    const sealed = await seal(key, { owner: { accountId, userId, proof }, figures }, receivedAt, receivedAt);
    if (isOver() || !deviceStorage.set(LAST_FIGURES_MARK, '1')) return;
    await storeEntry(KEY, key);
    await storeEntry(FIGURES, sealed);
  });

const forget = async () => {
  deviceStorage.remove(LAST_FIGURES_MARK);
  await removeEntries([FIGURES, KEY]);
};
export const forgetLastFigures = () => inTurn(forget);

const isSealed = (value: unknown): value is Sealed =>
  typeof value === 'object' && value !== null && 'iv' in value && 'data' in value && 'updatedAt' in value;

async function read(now: number): Promise<StoredFigures | null> {
  if (!hasLastFigures()) return null;
  const sealed = await openEntry(FIGURES);
  const key = await storedKey();
  if (!isSealed(sealed) || !key) return null;
  const age = now - sealed.updatedAt;
  if (age > MAX_AGE_MS || age < -FUTURE_MS) return null;
  const { owner, figures } = recordOf(await open(key, sealed));
  if (!isOwner(owner) || !isLastUser(owner.userId) || !isLastFigures(figures)) return null;
  return { ...figures, owner, receivedAt: sealed.updatedAt };
}

/** Returns the figures; null where there are none of the last 24 hours, which are then deleted. `now`: epoch ms. */
export const readLastFigures = (now: number): Promise<StoredFigures | null> =>
  inTurn(async () => {
    const found = await read(now).catch(() => null);
    if (!found && hasLastFigures()) await forget();
    return found;
  });

/** Deletes the figures of another user, or of other rights or another scope than the session's. */
export const keepOwnFigures = (of: Session, now: number) =>
  inTurn(async () => {
    if (!hasLastFigures()) return;
    const found = await read(now).catch(() => null);
    if (found?.owner.proof !== of.info.lastFigures) await forget();
  });

/** Asks the server whether this device may still show a user's figures, and deletes them where it says no; where it cannot be asked they stay. */
export async function endIfForbidden(owner: FiguresOwner, onEnd: () => void): Promise<void> {
  const answer = await fetch(new URL('/v2/session/last-figures', hostOf('/session', storedConfig())), {
    method: 'POST',
    headers: requestHeaders(undefined),
    body: JSON.stringify(owner),
  });
  if (!answer.ok || recordOf(await answer.json()).isAllowed !== false) return;
  await inTurn(async () => {
    const found = await read(Date.now()).catch(() => null);
    // A log-in may have stored others meanwhile.
    if (found?.owner.proof !== owner.proof) return;
    await forget();
    onEnd();
  });
}

const isNumber = (value: unknown) => typeof value === 'number';
const isNullOr = (value: unknown, is: (value: unknown) => boolean) => value === null || is(value);
const isText = (value: unknown) => typeof value === 'string';

const isOwner = (value: unknown): value is FiguresOwner => {
  const { accountId, userId, proof } = recordOf(value);
  return [accountId, userId, proof].every(isText);
};

/** Checked by hand, because this runs on the log-in page, before zod has come. */
function isLastFigures(value: unknown): value is LastFigures {
  const { account, groups, timeZone, asOf, attendance, lateMs, irregularMs, units } = recordOf(value);
  const isAttendance = (counts: unknown) => ATTENDANCE_COUNTS.every((count) => isNumber(recordOf(counts)[count]));
  return (
    [account, timeZone].every(isText) &&
    Array.isArray(groups) &&
    groups.every(isText) &&
    isNumber(asOf) &&
    isNullOr(attendance, isAttendance) &&
    [lateMs, irregularMs].every((ms) => isNullOr(ms, isNumber)) &&
    isNullOr(units, isText)
  );
}
