import { useLingui } from '@lingui/react/macro';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { makeRouter } from './router.ts';
import { theme } from './theme.ts';

type AppProps = { router?: ReturnType<typeof makeRouter>; env?: 'test'; children?: ReactNode };

/** The application around its router, or around a part of its first picture. No `<style>` at run time (CSP): variables and classes come from stylesheets. */
export function App({ router, env, children }: AppProps) {
  const { t } = useLingui();
  const worded = useMemo(() => {
    // The one label of Mantine's own that is shown.
    const visibilityToggleButtonProps = { 'aria-label': t`Toggle password visibility` };
    const components = { ...theme.components, PasswordInput: { defaultProps: { visibilityToggleButtonProps } } };
    return { ...theme, components };
  }, [t]);
  return (
    <DirectionProvider>
      <MantineProvider
        env={env}
        theme={worded}
        defaultColorScheme="auto"
        withCssVariables={false}
        withGlobalClasses={false}
      >
        {router ? <RouterProvider router={router} /> : children}
      </MantineProvider>
    </DirectionProvider>
  );
}
