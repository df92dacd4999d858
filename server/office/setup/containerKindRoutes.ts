import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/masterData/containers.ts';
import { msg, words } from '#contract/platform/words.ts';
import { noteLabels, selectContainerKinds, selectNextLabel } from '../../masterData/containerKinds.sql.ts';
import { notFound } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { changeSetup, readSetup } from './calls.ts';
import { writeContainerKinds } from './containerKinds.ts';
import { recordsOf } from './records.ts';
import { containerKindView } from './views.ts';

const missing = words('Kind of containers not found');
const records = recordsOf({
  select: selectContainerKinds,
  view: containerKindView,
  write: writeContainerKinds,
  missing,
});

/** Mounts the endpoints of kinds of containers and of their labels. */
export function containerKindRoutes(app: FastifyInstance, services: Services) {
  route(app, contract.listContainerKinds, (call) =>
    readSetup(services, call, async (tx, accountId, owners) => ({
      containerKinds: await records.list(tx, accountId, owners),
      nextLabel: await selectNextLabel(tx, accountId),
    })),
  );
  route(app, contract.createContainerKind, (call) =>
    changeSetup(services, call, async (run) => {
      const { record } = await records.save(run, undefined, call.body);
      return { answer: record, target: record.name, detail: msg('kind of containers added') };
    }),
  );
  route(app, contract.updateContainerKind, (call) =>
    changeSetup(services, call, async (run) => {
      const { basis, ...fields } = call.body;
      const row = await records.shown(run, call.params.containerKindId, basis);
      const { record } = await records.save(run, row, fields);
      const { name, units, hours } = row;
      return {
        answer: record,
        target: record.name,
        detail: msg('kind of containers: was {name}, {units} units, {hours} h', { name, units, hours }),
      };
    }),
  );
  route(app, contract.deleteContainerKind, (call) =>
    changeSetup(services, call, async (run) => {
      const row = await records.shown(run, call.params.containerKindId, call.query.basis);
      await records.remove(run, row);
      return { answer: { ok: true } as const, target: row.name, detail: msg('kind of containers deleted') };
    }),
  );
  route(app, contract.printContainerLabels, (call) =>
    changeSetup(services, call, async (run) => {
      const { tx, accountId } = run.scope;
      const { first, count } = call.body;
      const kind = (await selectContainerKinds(tx, accountId)).find(({ id }) => id === call.params.containerKindId);
      if (!kind) throw notFound(missing);
      await noteLabels(tx, accountId, kind.id, first + count - 1);
      run.wrote = true;
      return {
        answer: { ok: true } as const,
        target: kind.name,
        detail: msg('labels {first} to {last} printed', { first, last: first + count - 1 }),
      };
    }),
  );
}
