import type { ReactNode } from 'react';
import type { TableProps } from './DataTable.tsx';
import { lazyWithRetry } from './lazyWithRetry.tsx';
import { MissingNote } from './Missing.tsx';

const load = async () => {
  const { DataTable } = await import('./DataTable.tsx');
  return { default: DataTable<unknown> };
};

/**
 * A `DataTable` that is loaded when it is first shown, inside a `Suspense` of the caller: raw data, which few open. What is lazy has one type of
 * rows, though it is the same function for all.
 */
export const LazyTable = lazyWithRetry<TableProps<unknown>>(load, MissingNote) as unknown as <Row>(
  props: TableProps<Row>,
) => ReactNode;
