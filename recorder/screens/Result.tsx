import { t } from '@lingui/core/macro';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Outcome, Recorded } from '../app/outcome.ts';
import { hourOf } from '../app/times.ts';
import { undoAct } from '../app/undoing.ts';
import { parseUnits } from '../core/units.ts';
import { HELD_MS } from '../store/log.ts';
import { unitsShown } from '../words/words.ts';
import { Field } from './fields.tsx';
import { useRecorder, useView } from './parts.tsx';

/** The result fills half the screen for this long; 'Undo' stays for as long as the record is held. */
const LARGE_MS = 2_000;

type Shown = Outcome & { id: number };
type Props<O> = { outcome: O; onOutcome: (outcome: Outcome | null) => void };

/**
 * Shows the outcome of a scan by colour, icon and word (the sound is made elsewhere). Its live region is there before it, so that it is announced
 * once.
 */
export function Result({ outcome, onOutcome }: Props<Shown | null>) {
  return <div role="status">{outcome && <OutcomeText outcome={outcome} onOutcome={onOutcome} />}</div>;
}

function OutcomeText({ outcome, onOutcome }: Props<Shown>) {
  const recorder = useRecorder();
  const [isLarge, setLarge] = useState(true);
  /** The outcome for which a name is being typed: it stays. */
  const [typing, setTypingOf] = useState<number>();
  const setTyping = (isTyping: boolean) => setTypingOf(isTyping ? outcome.id : undefined);
  useEffect(() => {
    setLarge(true);
    if (outcome.kind === 'failed' || typing === outcome.id) return;
    const smaller = setTimeout(() => setLarge(false), LARGE_MS);
    const over = setTimeout(() => onOutcome(null), HELD_MS);
    return () => {
      clearTimeout(smaller);
      clearTimeout(over);
    };
  }, [outcome.id, typing]);
  const section = useRef<HTMLElement>(null);
  // On a small screen the answers may be below the visible part.
  useEffect(() => {
    section.current?.scrollIntoView?.({ block: 'nearest' });
  }, [outcome.id]);
  const answered = useRef(0);
  /** An outcome is answered once, however often it is pressed. */
  const once = (run: () => Promise<void>) => {
    if (answered.current === outcome.id) return;
    answered.current = outcome.id;
    void run();
  };
  const act = (run: () => Promise<Outcome | null>) => once(async () => onOutcome(await run()));
  const [lateFor, setLateFor] = useState<number>();
  const undo = async (recorded: Recorded) => {
    if (await undoAct(recorder, recorded)) onOutcome(null);
    else setLateFor(outcome.id);
  };
  const isOut =
    outcome.kind === 'taken' && outcome.records[0]?.kind === 'clock' && outcome.records[0].direction === 'out';
  return (
    <section
      ref={section}
      className="result"
      data-kind={isOut ? 'out' : outcome.kind}
      data-large={isLarge}
      key={outcome.id}
    >
      {outcome.kind === 'taken' && (
        <>
          <RecordedText recorded={outcome} />
          {lateFor === outcome.id ? (
            <p>{t`Ask the office to correct it.`}</p>
          ) : (
            <button type="button" onClick={() => once(() => undo(outcome))}>
              {t`Undo`}
            </button>
          )}
        </>
      )}
      {outcome.kind === 'repeat' && (
        <>
          <p className="large">
            <span aria-hidden="true">↻ </span>
            {t`Already recorded ${{ seconds: Math.max(1, Math.round(outcome.sinceMs / 1000)) }} s ago`}
          </p>
          <button type="button" onClick={() => act(outcome.again)}>
            {t`Record again`}
          </button>
        </>
      )}
      {outcome.kind === 'unknown' && (
        <>
          <p className="large">
            <span aria-hidden="true">? </span>
            {t`Not known: ${{ text: outcome.text }}`}
          </p>
          {outcome.anyway && outcome.takesName && (
            <NameForm
              key={outcome.id}
              onTyping={setTyping}
              onDone={(name) => act(async () => (await outcome.anyway?.(name)) ?? null)}
            />
          )}
          {outcome.anyway && !outcome.takesName && (
            <button type="button" onClick={() => outcome.anyway && act(outcome.anyway)}>
              {t`Record anyway`}
            </button>
          )}
        </>
      )}
      {(outcome.kind === 'full' || outcome.kind === 'refused') && <RefusedText outcome={outcome} />}
      {outcome.kind === 'either' && (
        <>
          <p className="large">
            <span aria-hidden="true">? </span>
            {t`Is ${{ text: outcome.text }} a badge or a container?`}
          </p>
          <button type="button" onClick={() => act(outcome.badge)}>
            {t`Badge`}
          </button>
          <button type="button" onClick={() => act(outcome.container)}>
            {t`Container`}
          </button>
        </>
      )}
      {outcome.kind === 'failed' && (
        <>
          <p className="large">
            <span aria-hidden="true">✕ </span>
            {t`Not recorded.`}{' '}
            {outcome.isFull
              ? t`This device has no room left.`
              : t`This browser cannot keep records: its storage does not open.`}
          </p>
          <button type="button" onClick={() => onOutcome(null)}>
            {t`OK`}
          </button>
        </>
      )}
    </section>
  );
}

/** 'Name now, number later': an unknown person is recorded with a name, or without one by the number alone. */
function NameForm({ onTyping, onDone }: { onTyping: (isTyping: boolean) => void; onDone: (name?: string) => void }) {
  const [name, setName] = useState('');
  const typed = (text: string) => {
    onTyping(text.trim() !== '');
    setName(text.slice(0, 100));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onDone(name.trim() || undefined);
  };
  return (
    <form onSubmit={submit}>
      <Field label={t`Name of a new person`} value={name} onChange={typed} capitals="words" />
      <button type="submit">{t`Record anyway`}</button>
    </form>
  );
}

/** Why nothing was counted. */
function RefusedText({ outcome }: { outcome: Extract<Outcome, { kind: 'full' | 'refused' }> }) {
  const { activation } = useView();
  const textOf = () => {
    if (outcome.kind === 'full') {
      const { name } = outcome;
      const time = hourOf(outcome.at, activation?.timeZone ?? 'UTC');
      return name === null ? t`Already counted at ${time}` : t`Already counted: ${name}, ${time}`;
    }
    const { text } = outcome;
    return {
      otherAccount: t`Label ${text} is of another account.`,
      noKind: t`The kind of container ${text} is not known here.`,
      badgeFirst: t`${text} is a container: scan a badge first.`,
      nothing: t`This code cannot be read.`,
      noTeam: t`Nothing was counted: choose a team.`,
      notMember: t`${text} is not in this team.`,
      individual: t`Count the members of ${text} one by one: their pay rules want individual output.`,
    }[outcome.why];
  };
  return (
    <p className="large">
      <span aria-hidden="true">✕ </span>
      {textOf()}
      {outcome.kind === 'full' && <span className="who">{outcome.container}</span>}
    </p>
  );
}

function RecordedText({ recorded }: { recorded: Recorded }) {
  const { activation, offset } = useView();
  const [first] = recorded.records;
  if (!first) return null;
  const time = hourOf(first.wall + offset, activation?.timeZone ?? 'UTC');
  if (first.kind === 'clock') {
    const text = { in: t`In ${time}`, out: t`Out ${time}`, auto: t`Recorded ${time}` }[first.direction];
    return (
      <p className="large">
        <span aria-hidden="true">{{ in: '→ ', out: '← ', auto: '✓ ' }[first.direction]}</span>
        {text}
        <span className="who">{recorded.names.join(', ')}</span>
        {recorded.own && <OwnTotal {...recorded.own} />}
      </p>
    );
  }
  if (first.kind === 'delivery')
    return (
      <p className="large">
        <span aria-hidden="true">✓ </span>
        {first.verdict === 'accept' ? t`Accepted ${time}` : t`Rejected ${time}`}
        <span className="who">{[first.container, ...recorded.names].join(', ')}</span>
      </p>
    );
  if (first.kind === 'sample')
    return (
      <p className="large">
        <span aria-hidden="true">✓ </span>
        {t`Recorded ${time}`}
        <span className="who">{first.container}</span>
      </p>
    );
  const containers = recorded.records.flatMap((record) =>
    record.kind === 'piece' && record.container ? record.container.number : [],
  );
  const units = recorded.records.reduce(
    (sum, record) => sum + (record.kind === 'piece' ? (parseUnits(record.units) ?? 0) : 0),
    0,
  );
  return (
    <p className="large">
      <span aria-hidden="true">✓ </span>
      {units < 0 ? t`${{ units: unitsShown(units) }} recorded` : unitsShown(units, 'always')}
      <span className="who">{recorded.names.join(', ')}</span>
      {containers.length > 0 && <span className="who">{containers.join(', ')}</span>}
      {recorded.records.length === 1 && units >= 0 && (
        <OwnTotal week={null} {...recorded.own} today={unitsShown(recorded.today)} />
      )}
    </p>
  );
}

/** A person's own total of the day and of the week: those of other devices are not in it. */
function OwnTotal({ today, week }: { today: string | null; week: string | null }) {
  return (
    <>
      <span className="small">
        {[today && t`${{ units: today }} today`, week && t`${{ amount: week }} this week`].filter(Boolean).join(' · ')}
      </span>
      <span className="small">{t`as known on this device`}</span>
    </>
  );
}
