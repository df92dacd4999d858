import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getSession } from '#contract/access/session.ts';
import { getGroups } from '#contract/masterData/groups.ts';
import { call } from '#src/api/call.ts';
import { giveClient } from '#src/api/client.ts';
import { createQueryClient } from '#src/api/queryClient.ts';
import { configureLifecycle } from '#src/shell/session/lifecycle.ts';
import { followScope } from '#src/shell/session/scope.ts';
import { session } from '#src/state/session.ts';
import { answer } from '#tests/support/fakeApi.ts';
import { sessionInfo, signedIn } from '#tests/support/ui.tsx';

/** A scope that changes while a page is open (docs/reference/scope.md#what-is-cached). */

const steps: string[] = [];
let stop = () => {};
beforeEach(() => {
  steps.length = 0;
  configureLifecycle({
    openCache: async ({ info }) => void steps.push(`open with ${info.cacheSecret.slice(0, 3)}`),
    closeCache: () => void steps.push('close'),
    clearMemory: async () => undefined,
    wipeCache: async () => void steps.push('wipe'),
    forgetLastFigures: async () => undefined,
    tellOtherTabs: () => undefined,
    leave: async () => undefined,
  });
});
afterEach(() => stop());

const NEW_SECRET = 'new'.padEnd(43, 'A');
const named = (name: string) => ({
  ...{ employeeGroups: [], jobDescriptions: [] },
  timeGroups: [{ _id: '0199a000-0000-7000-8000-000000000001', name, systemId: 'CSV', deletedAt: null }],
});

/** Renders a page with a figure, and maybe a form that is being edited; `scope`: how the server answers from now on. */
async function given({ isEditing, first = 'everybody' }: { isEditing: boolean; first?: string | null }) {
  signedIn();
  const client = createQueryClient(() => {});
  giveClient(client);
  const server = { scope: first, name: 'All the farm' };
  answer(getGroups, () =>
    HttpResponse.json(named(server.name), server.scope === null ? {} : { headers: { 'x-scope': server.scope } }),
  );
  const asked = answer(getSession, () =>
    HttpResponse.json({
      ...sessionInfo({ cacheSecret: NEW_SECRET }),
      ...(server.scope !== 'everybody' && server.scope && { scope: server.scope }),
    }),
  );
  stop();
  stop = followScope();
  const shown: (string | undefined)[] = [];
  function Figure() {
    const { data } = useQuery({ queryKey: ['figure'], queryFn: () => call(getGroups, { query: {} }) });
    shown.push(data?.timeGroups[0]?.name);
    return <p>{data?.timeGroups[0]?.name ?? 'Loading'}</p>;
  }
  render(
    <QueryClientProvider client={client}>
      <form data-dirty={isEditing || undefined}>
        <input aria-label="Note" defaultValue="Half a sen" />
      </form>
      <Figure />
    </QueryClientProvider>,
  );
  await screen.findByText('All the farm');
  client.setQueryData(['seen before'], 'of somebody outside');
  return { client, server, asked, shown };
}

test('nothing happens while the server answers within the same scope, or does not say', async () => {
  for (const first of ['everybody', null]) {
    const { client, asked } = await given({ isEditing: false, first });
    await client.refetchQueries();
    expect([asked.length, steps, client.getQueryData(['seen before'])]).toEqual([0, [], 'of somebody outside']);
    document.body.replaceChildren();
  }
});

test('the stored figures are deleted, others in memory too, and what is shown is read again under the new secret', async () => {
  const { client, server, asked, shown } = await given({ isEditing: false });
  Object.assign(server, { scope: 'night', name: 'Night' });
  void client.refetchQueries({ queryKey: ['figure'] }).catch(() => undefined);
  await screen.findByText('Night');
  await waitFor(() => expect(session.get()?.info.scope).toBe('night'));
  expect(steps).toEqual(['close', 'wipe', 'open with new']);
  expect(client.getQueryData(['seen before'])).toBeUndefined();
  expect(shown).toContain(undefined);
  expect(asked).toHaveLength(1);
  await client.refetchQueries();
  expect(asked).toHaveLength(1);
});

test('a form that is being edited stays, with what is behind it until the new answers are there', async () => {
  const { client, server, shown } = await given({ isEditing: true });
  const start = shown.length;
  Object.assign(server, { scope: 'night', name: 'Night' });
  void client.refetchQueries({ queryKey: ['figure'] }).catch(() => undefined);
  await screen.findByText('Night');
  expect(shown.slice(start)).not.toContain(undefined);
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('Half a sen');
  await waitFor(() => expect(client.getQueryData(['seen before'])).toBeUndefined());
});
