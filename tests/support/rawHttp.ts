import { connect } from 'node:net';

export type RawHttpOptions = {
  port: number;
  host?: string;
  /** The local address to call from: another one of this machine. */
  from?: string;
  version?: '1.0' | '1.1';
  /** Header lines besides Content-Length; an old terminal sends neither Host nor Content-Type. */
  headers?: readonly string[];
  /** Called before each request: true loses the answer after the request has been sent. */
  losesAnswer?: () => boolean;
};
export type RawReply = { status: number; head: string; body: string; violations: string[] };

/** HTTP as the old device SDK writes and reads it: one request per connection, header names compared exactly. */
export class RawHttp {
  readonly #options: RawHttpOptions;
  constructor(options: RawHttpOptions) {
    this.#options = options;
  }

  /** Rejects when the connection breaks or the answer is lost. */
  async send(method: string, target: string, body?: string | Buffer): Promise<RawReply> {
    const { version = '1.1', headers = ['User-Agent: iClock Proxy/1.09', 'Connection: close', 'Accept: */*'] } =
      this.#options;
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    const lines = [`${method} ${target} HTTP/${version}`, ...headers];
    if (bytes) lines.push(`Content-Length: ${bytes.length}`);
    return parseReply(
      await this.exchange(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes ?? Buffer.alloc(0)])),
    );
  }

  /** Writes the bytes unchanged and reads until the reply is complete. */
  exchange(bytes: Buffer): Promise<Buffer> {
    const lost = this.#options.losesAnswer?.() ?? false;
    return new Promise((resolve, reject) => {
      const { port, host = '127.0.0.1', from } = this.#options;
      const socket = connect({ port, host, ...(from && { localAddress: from }) });
      let seen: Buffer = Buffer.alloc(0);
      socket.setTimeout(60_000, () => socket.destroy(new Error('time-out')));
      socket.on('connect', () => socket.write(bytes));
      socket.on('data', (chunk) => {
        // The server has handled the request by now; its reply is lost.
        if (lost) return socket.destroy(new Error('answer lost'));
        seen = Buffer.concat([seen, chunk]);
        if (isComplete(seen)) {
          socket.destroy();
          resolve(seen);
        }
      });
      socket.on('error', reject);
      socket.on('close', () => (seen.length > 0 ? resolve(seen) : reject(new Error('closed without an answer'))));
    });
  }
}

function isComplete(bytes: Buffer): boolean {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /\r\nContent-Length: (\d+)/.exec(bytes.subarray(0, end).toString('latin1'))?.[1];
  return length !== undefined && bytes.length >= end + 4 + Number(length);
}

/** Parses a reply as a terminal's crude parser does, and tells what that could not have understood. */
export function parseReply(bytes: Buffer): RawReply {
  const end = bytes.indexOf('\r\n\r\n');
  const head = bytes.subarray(0, end < 0 ? bytes.length : end).toString('latin1');
  const body = end < 0 ? '' : bytes.subarray(end + 4).toString('utf8');
  const violations: string[] = [];
  const status = Number(/^HTTP\/1\.[01] (\d{3}) /.exec(head)?.[1] ?? 0);
  const expect = (holds: boolean, what: string) => {
    if (!holds) violations.push(`${what}: ${JSON.stringify(head.slice(0, 200))}`);
  };
  expect(status !== 0, 'no status line');
  expect(head.length < 2_048, 'headers over 2 KB');
  expect(
    head.split('\r\n').every((line) => line.length < 1_024),
    'a header line over 1 KB',
  );
  expect(/\r\nContent-Length: \d+/.test(head), 'no Content-Length in this case');
  if (status === 200) {
    expect(/\r\nDate: \w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT/.test(head), 'no Date in this case');
    expect(head.includes('text/plain'), 'not text/plain');
  }
  return { status, head, body, violations };
}
