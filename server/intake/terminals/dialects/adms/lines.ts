import { TooManyLines } from '../../body.ts';
import { isJsonText } from '../values.ts';

/** Reads the text of an upload as lines and fields. */

const formValue = (text: string) => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

/** Some senders wrap the lines in a form field `data=`. */
function unwrap(text: string): string {
  const field = /^(?:[A-Za-z]{1,20}=[^&\t\n]*&)*data=([^&]*)/i.exec(text);
  return field?.[1] === undefined ? text : formValue(field[1]);
}

/** More lines than any terminal sends at once: refused as a whole (413), so that the terminal sends fewer. */
const MAX_LINES = 50_000;
/** Returns the lines that are not empty, without line ends, NULs and surrounding spaces; tabs stay, because they separate columns. */
export function linesOf(text: string): string[] {
  // Megabytes of line ends are no lines: an array of them took seconds.
  const content = unwrap(text);
  // A row of JSON may go over several lines, which would each be a part of an event.
  const isJson: boolean = isJsonText(content);
  const written = isJson ? [content.replace(/[\r\n]+/g, ' ')] : (content.match(/[^\r\n]+/g) ?? []);
  if (written.length > 2 * MAX_LINES) throw new TooManyLines();
  const lines = written
    .map((line) => line.replaceAll('\0', '').replace(/^[ \uFEFF]+|(?<! ) +$/g, ''))
    .filter((line) => line.trim() !== '');
  if (lines.length > MAX_LINES) throw new TooManyLines();
  return lines;
}

/**
 * Parses `key=value` fields separated by tabs: keys in lower case without a leading `~`, the value after the first `=`. One that comes again with another
 * value has both, with a tab between, which is no PIN, time or code: none is chosen.
 */
export function tabbedFields(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const part of text.split('\t')) {
    const at = part.indexOf('=');
    if (at <= 0) continue;
    const key = part.slice(0, at).trim().replace(/^~/, '').toLowerCase();
    const value = part.slice(at + 1).trim();
    const known = fields.get(key);
    if (known === undefined) fields.set(key, value);
    else if (known !== value && !known.includes('\t')) fields.set(key, `${known}\t${value}`);
  }
  return fields;
}
