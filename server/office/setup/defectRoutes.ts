import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/masterData/defects.ts';
import { msg, words } from '#contract/platform/words.ts';
import { selectDefects } from '../../masterData/defects.sql.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { changeSetup, readSetup } from './calls.ts';
import { writeDefects } from './defects.ts';
import { recordsOf } from './records.ts';
import { defectView } from './views.ts';

const records = recordsOf({
  select: selectDefects,
  view: defectView,
  write: writeDefects,
  missing: words('Defect not found'),
});

/** Mounts the endpoints of defects. */
export function defectRoutes(app: FastifyInstance, services: Services) {
  route(app, contract.listDefects, (call) =>
    readSetup(services, call, async (tx, accountId, owners) => ({
      defects: await records.list(tx, accountId, owners),
    })),
  );
  route(app, contract.createDefect, (call) =>
    changeSetup(services, call, async (run) => {
      const { record } = await records.save(run, undefined, call.body);
      return { answer: record, target: record.name, detail: msg('defect added') };
    }),
  );
  route(app, contract.updateDefect, (call) =>
    changeSetup(services, call, async (run) => {
      const { basis, ...fields } = call.body;
      const row = await records.shown(run, call.params.defectId, basis);
      const { record } = await records.save(run, row, fields);
      return { answer: record, target: record.name, detail: msg('defect: was {name}', { name: row.name }) };
    }),
  );
  route(app, contract.deleteDefect, (call) =>
    changeSetup(services, call, async (run) => {
      const row = await records.shown(run, call.params.defectId, call.query.basis);
      await records.remove(run, row);
      return { answer: { ok: true } as const, target: row.name, detail: msg('defect deleted') };
    }),
  );
}
