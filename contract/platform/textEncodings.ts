/** The encodings of texts that people send: Unicode, and what Excel on Windows, Excel on a Mac, and old programs write. */
export const TEXT_ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'macintosh',
  'cp850',
] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];
