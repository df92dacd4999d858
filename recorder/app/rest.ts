const REST_MS = 60_000;

/** Tells whether the Recorder is idle: only then a release is applied, or a lost database opened again. */
export class Rest {
  #lastAct = performance.now();
  #held = 0;
  /** Called when the user scans, presses or types. */
  readonly used = () => {
    this.#lastAct = performance.now();
  };
  /** Keeps the page open while a screen holds something that is not on disk; returns the function that ends that. */
  readonly keepOpen = () => {
    this.#held += 1;
    return () => {
      this.#held -= 1;
    };
  };
  get isRest() {
    return this.#held === 0 && performance.now() - this.#lastAct > REST_MS;
  }
}
