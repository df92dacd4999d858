import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import type { Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data';
import { parseSync, Visitor } from 'vite';

/** The oldest browsers that the README names. */
export const BROWSERS = { chrome: '111', edge: '111', firefox: '128', safari: '16.4', safari_ios: '16.4' } as const;
type Browser = keyof typeof BROWSERS;

const isNewer = (version: string, target: string) => {
  const [a = 0, b = 0] = version.replace('≤', '').split('.').map(Number);
  const [c = 0, d = 0] = target.split('.').map(Number);
  return a > c || (a === c && b > d);
};
/** Tells whether one of the browsers got a feature later than its oldest supported version; unknown data counts as supported. */
function isTooNew(feature: Identifier | undefined): boolean {
  const support = feature?.__compat?.support;
  if (!support) return false;
  return (Object.keys(BROWSERS) as Browser[]).some((browser) => {
    const statement = support[browser];
    const first: SimpleSupportStatement | undefined = Array.isArray(statement) ? statement[0] : statement;
    const added = first?.version_added;
    if (added === false) return true;
    return typeof added === 'string' && (added === 'preview' || isNewer(added, BROWSERS[browser]));
  });
}

const builtins = bcd.javascript?.builtins ?? {};
const interfaces = bcd.api ?? {};
/** Covers `Promise.withResolvers` and `AbortSignal.any`: static members of a global. */
const isStaticTooNew = (object: string, name: string) =>
  isTooNew(builtins[object]?.[name]) || isTooNew(interfaces[object]?.[`${name}_static`]);
/** Types whose methods are recognised by name alone: too new if all of them that have the method got it too late. */
const TYPES = ['Array', 'String', 'Set', 'Map', 'Promise', 'ArrayBuffer'];
function isMethodTooNew(name: string): boolean {
  const known = TYPES.flatMap((type) => builtins[type]?.[name] ?? []).filter(({ __compat }) => __compat);
  return known.length > 0 && known.every(isTooNew);
}
const isGlobalTooNew = (name: string) => isTooNew(builtins[name]) || isTooNew(interfaces[name]);

/** Returns the features in a script that one of the browsers lacks, as they are written: `Promise.withResolvers`, `.toSorted()`, `Temporal`. */
export function tooNewIn(code: string): Set<string> {
  const found = new Set<string>();
  const visitor = new Visitor({
    MemberExpression({ object, property, computed }) {
      if (computed || object.type !== 'Identifier' || property.type !== 'Identifier') return;
      if (isStaticTooNew(object.name, property.name)) found.add(`${object.name}.${property.name}`);
    },
    CallExpression({ callee }) {
      if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return;
      if (callee.object.type === 'Identifier' && callee.object.name in builtins) return;
      if (isMethodTooNew(callee.property.name)) found.add(`.${callee.property.name}()`);
    },
    NewExpression({ callee }) {
      if (callee.type === 'Identifier' && isGlobalTooNew(callee.name)) found.add(`new ${callee.name}`);
    },
  });
  visitor.visit(parseSync('script.js', code).program);
  return found;
}
