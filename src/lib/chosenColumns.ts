/** Returns the columns that are chosen of those that there are, in their order; all of them as specified if none is. */
export function chosenOf<Column extends { id: string }>(
  columns: readonly Column[],
  chosen: readonly string[] | undefined,
) {
  const found = chosen?.flatMap((id) => columns.find((column) => column.id === id) ?? []) ?? [];
  return found.length > 0 ? found : columns;
}
