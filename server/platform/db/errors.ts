/** The database cannot be used at the moment: http/errors answers 503 UNAVAILABLE with Retry-After. */
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

/** Returns true if nothing can be written because the disk is full or nearly full. */
export const isReadOnly = (error: unknown) =>
  ['25006', '53100'].includes(sqlState(error instanceof DatabaseUnavailable ? error.cause : error) ?? '');

/** Returns true if the user of the connection lacks a right. */
export const isNotAllowed = (error: unknown) => sqlState(error) === '42501';

/** Returns true for a serialization failure or deadlock: the whole transaction can be repeated. */
export const isConflict = (error: unknown) => ['40001', '40P01'].includes(sqlState(error) ?? '');

/** Returns true where a row with the same key is there already. */
export const isDuplicate = (error: unknown) => sqlState(error) === '23505';

const UNAVAILABLE_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL', 'EAGAIN', 'EMFILE', 'ENFILE'],
  // Written to a connection that broke just before.
  ...['ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END', 'ERR_STREAM_PREMATURE_CLOSE'],
  // Read-only because the disk is nearly full; out of disk, memory or connections.
  ...['25006', '53000', '53100', '53200', '53300', '53400'],
  // Cancelled by a timeout; shutting down, crashed, starting up; I/O error.
  ...['57014', '57P01', '57P02', '57P03', '57P04', '57P05', '25P03', '25P04', '58000', '58030'],
]);
const UNAVAILABLE_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|connection error and is not queryable|Cannot use a pool after calling end/;

export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  // A missing file in code that runs within a transaction is not a missing socket.
  if (
    error instanceof Error &&
    'syscall' in error &&
    !['connect', 'read', 'write', 'getaddrinfo'].includes(String(error.syscall))
  )
    return false;
  const code = sqlState(error) ?? '';
  return UNAVAILABLE_CODES.has(code) || code.startsWith('08') || UNAVAILABLE_TEXT.test(messageOf(error));
}

const DISK_FULL = Object.assign(new Error('the disk is full'), { code: '53100' });

/** Returns the failure as a 503 where it is one. While the disk is full that is its reason, also where PostgreSQL has ended for it. */
export const asUnavailable = (error: unknown, isDiskFull = false) =>
  isUnavailable(error) ? new DatabaseUnavailable(isDiskFull ? DISK_FULL : error) : error;

/** The same for a separate PostgreSQL: one that is read-only is a standby, and a repeated request will reach the primary. */
export const asUnavailableServer = (error: unknown) =>
  sqlState(error) === '25006' ? new DatabaseUnavailable('the server is a standby') : asUnavailable(error);

/** Resolves even when the database is unavailable, for work that is repeated anyway and comes after what mattered. */
export const unlessUnavailable = (asked: Promise<unknown>): Promise<void> =>
  asked.then(
    () => undefined,
    (error) => {
      if (!isUnavailable(error)) throw error;
    },
  );

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
