import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { makeRouter } from './router.ts';
import { theme } from './theme.ts';

/** The application around its router. No `<style>` at run time (CSP): variables and classes come from stylesheets. */
export function App({ queryClient, router }: { queryClient: QueryClient; router: ReturnType<typeof makeRouter> }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
