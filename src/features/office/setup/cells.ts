/**
 * Returns the cells of a pasted or typed text: rows by line; cells by tab, as spreadsheets copy them, else by semicolon or comma. Empty rows are left
 * out.
 */
export function cellsOf(text: string): string[][] {
  const mark = ['\t', ';', ','].find((each) => text.includes(each)) ?? '\t';
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    rows.at(-1)?.push(cell.trim());
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (isQuoted) {
      if (character !== '"') cell += character === '\n' ? ' ' : character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === mark) endCell();
    else if (character === '\n') {
      endCell();
      rows.push([]);
    } else if (character !== '\r') cell += character;
  }
  endCell();
  return rows.filter((row) => row.some(Boolean));
}

/** Returns the rows of people as they were pasted; a row typed with spaces ('1001 Thandi Mokoena') becomes a number, a first and a last name. */
export const peopleOf = (text: string): string[][] =>
  cellsOf(text).map((row) => {
    if (row.length > 1) return row;
    const [number = '', firstName = '', ...lastName] = (row[0] ?? '').split(/\s+/);
    return [number, firstName, lastName.join(' ')];
  });
