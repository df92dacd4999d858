const WITH_NUMBER = /^\s*#?([A-Z]{0,8}[-/]?\d{1,13})(?:\s*[-–—:.)]\s*|\s+)(\p{L}\D*)$/iu;
/** As terminals write it behind the name: 'Nkosi T (1042)', 'Nkosi T - 1042', 'Nkosi T 1042'. */
const NUMBER_BEHIND = /(?:[([\-–—:#] ?|(?<=\p{L}\.?) +#?)([A-Z]{0,8}[-/]?\d{1,13}) ?[)\]]?$/iu;
const NAME = /^\p{L}[^\d()[\]]*$/u;
const MAX_CELL = 200;

/** Returns the number and the name of a cell that has both: '1 - Thandi Nkosi', 'Nkosi T (1042)'. */
export function numberAndName(cell: string): [number: string, name: string] | undefined {
  const text = cell.slice(0, MAX_CELL).trim();
  const [, number, name] = WITH_NUMBER.exec(text) ?? [];
  if (number && name) return [number, name];
  const behind = NUMBER_BEHIND.exec(text);
  const before = text.slice(0, behind?.index).trim();
  return behind?.[1] && NAME.test(before) ? [behind[1], before] : undefined;
}
