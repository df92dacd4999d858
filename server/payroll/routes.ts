import type { FastifyInstance } from 'fastify';
import { syncPayroll as syncPayrollEndpoint } from '#contract/payroll.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { syncPayroll } from './sync.ts';
import { checkSystem } from './system.ts';

/** 5,000 employees with every field are about 1.5 MB; several parts may come at once. */
const SYNC_BODY_LIMIT = 16 * 1024 * 1024;

/** POST payroll/{systemId}/sync, with a body limit of its own. */
export async function payrollRoutes(app: FastifyInstance, { db }: Services) {
  await app.register(async (large) => {
    large.addHook('onRoute', (options) => {
      options.bodyLimit = SYNC_BODY_LIMIT;
    });
    route(large, syncPayrollEndpoint, ({ params, body, caller, now }) => {
      const systemId = checkSystem(caller, params.systemId);
      return db.tenant(
        caller.accountId,
        (tx) => syncPayroll(tx, { accountId: caller.accountId, systemId, body, now }),
        {
          deadlineMs: 120_000,
        },
      );
    });
  });
}
