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

/** A scale types a number, perhaps with its unit. A whole number alone that begins with a zero, or has five digits, is that of a container. */
const WEIGHT = /^\s*(?:0*(\d{1,6}(?:[.,]\d{1,3})?)\s*kg|0*(\d{1,6}[.,]\d{1,3})|([1-9]\d{0,3}))\s*$/i;
const MAX_REASON = 120;

/** Takes containers in at a delivery point (docs/reference/containers.md#delivery): what each holds and whose it is, its weight, and whether it is accepted. */
export function Delivery() {
  const recorder = useRecorder();
  const { activation, lookups, offset, defects } = useView();
  const { outcome, show } = useOutcome(false);
  const [one, setOne] = useState<(Arrived & { means: Means }) | null>(null);
  const [left, setLeft] = useState('');
  const [weight, setWeight] = useState('');
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
    setRejecting(false);
    setSampling(false);
    setReason('');
  };
  const scan = async (text: string, means: Means) => {
    const kilos = means === 'scanner' ? WEIGHT.exec(text)?.slice(1).find(Boolean) : undefined;
    if (one && kilos !== undefined && !(await arrived(recorder, text.trim())).full) return setWeight(kilos);
    const scanned = readScan(text, { accountId: activation?.accountId ?? '', kindIds: null, kindId: '' });
    if (scanned.kind !== 'container' && scanned.kind !== 'either')
      return show({ kind: 'refused', why: scanned.kind === 'otherAccount' ? 'otherAccount' : 'nothing', text });
    show(null);
    open({ ...(await arrived(recorder, scanned.container.number)), means });
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
  const zone = activation?.timeZone ?? 'UTC';
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
          {one.full ? (
            <>
              <p>
                <strong>{[one.name, one.full.crew].filter(Boolean).join(', ')}</strong>
              </p>
              <p>{jobName({ lookup1: one.full.lookup1 ?? null, lookup2: one.full.lookup2 ?? null }, lookups)}</p>
              <p>
                {t`Counted at ${{ time: hourOf(one.full.at, zone) }}, stood ${{
                  span: spanOf(recorder.clocks.now().wall + offset - one.full.at),
                }}`}
              </p>
            </>
          ) : (
            <p role="alert">{t`It was not counted, as far as this device knows.`}</p>
          )}
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
