import type { FastifyReply } from 'fastify';
import { SerializedJson } from '../http/route.ts';
import { questionOf } from '../http/versionTag.ts';

/** Longer ones (lists of everybody) are few people's: kept, they would take as much memory as the models. */
const MAX_CHARACTERS = 16_384;

/**
 * Figures as they are sent, kept beside what they are of, the model of a day or its work: computed, checked and written once however many look.
 * That never changes, and what depends on anything else must not be kept. They go with it.
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
