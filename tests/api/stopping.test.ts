import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { createInProcessJobs } from '../support/jobs.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();

it('a connection with a running request does not delay the end of the server', async () => {
  const isAsked = Promise.withResolvers<void>();
  const isLetGo = Promise.withResolvers<void>();
  const authenticate = {
    ...t.services.authenticate,
    async device(): Promise<never> {
      isAsked.resolve();
      await isLetGo.promise;
      throw new Error('nobody');
    },
  };
  const app = await buildApp({ ...t.services, authenticate, jobs: createInProcessJobs() });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  // fetch keeps its connection alive for the next request.
  const headers = { authorization: 'somebody', 'content-type': 'application/json' };
  const answer = fetch(`http://127.0.0.1:${port}/v2/rc/sync`, { method: 'POST', headers, body: '{}' });
  await isAsked.promise;
  const isClosed = app.close();
  await expect.poll(() => app.server.listening).toBe(false);
  isLetGo.resolve();
  await (await answer).text();
  // The default is 72 s, and the process has 10 s to end.
  await isClosed;
});
