import type { Cursor } from './sync.sql.ts';

/** Returns a cursor, an opaque text to the device: the account's data version, the sequence of the device's people, the time of the answer, and the hash of the teams that were sent. */
export const writeCursor = ({ version, seq }: Cursor, now: Date, teams: string): string =>
  `${version}.${seq}.${now.getTime()}.${teams}`;

/**
 * Reads a cursor; null for one that is not this server's or lies ahead of it (the data was restored from an earlier backup): then everything is sent
 * again.
 */
export function readCursor(text: string | null | undefined, current: Cursor): Cursor | null {
  const cursor = parse(text);
  return cursor === null || isAhead(text, current) ? null : cursor;
}
/** Returns when a cursor was written (ms); null for one of an earlier version. */
export const toldAt = (text: string | null | undefined): number | null => {
  const at = text?.split('.')[2];
  return at === undefined ? null : Number(at);
};
/** Returns the mark of the teams that were told with a cursor; undefined: none were. */
export const teamsTold = (text: string | null | undefined): string | undefined => text?.split('.')[3];
/** Returns true for a cursor that lies ahead of this server's data, which was then restored from an earlier backup. */
export function isAhead(text: string | null | undefined, current: Cursor): boolean {
  const cursor = parse(text);
  return cursor !== null && (cursor.version > current.version || cursor.seq > current.seq);
}

function parse(text: string | null | undefined): Cursor | null {
  const match = /^(\d{1,15})\.(\d{1,15})(?:\.\d{1,15}(?:\.[0-9a-f]{16})?)?$/.exec(text ?? '');
  return match && { version: Number(match[1]), seq: Number(match[2]) };
}
