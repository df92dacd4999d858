type Path = readonly (string | number)[];

/** Returns the places of all fields of a value, at any depth. */
function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = [...at, Array.isArray(value) ? Number(name) : name];
    return [...(Array.isArray(value) ? [] : [path]), ...pathsOf(inner, path)];
  });
}

/** Returns a copy of a value in which the field at a place is replaced by others; none: it is left out. */
function changed(value: unknown, [name, ...rest]: Path, change: (old: unknown) => Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((one, i) => (i === name ? changed(one, rest, change) : one));
  const { [String(name)]: old, ...others } = value as Record<string, unknown>;
  return rest.length > 0 ? { ...others, [String(name)]: changed(old, rest, change) } : { ...others, ...change(old) };
}

const OTHERS = ['x', 7, null, [], {}, true, ''];

/** Returns copies of a value with each of its fields, at any depth, missing, renamed, or of another type. */
export const valueVariants = (value: unknown): unknown[] =>
  pathsOf(value).flatMap((path) => {
    const name = String(path.at(-1));
    return [
      changed(value, path, () => ({})),
      changed(value, path, (old) => ({ [`${name}X`]: old })),
      ...OTHERS.map((other) => changed(value, path, () => ({ [name]: other }))),
    ];
  });
