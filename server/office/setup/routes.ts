import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/services.ts';
import { containerKindRoutes } from './containerKindRoutes.ts';
import { defectRoutes } from './defectRoutes.ts';
import { employeeRoutes } from './employeeRoutes.ts';
import { hoursRuleRoutes } from './hoursRuleRoutes.ts';
import { listRoutes } from './listRoutes.ts';
import { overviewRoutes } from './overviewRoutes.ts';
import { personRoutes } from './person/personRoutes.ts';
import { shiftRoutes } from './shiftRoutes.ts';
import { teamRoutes } from './teamRoutes.ts';
import { workbookRoutes } from './workbook/workbookRoutes.ts';

/** Sets up an account: lists what it has, and changes its employees, groups, lookups, holidays, kinds of containers, shifts and hours rules. */
export async function setupRoutes(app: FastifyInstance, services: Services) {
  overviewRoutes(app, services);
  employeeRoutes(app, services);
  personRoutes(app, services);
  listRoutes(app, services);
  containerKindRoutes(app, services);
  defectRoutes(app, services);
  teamRoutes(app, services);
  shiftRoutes(app, services);
  hoursRuleRoutes(app, services);
  await workbookRoutes(app, services);
}
