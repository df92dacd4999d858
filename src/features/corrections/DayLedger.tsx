import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { APPROVED, type ApprovedTime } from '#contract/corrections.ts';
import type { DayExplanation } from '#contract/explain.ts';
import { units as inUnits } from '../../lib/figures.ts';
import { dateOf, momentOf, spanLabel, timeOf } from '../../lib/zoned.ts';
import { useOnline } from '../../state/reachability.ts';
import { useMay } from '../../state/session.ts';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import classes from './corrections.module.css';
import { undoMutation } from './corrections.queries.ts';
import { RecordMenu } from './RecordMenu.tsx';
import type { Change, WhyEntry } from './subject.ts';
import { correctionWords, OFFLINE } from './words.ts';

/** A correction, excuse or approval that is started from 'Why?'. */
export type Picked = Change | { do: 'excuse' } | { do: 'approve'; what: ApprovedTime };
type Props = { answer: DayExplanation; onPick: (change: Picked) => void };

/** The sections of 'Why?' about corrections: piecework with its menus, buttons to add, records set aside, the ledger and the lock. */
export function DayLedger({ answer, onPick }: Props) {
  const { corrections = [], setAside = [], entries = [], locked, basis } = answer;
  const may = useMay('Attendance.CORRECT') && basis !== undefined && !locked;
  return (
    <>
      {entries.length > 0 && (
        <section>
          <h3 className={classes.head}>Piecework</h3>
          <ul className={classes.plainList}>
            {entries.map((entry) => (
              <Entry
                key={entry.entryId ?? entry.correctionId ?? entry.startedAt}
                entry={entry}
                answer={answer}
                onPick={may ? onPick : undefined}
              />
            ))}
          </ul>
        </section>
      )}
      {may && <Adding answer={answer} onPick={onPick} />}
      {setAside.length > 0 && <SetAside answer={answer} />}
      {corrections.length > 0 && <Corrections answer={answer} mayUndo={may} />}
      {locked && (
        <Text size="sm">
          Locked by {locked.by} on {dayOf(locked.at, answer.timeZone)}. Re-open the period to correct it.
        </Text>
      )}
    </>
  );
}

/** Returns the day of an instant: '16 Nov'. */
const dayOf = (at: string, timeZone: string) => {
  const date = dateOf(at, timeZone);
  return spanLabel(date, date).replace(/^\w+ /, '');
};

type EntryProps = { entry: WhyEntry; answer: DayExplanation; onPick: Props['onPick'] | undefined };
function Entry({ entry, answer, onPick }: EntryProps) {
  const { timeZone, referenceDate: day, basis } = answer;
  const { entryId, correctionId, startedAt, endedAt, units, device } = entry;
  const of = [entry.lookup1Name ?? entry.lookup1Code, entry.lookup2Name ?? entry.lookup2Code, entry.jobName]
    .filter(Boolean)
    .join(', ');
  const time = `${momentOf(startedAt, timeZone, day)}${endedAt ? ` to ${momentOf(endedAt, timeZone, day)}` : ''}`;
  const what = `${inUnits(units)} units ${time}`;
  const record = entryId !== null && basis !== undefined && { kind: 'entry' as const, recordId: entryId, day, basis };
  return (
    <li className={classes.line}>
      <span>
        {what}
        {of && `, ${of}`}
        <span className={classes.undone}>
          {device ? `, ${device}` : ''}
          {correctionId !== null && ' corrected'}
        </span>
      </span>
      {onPick && record && entryId !== null && correctionId === null && (
        <RecordMenu
          what={what}
          onPick={onPick}
          choices={[
            { label: 'Change count or time', change: { do: 'entry', entry: { ...entry, entryId } } },
            { label: 'Give to another employee', change: { do: 'give', records: [record], what } },
            { label: 'Does not count', change: { do: 'void', records: [record], what } },
          ]}
        />
      )}
    </li>
  );
}

function Adding({ answer: { events, paid }, onPick }: Props) {
  const reason = useOnline() ? undefined : OFFLINE;
  const missing = events.at(-1)?.direction === 'in' ? 'out' : 'in';
  const actions: readonly (readonly [string, Picked])[] = [
    ['Add punch', { do: 'add-punch', direction: missing }],
    ['Add piecework', { do: 'add-entry' }],
    ['Excuse', { do: 'excuse' }],
    ...((paid?.takenOffMs ?? 0) > 0
      ? [[APPROVED['worked-through'], { do: 'approve', what: 'worked-through' }] as const]
      : []),
    ...((paid?.earlyMs ?? 0) > 0 ? [['Approve time before the shift', { do: 'approve', what: 'early' }] as const] : []),
  ];
  return (
    <div className={classes.adding}>
      {actions.map(([label, change]) => (
        <ReasonButton key={label} variant="default" reason={reason} onClick={() => onPick(change)}>
          {label}
        </ReasonButton>
      ))}
    </div>
  );
}

type Shown = { answer: DayExplanation };

const ASIDE = {
  voided: 'does not count',
  changed: 'changed',
  given: 'given to another employee',
  'future-clock': 'clock ahead',
  duplicate: 'received twice',
  quarantined: 'waits for a decision',
  rejected: 'rejected',
} as const;

const SetAside = ({ answer: { setAside = [], timeZone } }: Shown) => (
  <section>
    <h3 className={classes.head}>Not counted</h3>
    <ul className={classes.plainList}>
      {setAside.map(({ recordId, kind, what, why, at, device }) => (
        <li key={recordId}>
          <Text size="sm" component="span">
            {what}
            {kind === 'entry' && `, ${timeOf(at, timeZone)}`}: {ASIDE[why]}
            {device && <span className={classes.undone}> {device}</span>}
          </Text>
        </li>
      ))}
    </ul>
  </section>
);

function Corrections({ answer, mayUndo }: { answer: DayExplanation; mayUndo: boolean }) {
  const undo = useMutation(undoMutation);
  const reason = useOnline() ? undefined : OFFLINE;
  return (
    <section>
      <h3 className={classes.head}>Corrections</h3>
      <ul className={classes.plainList}>
        {answer.corrections?.map((correction) => {
          const { _id, undone, basis } = correction;
          const words = correctionWords(correction, answer.timeZone, answer.referenceDate);
          return (
            <li key={_id} className={classes.line}>
              <span className={undone ? classes.undone : undefined}>{words}</span>
              {mayUndo && basis !== null && (
                <ReasonButton
                  variant="default"
                  size="xs"
                  aria-label={`Undo: ${words}`}
                  reason={reason}
                  loading={undo.isPending && undo.variables[0]?.correctionId === _id}
                  disabled={undo.isPending}
                  onClick={() => undo.mutate([{ correctionId: _id, basis }])}
                >
                  Undo
                </ReasonButton>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
