/** A subset of Inter (decision 028), in public/: its name says its version, because what lies below /assets never changes. */
const FILE = '/assets/inter-5.3.0.woff2';

/**
 * Registers the typeface where the worker has it already. A first visit shows the system's, so that nothing of it is downloaded beside the scripts;
 * 'optional' never swaps a typeface that is already drawn, so that nothing moves.
 */
export function registerTypeface() {
  if (!navigator.serviceWorker?.controller) return;
  const face = new FontFace('Inter', `url(${FILE})`, { weight: '400 600', display: 'optional' });
  document.fonts.add(face);
  // Now rather than with the first text, which waits 100 ms for it at most.
  face.load().catch(() => undefined);
}
