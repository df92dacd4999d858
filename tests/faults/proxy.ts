import { connect, createServer, type Server, type Socket } from 'node:net';
import { pause } from './rig.ts';

/** A port of this machine or another. */
type Target = { host: string; port: number };
type Link = { near: Socket; far: Socket; isSilent: boolean };

/** The faults of a network: bytes in slices of at most `sliceBytes`, a reset after some of them. */
export type Weather = { sliceBytes?: number; resetAfterBytes?: () => number | undefined };

/** A TCP proxy on loopback that behaves like a faulty network. */
export class FaultProxy {
  readonly #server: Server;
  readonly #links = new Set<Link>();
  readonly #weather: Weather;
  #isSilentForNew = false;
  #to: Target;
  port = 0;
  resets = 0;

  private constructor(to: Target, weather: Weather) {
    this.#to = to;
    this.#weather = weather;
    this.#server = createServer({ noDelay: true }, (near) => {
      const link: Link = { near, far: connect({ ...this.#to, noDelay: true }), isSilent: this.#isSilentForNew };
      this.#links.add(link);
      const gone = () => {
        this.#links.delete(link);
        near.destroy();
        link.far.destroy();
      };
      for (const socket of [near, link.far]) socket.on('error', () => undefined).on('close', gone);
      void this.#carry(link, near, link.far);
      void this.#carry(link, link.far, near);
    });
  }

  static async create(to: Target, weather: Weather = {}): Promise<FaultProxy> {
    const proxy = new FaultProxy(to, weather);
    await new Promise<void>((resolve, reject) => {
      proxy.#server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    const address = proxy.#server.address();
    proxy.port = typeof address === 'object' && address ? address.port : 0;
    return proxy;
  }

  async #carry(link: Link, from: Socket, to: Socket) {
    const { sliceBytes, resetAfterBytes } = this.#weather;
    let left = resetAfterBytes?.() ?? Number.POSITIVE_INFINITY;
    try {
      for await (const chunk of from.iterator({ destroyOnReturn: false })) {
        const bytes: Buffer = chunk;
        // Nothing is passed on any more, and neither end is told.
        if (link.isSilent) continue;
        const size = sliceBytes ?? bytes.length;
        for (let at = 0; at < bytes.length; at += size) {
          left -= size;
          if (left < 0) return this.#reset(link);
          to.write(bytes.subarray(at, at + size));
          // The operating system would merge slices that are sent without a pause.
          if (sliceBytes) await new Promise(setImmediate);
        }
      }
      if (!link.isSilent) to.end();
    } catch {
      // The handler of the other direction closes both.
    }
  }

  #reset(link: Link) {
    this.resets++;
    link.near.resetAndDestroy();
    link.far.resetAndDestroy();
  }

  /** Sends new connections elsewhere. */
  leadTo(to: Target) {
    this.#to = to;
  }

  /** Resets every open connection. */
  cut() {
    for (const link of this.#links) this.#reset(link);
  }

  /** Keeps connections open without passing anything on, including new ones unless `old` is given. */
  silence(which: 'old' | 'all') {
    for (const link of this.#links) link.isSilent = true;
    this.#isSilentForNew = which === 'all';
  }

  /** Lets new connections work; silenced ones stay silent. */
  heal() {
    this.#isSilentForNew = false;
  }

  async close() {
    this.#server.close();
    for (const { near, far } of this.#links) {
      near.destroy();
      far.destroy();
    }
    await pause(0);
  }
}
