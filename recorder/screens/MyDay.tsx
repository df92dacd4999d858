import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import type { OwnDayFigures, OwnDayWrong } from '#contract/figures/ownDayFigures.ts';
import { type OwnDay, readOtherDays, readOwnDays, say } from '../app/ownDay.ts';
import { pinOf, tryPin } from '../app/pin.ts';
import { dateOf, hourOf } from '../app/times.ts';
import type { Means, RecordedPerson } from '../core/record.ts';
import { parseUnits } from '../core/units.ts';
import { unitsShown } from '../words/words.ts';
import { CodeForm, waitText } from './CodeGate.tsx';
import { Dialog } from './fields.tsx';
import { jobName } from './PickJob.tsx';
import { Screen, useRecorder, useView } from './parts.tsx';
import { ScanBox } from './ScanBox.tsx';
import { useOutcome } from './useOutcome.ts';

const SHOWN_MS = 10_000;
/** To type a PIN takes longer than to read a day. */
const PIN_MS = 30_000;
type Shown = {
  person: RecordedPerson;
  name: string;
  means: Means;
  days: OwnDay[];
  /** The days about which they ask the office. */
  others: string[];
  /** Null: the badge is enough. */
  pin: Awaited<ReturnType<typeof pinOf>>;
  /** The key of the PIN, once it was typed, as long as the day is shown. */
  key: string | null;
};

/**
 * A person's own day on this device, shown for 10 s after each press, so that others do not read it. They agree to it, or say what is wrong
 * (docs/reference/privacy.md#their-own-day), with their PIN where they have one.
 */
export function MyDay({ onBack }: { onBack: () => void }) {
  const recorder = useRecorder();
  const { settings } = useView();
  const [shown, setShown] = useState<Shown | null>(null);
  /** The day in the dialog 'What is wrong?'. */
  const [disputed, setDisputed] = useState<OwnDay | null>(null);
  /** The answer to store once the PIN is right. */
  const [waiting, setWaiting] = useState<{ day: OwnDay; wrong: OwnDayWrong | null } | null>(null);
  const question = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const isKiosk = settings.mode === 'kiosk';
  const { outcome, show, isResting } = useOutcome(isKiosk);
  useEffect(() => {
    if (!shown) return;
    const over = setTimeout(
      () => {
        setShown(null);
        setDisputed(null);
        setWaiting(null);
      },
      waiting ? PIN_MS : SHOWN_MS,
    );
    return () => clearTimeout(over);
  }, [shown, waiting]);
  const look = async (text: string, means: Means) => {
    if (isResting) return;
    const picked = await recorder.capturing.pick(text);
    show(picked.kind === 'unknown' ? picked : null);
    setFailed(false);
    setDisputed(null);
    if (picked.kind === 'unknown') return setShown(null);
    const { person } = picked;
    const days = await readOwnDays(recorder, person);
    const others = await readOtherDays(recorder, person);
    setShown({ ...picked, means, days, others, pin: await pinOf(recorder, person), key: null });
  };
  const tell = async ({ person, means, ...rest }: Shown, day: OwnDay, wrong: OwnDayWrong | null) => {
    setDisputed(null);
    if (rest.pin && !rest.key) return setWaiting({ day, wrong });
    setWaiting(null);
    const { kind } = await say(recorder, person, day, { means, wrong, key: rest.key });
    setFailed(kind !== 'taken');
    setShown({ ...rest, person, means, days: await readOwnDays(recorder, person) });
  };
  const takePin = async (shown: Shown, { day, wrong }: NonNullable<typeof waiting>, typed: string) => {
    if (!shown.pin) return;
    setShown({ ...shown });
    const tried = await tryPin(recorder, shown.pin, typed);
    if (tried.key !== null) return void tell({ ...shown, key: tried.key }, day, wrong);
    // The button that was pressed rests while a PIN is checked, and lost the focus.
    question.current?.querySelector('input')?.focus();
    return tried.wait > 0 ? waitText(tried.wait) : t`Wrong PIN.`;
  };
  return (
    <Screen title={t`My day`} onBack={onBack}>
      {shown ? (
        <section className="result" data-kind="taken" data-large="true">
          <p className="large">{shown.name}</p>
          {shown.days.map((day) => (
            <Day
              key={day.day}
              day={day}
              // Only for who is an employee: what others say would be refused.
              onSay={
                shown.person._id === null
                  ? undefined
                  : (agrees) => {
                      if (agrees) return void tell(shown, day, null);
                      setDisputed(day);
                      setShown({ ...shown });
                    }
              }
            />
          ))}
          {shown.others.map((day) => (
            <p key={day}>
              {t`The office has other figures of ${{ date: dateOf(Date.parse(day), 'UTC', settings.language) }}: ask there.`}
            </p>
          ))}
        </section>
      ) : (
        <p>{t`Scan your badge to see your day`}</p>
      )}
      <p role="status">{outcome?.kind === 'unknown' && t`Not known: ${{ text: outcome.text }}`}</p>
      {failed && <p role="alert">{t`Not recorded.`}</p>}
      {isResting && <p role="alert">{t`It rests for 30 s after many unknown numbers.`}</p>}
      {/* The digits of a PIN may come as fast as a scanner's. */}
      {!waiting && <ScanBox onText={(text, means) => void look(text, means)} mayType={!isKiosk || settings.mayType} />}
      {shown && waiting && (
        <Dialog title={shown.name} onClose={() => setWaiting(null)}>
          <div ref={question}>
            <CodeForm
              label={t`Your PIN`}
              hint={t`Forgotten? The office makes a new one.`}
              submit={t`OK`}
              onCode={(typed) => takePin(shown, waiting, typed)}
            />
          </div>
          <button type="button" onClick={() => setWaiting(null)}>
            {t`Cancel`}
          </button>
        </Dialog>
      )}
      {shown && disputed && (
        <Dialog title={t`What is wrong?`} onClose={() => setDisputed(null)}>
          {WRONGS.map((wrong) => (
            <button key={wrong} type="button" onClick={() => void tell(shown, disputed, wrong)}>
              {wrongText(wrong)}
            </button>
          ))}
          <button type="button" onClick={() => setDisputed(null)}>
            {t`Cancel`}
          </button>
        </Dialog>
      )}
    </Screen>
  );
}
const WRONGS = ['hours', 'pieces', 'product', 'other'] as const satisfies readonly OwnDayWrong[];
/** Returns the text of what is wrong; 'something else' for a kind of a newer server. */
function wrongText(wrong: string): string {
  const texts: Record<OwnDayWrong, string> = {
    hours: t`Not my hours`,
    pieces: t`Pieces missing`,
    product: t`Wrong product`,
    other: t`Other`,
  };
  return texts[WRONGS.find((one) => one === wrong) ?? 'other'];
}

type DayProps = { day: OwnDay; onSay: ((agrees: boolean) => void) | undefined };
/** One day: its figures, the person's answer, and the buttons to give it. */
function Day({ day: { day, isToday, figures, isChanged, answer }, onSay }: DayProps) {
  const { activation, settings } = useView();
  const time = answer && hourOf(answer.at, activation?.timeZone ?? 'UTC');
  const isEmpty = figures.in === null && figures.out === null && figures.pieces.length === 0;
  return (
    <section>
      <div role="status">
        {!isToday && <h2>{dateOf(Date.parse(day), 'UTC', settings.language)}</h2>}
        {isChanged && <p>{t`The office has other figures now:`}</p>}
        {isEmpty ? <p>{t`Nothing yet today.`}</p> : <Figures {...figures} />}
        {answer && time && (
          <p>
            <strong>
              {answer.wrong === null
                ? t`Agreed ${time}`
                : t`${{ what: wrongText(answer.wrong) }}: for the office, ${time}`}
            </strong>
          </p>
        )}
      </div>
      {onSay && (
        <div className="row" style={{ justifyContent: 'center' }}>
          {!isEmpty && answer?.wrong !== null && (
            <button type="button" className="main" onClick={() => onSay(true)}>
              {t`Agree`}
            </button>
          )}
          <button type="button" onClick={() => onSay(false)}>
            {t`Something is wrong`}
          </button>
        </div>
      )}
    </section>
  );
}

function Figures({ in: first, out, pieces }: OwnDayFigures) {
  const { activation, lookups } = useView();
  const time = (at: string | null) => (at === null ? '–' : hourOf(Date.parse(at), activation?.timeZone ?? 'UTC'));
  return (
    <ul>
      <li>
        {t`IN`} {time(first)}
      </li>
      <li>
        {t`OUT`} {time(out)}
      </li>
      {pieces.map(({ lookup1Code: lookup1, lookup2Code: lookup2, units }) => (
        <li key={JSON.stringify([lookup1, lookup2])}>
          {unitsShown(parseUnits(units) ?? 0)} {jobName({ lookup1, lookup2 }, lookups)}
        </li>
      ))}
    </ul>
  );
}
