import { z } from 'zod';
import { correctedEmployee } from '../figures/corrections.ts';
import { lookedAt } from '../figures/quality.ts';
import { deliveryVerdict } from '../intake/deliveries.ts';
import { instant, line, localDate } from '../platform/common.ts';
import { employer, endpoint } from '../platform/endpoint.ts';

/** Containers as the office looks for them (docs/reference/containers.md#containers-in-the-office). */
export const CONTAINER_LISTS = ['all', 'undelivered', 'uncounted', 'rejected'] as const;
export type ContainerList = (typeof CONTAINER_LISTS)[number];
export const MAX_LISTED_CONTAINERS = 500;

export const listedContainer = z.object({
  number: z.string(),
  kind: z.string().nullable(),
  /** When it was counted, by whom it was filled and what it holds; null: it was delivered and never counted. */
  counted: z
    .object({
      at: instant,
      employee: correctedEmployee.nullable(),
      crew: z.string().nullable(),
      units: z.string(),
      product: z.string().nullable(),
      block: z.string().nullable(),
      /** `twice`: it was full, and nobody has said that it counts as well. */
      counts: z.enum(['yes', 'twice', 'voided']),
    })
    .nullable(),
  delivered: z
    .object({
      at: instant,
      verdict: deliveryVerdict,
      reason: z.string().nullable(),
      /** In kg. */
      weight: z.string().nullable(),
      device: z.string().nullable(),
    })
    .nullable(),
  /** Of its samples, how much was found (docs/reference/quality.md); null: none was taken. */
  quality: lookedAt.nullable(),
});
export type ListedContainer = z.infer<typeof listedContainer>;
const containerSums = z.object({
  /** Containers that count, and their units. */
  counting: z.int(),
  units: z.string(),
  accepted: z.int(),
  rejected: z.int(),
  /** In kg. */
  weight: z.string(),
  /** The median of how long they stood until they were delivered, in ms; null where none was counted and delivered. */
  stoodMs: z.int().nullable(),
});
export type ContainerSums = z.infer<typeof containerSums>;
export const listContainers = endpoint({
  method: 'GET',
  path: '/containers',
  access: employer('Stats.GET_PERFORMANCE_METRICS'),
  scope: 'people',
  summary: `Containers that were counted or delivered on some days, newest first: at most ${MAX_LISTED_CONTAINERS}.`,
  query: z.strictObject({
    from: localDate,
    to: localDate,
    list: z.enum(CONTAINER_LISTS).default('all'),
    /** Of one number alone. */
    number: line(60).optional(),
  }),
  response: z.object({
    containers: z.array(listedContainer).max(MAX_LISTED_CONTAINERS),
    more: z.boolean(),
    /** Of all of them, also of those that are not listed; null where they are too many to be added up. */
    sums: containerSums.nullable(),
    /** The names of the defects, in the order of `found`. */
    defects: z.array(z.string()),
  }),
  refusals: ['DATE_OUT_OF_RANGE'],
});
