import type { FastifyInstance } from 'fastify';
import { type Message, msg, words } from '#contract/platform/words.ts';
import { fieldCount } from './doubledNames.ts';
import { Refusal } from './errors.ts';

/** The deepest nesting of JSON that is accepted: no call needs more than six levels. */
export const MAX_DEPTH = 20;

/** The most fields of one object: the largest that we read has some 50. The time that an object takes to read grows with its fields by far the most. */
export const MAX_FIELDS = 1_000;
/** The most objects and lists of a body: so many, and one for so many characters beyond. The smallest records have 60 characters. */
const MAX_OPENINGS = { least: 5_000, charactersEach: 20 };

/**
 * Every request of the web application is declared as JSON, even those without a body: log-out, extend, delete. An empty
 * body counts as none, and an endpoint that needs one refuses it. JSON whose shape nothing of ours has is refused before it is parsed: code that walks deep
 * nesting could run out of stack, and millions of fields take seconds. A name that comes twice in one object is refused: a parser takes the last of its
 * values, and nobody would learn of the others.
 */
export function acceptJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // `parseAs: 'string'` makes the body a string.
    const text = body as string;
    if (text === '') return done(null, undefined);
    const { wrong, written } = shapeOf(text);
    if (wrong) done(new Refusal('VALIDATION_FAILED', wrong));
    else
      parse(request, text, (error, parsed) => {
        const isTwice = !error && fieldCount(parsed) !== written;
        if (isTwice) done(new Refusal('VALIDATION_FAILED', words('The body has a name twice in one object.')));
        else done(error, parsed);
      });
  });
}

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Parses JSON of which nothing can be lost; undefined for anything else, for what has too much of something, and for an object with a name twice. */
export function strictJson(text: string): unknown {
  const { wrong, written } = shapeOf(text);
  if (wrong) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return fieldCount(parsed) === written ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Returns what a text of JSON has too much of; for text that is no JSON the result does not matter. Counts brackets and colons outside strings. `written`: the fields of all objects, each as often as it is written. */
export function shapeOf(text: string): { wrong: string | Message | null; written: number } {
  const refused = (wrong: string | Message) => ({ wrong, written: 0 });
  let written = 0;
  let depth = 0;
  let openings = 0;
  const most = MAX_OPENINGS.least + text.length / MAX_OPENINGS.charactersEach;
  /** The number of fields of the object that is open at each depth. */
  const fields = new Uint32Array(MAX_DEPTH + 2);
  let isInString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (isInString) {
      if (char === BACKSLASH) i++;
      else if (char === QUOTE) isInString = false;
    } else if (char === QUOTE) isInString = true;
    else if (OPENING.has(char)) {
      if (++depth > MAX_DEPTH)
        return refused(msg('The body is nested deeper than {most} levels.', { most: MAX_DEPTH }));
      if (++openings > most) return refused(words('The body has more objects and lists than a request may have.'));
      fields[depth] = 0;
    } else if (CLOSING.has(char)) depth = Math.max(0, depth - 1);
    else if (char === COLON) {
      const count = (fields[depth] ?? 0) + 1;
      fields[depth] = count;
      written += 1;
      if (count > MAX_FIELDS)
        return refused(msg('An object of the body has more than {most} fields.', { most: MAX_FIELDS }));
    }
  }
  return { wrong: null, written };
}
