import type { LogRecord } from '../core/record.ts';
import { settleRecords, syncBody } from '../send/wire.ts';
import { inState } from '../store/log.ts';
import { readMeta } from '../store/meta.ts';
import { newPeopleIn, newPeopleOf } from '../store/newPeople.ts';
import { addReading } from '../store/readings.ts';
import type { Recorder } from './recorder.ts';

/** The number of records that fit into one file that the server accepts (contract/platform/savedRecords.ts, MAX_SAVED_BYTES). */
const MOST_IN_FILE = 5_000;

/**
 * Saves unsent records as files that the Devices tab reads in: the records as they would be sent, and their SHA-256. Times after the last answer of
 * the server are unverified.
 */
export async function saveUnsent(recorder: Recorder): Promise<void> {
  const clocks = recorder.clocks.now();
  const { offset } = recorder.view();
  const saved = await recorder.db.run('readwrite', async (stores) => {
    const activation = await readMeta(stores, 'activation');
    if (!activation) return null;
    const records: LogRecord[] = [];
    for (const state of ['held', 'queued', 'refused'] as const) records.push(...(await inState(stores, state)));
    // Not an anchor, only an end: the times before it are marked as unverified.
    await addReading(stores, { ...clocks, server: clocks.wall + offset, slack: Number.MAX_SAFE_INTEGER });
    const people = await newPeopleOf(stores);
    return { ...activation, people, records: await settleRecords(stores, records, activation.deviceId) };
  });
  if (!saved) return;
  const { deviceId, people, records } = saved;
  const date = new Date(clocks.wall + offset).toISOString().slice(0, 10);
  for (let from = 0; from === 0 || from < records.length; from += MOST_IN_FILE) {
    const part = records.slice(from, from + MOST_IN_FILE);
    const body = syncBody(part, {
      deviceId: '',
      cursor: null,
      sentAt: clocks.wall,
      newPeople: newPeopleIn(people, part),
    });
    const file = JSON.stringify({ format: 'tallyboard-recorder-1', deviceId, sha256: await sha256(body), body });
    const number = records.length > MOST_IN_FILE ? `-${from / MOST_IN_FILE + 1}` : '';
    download(`recorder-${date}${number}.json`, file);
  }
}

async function sha256(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
function download(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
