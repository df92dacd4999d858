import type { LogRecord } from '../core/record.ts';
import { settleRecords, syncBody } from '../send/wire.ts';
import { inState } from '../store/log.ts';
import { readMeta } from '../store/meta.ts';
import { addReading } from '../store/readings.ts';
import type { Recorder } from './recorder.ts';

/**
 * Saves what is unsent as a file that the Devices tab reads in: the records as they are sent, and a SHA-256 of them. Times that no answer of
 * the server encloses are unverified.
 */
export async function saveUnsent(recorder: Recorder): Promise<void> {
  const clocks = recorder.clocks.now();
  const { offset } = recorder.view();
  const body = await recorder.db.run('readwrite', async (stores) => {
    const activation = await readMeta(stores, 'activation');
    if (!activation) return null;
    const records: LogRecord[] = [];
    for (const state of ['held', 'queued', 'refused'] as const) records.push(...(await inState(stores, state)));
    // No anchor, but an end: what lies before it is said to be unverified.
    await addReading(stores, { ...clocks, server: clocks.wall + offset, slack: Number.MAX_SAFE_INTEGER });
    const settled = await settleRecords(stores, records, activation.deviceId);
    return {
      deviceId: activation.deviceId,
      text: syncBody(settled, { deviceId: '', cursor: null, sentAt: clocks.wall }),
    };
  });
  if (!body) return;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body.text)));
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const file = JSON.stringify({ format: 'tallyboard-recorder-1', deviceId: body.deviceId, sha256, body: body.text });
  const url = URL.createObjectURL(new Blob([file], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `recorder-${new Date(clocks.wall + offset).toISOString().slice(0, 10)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
