import { plural, t } from '@lingui/core/macro';
import { useLayoutEffect, useRef, useState } from 'react';
import { countContainers, isKnownPerson, keepGathered, refuse, whetherFull } from '../app/containers.ts';
import type { Outcome, Picked } from '../app/outcome.ts';
import { readScan } from '../app/scanned.ts';
import type { ContainerId, Means } from '../core/record.ts';
import { parseUnits } from '../core/units.ts';
import type { Job } from '../store/jobs.ts';
import type { Gathered } from '../store/meta.ts';
import { unitsShown } from '../words/words.ts';
import { Choice } from './fields.tsx';
import { useRecorder, useView } from './parts.tsx';
import { Result } from './Result.tsx';
import { SampleOffer } from './Sample.tsx';
import { ScanBox } from './ScanBox.tsx';
import { useOutcome } from './useOutcome.ts';

/** The most containers that are gathered before a badge is scanned. */
const MOST_GATHERED = 100;

/** Counts containers (docs/reference/containers.md): a badge and then containers, each at once, or containers and then the badge. */
export function Containers({ jobNow }: { jobNow: () => Job }) {
  const recorder = useRecorder();
  const { containerKinds: kinds, settings, activation } = useView();
  const { isBadgeLast } = settings;
  const { outcome, show } = useOutcome(false);
  const [picked, setPicked] = useState<Picked | null>(null);
  // A scan may follow before this is drawn again, and before the one before it is stored.
  const now = useRef<{ picked: Picked | null; gathered: Gathered[] }>({ picked: null, gathered: settings.gathered });
  const set = (next: typeof now.current) => {
    now.current = next;
    setPicked(next.picked);
  };
  /** Only what is stored is shown: it outlives a page that the system ends. */
  const { gathered } = settings;
  const keep = () => keepGathered(recorder, now.current.gathered);
  const isGathering = gathered.length > 0;
  useLayoutEffect(() => (isGathering ? recorder.keepOpen() : undefined), [recorder, isGathering]);
  const kind = kinds.find(({ _id }) => _id === settings.containerKind) ?? kinds[0];
  if (!kind) return null;

  const count = (whose: Picked, containers: readonly Gathered[], means: Means) =>
    countContainers(recorder, containers, { picked: whose, job: jobNow(), means });
  const badge = async (text: string, means: Means, isAnyway = false): Promise<Outcome | null> => {
    const found = await recorder.capturing.pick(text, isAnyway);
    if (found.kind === 'unknown') {
      const anyway = found.anyway && (() => badge(text, means, true));
      return { kind: 'unknown', text: found.text, anyway };
    }
    const { gathered: waiting } = now.current;
    if (!recorder.view().settings.isBadgeLast || waiting.length === 0) {
      set({ picked: found, gathered: [] });
      return null;
    }
    set({ picked: null, gathered: [] });
    const counted = await count(found, waiting, means);
    // If nothing was stored, they need not be scanned again, but for one that is full; others may have been scanned meanwhile.
    if (counted.kind !== 'taken') {
      const left = counted.kind === 'full' ? waiting.filter(({ number }) => number !== counted.container) : waiting;
      const scanned = now.current.gathered.filter(({ number }) => left.every((one) => one.number !== number));
      set({ picked: null, gathered: [...left, ...scanned] });
    }
    void keep();
    return counted;
  };
  const container = async (one: ContainerId, means: Means): Promise<Outcome | null> => {
    if (!recorder.view().settings.isBadgeLast) {
      const whose = now.current.picked;
      return whose
        ? count(whose, [one], means)
        : refuse(recorder, { kind: 'refused', why: 'badgeFirst', text: one.number });
    }
    const full = await whetherFull(recorder, one.number);
    if (full) return refuse(recorder, full);
    const { gathered: before } = now.current;
    if (before.length < MOST_GATHERED && !before.some(({ number }) => number === one.number)) {
      // What is chosen by the time of the badge may be other work.
      const { lookup1, lookup2 } = jobNow();
      const gathering = { ...one, work: { lookup1, lookup2 } };
      set({ picked: null, gathered: [...before, gathering] });
      const failed = await keep();
      if (failed) set({ ...now.current, gathered: now.current.gathered.filter((waiting) => waiting !== gathering) });
      return failed;
    }
    return null;
  };
  const scan = async (text: string, means: Means): Promise<Outcome | null> => {
    const kindIds = kinds.map(({ _id }) => _id);
    const scanned = readScan(text, { accountId: activation?.accountId ?? '', kindIds, kindId: kind._id });
    if (scanned.kind === 'badge') return badge(text, means);
    if (scanned.kind === 'container') return container(scanned.container, means);
    if (scanned.kind !== 'either') return refuse(recorder, { kind: 'refused', why: scanned.kind, text: scanned.text });
    const isBadgeDue = !isBadgeLast && now.current.picked === null;
    if (isBadgeDue) return badge(text, means);
    if (!(await isKnownPerson(recorder, text))) return container(scanned.container, means);
    return refuse(recorder, {
      kind: 'either',
      text: scanned.text,
      badge: () => badge(text, means),
      container: () => container(scanned.container, means),
    });
  };
  return (
    <SampleOffer outcome={outcome} onOutcome={show}>
      <p role="status" className="job">
        {isBadgeLast ? (
          isGathering ? (
            <strong>{t`${plural(gathered.length, { one: '# container: scan the badge', other: '# containers: scan the badge' })}`}</strong>
          ) : (
            t`Scan the containers`
          )
        ) : picked ? (
          <strong>{t`Scan the containers of ${{ name: picked.name }}`}</strong>
        ) : (
          t`Scan a badge`
        )}
      </p>
      <Result outcome={outcome} onOutcome={show} />
      <ScanBox onText={(text, means) => void scan(text, means).then(show)} mayType />
      {/* Last: they are chosen once, and what a scan said has to be in sight on a phone. */}
      <div className="row">
        <Choice
          label={t`Kind of container`}
          value={kind._id}
          options={kinds.map(
            ({ _id, name, units }) => [_id, `${name} × ${unitsShown(parseUnits(units) ?? 0)}`] as const,
          )}
          onChange={(containerKind) => void recorder.saveSettings({ containerKind })}
        />
        <Choice
          label={t`Order`}
          value={isBadgeLast ? 'last' : 'first'}
          options={[
            ['first', t`Badge, then containers`],
            ['last', t`Containers, then badge`],
          ]}
          onChange={(order) => {
            set({ picked: null, gathered: [] });
            void recorder.saveSettings({ isBadgeLast: order === 'last', gathered: [] });
          }}
        />
      </div>
    </SampleOffer>
  );
}
