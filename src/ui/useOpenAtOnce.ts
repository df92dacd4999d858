import { useEffect, useRef, useState } from 'react';

/**
 * For a surface that `OnPress` has loaded: the ref of its button, which gets the focus as if it had been there all the time, and the state, open from
 * the first frame on.
 */
export function useOpenAtOnce() {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    button.current?.focus({ preventScroll: true });
    setOpened(true);
  }, []);
  return { button, opened, setOpened };
}
