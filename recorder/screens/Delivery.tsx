import { t } from '@lingui/core/macro';
import { type FormEvent, useLayoutEffect, useState } from 'react';
import { type Arrived, arrived, deliver } from '../app/delivering.ts';
import { readScan } from '../app/scanned.ts';
import { hourOf, spanOf } from '../app/times.ts';
import type { Means } from '../core/record.ts';
import { parseUnits } from '../core/units.ts';
import { unitsShown } from '../words/words.ts';
import { Field } from './fields.tsx';
import { jobName } from './PickJob.tsx';
import { Screen, useRecorder, useView } from './parts.tsx';
import { Result } from './Result.tsx';
import { Sample } from './Sample.tsx';
import { ScanBox } from './ScanBox.tsx';
import { useOutcome } from './useOutcome.ts';

/** A scale types a number, with its unit or a decimal. */
const WEIGHT = /^\s*(?:0*(\d{1,6}(?:[.,]\d{1,3})?)\s*kg|0*(\d{1,6}[.,]\d{1,3}))\s*$/i;
/** A whole number alone may be a weight, or that of the next container; of one with a zero before it, or five digits, it is known. */
const WEIGHT_OR_CONTAINER = /^\s*([1-9]\d{0,3})\s*$/;
/** No container is called so, and it is no weight that is stored: another unit, or too many digits. */
const WEIGHED_OTHERWISE = /^\s*[\d.,]+(?:e\d+)?\s*(?:kgs?|lbs?|oz)\s*$/i;
const MAX_REASON = 120;

/** Takes containers in at a delivery point (docs/reference/containers.md#delivery): what each holds and whose it is, its weight, and whether it is accepted. */
export function Delivery() {
  const recorder = useRecorder();
  const { activation, defects } = useView();
  const { outcome, show } = useOutcome(false);
  const [one, setOne] = useState<(Arrived & { means: Means }) | null>(null);
  const [left, setLeft] = useState('');
  const [weight, setWeight] = useState('');
  const [asked, setAsked] = useState('');
  const [isRejecting, setRejecting] = useState(false);
  const [isSampling, setSampling] = useState(false);
  const [reason, setReason] = useState('');
  const isOpen = one !== null;
  useLayoutEffect(() => (isOpen ? recorder.keepOpen() : undefined), [recorder, isOpen]);
  const open = (next: typeof one) => {
    // The one before was left as it is.
    setLeft(next && one && next.number !== one.number ? one.number : '');
    setOne(next);
    setWeight('');
    setAsked('');
    setRejecting(false);
    setSampling(false);
    setReason('');
  };
  const weigh = (kilos: string) => {
    setWeight(kilos);
    setAsked('');
  };
  const openContainer = async (number: string, means: Means) => {
    show(null);
    open({ ...(await arrived(recorder, number)), means });
  };
  const scan = async (text: string, means: Means) => {
    if (one && means === 'scanner') {
      const kilos = WEIGHT.exec(text)?.slice(1).find(Boolean);
      if (kilos !== undefined) return weigh(kilos);
      const either = WEIGHT_OR_CONTAINER.exec(text)?.[1];
      if (either !== undefined) return setAsked(either);
      if (WEIGHED_OTHERWISE.test(text)) return show({ kind: 'refused', why: 'nothing', text });
    }
    const scanned = readScan(text, { accountId: activation?.accountId ?? '', kindIds: null, kindId: '' });
    if (scanned.kind !== 'container' && scanned.kind !== 'either')
      return show({ kind: 'refused', why: scanned.kind === 'otherAccount' ? 'otherAccount' : 'nothing', text });
    await openContainer(scanned.container.number, means);
  };
  const kilos = weight.trim() === '' ? undefined : weight.trim().replace(',', '.');
  const isWeight = kilos === undefined || (parseUnits(kilos) ?? 0) > 0;
  const take = async (verdict: 'accept' | 'reject') => {
    if (!one || !isWeight) return;
    const said = await deliver(recorder, one, {
      verdict,
      means: one.means,
      ...(kilos !== undefined && { weight: kilos }),
      ...(verdict === 'reject' && { fault: reason.trim() }),
    });
    if (said.kind !== 'failed') open(null);
    show(said);
  };
  const reject = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim()) void take('reject');
  };
  return (
    <Screen title={t`Delivery`}>
      <Result outcome={outcome} onOutcome={show} />
      {one && isSampling ? (
        <Sample
          number={one.number}
          means={one.means}
          onDone={(said) => {
            if (said?.kind !== 'failed') setSampling(false);
            show(said);
          }}
        />
      ) : one ? (
        <section className="together">
          {left && <p role="alert">{t`Neither accepted nor rejected: ${{ number: left }}`}</p>}
          <h2>{one.number}</h2>
          <Known one={one} />
          {asked ? (
            <WeightOrContainer
              text={asked}
              onWeight={() => weigh(asked)}
              onContainer={() => void openContainer(asked, 'scanner')}
            />
          ) : (
            <>
              <Field
                label={t`Weight (kg)`}
                value={weight}
                onChange={setWeight}
                inputMode="decimal"
                error={isWeight ? undefined : t`Type a number`}
              />
              {isRejecting ? (
                <form onSubmit={reject}>
                  <Field
                    label={t`Why is it rejected?`}
                    value={reason}
                    onChange={(text) => setReason(text.slice(0, MAX_REASON))}
                    capitals="words"
                  />
                  <button type="submit" className="main" disabled={!reason.trim() || !isWeight}>
                    {t`Reject`}
                  </button>
                </form>
              ) : (
                <div className="row">
                  <button type="button" className="main" disabled={!isWeight} onClick={() => void take('accept')}>
                    {kilos !== undefined && isWeight
                      ? t`Accept ${{ weight: unitsShown(parseUnits(kilos) ?? 0) }} kg`
                      : t`Accept`}
                  </button>
                  <button type="button" onClick={() => setRejecting(true)}>
                    {t`Reject`}
                  </button>
                </div>
              )}
            </>
          )}
          {defects.length > 0 && (
            <button type="button" onClick={() => setSampling(true)}>
              {t`Quality`}
            </button>
          )}
          <button type="button" onClick={() => open(null)}>
            {t`Cancel`}
          </button>
        </section>
      ) : (
        <p className="job">{t`Scan a container`}</p>
      )}
      <ScanBox onText={(text, means) => void scan(text, means)} mayType={!isOpen} />
    </Screen>
  );
}

/** Shows what this device knows of a container. */
function Known({ one }: { one: Arrived }) {
  const { clocks } = useRecorder();
  const { activation, lookups, offset } = useView();
  if (!one.full) return <p role="alert">{t`It was not counted, as far as this device knows.`}</p>;
  const { crew, lookup1 = null, lookup2 = null, at } = one.full;
  const { until } = one.full;
  const delivered = one.full.said?.at(-1);
  const shown = (instant: number) => hourOf(instant, activation?.timeZone ?? 'UTC');
  const said = shown(delivered?.at ?? until);
  return (
    <>
      <p>
        <strong>{[one.name, crew].filter(Boolean).join(', ')}</strong>
      </p>
      <p>{jobName({ lookup1, lookup2 }, lookups)}</p>
      <p>
        {t`Counted at ${{ time: shown(at) }}, stood ${{
          span: spanOf((delivered ? until : clocks.now().wall + offset) - at),
        }}`}
      </p>
      {delivered && (
        <p role="alert">
          {delivered.verdict === 'reject' ? t`Rejected ${{ time: said }}` : t`Accepted ${{ time: said }}`}
        </p>
      )}
    </>
  );
}

type Asking = { text: string; onWeight: () => void; onContainer: () => void };
function WeightOrContainer({ text, onWeight, onContainer }: Asking) {
  return (
    <div className="result" data-kind="either" role="alert">
      <p className="large">
        <span aria-hidden="true">? </span>
        {t`Is ${{ text }} a weight or a container?`}
      </p>
      <button type="button" onClick={onWeight}>{`${text} kg`}</button>
      <button type="button" onClick={onContainer}>
        {t`Container`}
      </button>
    </div>
  );
}
