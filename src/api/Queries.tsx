import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, use } from 'react';
import { queryClient, readyClient } from './client.ts';

/** The areas' access to the query client; suspends until it is there. Loaded by the root route when an area is shown. */
export default function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={readyClient() ?? use(queryClient())}>{children}</QueryClientProvider>;
}
