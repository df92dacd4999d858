import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyServerOptions } from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { getAvailable } from '#contract/access/session.ts';
import { pushRoutes } from './access/push/routes.ts';
import { definePushJobs } from './access/push/sender.ts';
import { defineSessionJobs } from './access/session/jobs.ts';
import { createPasswordHasher } from './access/session/passwordHash.ts';
import { sessionRoutes } from './access/session/routes.ts';
import { defineSignInJobs } from './access/signIn/jobs.ts';
import { createSecondStep } from './access/signIn/logIns.ts';
import { hasAnyPasskey } from './access/signIn/passkeys.sql.ts';
import { signInRoutes } from './access/signIn/routes.ts';
import { createClients } from './access/singleSignOn/clients.ts';
import { defineSingleSignOnJobs } from './access/singleSignOn/jobs.ts';
import { singleSignOnRoutes } from './access/singleSignOn/routes.ts';
import { createSignOn } from './access/singleSignOn/signOn.ts';
import { userRoutes } from './access/users/routes.ts';
import { defineAfterwards } from './attendance/afterwards.ts';
import { qualityRoutes } from './figures/quality/routes.ts';
import { createDayModels } from './figures/stats/dayModels.ts';
import { statsRoutes } from './figures/stats/routes.ts';
import { createReads } from './figures/trends/answers.ts';
import { paidOnOf } from './figures/trends/hours.ts';
import { createJudgedDays } from './figures/trends/judgedDays.ts';
import { defineJudging } from './figures/trends/judgingJob.ts';
import { createOneState } from './figures/trends/oneState.ts';
import { trendRoutes } from './figures/trends/routes.ts';
import { deviceRoutes } from './intake/devices/routes.ts';
import { payrollRoutes } from './intake/payroll/routes.ts';
import { syncRoutes } from './intake/sync/routes.ts';
import { terminalAddress } from './intake/terminals/dialects/adms/adms.ts';
import { createTerminalServer } from './intake/terminals/dialects/adms/front.ts';
import { defineTerminalJobs } from './intake/terminals/jobs.ts';
import { defineRecalculation } from './intake/terminals/recalculating.ts';
import { terminalRoutes } from './intake/terminals/routes.ts';
import { workPlanRoutes } from './intake/workPlans/routes.ts';
import { masterDataRoutes } from './masterData/routes.ts';
import { earningsRoutes } from './money/earnings/routes.ts';
import { payFileRoutes } from './money/payFiles/routes.ts';
import { containerRoutes } from './office/containers/routes.ts';
import { correctionRoutes } from './office/corrections/routes.ts';
import { dayNoteRoutes } from './office/dayNotes/routes.ts';
import { messageRoutes } from './office/messages/routes.ts';
import { ownDaysRoutes } from './office/ownDaysLinks/routes.ts';
import { paySetUpRoutes } from './office/paySetUp/routes.ts';
import { privacyRoutes } from './office/privacy/routes.ts';
import { sampleRoutes } from './office/samples/routes.ts';
import { setupRoutes } from './office/setup/routes.ts';
import { teamEntryRoutes } from './office/teams/routes.ts';
import { accountRoutes } from './operations/accounts/routes.ts';
import { backupRoutes } from './operations/backups/routes.ts';
import { installationGauges } from './operations/metrics/gauges.ts';
import { auditRoutes } from './platform/audit/routes.ts';
import { connectionKind } from './platform/db/pool.ts';
import { createByteBudget } from './platform/http/byteBudget.ts';
import { registerErrors } from './platform/http/errors.ts';
import { createIdempotencyStore } from './platform/http/idempotency.sql.ts';
import { acceptJson } from './platform/http/json.ts';
import { LARGE_BODIES } from './platform/http/largeBodies.ts';
import { type Operation, operationRoutes } from './platform/http/operation.ts';
import { createRateLimiter, LIMITS } from './platform/http/rateLimit.ts';
import { type RequestGate, route } from './platform/http/route.ts';
import { refuseSlowBodies } from './platform/http/slowBodies.ts';
import { socketCapOf } from './platform/http/socketCap.ts';
import { createUnknownCallers } from './platform/http/unknownCallers.ts';
import { mailRoutes } from './platform/mail/routes.ts';
import { defineMailJobs } from './platform/mail/sender.ts';
import { createSemaphore } from './platform/semaphore.ts';
import { ingestServices, type Services } from './platform/services.ts';
import { defineAlertJobs } from './reports/alerts/jobs.ts';
import { alertRoutes } from './reports/alerts/routes.ts';
import { choiceRoutes } from './reports/choices/routes.ts';
import { oldRecordRoutes } from './reports/recordFiles/oldRecords.ts';
import { recordFileRoutes } from './reports/recordFiles/routes.ts';
import { createReportThreads } from './reports/reportThread.ts';
import { reportRoutes } from './reports/routes.ts';

/** The limit of JSON bodies; device routes and uploads set their own. */
const JSON_BODY_LIMIT = 256 * 1024;
/** After so many requests a socket is closed, so that nobody keeps one for ever. */
const REQUESTS_PER_SOCKET = 1_000;
/** The costly questions of one account that are answered at once, and that wait; other accounts have their own. */
const READERS = { perKey: 2, waitingPerKey: 500 };

/** Terminals of 2008 send no Host header; the time limit keeps slow headers from occupying a socket. */
const HTTP_OPTIONS = {
  keepAliveTimeout: 72_000,
  requireHostHeader: false,
  headersTimeout: 8_000,
  requestTimeout: 0,
  connectionsCheckingInterval: 2_000,
};

/** Returns the whole server, ready to listen or for tests to inject requests. It has no side effects of its own: everything comes in `services`. */
export async function buildApp(
  services: Services,
  options: FastifyServerOptions = {},
  operation: Operation = {},
): Promise<FastifyInstance> {
  const { db, clock, config } = services;
  const models = createDayModels(db);
  // Half of the connections stay free for calls that need one for a moment only.
  const oneState = createOneState(db, models, { atOnce: Math.floor(config.databaseConnections / 2) });
  const app = Fastify({
    logger: false,
    trustProxy: config.trustProxy,
    bodyLimit: JSON_BODY_LIMIT,
    routerOptions: { maxParamLength: 2_000, ignoreTrailingSlash: true },
    requestTimeout: 0,
    // Terminals send request lines and paths that Node's parser would refuse (notes on the protocol, section 3).
    serverFactory: (handler) => {
      const server = createTerminalServer(handler, HTTP_OPTIONS, socketCapOf(config));
      server.maxRequestsPerSocket = REQUESTS_PER_SOCKET;
      return server;
    },
    rewriteUrl: terminalAddress,
    ...options,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  acceptJson(app);
  app.decorateRequest('caller', null);
  app.decorateRequest('receivedAt');
  const gate: RequestGate = {
    authenticate: services.authenticate,
    clock,
    idempotency: createIdempotencyStore(db, services.secrets),
    rateLimiter: createRateLimiter(config.rateLimits),
    largeBodies: createByteBudget(LARGE_BODIES),
    readers: createSemaphore(Number.POSITIVE_INFINITY, READERS),
    unknown: createUnknownCallers((config.rateLimits ?? LIMITS).unknownToken),
  };
  app.decorate('gate', gate);
  const passwords = createPasswordHasher(config.passwordCost);
  defineAfterwards(services);
  defineRecalculation(services);
  defineTerminalJobs(services);
  defineMailJobs(services);
  definePushJobs(services);
  const reports = createReportThreads({ connectionString: services.connectionString, kind: connectionKind(config) });
  app.addHook('onClose', () => reports.close());
  defineAlertJobs(services, reports);
  defineSessionJobs(services);
  defineSignInJobs(services);
  defineSingleSignOnJobs(services);
  // As a hook of the whole server, so that it also applies to addresses that do not exist.
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.url.startsWith('/v2/')) setPrivateHeaders(reply);
    done();
  });
  registerErrors(app);
  refuseSlowBodies(app);

  operationRoutes(app, services, {
    ...operation,
    passkeyDomain: async () => {
      const { rpId } = config.passkeys;
      return rpId && (await hasAnyPasskey(db, rpId)) ? rpId : '';
    },
    installation: (registry) => installationGauges(registry, services),
  });
  const ingest = ingestServices(services);
  terminalRoutes(app, ingest);
  await app.register(
    async (v2) => {
      registerErrors(v2);
      // Only JSON is accepted: a form of a foreign page can send text/plain without asking.
      v2.removeContentTypeParser('text/plain');
      await describe(v2, config.version);
      route(v2, getAvailable, () => ({ version: config.version }));
      // One line per domain term: the routes.ts of its folder mounts the endpoints of its contract file.
      accountRoutes(v2, services);
      const clients = createClients(services);
      const secondStep = createSecondStep(services);
      sessionRoutes(v2, services, passwords, secondStep, createSignOn(services, clients, secondStep));
      await singleSignOnRoutes(v2, services, clients);
      choiceRoutes(v2, services);
      signInRoutes(v2, services, passwords);
      const read = createReads(oneState);
      statsRoutes(v2, services, models, (call, answer) =>
        read(call, (state, own) => answer({ ...state, paidOn: paidOnOf(state) }, own)),
      );
      defineJudging(services, createJudgedDays(db, models));
      trendRoutes(v2, services, oneState);
      sampleRoutes(v2, services, oneState);
      earningsRoutes(v2, services, oneState);
      paySetUpRoutes(v2, services);
      payFileRoutes(v2, services, oneState);
      userRoutes(v2, services, passwords);
      mailRoutes(v2, services);
      auditRoutes(v2, services);
      await backupRoutes(v2, services);
      await deviceRoutes(v2, services);
      await syncRoutes(v2, ingest);
      alertRoutes(v2, services);
      pushRoutes(v2, services);
      masterDataRoutes(v2, services);
      await setupRoutes(v2, services);
      privacyRoutes(v2, services);
      ownDaysRoutes(v2, services, oneState);
      await payrollRoutes(v2, services);
      reportRoutes(v2, services, { threads: reports, oneState });
      recordFileRoutes(v2, services, reports);
      oldRecordRoutes(v2, services);
      correctionRoutes(v2, services, oneState);
      containerRoutes(v2, services);
      teamEntryRoutes(v2, services);
      qualityRoutes(v2, services);
      dayNoteRoutes(v2, services);
      messageRoutes(v2, services);
      workPlanRoutes(v2, services);
    },
    { prefix: '/v2' },
  );
  return app;
}

/** Sets the headers that forbid caching an answer, guessing its type and showing it inside another origin. */
function setPrivateHeaders(reply: FastifyReply) {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  reply
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('cross-origin-opener-policy', 'same-origin');
}

/**
 * The content security policy of the API page: its own files only, and no frames. It has no Trusted Types, because its library writes markup as text;
 * it shows nothing but our own description.
 */
const DOCS_POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'font-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** Serves GET /v2/openapi.json, made from the contract, and the page at /v2/docs that shows it. */
async function describe(v2: FastifyInstance, version: string) {
  await v2.register(swagger, {
    openapi: {
      info: {
        title: 'Tallyboard',
        version,
        description: 'The calls of the web application, devices and payroll systems.',
      },
      components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'authorization' } } },
    },
    transform: jsonSchemaTransform,
  });
  // Serialised once: it takes long, and anybody may ask for it.
  let text: string | undefined;
  v2.get('/openapi.json', { schema: { hide: true } }, (_request, reply) => {
    text ??= JSON.stringify(v2.swagger());
    return reply.type('application/json; charset=utf-8').send(text);
  });
  await v2.register(swaggerUi, { routePrefix: '/docs', staticCSP: DOCS_POLICY });
}
