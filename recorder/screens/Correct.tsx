import { plural, t } from '@lingui/core/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import { shownAt } from '../app/lines.ts';
import { hourOf } from '../app/times.ts';
import { undoAct } from '../app/undoing.ts';
import type { LogRecord } from '../core/record.ts';
import { formatUnits, parseUnits } from '../core/units.ts';
import { correcting, correctionGroup } from '../store/corrections.ts';
import { latest, retryRefused } from '../store/log.ts';
import { unitsShown } from '../words/words.ts';
import { Dialog, Field } from './fields.tsx';
import { jobName } from './PickJob.tsx';
import { Screen, useRecorder, useView } from './parts.tsx';

const SHOWN = 200;
/** `units` (thousandths): the units of a record of pieces after its corrections. */
type Row = { record: LogRecord; name: string; units: number };

/** The last 200 records: held ones can be undone, pieces are corrected by the difference, sent punches only by the office. */
export function Correct({ onBack }: { onBack: () => void }) {
  const recorder = useRecorder();
  const { refused, waiting } = useView();
  const [rows, setRows] = useState<Row[]>([]);
  const [message, setMessage] = useState('');
  const [edited, setEdited] = useState<Row | null>(null);
  const reads = useRef(0);
  const read = useCallback(async () => {
    reads.current += 1;
    const serial = reads.current;
    const records = await recorder.db.run('readonly', (stores) => latest(stores, SHOWN));
    const names = await recorder.capturing.namesOf(records.map(({ person }) => person));
    if (serial !== reads.current) return;
    setRows(records.map((record, i) => ({ record, name: names[i] ?? '', units: standing(record, records) })));
  }, [recorder]);
  useEffect(() => void read(), [read, refused, waiting]);

  const correct = async ({ record }: Row, thousandths: number) => {
    setEdited(null);
    if (record.kind !== 'piece') return;
    const outcome = await recorder.capturing.take(
      (stores) => correcting(stores, record, thousandths),
      [],
      [],
      undefined,
      correctionGroup(record.id),
    );
    // The list is read first, so that it shows the correction when the message does.
    await read();
    if (outcome.kind !== 'taken') return setMessage(t`Not recorded.`);
    const [made] = outcome.records;
    if (made?.kind === 'piece') setMessage(t`${{ units: unitsShown(parseUnits(made.units) ?? 0) }} recorded`);
  };
  const remove = async (row: Row) => {
    const { record } = row;
    const { group } = record;
    // If one act was shared among several people, only this person's share is removed; a corrected record is removed with its corrections.
    const isAlone = rows.every(
      (other) => other === row || (other.record.group !== group && other.record.corrects !== record.id),
    );
    const isUndone = record.state === 'held' && isAlone && (await undoAct(recorder, { group, records: [record] }));
    if (!isUndone && record.kind === 'piece') return correct(row, 0);
    await read();
    setMessage(isUndone ? t`Undone` : t`Ask the office to correct it.`);
  };
  return (
    <Screen title={t`Correct`} onBack={onBack}>
      <p role="status">{message}</p>
      {refused > 0 && (
        <button
          type="button"
          onClick={() => void recorder.act((stores) => retryRefused(stores, () => true)).then(() => recorder.sendNow())}
        >
          {t`${plural(refused, { other: '# refused: Try again' })}`}
        </button>
      )}
      <ul className="records">
        {rows.map((row) => (
          <li key={row.record.id} data-state={row.record.state}>
            <Described {...row} />
            {mayRemove(row) && (
              <button type="button" onClick={() => void remove(row)}>
                {t`Remove`}
              </button>
            )}
            {row.record.kind === 'piece' && !row.record.corrects && (
              <button type="button" onClick={() => setEdited(row)}>
                {t`Other units`}
              </button>
            )}
          </li>
        ))}
      </ul>
      {edited && (
        <Dialog title={t`Other units`} onClose={() => setEdited(null)}>
          <OtherUnits units={formatUnits(edited.units)} onUnits={(thousandths) => void correct(edited, thousandths)} />
        </Dialog>
      )}
    </Screen>
  );
}

const standing = (record: LogRecord, all: readonly LogRecord[]): number =>
  all.reduce(
    (sum, one) => sum + (one.kind === 'piece' && one.corrects === record.id ? (parseUnits(one.units) ?? 0) : 0),
    record.kind === 'piece' ? (parseUnits(record.units) ?? 0) : 0,
  );
/** A correction that is being sent can only be corrected at its record. */
const mayRemove = ({ record, units }: Row) =>
  record.state === 'held' || (record.kind === 'piece' ? units !== 0 && !record.corrects : true);

/** Returns why the server refused a record. */
function reasonOf({ reason, person }: LogRecord): string {
  if (reason === 'unknown-employee') return t`Not known: ${{ text: person.number ?? person.badge }}`;
  const texts: Record<string, string> = {
    'id-used': t`Another record has this number: tell the office`,
    'unknown-team': t`This team is not known in this account`,
    'individual-output': t`The pay rules of a member want individual output`,
    'unknown-defect': t`A defect is not known in this account`,
    'pin-needed': t`Their PIN was not proved: answer again on My day`,
    'wrong-pin': t`Wrong PIN.`,
    'pin-locked': t`Too many wrong PINs: the office makes a new one`,
    'too-many': t`Too many answers to this day`,
    'too-many-unknown': t`Too many records today of people who are not known`,
  };
  return texts[reason ?? ''] ?? reason ?? '';
}

function Described({ record, name, units }: Row) {
  const { activation, offset, lookups } = useView();
  const time = hourOf(shownAt(record, offset), activation?.timeZone ?? 'UTC');
  const what =
    record.kind === 'clock'
      ? { in: t`IN`, out: t`OUT`, auto: t`AUTO` }[record.direction]
      : record.kind === 'piece'
        ? `${unitsShown(parseUnits(record.units) ?? 0, 'always')} ${jobName(record, lookups)}`
        : record.kind === 'day'
          ? t`My day`
          : record.kind === 'delivery'
            ? `${t`Delivery`} ${record.container}`
            : record.kind === 'sample'
              ? `${t`Quality`} ${record.container}`
              : `${t`Working time`} ${jobName(record, lookups)}`;
  return (
    <span>
      {time} <strong>{name}</strong> {what}
      {record.kind === 'piece' && units !== parseUnits(record.units) && ` → ${unitsShown(units)}`}
      {record.state === 'refused' && <em>{t`Refused: ${{ reason: reasonOf(record) }}`}</em>}
    </span>
  );
}

function OtherUnits({ units: before, onUnits }: { units: string; onUnits: (thousandths: number) => void }) {
  const [text, setText] = useState(before);
  const units = parseUnits(text);
  const parsed = units !== null && units >= 0 ? units : null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (parsed !== null) onUnits(parsed);
      }}
    >
      <Field label={t`Units`} value={text} onChange={setText} inputMode="decimal" />
      <button type="submit" className="main" disabled={parsed === null}>
        {t`OK`}
      </button>
    </form>
  );
}
