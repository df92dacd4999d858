import { type RefObject, useEffect } from 'react';
import type { Day } from '../../api/day.ts';
import { startCalls } from '../../lib/earlyCalls.ts';
import { keepView, readView } from '../../lib/lastView.ts';
import { session } from '../../session/session.ts';

/** Changes come in bursts, one for each answer of a refresh. */
const REST_MS = 500;

/** Keeps what the tiles say for the next start of this tab, after each change. */
export function useLastView(summary: RefObject<HTMLElement | null>, { referenceDate }: Day) {
  useEffect(() => {
    const element = summary.current;
    if (!element) return;
    let rest: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      const view = readView(element);
      const current = session.get();
      if (!view || !current) return;
      const calls = startCalls(referenceDate);
      keepView({ ...view, session: current.id, date: referenceDate, at: Date.now(), calls });
    };
    const later = () => {
      clearTimeout(rest);
      rest = setTimeout(keep, REST_MS);
    };
    const watch = new MutationObserver(later);
    watch.observe(element, { childList: true, characterData: true, subtree: true });
    later();
    return () => {
      clearTimeout(rest);
      watch.disconnect();
    };
  }, [summary, referenceDate]);
}
