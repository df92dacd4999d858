import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { clear, createStore, entries, set } from 'idb-keyval';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Muster } from '#contract/figures/people.ts';
import { getGroups, getLookupDefinition } from '#contract/masterData/groups.ts';
import { giveClient } from '#src/api/client.ts';
import { groupsQuery, lookupNamesQuery } from '#src/api/names.ts';
import { createQueryClient } from '#src/api/queryClient.ts';
import { MAX_ENTRIES, resetDisk } from '#src/cache/disk.ts';
import { figuresOf } from '#src/cache/figures.ts';
import { localDateOf } from '#src/cache/keep.ts';
import { openFigureCache, wipeFigures } from '#src/cache/persistence.ts';
import type { Session } from '#src/state/session.ts';
import { answer, later } from '#tests/support/fakeApi.ts';
import { idOf } from '#tests/support/manageSamples.ts';
import { signedIn } from '#tests/support/ui.tsx';

const SOMEBODY = idOf(1);
const disk = () => createStore('tallyboard-cache', 'q');
const stored = async () => (await entries(disk())).map(([key]) => String(key));
const today = () => localDateOf(Date.now(), 'Africa/Johannesburg');
const keyOf = (tile: string, referenceDate = today()) => ['stats', 'acc', tile, { referenceDate }];
const client = () => createQueryClient(() => {});
type Client = ReturnType<typeof client>;

/** Fetches a figure as a tile does. */
const fetchFigure = (
  of: Client,
  tile: string,
  value: unknown,
  { persist = true, date = today() }: { persist?: boolean | 'large'; date?: string } = {},
) => of.fetchQuery({ queryKey: keyOf(tile, date), queryFn: async () => value, meta: { persist } });

const other = {
  userId: '0199a000-0000-7000-8000-0000000000bb',
  cacheSecret: Buffer.alloc(32, 9).toString('base64url'),
};

beforeEach(async () => {
  resetDisk();
  await clear(disk());
});
afterEach(() => vi.restoreAllMocks());

/** Another start of the application by the same user. */
async function relaunch(session: Session, hash = 'h1') {
  const fresh = client();
  const cache = await openFigureCache(session, fresh, hash);
  await cache.restore();
  return fresh;
}

describe('the last known figures', () => {
  test('are restored after a restart with their own age', async () => {
    const session = signedIn();
    const first = client();
    await openFigureCache(session, first, 'h1');
    await fetchFigure(first, 'totals', { present: 2 });
    const { dataUpdatedAt } = first.getQueryState(keyOf('totals')) ?? {};
    await waitFor(async () => expect(await stored()).toHaveLength(1));
    const again = await relaunch(session);
    expect(again.getQueryData(keyOf('totals'))).toEqual({ present: 2 });
    expect(again.getQueryState(keyOf('totals'))?.dataUpdatedAt).toBe(dataUpdatedAt);
  });
  test('so are the names of lookups and groups', async () => {
    answer(getLookupDefinition, { lookup1: 'Crop', lookup2: 'Block' });
    answer(getGroups, { employeeGroups: [], timeGroups: [], jobDescriptions: [] });
    const session = signedIn();
    const first = client();
    await openFigureCache(session, first, 'h1');
    await first.fetchQuery(lookupNamesQuery('acc'));
    await first.fetchQuery(groupsQuery('acc'));
    await waitFor(async () => expect(await stored()).toHaveLength(2));
    const again = await relaunch(session);
    expect(again.getQueryData(['lookups', 'acc', 'names'])).toEqual({ lookup1: 'Crop', lookup2: 'Block' });
    expect(again.getQueryData(['groups', 'acc'])).toBeTruthy();
  });
  test('are written only for marked queries, and cannot be read', async () => {
    const first = client();
    await openFigureCache(signedIn(), first, 'h1');
    await fetchFigure(first, 'employees', ['Johannes Mokoena'], { persist: false });
    await fetchFigure(first, 'top', ['Thandi Nkosi']);
    await waitFor(async () => expect(await stored()).toHaveLength(1));
    const [entry] = await entries<string, { data: ArrayBuffer }>(disk());
    expect(entry?.[0]).toContain('"top"');
    expect(Buffer.from(entry?.[1].data ?? new ArrayBuffer(0)).toString('latin1')).not.toContain('Nkosi');
  });
  test('never belong to another user, nor to another secret of the same one', async () => {
    const first = client();
    await openFigureCache(signedIn(), first, 'h1');
    await fetchFigure(first, 'totals', { present: 2 });
    await waitFor(async () => expect(await stored()).toHaveLength(1));
    expect((await relaunch(signedIn(other))).getQueryCache().getAll()).toEqual([]);
    const changed = signedIn({ cacheSecret: other.cacheSecret });
    expect((await relaunch(changed)).getQueryCache().getAll()).toEqual([]);
    expect(await stored()).toEqual([]);
  });
  test('of another shape are dropped', async () => {
    const session = signedIn();
    const first = client();
    await openFigureCache(session, first, 'h1');
    await fetchFigure(first, 'totals', { present: 2 });
    await waitFor(async () => expect(await stored()).toHaveLength(1));
    expect((await relaunch(session, 'h2')).getQueryCache().getAll()).toEqual([]);
  });
  test('that are too old or from the future are dropped', async () => {
    const session = signedIn();
    const first = client();
    await openFigureCache(session, first, 'h1');
    await fetchFigure(first, 'totals', { present: 2 });
    await waitFor(async () => expect(await stored()).toHaveLength(1));
    const ahead = client();
    const cache = await openFigureCache(session, ahead, 'h1', () => Date.now() - 3_600_000);
    await cache.restore();
    expect(ahead.getQueryCache().getAll()).toEqual([]);
    expect(await stored()).toEqual([]);
  });
  test('do not replace a newer answer when the disk is slow', async () => {
    const session = signedIn();
    const first = client();
    await openFigureCache(session, first, 'h1');
    await fetchFigure(first, 'totals', { present: 2 });
    await waitFor(async () => expect(await stored()).toHaveLength(1));
    const second = client();
    const cache = await openFigureCache(session, second, 'h1');
    const restoring = cache.restore();
    second.setQueryData(keyOf('totals'), { present: 5 });
    await restoring;
    expect(second.getQueryData(keyOf('totals'))).toEqual({ present: 5 });
  });
  test('are restored from the disk when memory has dropped them and the network fails', async () => {
    const session = signedIn();
    const first = client();
    await openFigureCache(session, first, 'h1');
    await fetchFigure(first, 'totals', { present: 2 });
    await waitFor(async () => expect(await stored()).toHaveLength(1));
    first.removeQueries();
    const Tile = () => {
      const query = useQuery<{ present: number }>({
        queryKey: keyOf('totals'),
        queryFn: () => Promise.reject(new Error('offline')),
        meta: { persist: true, silent: true },
      });
      return <output>{query.data?.present}</output>;
    };
    render(
      <QueryClientProvider client={first}>
        <Tile />
      </QueryClientProvider>,
    );
    expect(await screen.findByText('2')).toBeTruthy();
  });
});

describe('deleting a user’s figures', () => {
  /** Writes and deletes figures of another user: writes that began earlier have reached the disk by then, or never will. */
  async function laterWrites() {
    const bob = signedIn(other);
    const bobs = client();
    const cache = await openFigureCache(bob, bobs, 'h1');
    for (let round = 0; round < 3; round += 1) {
      await fetchFigure(bobs, `later${round}`, { round });
      await waitFor(async () =>
        expect((await stored()).filter((key) => key.includes('"later'))).toHaveLength(round + 1),
      );
    }
    await cache.close();
    await wipeFigures(bob);
  }
  test('leaves nothing of the user, and other users’ alone', async () => {
    const bob = signedIn(other);
    const bobs = client();
    await openFigureCache(bob, bobs, 'h1');
    await fetchFigure(bobs, 'totals', { present: 9 });
    const ann = signedIn();
    const anns = client();
    await openFigureCache(ann, anns, 'h1');
    await fetchFigure(anns, 'totals', { present: 2 });
    await waitFor(async () => expect(await stored()).toHaveLength(2));
    await wipeFigures(ann);
    expect((await stored()).map((key) => key.includes(other.userId))).toEqual([true]);
  });
  test('is not undone by a late answer', async () => {
    const session = signedIn();
    const first = client();
    giveClient(first);
    const figures = figuresOf('h1');
    await figures.open(session);
    const late = later<unknown>();
    const pending = first.fetchQuery({
      queryKey: keyOf('totals'),
      queryFn: () => late.promise,
      meta: { persist: true },
    });
    figures.close();
    await figures.wipe(session);
    late.settle({ present: 2 });
    await pending;
    await laterWrites();
    expect(await stored()).toEqual([]);
  });
  test('is not undone by a write that was under way when the session ended', async () => {
    const session = signedIn();
    const first = client();
    giveClient(first);
    const figures = figuresOf('h1');
    await figures.open(session);
    const sealing = later<void>();
    const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
    const encrypting = vi.spyOn(crypto.subtle, 'encrypt').mockImplementation(async (...given) => {
      await sealing.promise;
      return encrypt(...given);
    });
    await fetchFigure(first, 'totals', { present: 2 });
    await waitFor(() => expect(encrypting).toHaveBeenCalledTimes(1));
    figures.close();
    await figures.wipe(session);
    sealing.settle();
    await laterWrites();
    expect(await stored()).toEqual([]);
  });
});

describe('limits', () => {
  test('the least recently used entry goes first', async () => {
    const first = client();
    let now = Date.now();
    await openFigureCache(signedIn(), first, 'h1', () => now++);
    for (let index = 0; index < MAX_ENTRIES + 3; index += 1) {
      await fetchFigure(first, `tile${index}`, index);
      await waitFor(async () => expect((await stored()).some((key) => key.includes(`"tile${index}"`))).toBe(true));
    }
    await waitFor(async () => expect(await stored()).toHaveLength(MAX_ENTRIES));
    expect((await stored()).some((key) => key.includes('"tile0"'))).toBe(false);
  });
  test('too large an entry is not written, a muster list of 5,000 people is', async () => {
    const first = client();
    await openFigureCache(signedIn(), first, 'h1');
    await fetchFigure(first, 'huge', 'x'.repeat(300_000));
    const entry: Muster['entries'][number] = {
      employee: { _id: SOMEBODY, number: '10001', firstName: 'Refilwe', lastName: 'Pretorius-Ngcobo' },
      since: '2026-11-20T05:15:00.000+02:00',
      clockedMs: 29_700_000,
      device: { id: SOMEBODY, name: 'Gate B, packhouse' },
    };
    await fetchFigure(first, 'on-site', { entries: Array(5_000).fill(entry) }, { persist: 'large' });
    await waitFor(async () => expect(await stored()).toHaveLength(1));
    expect((await stored())[0]).toContain('"on-site"');
  });
  test('of data in pages the first ones that fit are kept', async () => {
    const session = signedIn();
    const first = client();
    await openFigureCache(session, first, 'h1');
    // A character takes two bytes.
    const page = 'é'.repeat(50_000);
    await first.fetchInfiniteQuery({
      queryKey: keyOf('roll'),
      queryFn: async () => page,
      initialPageParam: 0,
      getNextPageParam: (_, pages) => pages.length,
      pages: 4,
      meta: { persist: { last: 1 } },
    });
    await waitFor(async () => expect(await stored()).toHaveLength(1));
    expect(first.getQueryData<{ pages: string[] }>(keyOf('roll'))?.pages).toHaveLength(4);
    const again = await relaunch(session);
    expect(again.getQueryData(keyOf('roll'))).toEqual({ pages: [page, page], pageParams: [0, 1] });
  });
  test('of queries with a limit only the ranges that were seen last are kept, whatever else there is', async () => {
    const session = signedIn();
    const first = client();
    let now = Date.now();
    await openFigureCache(session, first, 'h1', () => now++);
    const see = async (card: string, from: string) => {
      const queryKey = ['stats', 'acc', card, { from, to: today() }];
      await first.fetchQuery({ queryKey, queryFn: async () => from, meta: { persist: { last: 2 } } });
      await waitFor(async () =>
        expect((await stored()).some((key) => key.includes(`"${card}",{"from":"${from}"`))).toBe(true),
      );
    };
    await see('person', '2026-11-01');
    for (const from of ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-02', '2026-11-04']) {
      await see('roll', from);
    }
    const kept = async () =>
      (await stored()).map((key) => /"(?:roll|person)",\{"from":"[\d-]+/.exec(key)?.[0]).toSorted();
    await waitFor(async () =>
      expect(await kept()).toEqual([
        '"person",{"from":"2026-11-01',
        '"roll",{"from":"2026-11-02',
        '"roll",{"from":"2026-11-04',
      ]),
    );
  });
  test('a range that ended before today stays for a day, one of today for a shift', async () => {
    const session = signedIn();
    const first = client();
    await openFigureCache(session, first, 'h1');
    for (const to of ['2026-01-31', today()])
      await first.fetchQuery({
        queryKey: ['stats', 'acc', 'roll', { from: '2026-01-01', to }],
        queryFn: async () => to,
        meta: { persist: { last: 2 } },
      });
    await waitFor(async () => expect(await stored()).toHaveLength(2));
    const later = client();
    const cache = await openFigureCache(session, later, 'h1', () => Date.now() + 13 * 3_600_000);
    await cache.restore();
    expect(
      later
        .getQueryCache()
        .getAll()
        .map(({ state }) => state.data),
    ).toEqual(['2026-01-31']);
  });
  test('of past dates only the two seen last stay', async () => {
    const first = client();
    let now = Date.now();
    await openFigureCache(signedIn(), first, 'h1', () => now++);
    for (const date of ['2026-01-01', '2026-01-02', '2026-01-03']) {
      await fetchFigure(first, 'totals', date, { date });
      await waitFor(async () => expect((await stored()).some((key) => key.includes(date))).toBe(true));
    }
    await waitFor(async () => expect(await stored()).toHaveLength(2));
    expect((await stored()).some((key) => key.includes('2026-01-01'))).toBe(false);
  });
  test("another user's entries are deleted after a week", async () => {
    const sealed = {
      iv: new Uint8Array(12),
      data: new ArrayBuffer(4),
      updatedAt: 0,
      usedAt: Date.now() - 8 * 24 * 3_600_000,
    };
    await set('tb|gone|gone-["x"]', sealed, disk());
    await relaunch(signedIn());
    await waitFor(async () => expect(await stored()).toEqual([]));
  });
  test('a disk that does not answer delays neither a start nor a log-out for long', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => new EventTarget() as IDBOpenDBRequest); // It is never answered.
    const session = signedIn();
    giveClient(client());
    const figures = figuresOf('h1');
    await figures.open(session);
    figures.close();
    await figures.wipe(session);
    // Without its limits this hangs: it fails soon, not after the patience of all tests.
  });
  test('a disk that refuses is given up without telling the user', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('no', 'InvalidStateError');
    });
    const session = signedIn();
    const first = client();
    giveClient(first);
    const figures = figuresOf('h1');
    await figures.open(session);
    await fetchFigure(first, 'totals', { present: 2 });
    expect(first.getQueryData(keyOf('totals'))).toEqual({ present: 2 });
  });
});
