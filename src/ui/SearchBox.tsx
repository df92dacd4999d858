import { useLingui } from '@lingui/react/macro';
import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { MAX_QUERY, SEARCH_IDLE_MS } from '../lib/search.ts';

type Props = {
  /** The current search text. */
  value: string;
  /** The committed words: after 1 s idle, Enter or blur. */
  onCommit: (words: string) => void;
  /** Escape: empties and commits; the caller may close the search. */
  onClose?: () => void;
  label: string;
};

/** A search that asks the server only when one has stopped typing. */
export function SearchBox({ value, onCommit, onClose, label }: Props) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(value);
  const idle = useRef<ReturnType<typeof setTimeout>>(undefined);
  const committed = useRef(value);

  useEffect(() => {
    // A link or the back button changed it; what is being typed wins until it is committed.
    if (value !== committed.current) {
      committed.current = value;
      setTyped(value);
    }
  }, [value]);
  useEffect(() => () => clearTimeout(idle.current), []);

  const commit = (words: string) => {
    clearTimeout(idle.current);
    const next = words.trim();
    if (next === committed.current) return;
    committed.current = next;
    onCommit(next);
  };
  const type = (words: string) => {
    setTyped(words);
    clearTimeout(idle.current);
    idle.current = setTimeout(() => commit(words), SEARCH_IDLE_MS);
  };
  const clear = () => {
    setTyped('');
    commit('');
  };

  return (
    <TextInput
      type="search"
      role="searchbox"
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={MAX_QUERY}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={
        typed && (
          <CloseButton aria-label={t`Clear search`} onMouseDown={(event) => event.preventDefault()} onClick={clear} />
        )
      }
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => commit(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit(typed);
        if (event.key === 'Escape') {
          event.stopPropagation();
          clear();
          onClose?.();
        }
      }}
    />
  );
}
