/** The database cannot be asked right now: http/errors answers 503 UNAVAILABLE with Retry-After. */
export class DatabaseUnavailable extends Error {
  readonly retryAfterSeconds: number;
  constructor(cause: unknown, retryAfterSeconds = 2) {
    super(`The database is not available: ${messageOf(cause)}`, { cause });
    this.name = 'DatabaseUnavailable';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Returns the SQLSTATE; undefined when the error is not the database's. */
const sqlState = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Nothing can be written: the disk is full or nearly so. */
export const isReadOnly = (error: unknown) =>
  ['25006', '53100'].includes(sqlState(error instanceof DatabaseUnavailable ? error.cause : error) ?? '');

/** The user of the connection has no right to what was asked. */
export const isNotAllowed = (error: unknown) => sqlState(error) === '42501';

/** Serialization failure or deadlock: the whole transaction may simply be run again. */
export const isConflict = (error: unknown) => ['40001', '40P01'].includes(sqlState(error) ?? '');

const UNAVAILABLE_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL', 'EAGAIN', 'EMFILE', 'ENFILE'],
  // Written to a connection that broke a moment before.
  ...['ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END', 'ERR_STREAM_PREMATURE_CLOSE'],
  // Only reading because the disk is nearly full; out of disk, memory or connections.
  ...['25006', '53000', '53100', '53200', '53300', '53400'],
  // Cancelled by a timeout; shutting down, crashed, starting up; I/O error.
  ...['57014', '57P01', '57P02', '57P03', '57P04', '57P05', '25P03', '25P04', '58000', '58030'],
]);
const UNAVAILABLE_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|connection error and is not queryable|Cannot use a pool after calling end/;

export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  // A missing file, met by code that runs in a transaction, is not a missing socket.
  if (
    error instanceof Error &&
    'syscall' in error &&
    !['connect', 'read', 'write', 'getaddrinfo'].includes(String(error.syscall))
  )
    return false;
  const code = sqlState(error) ?? '';
  return UNAVAILABLE_CODES.has(code) || code.startsWith('08') || UNAVAILABLE_TEXT.test(messageOf(error));
}

/** The same failure, as a 503 where it is one. */
export const asUnavailable = (error: unknown) => (isUnavailable(error) ? new DatabaseUnavailable(error) : error);

/** The same on a PostgreSQL of one's own: one that only reads is a standby, and whoever comes again finds the primary. */
export const asUnavailableServer = (error: unknown) =>
  sqlState(error) === '25006' ? new DatabaseUnavailable('the server is a standby') : asUnavailable(error);

/** Ends well when the database cannot be asked: for what is done again by itself, after what mattered is done. */
export const unlessUnavailable = (asked: Promise<unknown>): Promise<void> =>
  asked.then(
    () => undefined,
    (error) => {
      if (!isUnavailable(error)) throw error;
    },
  );

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
