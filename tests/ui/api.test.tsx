import { useMutation, useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deleteAccount, getAccount } from '#contract/access/accounts.ts';
import { getAvailable } from '#contract/access/session.ts';
import { getTimeWastedTotals } from '#contract/figures/stats.ts';
import { getTotalAlertsSent } from '#contract/operations/accountStatistics.ts';
import { downloadBackup, uploadRestore } from '#contract/operations/backups.ts';
import { addressOf, call, callFile, fileName } from '#src/api/call.ts';
import { ApiError } from '#src/api/errors.ts';
import { upload } from '#src/api/upload.ts';
import { noteCall, startCalls } from '#src/start/earlyCalls.ts';
import { reachability } from '#src/state/reachability.ts';
import { session } from '#src/state/session.ts';
import { upgradeState } from '#src/state/upgrade.ts';
import { isWorking } from '#src/state/work.ts';
import { answer, asked, fakeServer, later, noNetwork, refused } from '#tests/support/fakeApi.ts';
import { ACCOUNT_ID, renderWith, signedIn } from '#tests/support/ui.tsx';

const params = { accountId: ACCOUNT_ID };
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );
const available = (reply: () => Response) => fakeServer.use(http.get('*/v2/available', reply));

describe('the generic mapping', () => {
  test.each([
    ['no answer', () => noNetwork(), 'A network error occurred. Please try again.'],
    ['an errorCode with a message', () => refused(409, 'CONFLICT', 'Somebody was faster.'), 'Somebody was faster.'],
    ['an errorCode alone', () => refused(409, 'CONFLICT'), "Error 'CONFLICT' occurred."],
    ['PERMISSION_DENIED', () => refused(401, 'PERMISSION_DENIED', 'no'), 'Permission denied.'],
    ['a body without errorCode', () => HttpResponse.json({}, { status: 500 }), 'An unexpected error occurred'],
    [
      'HTML from a proxy',
      () => HttpResponse.html('<h1>Bad gateway</h1>', { status: 502 }),
      'An unexpected error occurred',
    ],
    [
      'an empty answer',
      () => new HttpResponse(null, { status: 200 }),
      'Expected a response value from the server but none was returned.',
    ],
    ['what the contract does not promise', () => HttpResponse.json({ version: 7 }), 'An unexpected error occurred'],
  ])('%s', async (_, reply, message) => {
    available(reply);
    const error = await failure(call(getAvailable));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toHaveProperty('message', message);
  });
  test('the issues of a refused form reach the form', async () => {
    available(() => refused(400, 'VALIDATION_FAILED', 'No', [{ path: 'name', message: 'Name is required' }]));
    expect(await failure(call(getAvailable))).toHaveProperty('issues', [{ path: 'name', message: 'Name is required' }]);
  });
});

describe('the page’s own early calls', () => {
  const query = { referenceDate: '2026-11-21', cacheKey: 0 };
  const early = async (reply: Promise<Response>, token = session.get()?.token ?? '') => {
    const url = await addressOf(getTimeWastedTotals, { query });
    window.tbEarly = { token, answers: { [url]: reply.then((one) => ({ reply: one, at: Date.now() })) } };
  };
  const anew = vi.fn(() => HttpResponse.json({}, { status: 500 }));
  beforeEach(() => {
    signedIn();
    // On a slow machine the answer may be too old to be used.
    vi.spyOn(performance, 'now').mockReturnValue(1_000);
    anew.mockClear();
    fakeServer.use(http.get('*/v2/stats/time-wasted/totals', anew));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    window.tbEarly = undefined;
  });

  test('answer the same question, once', async () => {
    await early(Promise.resolve(refused(401, 'PERMISSION_DENIED')));
    expect(await failure(call(getTimeWastedTotals, { query }))).toHaveProperty('message', 'Permission denied.');
    expect(anew).not.toHaveBeenCalled();
    expect(await failure(call(getTimeWastedTotals, { query }))).toHaveProperty(
      'message',
      'An unexpected error occurred',
    );
    expect(anew).toHaveBeenCalledTimes(1);
  });
  test('are repeated when they failed, with another session, or for another day', async () => {
    await early(Promise.reject(new TypeError('Failed to fetch')));
    await failure(call(getTimeWastedTotals, { query }));
    await early(Promise.resolve(refused(401, 'PERMISSION_DENIED')), 'of somebody else');
    await failure(call(getTimeWastedTotals, { query }));
    await early(Promise.resolve(refused(401, 'PERMISSION_DENIED')));
    await failure(call(getTimeWastedTotals, { query: { ...query, referenceDate: '2026-11-20' } }));
    expect(anew).toHaveBeenCalledTimes(3);
  });
  test('are stored by address: those of everybody’s figures of the day with which the page started', () => {
    const at = (path: string) => `http://localhost:3000/v2${path}`;
    const figures = [at('/stats/top?referenceDate=2026-11-21&cacheKey=0'), at('/account/lookups/definition')];
    for (const url of [
      ...figures,
      at('/session'),
      at('/stats/top?referenceDate=2026-11-20&cacheKey=0'),
      at('/stats/top?referenceDate=2026-11-21&cacheKey=1'),
      at('/stats/top?referenceDate=2026-11-21&cacheKey=0&devices=00000000-0000-4000-8000-000000000001'),
    ])
      noteCall(url);
    expect(
      startCalls('2026-11-21').filter(
        (url) => url.includes('/top') || url.includes('lookups') || url.endsWith('session'),
      ),
    ).toEqual(figures);
    noteCall(at('/stats/later?referenceDate=2026-11-21&cacheKey=0'));
    expect(startCalls('2026-11-21').some((url) => url.includes('later'))).toBe(false);
  });
});

describe('a request', () => {
  test('carries content type, token and the id of this browser, the same each time', async () => {
    signedIn();
    const requests = answer(getTotalAlertsSent, { total: 3 });
    await call(getTotalAlertsSent, { params });
    await call(getTotalAlertsSent, { params });
    expect(requests[0]?.headers.get('content-type')).toBe('application/json');
    expect(requests[0]?.headers.get('authorization')).toBe('token-1');
    expect(requests[0]?.headers.get('x-device-id')).toMatch(/^[\w-]{22}$/);
    expect(requests[1]?.headers.get('x-device-id')).toBe(requests[0]?.headers.get('x-device-id'));
  });
  test('parameters are encoded, so none can lead elsewhere', async () => {
    expect(await addressOf(getAccount, { params: { accountId: '../session?x' } })).toMatch(
      /\/v2\/account\/..%2Fsession%3Fx$/,
    );
  });
  test('is never repeated automatically', async () => {
    let times = 0;
    available(() => {
      times += 1;
      return refused(503, 'UNAVAILABLE');
    });
    await failure(call(getAvailable));
    expect(times).toBe(1);
  });
});

describe('401', () => {
  test('expires the session that asked', async () => {
    signedIn();
    answer(getTotalAlertsSent, refused(401, 'SESSION_EXPIRED'));
    await failure(call(getTotalAlertsSent, { params }));
    expect(session.get()?.expiresAt).toBe(0);
  });
  test('PERMISSION_DENIED leaves it alone', async () => {
    const { expiresAt } = signedIn();
    answer(getTotalAlertsSent, refused(401, 'PERMISSION_DENIED'));
    await failure(call(getTotalAlertsSent, { params }));
    expect(session.get()?.expiresAt).toBe(expiresAt);
  });
  test("an old token's 401 does not end a newer session", async () => {
    signedIn();
    const late = later<Response>();
    answer(getTotalAlertsSent, () => late.promise);
    const old = failure(call(getTotalAlertsSent, { params }));
    await waitFor(() => expect(asked.length).toBe(1));
    const newer = signedIn({ username: 'bob' });
    late.settle(refused(401, 'SESSION_REPLACED'));
    await old;
    expect(session.get()?.expiresAt).toBe(newer.expiresAt);
  });
});

describe('toasts', () => {
  const Failing = ({ silent }: { silent?: boolean }) => {
    const query = useQuery({ queryKey: ['x'], queryFn: () => call(getTotalAlertsSent, { params }), meta: { silent } });
    return <output>{query.status}</output>;
  };
  test('a failed query is reported; a silent one is not', async () => {
    answer(getTotalAlertsSent, refused(500, 'INTERNAL', 'The server failed.'));
    const { unmount } = renderWith(<Failing silent />);
    await screen.findByText('error');
    expect(screen.queryByText('The server failed.')).toBeNull();
    unmount();
    renderWith(<Failing />);
    expect(await screen.findByText('The server failed.')).toBeTruthy();
  });
  test("'Invalid Document ID' is suppressed", async () => {
    answer(getTotalAlertsSent, refused(400, 'INVALID_DOCUMENT_ID', 'Invalid Document ID'));
    renderWith(<Failing />);
    await screen.findByText('error');
    expect(screen.queryByText('Invalid Document ID')).toBeNull();
  });
  test('an outage is reported once, however many queries fail', async () => {
    answer(getTotalAlertsSent, noNetwork());
    const { queryClient } = renderWith(<Failing />);
    await screen.findByText('A network error occurred. Please try again.');
    screen.getByRole('button', { name: 'Close notification' }).click();
    await queryClient.refetchQueries();
    await queryClient.refetchQueries();
    expect(screen.queryByText('A network error occurred. Please try again.')).toBeNull();
    expect(reachability.isOnline()).toBe(false);
  });
  test('a mutation reports success and what it invalidates is fetched again', async () => {
    let total = 1;
    const asked = answer(getTotalAlertsSent, () => ({ total: total++ }));
    answer(deleteAccount, { ok: true });
    const Screen = () => {
      const query = useQuery({ queryKey: ['total'], queryFn: () => call(getTotalAlertsSent, { params }) });
      const remove = useMutation({
        mutationFn: () => call(deleteAccount, { params }),
        meta: { success: 'Account deleted successfully', invalidates: [['total']] },
      });
      return (
        <button type="button" onClick={() => remove.mutate()}>
          {query.data?.total}
        </button>
      );
    };
    const { user } = renderWith(<Screen />);
    await user.click(await screen.findByRole('button', { name: '1' }));
    expect(await screen.findByText('Account deleted successfully')).toBeTruthy();
    expect(await screen.findByRole('button', { name: '2' })).toBeTruthy();
    expect(asked.length).toBe(2);
  });
});

describe('files', () => {
  const job = { ...params, backupJobId: ACCOUNT_ID };
  test('a download gives the file and the name the server gave it', async () => {
    answer(
      downloadBackup,
      () => new HttpResponse('zip', { headers: { 'content-disposition': 'attachment; filename="farm.zip"' } }),
    );
    const { blob, name } = await callFile(downloadBackup, { params: job }, { fallback: 'backup.zip' });
    expect([name, blob.size]).toEqual(['farm.zip', 3]);
  });
  test.each([
    [null, null],
    ['attachment; filename="a b.zip"', 'a b.zip'],
    ["attachment; filename=x.zip; filename*=UTF-8''b%C3%A4r.zip", 'bär.zip'],
    ['attachment; filename="../../etc/passwd"', '.._.._etc_passwd'],
    ["attachment; filename=ok.zip; filename*=UTF-8''%E0%A4%A", 'ok.zip'],
  ])('the name in %s', (header, name) => expect(fileName(header)).toBe(name));
  test('an upload sends the part backup.zip and delays an upgrade meanwhile', async () => {
    signedIn();
    const reply = {
      restoreJobId: ACCOUNT_ID,
      includedItems: [],
      madeAt: '2026-11-20T08:00:00Z',
      madeFor: 'Sunny',
      foreign: false,
    };
    let sent = '';
    let working = false;
    const seen = answer(uploadRestore, async ({ body }) => {
      working = isWorking();
      sent = await (body as Request).text();
      return reply as never;
    });
    await upload(uploadRestore, { params }, new Blob(['zip'])).catch(() => undefined);
    expect(sent).toContain('name="backup.zip"; filename="backup.zip"');
    expect(seen[0]?.headers.get('authorization')).toBe('token-1');
    expect([working, isWorking()]).toEqual([true, false]);
  });
});

test('during an upgrade nothing new is saved, but reading is possible', async () => {
  answer(deleteAccount, { ok: true });
  answer(getTotalAlertsSent, { total: 1 });
  upgradeState.set('1.1.0');
  try {
    expect(await failure(call(deleteAccount, { params }))).toHaveProperty('message', 'Upgrading to 1.1.0');
    expect(await call(getTotalAlertsSent, { params })).toEqual({ total: 1 });
  } finally {
    upgradeState.set(null);
  }
});

test('a figure that has not changed is a 304, whatever the cacheKey, and never another session’s', async () => {
  const totals = { totalTimeMs: 60_000, lateTimeMs: 60_000, irregularBreakTimeMs: 0 };
  const tags: (string | null)[] = [];
  fakeServer.use(
    http.get('*/v2/stats/time-wasted/totals', ({ request }) => {
      tags.push(request.headers.get('if-none-match'));
      return request.headers.get('if-none-match') === '"v7"'
        ? new HttpResponse(null, { status: 304, headers: { etag: '"v7"' } })
        : HttpResponse.json(totals, { headers: { etag: '"v7"' } });
    }),
  );
  signedIn();
  const ask = (cacheKey: number) => call(getTimeWastedTotals, { query: { cacheKey } });
  const first = await ask(1);
  expect(await ask(2)).toBe(first);
  expect(first).toEqual(totals);
  session.clear();
  signedIn();
  expect(await ask(3)).toEqual(totals);
  expect(tags).toEqual([null, '"v7"', null]);
});
