import { z } from 'zod';
import { documentId, ok, requiredTypedLine } from '../platform/common.ts';
import { recordEndpoints } from '../platform/endpoint.ts';
import { words } from '../platform/words.ts';
import { access, basis, ownOrNamedAccount, setupRecord, withBasis, writes } from './setupRecords.ts';

/** Defects for which samples of what people pick are looked at (docs/reference/quality.md). */
export const MAX_DEFECTS = 12;

const fields = { name: requiredTypedLine(words('Name is required'), 40) };
export const defect = z.object({ ...setupRecord.shape, name: z.string() });
export type Defect = z.infer<typeof defect>;
export type DefectValue = Pick<Defect, keyof typeof fields>;

const params = z.object({ defectId: documentId });
export const {
  list: listDefects,
  create: createDefect,
  update: updateDefect,
  remove: deleteDefect,
} = recordEndpoints(
  { path: '/setup/defects', access, params, refusals: writes },
  {
    list: {
      summary: 'Defects that are not deleted, by name.',
      query: ownOrNamedAccount,
      response: z.object({ defects: z.array(defect) }),
    },
    create: {
      summary: `Adds a defect, of at most ${MAX_DEFECTS}.`,
      query: ownOrNamedAccount,
      body: z.strictObject(fields),
      response: defect,
    },
    update: {
      summary: 'Gives a defect another name, also in samples that were taken before.',
      query: ownOrNamedAccount,
      body: z.strictObject({ ...fields, basis }),
      response: defect,
    },
    remove: { summary: 'Deletes a defect; what was found in samples stays.', query: withBasis, response: ok },
  },
);
