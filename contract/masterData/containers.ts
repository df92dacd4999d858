import { z } from 'zod';
import { documentId, ok, requiredTypedLine, TYPED_UNITS } from '../platform/common.ts';
import { endpoint, recordEndpoints } from '../platform/endpoint.ts';
import { words } from '../platform/words.ts';
import { access, basis, ownOrNamedAccount, setupRecord, withBasis, writes } from './setupRecords.ts';

/** Kinds of containers into which people pick, and their labels (docs/reference/containers.md). */
export const MAX_CONTAINER_KINDS = 50;
/** The hours after which a counted container is taken to be empty. */
export const CONTAINER_HOURS = { usual: 16, most: 168 } as const;
/** The most labels that are printed at a time, and the highest number of one. */
export const MAX_LABELS = 2_000;
export const MAX_LABEL_NUMBER = 9_999_999;

/** Units as a decimal text, like '350' or '0.5'. */
const units = z
  .string()
  .regex(TYPED_UNITS, { error: words('Use a decimal with at most 3 places') })
  .refine((text) => Number(text) > 0, { error: words('More than 0') });
const fields = {
  name: requiredTypedLine(words('Name is required'), 60),
  /** The units that one of this kind holds. */
  units,
  /** The code of the product (lookup 1) that it usually holds; null: any. */
  lookup1Code: z.string().max(60).nullable(),
  hours: z.int().min(1).max(CONTAINER_HOURS.most),
  /** Entries of rejected containers count all the same; false: they are listed, so that a user decides. */
  keepsRejected: z.boolean(),
};
export const containerKind = z.object({ ...setupRecord.shape, ...fields, name: z.string() });
export type ContainerKind = z.infer<typeof containerKind>;
export type ContainerKindValue = Pick<ContainerKind, keyof typeof fields>;

const params = z.object({ containerKindId: documentId });
export const {
  list: listContainerKinds,
  create: createContainerKind,
  update: updateContainerKind,
  remove: deleteContainerKind,
} = recordEndpoints(
  { path: '/setup/container-kinds', access, params, refusals: writes },
  {
    list: {
      summary: 'Kinds of containers that are not deleted, by name, and the number of the next label.',
      query: ownOrNamedAccount,
      response: z.object({ containerKinds: z.array(containerKind), nextLabel: z.int() }),
    },
    create: {
      summary: 'Adds a kind of containers.',
      query: ownOrNamedAccount,
      body: z.strictObject(fields),
      response: containerKind,
    },
    update: {
      summary: 'Changes a kind of containers; what was counted stays.',
      query: ownOrNamedAccount,
      body: z.strictObject({ ...fields, basis }),
      response: containerKind,
    },
    remove: { summary: 'Deletes a kind of containers; what was counted stays.', query: withBasis, response: ok },
  },
);
export const printContainerLabels = endpoint({
  method: 'POST',
  path: '/setup/container-kinds/:containerKindId/labels',
  access,
  summary: 'Says that labels are printed, so that the next ones get other numbers.',
  params,
  query: ownOrNamedAccount,
  body: z.strictObject({ first: z.int().min(1).max(MAX_LABEL_NUMBER), count: z.int().min(1).max(MAX_LABELS) }),
  response: ok,
  refusals: writes,
});
