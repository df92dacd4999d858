import { queryClient } from '../api/client.ts';
import type { Session } from '../state/session.ts';
import type { FigureCache } from './persistence.ts';

/** The longest that a start waits for the disk, ms: figures are worth only a short wait. */
const RESTORE_WAIT_MS = 200;
/** The longest that a log-out does, ms: the key of what is left has been forgotten by then. */
const WIPE_WAIT_MS = 2_000;
/** Resolves with `work`, or after `ms`: it continues in the background. */
const within = (ms: number, work: Promise<void>) =>
  Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, ms))]);
const load = () => import('./persistence.ts');

/** Opens and closes the stored figures of the logged-in user together with the session. No function here rejects, because this is only a cache. */
export function figuresOf(schemaHash: string) {
  let current: FigureCache | undefined;
  let generation = 0;
  const close = () => {
    generation += 1;
    current?.close();
    current = undefined;
  };
  async function openAndRestore(session: Session, mine: number) {
    try {
      const [{ openFigureCache }, client] = await Promise.all([load(), queryClient()]);
      if (mine !== generation) return;
      const opened = await openFigureCache(session, client, schemaHash);
      if (mine !== generation) return opened.close();
      current = opened;
      await opened.restore();
    } catch (error) {
      console.warn('Figures are not kept on this device', error);
    }
  }
  return {
    close,
    /** Resolves when the figures are restored, or after 200 ms: a slow disk continues in the background. */
    async open(session: Session) {
      close();
      await within(RESTORE_WAIT_MS, openAndRestore(session, generation));
    },
    /** Resolves when the figures are deleted, or after 2 s. */
    wipe: (session: Session) =>
      within(
        WIPE_WAIT_MS,
        load().then(({ wipeFigures }) => wipeFigures(session)),
      ),
  };
}
