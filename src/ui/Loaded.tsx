import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNote } from './ErrorNote.tsx';

type Props<Data> = {
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  /** What an inline failure says: fixed words, or made from the error. */
  failed: string | ((error: Error) => string);
  /** Of the skeleton: that of what replaces it. */
  height: number;
  /** What is loading, for a screen reader. */
  label: string;
  children: (data: Data) => ReactNode;
};

/** What a query answered. A refresh that fails keeps what is on show, and says so above it. */
export function Loaded<Data>({ query, failed, height, label, children }: Props<Data>) {
  const { data, error, refetch } = query;
  const note = error && (
    <ErrorNote text={typeof failed === 'string' ? failed : failed(error)} onRetry={() => void refetch()} />
  );
  if (data === undefined)
    return note ?? <Skeleton h={height} role="status" aria-busy aria-label={`Loading ${label}`} />;
  return (
    <>
      {note}
      {children(data)}
    </>
  );
}
