import { createHash } from 'node:crypto';

export type PagePolicy = {
  /** Other origins that the page may call: configured API hosts. */
  connect: readonly string[];
  /** True where the page is served by https: browsers are then told to use nothing else. */
  isHttps: boolean;
};

/** Additions for the Recorder's page: its decoder is WebAssembly in a worker, and it uses the camera. */
const RECORDER = { policy: 'recorder-worker', camera: 'camera=(self)' };

/**
 * Returns the headers of every page. Inline scripts and style sheets are allowed by their hash; inline style attributes are allowed
 * because the components set them. Not for /iclock: terminals copy headers into small buffers.
 */
export function pageHeaders(
  html: string,
  { connect, isHttps }: PagePolicy,
  page: 'dashboard' | 'recorder' = 'dashboard',
): Record<string, string> {
  const isRecorder = page === 'recorder';
  const policy = {
    'default-src': ["'none'"],
    'script-src': [
      "'self'",
      ...(isRecorder ? ["'wasm-unsafe-eval'"] : []),
      ...hashes(html, /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi),
    ],
    'style-src': ["'self'", ...hashes(html, /<style[^>]*>([\s\S]*?)<\/style>/gi)],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...connect],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...connect],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    // Text becomes markup or code only through the two policies of src/lib/trustedText.ts.
    'require-trusted-types-for': ["'script'"],
    'trusted-types': isRecorder ? [RECORDER.policy] : ['service-worker', 'report-view'],
  };
  return {
    'content-security-policy': Object.entries(policy)
      .map(([name, sources]) => `${name} ${sources.join(' ')}`)
      .join('; '),
    'permissions-policy': `${isRecorder ? RECORDER.camera : 'camera=()'}, geolocation=(), microphone=(), payment=(), usb=(), serial=(), display-capture=()`,
    ...fileHeaders(isHttps),
  };
}

/** Returns the headers of every file of the web application. */
export const fileHeaders = (isHttps: boolean): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
});

const hashes = (html: string, inline: RegExp) =>
  [...html.matchAll(inline)].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
