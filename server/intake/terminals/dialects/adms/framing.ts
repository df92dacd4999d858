import { isTerminalPath } from './request.ts';

/**
 * Repairs what terminals send and Node's parser refuses: raw spaces in the target (`INFO=Ver 6.39 Apr 28 2008,...`), bytes that are not ASCII, an
 * absolute URL, a missing leading slash, heads whose lines end in LF alone, and bytes beyond the declared length of a request (NULs, line ends, the
 * rest of a body whose length was too small).
 */
const MAX_HEAD = 16_384;
const LF = 10;
const METHOD = /^[A-Za-z]{1,10}(?=[ \t])/;
const VERSION = /[ \t](HTTP\/1\.[01])[ \t]*\r?$/i;
const BLANKS = /^[ \t]+|(?<![ \t])[ \t]+$/g;

/** Percent-encodes every byte that is not allowed in a request target. */
const encodeTarget = (target: string) =>
  target.replace(
    /[^\x21-\x7e]|[<>"\\^`{|}#]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );

/** Returns a request line in the form that Node accepts, without its line end; null for anything else. `line` is latin1. */
function requestLineOf(line: string): { text: string; isTerminal: boolean } | null {
  const method = METHOD.exec(line)?.[0];
  const version = VERSION.exec(line);
  if (!method || !version) return null;
  const given = line.slice(method.length, version.index).replace(BLANKS, '');
  const relative = given.replace(/^https?:\/\/[^/?]*/i, '');
  const target = encodeTarget(relative.startsWith('/') ? relative : `/${relative}`);
  if (!isTerminalPath(target.split('?')[0] ?? '')) return { text: line.replace(/\r$/, ''), isTerminal: false };
  return { text: `${method.toUpperCase()} ${target} ${version[1]?.toUpperCase()}`, isTerminal: true };
}

/** Returns true for the request line (latin1) of a terminal. */
export const isTerminalLine = (line: string): boolean => requestLineOf(line)?.isTerminal ?? false;

/** Repairs the requests of one connection: takes bytes, returns bytes for the parser. */
export class Framing {
  #held: Buffer = Buffer.alloc(0);
  /** The bytes of the body that are still to come. */
  #body = 0;
  /** True once the rest is passed to the parser unchanged: chunked bodies, heads without an end. */
  #isLeft = false;

  feed(chunk: Buffer): Buffer {
    const out: Buffer[] = [];
    this.#held = this.#held.length > 0 ? Buffer.concat([this.#held, chunk]) : chunk;
    while (this.#held.length > 0) {
      const taken = this.#isLeft || this.#body > 0 ? this.#takeBody() : this.#takeHead();
      if (taken === null) break;
      out.push(taken);
    }
    return out.length === 1 && out[0] ? out[0] : Buffer.concat(out);
  }

  #take(length: number): Buffer {
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return taken;
  }

  #takeBody(): Buffer {
    if (this.#isLeft) return this.#take(this.#held.length);
    const taken = this.#take(Math.min(this.#body, this.#held.length));
    this.#body -= taken.length;
    return taken;
  }

  /** Returns a whole head, nothing where only remains of a body were skipped, or null while more bytes are needed. */
  #takeHead(): Buffer | null {
    this.#take(this.#held.findIndex(isLetter) < 0 ? this.#held.length : this.#held.findIndex(isLetter));
    const first = this.#held.indexOf(LF);
    if (first < 0) return this.#waitFor(null);
    const line = requestLineOf(this.#held.toString('latin1', 0, first));
    if (line === null) {
      this.#take(first + 1);
      return Buffer.alloc(0);
    }
    const end = endOfHead(this.#held, first);
    if (end < 0) return this.#waitFor(Buffer.alloc(0));
    const fields = this.#take(end)
      .toString('latin1')
      .split('\n')
      .slice(1)
      .map((field) => field.replace(/\r$/, ''));
    this.#expectBody(fields);
    return Buffer.from([line.text, ...fields].join('\r\n'), 'latin1');
  }

  /** Too long for a head: remains of a body are dropped; a request is left to the parser, which refuses it. */
  #waitFor(tooLong: Buffer | null): Buffer | null {
    if (this.#held.length < MAX_HEAD) return null;
    if (tooLong === null) this.#held = Buffer.alloc(0);
    else this.#isLeft = true;
    return tooLong;
  }

  #expectBody(fields: readonly string[]) {
    const lengths = fields.flatMap((field) => /^content-length:[ \t]*(.*?)[ \t]*$/i.exec(field)?.[1] ?? []);
    const [length = '0'] = lengths;
    if (
      lengths.length > 1 ||
      !/^\d{1,12}$/.test(length) ||
      fields.some((field) => /^transfer-encoding[ \t]*:/i.test(field))
    )
      this.#isLeft = true;
    else this.#body = Number(length);
  }
}

/** A method starts with a letter; NULs, spaces and line ends between two requests do not. */
const isLetter = (byte: number) => (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);

/** Returns the index after the empty line that ends a head; -1 while it has not arrived. */
function endOfHead(bytes: Buffer, from: number): number {
  for (let at = from; at >= 0; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at + 1] === LF) return at + 2;
    if (bytes[at + 1] === 13 && bytes[at + 2] === LF) return at + 3;
  }
  return -1;
}
