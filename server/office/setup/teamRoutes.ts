import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/masterData/teams.ts';
import { msg, words } from '#contract/platform/words.ts';
import { selectTeams } from '../../masterData/teams.sql.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { changeSetup, readSetup } from './calls.ts';
import { recordsOf } from './records.ts';
import { writeTeams } from './teams.ts';
import { teamView } from './views.ts';

const records = recordsOf({
  select: selectTeams,
  view: teamView,
  write: writeTeams,
  missing: words('Team not found'),
});

/** Mounts the endpoints of teams. */
export function teamRoutes(app: FastifyInstance, services: Services) {
  route(app, contract.listTeams, (call) =>
    readSetup(services, call, async (tx, accountId, owners) => ({
      teams: await records.list(tx, accountId, owners),
    })),
  );
  route(app, contract.createTeam, (call) =>
    changeSetup(services, call, async (run) => {
      const { record } = await records.save(run, undefined, call.body);
      return { answer: record, target: record.name, detail: msg('team added') };
    }),
  );
  route(app, contract.updateTeam, (call) =>
    changeSetup(services, call, async (run) => {
      const { basis, ...fields } = call.body;
      const row = await records.shown(run, call.params.teamId, basis);
      const { record } = await records.save(run, row, fields);
      return { answer: record, target: record.name, detail: msg('team: was {name}', { name: row.name }) };
    }),
  );
  route(app, contract.deleteTeam, (call) =>
    changeSetup(services, call, async (run) => {
      const row = await records.shown(run, call.params.teamId, call.query.basis);
      await records.remove(run, row);
      return { answer: { ok: true } as const, target: row.name, detail: msg('team deleted') };
    }),
  );
}
