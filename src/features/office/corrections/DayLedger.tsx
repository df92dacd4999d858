import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { APPROVED, type ApprovedTime } from '#contract/figures/corrections.ts';
import type { DayExplanation } from '#contract/figures/explain.ts';
import { units as inUnits } from '../../../lib/figures.ts';
import { listed } from '../../../lib/lists.ts';
import { translated } from '../../../lib/words.tsx';
import { dateOf, momentOf, shortDay, timeOf } from '../../../lib/zoned.ts';
import { useMay } from '../../../state/session.ts';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import classes from './corrections.module.css';
import { undoMutation } from './corrections.queries.ts';
import { RecordMenu } from './RecordMenu.tsx';
import type { Change, WhyEntry } from './subject.ts';
import { useOffline } from './useOffline.ts';
import { correctionWords } from './words.ts';

/** A correction, excuse or approval that is started from 'Why?'. */
export type Picked = Change | { do: 'excuse' } | { do: 'approve'; what: ApprovedTime };
type Props = { answer: DayExplanation; onPick: (change: Picked) => void };

/** The sections of 'Why?' about corrections: piecework with its menus, buttons to add, records set aside, the ledger and the lock. */
export function DayLedger({ answer, onPick }: Props) {
  const { corrections = [], setAside = [], entries = [], locked, basis } = answer;
  const lockedBy = locked?.by;
  const lockedOn = locked && shortDay(dateOf(locked.at, answer.timeZone));
  const may = useMay('Attendance.CORRECT') && basis !== undefined && !locked;
  return (
    <>
      {entries.length > 0 && (
        <section>
          <h3 className={classes.head}>
            <Trans>Piecework</Trans>
          </h3>
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
          <Trans>
            Locked by {lockedBy} on {lockedOn}. Re-open the period to correct it.
          </Trans>
        </Text>
      )}
    </>
  );
}

type EntryProps = { entry: WhyEntry; answer: DayExplanation; onPick: Props['onPick'] | undefined };
function Entry({ entry, answer, onPick }: EntryProps) {
  const { t } = useLingui();
  const { timeZone, referenceDate: day, basis } = answer;
  const { entryId, correctionId, startedAt, endedAt, device } = entry;
  const team = entry.team && { name: entry.team.name, people: entry.team.people };
  const made = entry.team?.units && inUnits(entry.team.units);
  const ofTeam = team && (made ? t`of team ${team.name}: ${made} / ${team.people}` : t`of team ${team.name}`);
  const of = [entry.lookup1Name ?? entry.lookup1Code, entry.lookup2Name ?? entry.lookup2Code, entry.jobName, ofTeam];
  const units = inUnits(entry.units);
  const sum = units;
  const start = momentOf(startedAt, timeZone, day);
  const end = endedAt && momentOf(endedAt, timeZone, day);
  const timed = end ? t`${sum} units ${start} to ${end}` : t`${sum} units ${start}`;
  const what = entry.date ? t`${units} units` : timed;
  const record = entryId !== null && basis !== undefined && { kind: 'entry' as const, recordId: entryId, day, basis };
  return (
    <li className={classes.line}>
      <span>
        {listed([what, ...of])}
        <span className={classes.undone}>
          {device ? `, ${device}` : ''}
          {correctionId !== null && ` ${t`corrected`}`}
        </span>
      </span>
      {onPick && record && entryId !== null && correctionId === null && (
        <RecordMenu
          what={what}
          onPick={onPick}
          choices={[
            { label: t`Change count or time`, change: { do: 'entry', entry: { ...entry, entryId } } },
            { label: t`Give to somebody else`, change: { do: 'give', records: [record], what } },
            { label: t`Does not count`, change: { do: 'void', records: [record], what } },
          ]}
        />
      )}
    </li>
  );
}

function Adding({ answer: { events, paid }, onPick }: Props) {
  const { t } = useLingui();
  const reason = useOffline();
  const missing = events.at(-1)?.direction === 'in' ? 'out' : 'in';
  const actions: readonly (readonly [string, Picked])[] = [
    [t`Add punch`, { do: 'add-punch', direction: missing }],
    [t`Add piecework`, { do: 'add-entry' }],
    [t`Excuse`, { do: 'excuse' }],
    ...((paid?.takenOffMs ?? 0) > 0
      ? [[translated(APPROVED['worked-through']), { do: 'approve', what: 'worked-through' }] as const]
      : []),
    ...((paid?.earlyMs ?? 0) > 0
      ? [[t`Approve time before the shift`, { do: 'approve', what: 'early' }] as const]
      : []),
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
  voided: msg`does not count`,
  changed: msg`changed`,
  given: msg`given to another employee`,
  'future-clock': msg`clock ahead`,
  duplicate: msg`received twice`,
  'taken-back': msg`taken back`,
  quarantined: msg`waits for a decision`,
  rejected: msg`rejected`,
} as const;

function SetAside({ answer: { setAside = [], timeZone } }: Shown) {
  const { t } = useLingui();
  return (
    <section>
      <h3 className={classes.head}>{t`Not counted`}</h3>
      <ul className={classes.plainList}>
        {setAside.map(({ recordId, kind, what, whatWords, why, at, device }) => (
          <li key={recordId}>
            <Text size="sm" component="span">
              {translated(whatWords ?? what)}
              {kind === 'entry' && `, ${timeOf(at, timeZone)}`}: {t(ASIDE[why])}
              {device && <span className={classes.undone}> {device}</span>}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Corrections({ answer, mayUndo }: { answer: DayExplanation; mayUndo: boolean }) {
  const { t } = useLingui();
  const undo = useMutation(undoMutation);
  const reason = useOffline();
  return (
    <section>
      <h3 className={classes.head}>
        <Trans>Corrections</Trans>
      </h3>
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
                  aria-label={t`Undo: ${words}`}
                  reason={reason}
                  loading={undo.isPending && undo.variables[0]?.correctionId === _id}
                  disabled={undo.isPending}
                  onClick={() => undo.mutate([{ correctionId: _id, basis }])}
                >
                  <Trans>Undo</Trans>
                </ReasonButton>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
