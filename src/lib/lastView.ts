/**
 * What the tiles say, kept beside the session in the tab's storage: the page itself draws it at the next start of this tab, before any
 * script has come (build/boot/view.js). Figures of the account and names of its devices, never of people; gone with the session.
 */
const KEY = 'tb.view';
type Tile = { label: string; figure: string; below: string };
export type LastView = {
  /** Of whom: the session's id. */
  session: string;
  /** The reference date, YYYY-MM-DD. */
  date: string;
  /** Epoch ms. */
  at: number;
  /** As of when, and how complete. */
  trust: string;
  tiles: readonly Tile[];
  /** What the page asks for at the next start, before the application can. */
  calls: readonly string[];
};

const textOf = (element: Element | null) => element?.textContent?.trim() ?? '';

/** The tiles in an element and what stands above them; null while a figure is missing. */
export function readView(summary: Element): Pick<LastView, 'trust' | 'tiles'> | null {
  const tiles = [...summary.querySelectorAll('[data-tile]')].map((tile): Tile | null => {
    const figure = tile.querySelector('[data-testid="figure"]');
    if (!figure) return null;
    return {
      label: textOf(figure.previousElementSibling),
      figure: textOf(figure),
      below: textOf(figure.nextElementSibling),
    };
  });
  const known = tiles.filter((tile) => tile !== null);
  if (known.length === 0 || known.length < tiles.length) return null;
  return { trust: textOf(summary.querySelector('[data-trust]')), tiles: known };
}

/** Keeps it for the next start of this tab; without storage the next start shows the outline. */
export function keepView(view: LastView) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(view));
  } catch {
    // Full or refused: it is only a picture.
  }
}

export const forgetView = () => sessionStorage.removeItem(KEY);
