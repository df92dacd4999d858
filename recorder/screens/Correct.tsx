import { useCallback, useEffect, useState } from 'react';
import { hourOf } from '../app/times.ts';
import type { LogRecord } from '../core/record.ts';
import { formatUnits, parseUnits } from '../core/units.ts';
import { latest, retryRefused, undo } from '../store/log.ts';
import { useWords } from '../words/words.ts';
import { jobName } from './PickJob.tsx';
import { Dialog, Field, Screen, useRecorder, useView } from './parts.tsx';

const SHOWN = 200;
type Row = { record: LogRecord; name: string };

/** The last 200 records: what is still held is undone, pieces are corrected by the difference, sent punches by the office. */
export function Correct({ onBack }: { onBack: () => void }) {
  const recorder = useRecorder();
  const { refused, waiting } = useView();
  const words = useWords();
  const [rows, setRows] = useState<Row[]>([]);
  const [said, setSaid] = useState('');
  const [edited, setEdited] = useState<(LogRecord & { kind: 'piece' }) | null>(null);
  const read = useCallback(async () => {
    const records = await recorder.db.run('readonly', (stores) => latest(stores, SHOWN));
    const names = await recorder.namesOf(records.map(({ person }) => person));
    setRows(records.map((record, i) => ({ record, name: names[i] ?? '' })));
  }, [recorder]);
  useEffect(() => void read(), [read, refused, waiting]);

  const correct = async (record: LogRecord & { kind: 'piece' }, thousandths: number) => {
    const difference = thousandths - (parseUnits(record.units) ?? 0);
    if (difference === 0) return;
    const outcome = await recorder.correct(record, formatUnits(difference));
    setSaid(outcome.kind === 'taken' ? words.correction(formatUnits(difference)) : words.notRecorded);
    setEdited(null);
    await read();
  };
  const remove = async (record: LogRecord) => {
    if (record.state === 'held' && (await recorder.act((stores) => undo(stores, record.group)))) setSaid(words.undone);
    else if (record.kind === 'piece') await correct(record, 0);
    else setSaid(words.askOffice);
    await read();
  };
  return (
    <Screen title={words.correct} onBack={onBack}>
      <p role="status">{said}</p>
      {refused > 0 && (
        <button
          type="button"
          onClick={() => void recorder.act((stores) => retryRefused(stores, () => true)).then(() => recorder.sendNow())}
        >
          {words.strip.refused(refused)}: {words.tryAgain}
        </button>
      )}
      <ul className="records">
        {rows.map(({ record, name }) => (
          <li key={record.id} data-state={record.state}>
            <Described record={record} name={name} />
            <button type="button" onClick={() => void remove(record)}>
              {words.remove}
            </button>
            {record.kind === 'piece' && (
              <button type="button" onClick={() => setEdited(record)}>
                {words.otherUnits}
              </button>
            )}
          </li>
        ))}
      </ul>
      {edited && (
        <Dialog title={words.otherUnits} onClose={() => setEdited(null)}>
          <OtherUnits units={edited.units} onUnits={(thousandths) => void correct(edited, thousandths)} />
        </Dialog>
      )}
    </Screen>
  );
}

function Described({ record, name }: Row) {
  const { activation, offset, lookups } = useView();
  const words = useWords();
  const time = hourOf(record.wall + offset, activation?.timeZone ?? 'UTC');
  const what =
    record.kind === 'clock'
      ? words[record.direction]
      : record.kind === 'piece'
        ? `${words.pieces(record.units)} ${jobName(record, lookups, words)}`
        : `${words.workingTime} ${jobName(record, lookups, words)}`;
  return (
    <span>
      {time} <strong>{name}</strong> {what}
      {record.state === 'refused' && (
        <em>
          {words.refused}: {record.reason}
        </em>
      )}
    </span>
  );
}

function OtherUnits({ units, onUnits }: { units: string; onUnits: (thousandths: number) => void }) {
  const words = useWords();
  const [text, setText] = useState(units);
  const parsed = parseUnits(text);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (parsed !== null) onUnits(parsed);
      }}
    >
      <Field label={words.units} value={text} onChange={setText} inputMode="decimal" />
      <button type="submit" className="main" disabled={parsed === null}>
        {words.ok}
      </button>
    </form>
  );
}
