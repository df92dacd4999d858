import type { FastifyInstance } from 'fastify';
import { msg } from '#contract/words.ts';
import { Refusal } from './errors.ts';

/** The deepest nesting of JSON that is accepted (S-81): no call needs more than six levels. */
export const MAX_DEPTH = 20;

/**
 * Every request of the web application is declared as JSON (spec/product.txt section 7), even those without a body: log-out, extend, delete. An empty
 * body counts as none, and an endpoint that needs one refuses it. JSON that is nested deeper than anything we read is refused before it is parsed:
 * code that walks it recursively could run out of stack.
 */
export function acceptJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // `parseAs: 'string'` makes the body a string.
    const text = body as string;
    if (text === '') done(null, undefined);
    else if (isDeeperThan(MAX_DEPTH, text))
      done(new Refusal('VALIDATION_FAILED', msg('The body is nested deeper than {most} levels.', { most: MAX_DEPTH })));
    else parse(request, text, done);
  });
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Counts brackets outside strings; for text that is no JSON the result does not matter. */
export function isDeeperThan(most: number, text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (isInString) {
      if (char === BACKSLASH) i++;
      else if (char === QUOTE) isInString = false;
    } else if (char === QUOTE) isInString = true;
    else if (OPENING.has(char)) {
      if (++depth > most) return true;
    } else if (CLOSING.has(char)) depth--;
  }
  return false;
}
