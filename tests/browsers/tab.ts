/** A tab of any browser. Elements are found by XPath; expressions for the page are given as text, because only the page has their variables. */
export type Tab = {
  goto: (url: string) => Promise<unknown>;
  reload: () => Promise<unknown>;
  url: () => Promise<string>;
  /** Waits for the element, then types into it until it holds the text. */
  fill: (xpath: string, text: string) => Promise<unknown>;
  /** Waits until the element can be pressed. */
  click: (xpath: string) => Promise<unknown>;
  escape: () => Promise<unknown>;
  /** Returns the value of an expression in the page. */
  evaluate: (expression: string) => Promise<unknown>;
};

/** A browser with one tab. `downloads`: the folder that it saves into. */
export type TestBrowser = {
  name: string;
  tab: Tab;
  downloads: string;
  /** Returns the errors of the page since the last call. */
  errors: () => Promise<string[]>;
  close: () => Promise<void>;
};

const PATIENCE_MS = 30_000;

/** Polls until something is there and returns it. Throws after 30 s. */
export async function until<T>(what: string, look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error(`Waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
