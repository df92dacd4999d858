import { DirectionProvider, MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import type { makeRouter } from './router.ts';
import { theme } from './theme.ts';

/** The application around its router. No `<style>` at run time (CSP): variables and classes come from stylesheets. */
export function App({ router, env }: { router: ReturnType<typeof makeRouter>; env?: 'test' }) {
  return (
    <DirectionProvider>
      <MantineProvider
        env={env}
        theme={theme}
        defaultColorScheme="auto"
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <RouterProvider router={router} />
      </MantineProvider>
    </DirectionProvider>
  );
}
