type Page = { rows: unknown[]; lastIndex: number; total: number };

/** Asks for page after page, for the first one after row -1; returns the first one with the rows of all. Throws ApiError. */
export async function allRows<P extends Page>(ask: (lastIndex: number) => Promise<P>): Promise<P> {
  const first = await ask(-1);
  const rows = [...first.rows];
  for (let last = first.lastIndex; last >= 0 && last + 1 < first.total; ) {
    const next = await ask(last);
    if (next.rows.length === 0) break;
    rows.push(...next.rows);
    last = next.lastIndex;
  }
  return { ...first, rows };
}
