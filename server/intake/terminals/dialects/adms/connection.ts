import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { Framing } from './framing.ts';

/** A terminal's connection as Node's HTTP server reads it: the bytes of `socket`, repaired (framing.ts); everything else is the socket's. */
export class TerminalConnection extends Duplex {
  readonly #socket: Socket;
  readonly #framing = new Framing();

  /** @param seen the bytes that have been read from the socket already. */
  constructor(socket: Socket, seen: Buffer) {
    super({ allowHalfOpen: true });
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('end', () => this.push(null));
    socket.on('close', () => this.destroy());
    socket.on('error', (error) => this.destroy(error));
    socket.on('timeout', () => this.emit('timeout'));
    this.#receive(seen);
  }

  #receive(chunk: Buffer) {
    const bytes = this.#framing.feed(chunk);
    if (bytes.length > 0 && !this.push(bytes)) this.#socket.pause();
  }

  override _read() {
    this.#socket.resume();
  }
  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void) {
    this.#socket.write(chunk, encoding, done);
  }
  override _final(done: () => void) {
    this.#socket.end(done);
  }
  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.#socket.destroy();
    done(error);
  }

  /** Like that of a socket: closes once everything is written. */
  destroySoon() {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }
  setTimeout(ms: number, onTimeout?: () => void) {
    if (onTimeout) this.once('timeout', onTimeout);
    this.#socket.setTimeout(ms);
    return this;
  }
  setNoDelay(on?: boolean) {
    this.#socket.setNoDelay(on);
    return this;
  }
  setKeepAlive(on?: boolean, ms?: number) {
    this.#socket.setKeepAlive(on, ms);
    return this;
  }
  ref() {
    this.#socket.ref();
    return this;
  }
  unref() {
    this.#socket.unref();
    return this;
  }
  get remoteAddress() {
    return this.#socket.remoteAddress;
  }
  get remotePort() {
    return this.#socket.remotePort;
  }
  get localAddress() {
    return this.#socket.localAddress;
  }
  get localPort() {
    return this.#socket.localPort;
  }
}
