const REST_MS = 60_000;

/** Tells whether nobody uses the Recorder just now: a release is applied, and a lost database opened anew, at rest only. */
export class Rest {
  #lastAct = performance.now();
  #kept = 0;
  /** Somebody scanned, pressed or typed. */
  readonly used = () => {
    this.#lastAct = performance.now();
  };
  /** Keeps the page as it is while a screen has what no disk has; returns what ends that. */
  readonly keepOpen = () => {
    this.#kept += 1;
    return () => {
      this.#kept -= 1;
    };
  };
  get isRest() {
    return this.#kept === 0 && performance.now() - this.#lastAct > REST_MS;
  }
}
