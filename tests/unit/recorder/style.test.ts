import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Contrast and targets of the Recorder, which is read at arm's length and in the sun. */
const css = readFileSync(new URL('../../../recorder/style.css', import.meta.url), 'utf8');
const tokensOf = (selector: string) => {
  const block = css.slice(css.indexOf(`${selector} {`)).split('}')[0] ?? '';
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  );
};
const SCHEMES = {
  light: tokensOf(':root'),
  dark: tokensOf(':root[data-scheme="dark"]'),
  // Colours that it does not name are those of the light theme.
  sun: { ...tokensOf(':root'), ...tokensOf(':root[data-scheme="sun"]') },
};
/** Relative luminance and contrast of WCAG 2.2. */
const luminance = (colour: string) => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: string, b: string) => {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
};

describe.each(Object.entries(SCHEMES))('the scheme %s', (_name, tokens) => {
  it.each([
    ...['in', 'out', 'warn', 'bad'].map((name) => [`${name}-text`, name] as const),
    ...['page', 'surface'].flatMap((ground) => [['text', ground] as const, ['dim', ground] as const]),
    ['bad', 'page'] as const,
    ['bad', 'surface'] as const,
  ])('has %s on %s at 7:1', (text, ground) => {
    expect(contrast(tokens[text] ?? '', tokens[ground] ?? '')).toBeGreaterThanOrEqual(7);
  });
  it.each(['page', 'surface'])('has lines and focus on %s at 3:1', (ground) => {
    for (const line of ['line', 'out'])
      expect(contrast(tokens[line] ?? '', tokens[ground] ?? '')).toBeGreaterThanOrEqual(3);
  });
});
it.each(['repeat', 'unknown', 'full', 'refused', 'either'])(
  'does not show "%s", which records nothing, as taken',
  (kind) => expect(css).toContain(`.result[data-kind="${kind}"]`),
);
it('has targets of 72 px', () => expect(css).toContain('--target: 72px;'));
