import { z } from 'zod';
import { localDate, ok } from '../platform/common.ts';
import { employer, endpoint } from '../platform/endpoint.ts';
import { asText, msg, words } from '../platform/words.ts';
import { alertCategory } from './alerts.ts';

/** Alerts on a device: web push without content. All of these answer 404 NOT_FOUND unless WEB_PUSH is on. */

/** Bytes of a fixed length in base64url. */
const bytes = (length: number) =>
  z
    .string()
    .regex(
      new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((length * 4) / 3)}}$`),
      asText(msg('Must be {length} bytes in base64url', { length })),
    );

/** The message that goes, encrypted, by way of the browser's push service: nothing of what the summary says. */
export const pushMessage = z.object({
  v: z.literal(1),
  /** The mark of the device that the message is for. */
  for: z.string(),
  /** Of several messages with one tag the browser shows only the newest. */
  tag: z.string(),
  category: alertCategory,
  date: localDate,
  /** The sentence that is shown, in the language of the user; without it the worker says one in English. */
  text: z.string().optional(),
});
export type PushMessage = z.infer<typeof pushMessage>;

const categories = z
  .array(alertCategory)
  .min(1, words('Choose at least one'))
  .max(alertCategory.options.length)
  .refine((chosen) => new Set(chosen).size === chosen.length, { error: words('A category is listed twice') });

/** `publicKey`: the application server key, for PushManager.subscribe. `device`: the subscription of the calling browser. */
export const pushState = z.object({
  publicKey: z.string(),
  device: z
    .object({
      /** Stored by the browser, which shows nothing of a message with another mark. */
      mark: z.string(),
      categories: z.array(alertCategory),
      /** SHA-256 of the endpoint, hex. */
      endpointHash: z.string(),
    })
    .nullable(),
});
export type PushState = z.infer<typeof pushState>;

export const getPush = endpoint({
  method: 'GET',
  path: '/push',
  access: employer('GET_ALL_ALERTS'),
  scope: 'none',
  summary: 'Alerts on this device, as the server knows them.',
  response: pushState,
  refusals: ['NOT_FOUND'],
});
/** 409 LIMIT_REACHED for more than 5 devices of a user; 400 for a push service that is not allowed. */
export const savePush = endpoint({
  method: 'PUT',
  path: '/push',
  access: employer('GET_ALL_ALERTS'),
  scope: 'none',
  summary: 'Turn alerts on this device on, or change their categories.',
  body: z.strictObject({
    endpoint: z.string().max(1_000),
    keys: z.strictObject({ p256dh: bytes(65), auth: bytes(16) }),
    categories,
    /** 'This device is mine alone'. */
    isMine: z.literal(true),
  }),
  response: z.object({ mark: z.string() }),
  refusals: ['NOT_FOUND', 'LIMIT_REACHED'],
});
export const deletePush = endpoint({
  method: 'DELETE',
  path: '/push',
  access: employer('GET_ALL_ALERTS'),
  scope: 'none',
  summary: 'Turn alerts on this device off.',
  response: ok,
  refusals: ['NOT_FOUND'],
});
export const testPush = endpoint({
  method: 'POST',
  path: '/push/test',
  access: employer('GET_ALL_ALERTS'),
  scope: 'none',
  summary: 'Send a test to this device.',
  response: ok,
  refusals: ['NOT_FOUND'],
});
