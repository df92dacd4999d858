import { connect, createServer, type Server, type Socket } from 'node:net';
import { pause } from './rig.ts';

/** A port of this machine or another. */
type Target = { host: string; port: number };
type Link = { near: Socket; far: Socket; isSilent: boolean };

/** The faults of a network: bytes in slices of at most `sliceBytes`, a reset after some of them. */
export type Weather = { sliceBytes?: number; resetAfterBytes?: () => number | undefined };

/** Stands between two ends of TCP on loopback and does what networks do. */
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
        // Nothing passes any more, and nobody is told.
        if (link.isSilent) continue;
        const size = sliceBytes ?? bytes.length;
        for (let at = 0; at < bytes.length; at += size) {
          left -= size;
          if (left < 0) return this.#reset(link);
          to.write(bytes.subarray(at, at + size));
          // Slices sent without a pause would be merged again by the operating system.
          if (sliceBytes) await new Promise(setImmediate);
        }
      }
      if (!link.isSilent) to.end();
    } catch {
      // The other direction closes both.
    }
  }

  #reset(link: Link) {
    this.resets++;
    link.near.resetAndDestroy();
    link.far.resetAndDestroy();
  }

  /** Sends connections that open from now on elsewhere. */
  leadTo(to: Target) {
    this.#to = to;
  }

  /** Resets everything that is open now. */
  cut() {
    for (const link of this.#links) this.#reset(link);
  }

  /** Keeps connections open and silent, also those that open from now on, unless `old` only. */
  silence(which: 'old' | 'all') {
    for (const link of this.#links) link.isSilent = true;
    this.#isSilentForNew = which === 'all';
  }

  /** Lets new connections work; those that fell silent stay so. */
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
