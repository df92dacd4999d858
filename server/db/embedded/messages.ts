/** The few messages of PostgreSQL's wire protocol (version 3) that a server for one trusted client needs. */
export type Message =
  | { type: 'startup'; code: 'startup' | 'ssl' | 'cancel'; bytes: Buffer }
  // Exactly one letter; bytes hold the whole message.
  | { type: string; code?: undefined; bytes: Buffer };

const SSL_REQUEST = 80877103;
const GSS_REQUEST = 80877104;
const CANCEL_REQUEST = 80877102;
const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;

/** Splits what a client sends into messages; the first ones have no type letter. */
export class FrontendMessages {
  #chunks: Buffer[] = [];
  #bytes = 0;
  #needed = 8;
  #started = false;

  /** Throws on an impossible length: the connection cannot be used after that. */
  *push(chunk: Buffer): Generator<Message> {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes < this.#needed) return;
    let rest = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    for (;;) {
      const length = this.#lengthOf(rest);
      this.#needed = length ?? (this.#started ? 5 : 8);
      if (length === undefined || rest.length < length) break;
      const bytes = rest.subarray(0, length);
      rest = rest.subarray(length);
      yield this.#message(bytes);
    }
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#bytes = rest.length;
  }

  #lengthOf(rest: Buffer): number | undefined {
    if (rest.length < (this.#started ? 5 : 8)) return undefined;
    const length = this.#started ? 1 + rest.readInt32BE(1) : rest.readInt32BE(0);
    if (length < (this.#started ? 5 : 8) || length > MAX_MESSAGE_BYTES)
      throw new Error(`Impossible message length ${length}`);
    return length;
  }

  #message(bytes: Buffer): Message {
    if (this.#started) return { type: String.fromCharCode(bytes[0] ?? 0), bytes };
    const code = bytes.readInt32BE(4);
    if (code === SSL_REQUEST || code === GSS_REQUEST) return { type: 'startup', code: 'ssl', bytes };
    if (code === CANCEL_REQUEST) return { type: 'startup', code: 'cancel', bytes };
    this.#started = true;
    return { type: 'startup', code: 'startup', bytes };
  }
}

const text = (value: string) => Buffer.from(`${value}\0`, 'utf8');
const message = (type: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

/** Returns a simple query. */
export const query = (statement: string) => message('Q', text(statement));

/** ErrorResponse: severity, SQLSTATE, message. */
export const errorMessage = (code: string, reason: string) =>
  message('E', text('SFATAL'), text('VFATAL'), text(`C${code}`), text(`M${reason}`), Buffer.alloc(1));

/** ParseComplete. */
export const PARSED = message('1');

/** The answer to a startup message: no password (the socket's directory is 0700), the parameters that clients read, ready for query. */
export const STARTED = Buffer.concat([
  message('R', Buffer.alloc(4)),
  ...Object.entries({
    server_version: '18.0',
    server_encoding: 'UTF8',
    client_encoding: 'UTF8',
    DateStyle: 'ISO, MDY',
    TimeZone: 'UTC',
    integer_datetimes: 'on',
    standard_conforming_strings: 'on',
  }).map(([name, value]) => message('S', text(name), text(value))),
  message('K', Buffer.alloc(8)),
  message('Z', Buffer.from('I')),
]);
