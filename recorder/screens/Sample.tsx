import { plural, t } from '@lingui/core/macro';
import { type FormEvent, type ReactNode, useLayoutEffect, useState } from 'react';
import { sample } from '../app/delivering.ts';
import type { Outcome } from '../app/outcome.ts';
import type { Means } from '../core/record.ts';
import { Field } from './fields.tsx';
import { useRecorder, useView } from './parts.tsx';

const MOST_PIECES = 1_000;
const countOf = (text: string) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : null);

/** A sample of the pieces in a container: how many were looked at, and of how many each defect was found (docs/reference/quality.md). */
export function Sample({ number, means, onDone }: SampleProps) {
  const recorder = useRecorder();
  const { defects, settings } = useView();
  useLayoutEffect(() => recorder.keepOpen(), [recorder]);
  const [pieces, setPieces] = useState(settings.samplePieces);
  const [found, setFound] = useState<Record<string, string>>({});
  const looked = countOf(pieces);
  const isPieces = looked !== null && looked > 0 && looked <= MOST_PIECES;
  const counts = defects.map(({ _id, name }) => ({
    _id,
    name,
    text: found[_id] ?? '',
    count: countOf(found[_id] || '0'),
  }));
  const isCount = (count: number | null) => count !== null && count <= (looked ?? 0);
  const isWhole = isPieces && counts.every(({ count }) => isCount(count));
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!isWhole) return;
    if (pieces !== settings.samplePieces) await recorder.saveSettings({ samplePieces: pieces });
    const record = counts.map(({ _id, count }) => ({ defectId: _id, pieces: count ?? 0 }));
    onDone(await sample(recorder, number, { means, pieces: looked, found: record }));
  };
  return (
    <form className="together" onSubmit={(event) => void save(event)}>
      <h2>{t`Quality of ${{ number }}`}</h2>
      <Field
        label={t`Pieces looked at`}
        value={pieces}
        onChange={setPieces}
        inputMode="numeric"
        error={isPieces ? undefined : t`Type a number`}
      />
      {counts.map(({ _id, name, text, count }) => (
        <Field
          key={_id}
          label={name}
          value={text}
          onChange={(typed) => setFound((before) => ({ ...before, [_id]: typed }))}
          inputMode="numeric"
          error={isCount(count) ? undefined : t`No more than were looked at`}
        />
      ))}
      <button type="submit" className="main" disabled={!isWhole}>
        {isPieces ? t`${plural(looked, { one: 'Save # piece', other: 'Save # pieces' })}` : t`Save`}
      </button>
      <button type="button" onClick={() => onDone(null)}>
        {t`Cancel`}
      </button>
    </form>
  );
}

type OfferProps = { outcome: Outcome | null; onOutcome: (outcome: Outcome | null) => void; children: ReactNode };
/** Offers a sample of the container that was counted last, and shows it in the place of the rest. */
export function SampleOffer({ outcome, onOutcome, children }: OfferProps) {
  const { defects } = useView();
  const [sampled, setSampled] = useState<{ number: string; means: Means } | null>(null);
  if (sampled)
    return (
      <Sample
        {...sampled}
        onDone={(said) => {
          if (said?.kind !== 'failed') setSampled(null);
          onOutcome(said);
        }}
      />
    );
  const [first, ...others] = outcome?.kind === 'taken' ? outcome.records : [];
  const last = first?.kind === 'piece' && others.length === 0 ? first : undefined;
  const { container } = last ?? {};
  return (
    <>
      {children}
      {defects.length > 0 && last && container && (
        <button type="button" onClick={() => setSampled({ number: container.number, means: last.means })}>
          {t`Quality of ${{ number: container.number }}`}
        </button>
      )}
    </>
  );
}

type SampleProps = { number: string; means: Means; onDone: (outcome: Outcome | null) => void };
