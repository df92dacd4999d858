import { z } from 'zod/mini';
import type { heartbeat, syncDevice } from '#contract/intake/sync.ts';
import type { ResponseOf } from '#contract/platform/endpoint.ts';
import { toldContainers } from '../store/containers.ts';
import { plan, TOLD, toldDays } from '../store/meta.ts';
import { person } from '../store/roster.ts';

/** Schemas of the server's answers; the contract's own would weigh a third of the first screen. */
export const PATHS: {
  sync: (typeof syncDevice)['path'];
  heartbeat: (typeof heartbeat)['path'];
} = { sync: '/rc/sync', heartbeat: '/rc/heartbeat' };

const instant = z.iso.datetime({ offset: true });
/** The server's time when it answered; for answers without it, the Date header is used. */
export const serverTimeAnswer = z.object({ serverTime: z.optional(instant) });

export const heartbeatAnswer = z.object({
  syncRequested: z.boolean(),
  serverTime: z.optional(instant),
}) satisfies z.ZodMiniType<ResponseOf<typeof heartbeat>>;

export const syncAnswer = z.object({
  accepted: z.int(),
  duplicates: z.int(),
  rejected: z.array(z.object({ recordId: z.string(), reason: z.string() })),
  cursor: z.string(),
  employees: z.array(z.object({ ...person.shape, isActive: z.boolean() })),
  lookups: z.array(
    z.object({ lookup: z.literal([1, 2]), code: z.string(), description: z.string(), deleted: z.boolean() }),
  ),
  syncRequested: z.boolean(),
  serverTime: z.optional(instant),
  device: z.optional(
    z.object({ kind: z.string(), description: z.string(), accountName: z.string(), timeZone: z.string() }),
  ),
  lookupNames: z.optional(z.object({ lookup1: z.string(), lookup2: z.string() })),
  ...TOLD,
  containers: z.optional(toldContainers),
  workPlans: z.optional(z.array(plan)),
  ownDays: z.optional(toldDays),
  resendFrom: z.optional(instant),
}) satisfies z.ZodMiniType<ResponseOf<typeof syncDevice>>;
export type SyncAnswer = z.infer<typeof syncAnswer>;
