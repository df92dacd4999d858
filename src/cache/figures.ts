import { queryClient } from '../api/client.ts';
import type { Session } from '../state/session.ts';
import type { FigureCache } from './persistence.ts';

/** The longest that a start waits for the disk, ms: figures are worth only a short wait. */
const RESTORE_WAIT_MS = 200;
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
      let timer: ReturnType<typeof setTimeout> | undefined;
      const tooSlow = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, RESTORE_WAIT_MS);
      });
      await Promise.race([openAndRestore(session, generation), tooSlow]);
      clearTimeout(timer);
    },
    async wipe(session: Session) {
      const { wipeFigures } = await load();
      await wipeFigures(session);
    },
  };
}
