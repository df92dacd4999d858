import type { FastifyReply } from 'fastify';
import { SerializedJson } from '../http/route.ts';
import type { DayModel } from './dayModel.ts';

/** Longer ones (lists of everybody) are few people's: kept, they would take as much memory as the models. */
const MAX_CHARACTERS = 16_384;

/**
 * Figures as they are sent, kept beside the model of the day that they are of: computed, checked and written once however many look. A
 * model never changes, and what depends on anything else must not be kept. They go with their model.
 */
export function createFigures() {
  const kept = new WeakMap<DayModel, Map<string, string>>();
  return function figure<T>(reply: FastifyReply, model: DayModel, compute: () => T): SerializedJson<T> {
    const texts = kept.get(model) ?? new Map<string, string>();
    kept.set(model, texts);
    // The tag of the answer names its path and what it was asked with.
    const tag = String(reply.getHeader('etag'));
    const known = texts.get(tag);
    if (known !== undefined) return new SerializedJson(known);
    const text = reply.serialize(compute());
    if (typeof text !== 'string') throw new Error('A figure is JSON');
    if (text.length <= MAX_CHARACTERS) texts.set(tag, text);
    return new SerializedJson(text);
  };
}
