import { type FocusEvent, type PointerEvent, useRef, useState } from 'react';
import type { Exception } from '#contract/office/exceptions.ts';
import type { Done } from './corrections.queries.ts';

/** A row whose fix was just applied; `after`: the key of the row before it. */
type Standing = { exception: Exception; after: string | undefined; done: Done };

/**
 * Keeps rows whose fix was applied where they are until pointer and focus have left the list, so that the next row does not slide under a second press. Returns
 * the rows to show, what was done by row, and the handlers of the list.
 */
export function useStandingRows(listed: readonly Exception[]) {
  const [standing, setStanding] = useState<readonly Standing[]>([]);
  const isPointerIn = useRef(false);
  const rows = [...listed];
  const gone = standing.filter(({ exception: { key } }) => !listed.some((one) => one.key === key));
  for (const { exception, after } of gone) rows.splice(rows.findIndex(({ key }) => key === after) + 1, 0, exception);
  const clear = () => setStanding((before) => (before.length > 0 ? [] : before));
  return {
    rows,
    doneIn: new Map(gone.map(({ exception, done }) => [exception.key, done])),
    keep: (exception: Exception, done: Done) => {
      const after = rows[rows.findIndex(({ key }) => key === exception.key) - 1]?.key;
      if (done.actIds.length > 0) setStanding((before) => [...before, { exception, after, done }]);
    },
    handlers: {
      onPointerEnter: () => {
        isPointerIn.current = true;
      },
      onPointerLeave: ({ currentTarget }: PointerEvent) => {
        isPointerIn.current = false;
        if (!currentTarget.contains(document.activeElement)) clear();
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        // A button that is replaced loses the focus to nothing.
        const isLeaving = relatedTarget instanceof Node && !currentTarget.contains(relatedTarget);
        if (isLeaving && !isPointerIn.current) clear();
      },
    },
  };
}
