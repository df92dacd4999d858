/**
 * Names that come twice in one object: a parser of JSON takes the last value and forgets the others, which may be another event or another person. They are
 * all in a list here, as those of XML and of forms are.
 */

/** Returns the number of fields of all objects of a value. */
export function fieldCount(value: unknown): number {
  let count = 0;
  const open: unknown[] = [value];
  for (const one of open) {
    if (typeof one !== 'object' || one === null) continue;
    const inner: unknown[] = Object.values(one);
    if (!Array.isArray(one)) count += inner.length;
    for (const each of inner) if (typeof each === 'object') open.push(each);
  }
  return count;
}

/** Returns an object of these fields: a name that comes again with another value has all of them in a list. */
export function together(fields: readonly (readonly [name: string, value: unknown])[]): Record<string, unknown> {
  const values = new Map<string, unknown[]>();
  for (const [name, value] of fields) {
    const known = values.get(name);
    if (!known) values.set(name, [value]);
    else if (!known.includes(value)) known.push(value);
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? all[0] : all]));
}

const [QUOTE, BACKSLASH] = ['"', '\\'];
/** Before a name that has come before in its object, with its number there; no name of JSON that anybody writes begins so. */
const MARK = '\u{e000}';
const AGAIN = new RegExp(`^${MARK}\\d+${MARK}`);
const COLON = /[ \t\r\n]*:/y;

/** Parses valid JSON whose objects have names twice. */
export const withAllValues = (text: string): unknown =>
  JSON.parse(withNamesApart(text), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const fields = Object.entries(value);
    return fields.some(([name]) => AGAIN.test(name))
      ? together(fields.map(([name, one]) => [name.replace(AGAIN, ''), one]))
      : value;
  });

/** Returns valid JSON with a mark before each name that has come before in its object. */
function withNamesApart(text: string): string {
  const parts: string[] = [];
  const names: Map<string, number>[] = [];
  let done = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '{') names.push(new Map());
    else if (char === '}') names.pop();
    if (char !== QUOTE) continue;
    const end = endOfString(text, at);
    COLON.lastIndex = end;
    const isName = COLON.test(text);
    const name: string = isName ? JSON.parse(text.slice(at, end)) : '';
    const known = names.at(-1);
    if (isName && known) {
      const count = known.get(name) ?? 0;
      known.set(name, count + 1);
      parts.push(text.slice(done, at), count === 0 ? text.slice(at, end) : JSON.stringify(MARK + count + MARK + name));
      done = end;
    }
    at = end - 1;
  }
  return [...parts, text.slice(done)].join('');
}
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== QUOTE) at += text[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}
