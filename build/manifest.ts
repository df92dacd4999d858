import type { ManifestOptions } from 'vite-plugin-pwa';

/** The web app manifest that Chromium and iOS need to install the application. `id` must never change; start_url must never contain a token. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  start_url: '/',
  scope: '/',
  name: 'Tallyboard',
  short_name: 'Tallyboard',
  description: 'Who is at work, what was picked, packed or sewn, and what time was wasted: live.',
  lang: 'en',
  dir: 'ltr',
  display: 'standalone',
  display_override: ['standalone', 'minimal-ui'],
  theme_color: '#ffffff',
  background_color: '#f4f6f8',
  categories: ['business', 'productivity'],
  // A second window would have no session, so the open one handles the link.
  launch_handler: { client_mode: ['focus-existing', 'auto'] },
  handle_links: 'preferred',
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/monochrome-512.png', sizes: '512x512', type: 'image/png', purpose: 'monochrome' },
  ],
  screenshots: [
    {
      src: '/screenshots/overview-wide.png',
      sizes: '1280x800',
      type: 'image/png',
      form_factor: 'wide',
      label: 'Today at a glance: who is here, what was picked',
    },
    {
      src: '/screenshots/overview-narrow.png',
      sizes: '390x844',
      type: 'image/png',
      form_factor: 'narrow',
      label: 'The day on a phone',
    },
    {
      src: '/screenshots/present-narrow.png',
      sizes: '390x844',
      type: 'image/png',
      form_factor: 'narrow',
      label: 'Who is present, and why',
    },
  ],
  shortcuts: [
    { name: 'Overview', url: '/employer/overview', icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }] },
    { name: 'Accounts', url: '/manage/accounts/all', icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }] },
  ],
};
