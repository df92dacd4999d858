import type { Clocks } from '../store/readings.ts';

/** The device's clocks as this page sees them, and whether it was hidden since a reading was stored last. */
export class DeviceClocks {
  // A page without TLS has no `crypto.randomUUID`, and still says which address it needs.
  readonly #run = crypto.getRandomValues(new Uint32Array(4)).join('-');
  #hidden = 0;
  #noted = 0;
  readonly #hiddenAt = new WeakMap<Clocks, number>();

  constructor() {
    // A reload is told by the run; what a frozen page did not see is told by the events around it.
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
  /** A reading is on disk: the next one tells of what was hidden after it. */
  readonly stored = (clocks: Clocks) => {
    this.#noted = Math.max(this.#noted, this.#hiddenAt.get(clocks) ?? 0);
  };
}
