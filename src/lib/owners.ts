/** Returns true if records have several owners: each then says its own. */
export const isMixed = (rows: readonly { owner: string }[]) => new Set(rows.map(({ owner }) => owner)).size > 1;
