import { useLayoutEffect } from 'react';
import { useStore } from '../../state/createStore.ts';
import { readAfterSession, showLastFigures, shownFigures } from './-shownFigures.ts';

/** The figures that this device stored last; nothing without any. */
export function ShownFigures({ onLogIn }: { onLogIn: () => void }) {
  const last = useStore(shownFigures);
  useLayoutEffect(() => void readAfterSession(), []);
  return last && <last.View figures={last.figures} onLogIn={onLogIn} onLook={showLastFigures} />;
}
