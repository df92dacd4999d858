import { useEffect } from 'react';
import { useStore } from '../../state/createStore.ts';
import { showLastFigures, shownFigures } from './-shownFigures.ts';

const look = () => void showLastFigures();

/** The figures that this device stored last; nothing without any. */
export function ShownFigures({ onLogIn }: { onLogIn: () => void }) {
  const last = useStore(shownFigures);
  // Also after a session that has run out on this page.
  useEffect(look, []);
  return last && <last.View figures={last.figures} onLogIn={onLogIn} onLook={look} />;
}
