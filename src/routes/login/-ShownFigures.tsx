import { useEffect } from 'react';
import { LAST_FIGURES_MARK } from '../../start/lastFiguresMark.ts';
import { useStore } from '../../state/createStore.ts';
import { showLastFigures, shownFigures } from './-shownFigures.ts';

const look = () => void showLastFigures();

/** The figures that this device stored last; nothing without any. */
export function ShownFigures({ onLogIn }: { onLogIn: () => void }) {
  const last = useStore(shownFigures);
  useEffect(() => {
    // Also after a session that has ended on this page.
    look();
    // Another tab may be told that they are forbidden.
    const follow = ({ key }: StorageEvent) => {
      if (key === LAST_FIGURES_MARK || key === null) look();
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);
  return last && <last.View figures={last.figures} onLogIn={onLogIn} onLook={look} />;
}
