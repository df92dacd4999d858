import { undo } from '../store/corrections.ts';
import type { Recorded } from './outcome.ts';
import type { Recorder } from './recorder.ts';

/** Undoes an act while its records are held; resolves to false once they are being sent. */
export async function undoAct(
  recorder: Recorder,
  { group, records }: Pick<Recorded, 'group' | 'records'>,
): Promise<boolean> {
  const isUndone = await recorder.db.run('readwrite', (stores) => undo(stores, group));
  if (isUndone) recorder.capturing.forget(records);
  await recorder.refresh();
  return isUndone;
}
