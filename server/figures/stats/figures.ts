import type { FastifyReply } from 'fastify';
import type { UserCaller } from '../../platform/http/callers.ts';
import { SerializedJson } from '../../platform/http/route.ts';
import { questionIn } from '../../platform/http/versionTag.ts';
import { createMemoPerObject } from '../../platform/memoPerObject.ts';

type Asking = { reply: FastifyReply; caller: Pick<UserCaller, 'scope'>; query: object };

/** The longest figure that is cached. Longer ones (lists of everybody) have few callers, and would take as much memory as the models. */
const MAX_CHARACTERS = 16_384;

/**
 * Keeps serialized figures with the object that they are made from, a day's model or its work: each is computed, checked and written once for all callers.
 * The object never changes, and figures that depend on anything else must not be kept.
 */
export function createFigures() {
  const textOf = createMemoPerObject<string>((text) => text.length <= MAX_CHARACTERS);
  return function figure<T>({ reply, caller, query }: Asking, source: object, compute: () => T): SerializedJson<T> {
    const text = textOf(source, questionIn(caller, reply.request.url, query), () => {
      const serialized = reply.serialize(compute());
      if (typeof serialized !== 'string') throw new Error('A figure is JSON');
      return serialized;
    });
    return new SerializedJson(text);
  };
}
