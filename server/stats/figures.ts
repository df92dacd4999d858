import type { FastifyReply } from 'fastify';
import { SerializedJson } from '../http/route.ts';
import { questionOf } from '../http/versionTag.ts';

/** The longest figure that is kept. Longer ones (lists of everybody) have few callers, and would take as much memory as the models. */
const MAX_CHARACTERS = 16_384;

/**
 * Keeps serialized figures with the object that they are made from, a day's model or its work: each is computed, checked and written once for all callers.
 * The object never changes, and figures that depend on anything else must not be kept. They are forgotten with the object.
 */
export function createFigures() {
  const kept = new WeakMap<object, Map<string, string>>();
  return function figure<T>(reply: FastifyReply, source: object, compute: () => T): SerializedJson<T> {
    const texts = kept.get(source) ?? new Map<string, string>();
    kept.set(source, texts);
    const question = questionOf(reply.request.url);
    const known = texts.get(question);
    if (known !== undefined) return new SerializedJson(known);
    const text = reply.serialize(compute());
    if (typeof text !== 'string') throw new Error('A figure is JSON');
    if (text.length <= MAX_CHARACTERS) texts.set(question, text);
    return new SerializedJson(text);
  };
}
