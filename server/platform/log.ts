import pino, { type Logger, type LoggerOptions } from 'pino';
import pretty from 'pino-pretty';

/** Fields with these names are never logged, wherever they occur. */
const SECRET_FIELDS = [
  'authorization',
  'password',
  'newPassword',
  'token',
  'key',
  'secret',
  'secretKey',
  'ticket',
  'seed',
  'codes',
  'endpoint',
  'body',
  'cookie',
];
const redact = {
  paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.headers.${name}`]),
  censor: '[removed]',
};

/**
 * Returns a logger that writes JSON lines, or readable ones in a terminal. Requests are logged by platform/http/requestLog.ts, which names the route, never
 * the address.
 */
export function createLog(level: string, isTerminal = process.stdout.isTTY): Logger {
  const options = logOptions(level);
  if (!isTerminal) return pino(options);
  return pino(options, pretty({ colorize: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' }));
}

export const logOptions = (level: string): LoggerOptions => ({
  level,
  redact,
  serializers: { err: describeError },
  base: { pid: process.pid },
});

/**
 * Returns the parts of an error that may be logged: an allow-list. It has neither the detail nor the parameters of a database error, which quote
 * rows.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) {
    // Some libraries throw or emit objects that only resemble errors.
    const message = error instanceof Object && 'message' in error ? error.message : error;
    return { message: String(message) };
  }
  const code = 'code' in error ? error.code : undefined;
  const constraint = 'constraint' in error ? error.constraint : undefined;
  return {
    type: error.name,
    message: error.message,
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    stack: error.stack,
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}
