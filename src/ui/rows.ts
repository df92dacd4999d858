/** Rows of one page of a long list (spec section 9). */
export const PAGE_ROWS = 20;
/** Height of such a row, in px of text of the usual size. */
export const ROW_HEIGHT = 86;

/** Returns the range of rows of a page, counted from 0; `endRow` is exclusive. */
export const rowsOfPage = (page: number) => ({ startRow: page * PAGE_ROWS, endRow: (page + 1) * PAGE_ROWS });
