import { z } from 'zod';
import { TEXT_ENCODINGS } from './textEncodings.ts';

/** The columns of a list that people send with headings of their own. */

/** The most columns of a list that are read. */
export const MAX_LIST_COLUMNS = 60;
/** The headings are within so many lines from the top. */
export const MAX_HEADING_LINE = 30;
/** Which list of a file is meant: its sheet (absent: the one with the most columns that are recognised), and the line of its headings, from 1; 0: none. */
export const listPlace = { sheet: z.string().max(60).optional(), headingLine: z.int().min(0).max(MAX_HEADING_LINE) };
/** The encoding by which a user chose to read the letters of a list, or of an earlier one with its headings. */
export const letters = z.enum(TEXT_ENCODINGS).optional();
/** The first lines of the list, cut: one of them has the headings. */
export const firstLines = z.array(z.string()).max(MAX_HEADING_LINE);
/** A column as it is shown to the user who imports. */
export const shownColumn = z.object({
  /** The text above it; empty where there is none. */
  heading: z.string(),
  /** Its first values as they are understood, at most three. */
  samples: z.array(z.string()).max(3),
});
