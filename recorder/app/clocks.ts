import type { Clocks } from '../store/readings.ts';

/** Reads the device's clocks, and notes whether this page was hidden since the last stored reading. */
export class DeviceClocks {
  // Without `crypto.randomUUID`, which a page without TLS lacks.
  readonly #run = crypto.getRandomValues(new Uint32Array(4)).join('-');
  #hidden = 0;
  #noted = 0;
  readonly #hiddenAt = new WeakMap<Clocks, number>();

  constructor() {
    // A reload shows by the run; a frozen page runs no code, but the events before and after it show that.
    const note = () => {
      this.#hidden += 1;
    };
    document.addEventListener('visibilitychange', note);
    document.addEventListener('freeze', note);
    addEventListener('pagehide', note);
    if (document.visibilityState === 'hidden') note();
  }
  readonly now = (): Clocks => {
    const wasHidden = this.#hidden !== this.#noted || document.visibilityState === 'hidden';
    const clocks = { wall: Date.now(), mono: performance.now(), run: this.#run, wasHidden };
    this.#hiddenAt.set(clocks, this.#hidden);
    return clocks;
  };
  /** Called when a reading is on disk: the next one covers only the time after it. */
  readonly stored = (clocks: Clocks) => {
    this.#noted = Math.max(this.#noted, this.#hiddenAt.get(clocks) ?? 0);
  };
}
