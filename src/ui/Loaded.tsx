import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Skeleton, Text } from '@mantine/core';
import { type ReactNode, use } from 'react';
import { Age } from './Age.tsx';
import { EmptyState } from './EmptyState.tsx';
import { InDialog } from './inDialog.ts';
import { Connected, FailedNote } from './Missing.tsx';

type Props<Data> = {
  query: {
    data: Data | undefined;
    error: Error | null;
    refetch: () => unknown;
    /** Epoch ms. */
    dataUpdatedAt?: number;
  };
  /** The text of an inline failure: fixed, or made from the error. */
  failed: string | ((error: Error) => string);
  /** Shown where there is no such thing (404) or can be none (400), which trying again does not change. */
  missing?: string;
  /** Shown in place of a list without rows. */
  empty?: string;
  /** Of the skeleton: that of what replaces it. */
  height: number;
  /** The name of what is loading, for a screen reader. */
  label: string;
  children: (data: Data) => ReactNode;
};

/**
 * Renders the data of a query. If a refresh fails, the old data stays with a message above it. Without a connection that is no failure; a dialog,
 * which covers the strip that shows the age, then shows it itself.
 */
export function Loaded<Data>({ query, failed, missing, empty, height, label, children }: Props<Data>) {
  const { t } = useLingui();
  const { data, error, refetch, dataUpdatedAt } = query;
  const connected = use(Connected);
  const covered = use(InDialog);
  const note = error && (
    <FailedNote text={typeof failed === 'string' ? failed : failed(error)} onRetry={() => void refetch()} />
  );
  if (missing && error && 'status' in error && (error.status === 404 || error.status === 400))
    return <EmptyState text={missing} />;
  if (data === undefined)
    return note ?? <Skeleton h={height} role="status" aria-busy aria-label={t`Loading ${label}`} />;
  return (
    <>
      {note && connected && <Box mb="sm">{note}</Box>}
      {dataUpdatedAt !== undefined && ((covered && !connected) || (note && connected)) && (
        <Text size="sm" mb="xs">
          {connected ? (
            <Age at={dataUpdatedAt} />
          ) : (
            <>
              <Trans>You are offline.</Trans> <Age at={dataUpdatedAt} words={(time) => <Trans>As of {time}</Trans>} />
            </>
          )}
        </Text>
      )}
      {empty && Array.isArray(data) && data.length === 0 ? <EmptyState text={empty} /> : children(data)}
    </>
  );
}
