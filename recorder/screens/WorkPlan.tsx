import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { dateOf, hourOf } from '../app/times.ts';
import { parseUnits } from '../core/units.ts';
import type { Plan } from '../store/meta.ts';
import type { Work } from '../store/work.ts';
import { unitsShown } from '../words/words.ts';
import { jobName } from './PickJob.tsx';
import { useRecorder, useView } from './parts.tsx';
import { workNow } from './workNow.ts';

/** The plans are looked at again this often while a plan is to come: a device sleeps, and its clock may be set. */
const AGAIN_MS = 30_000;

/** Returns what is counted; a plan begins by itself at its time. */
export function useWork(): Work {
  const recorder = useRecorder();
  const { offset } = useView();
  const [round, setRound] = useState(0);
  const work = workNow(recorder);
  const at = work.next && Date.parse(work.next.at);
  useEffect(() => {
    if (at === null) return;
    const left = at - (recorder.clocks.now().wall + offset);
    const timer = setTimeout(() => setRound(round + 1), Math.min(Math.max(left, 0), AGAIN_MS));
    return () => clearTimeout(timer);
  }, [recorder, at, offset, round]);
  return work;
}

/** Shows who in the office has set the work that is counted, and the next plan. */
export function WorkPlan({ work: { plan, next } }: { work: Work }) {
  const recorder = useRecorder();
  const { activation, lookups, offset, settings } = useView();
  const zone = activation?.timeZone ?? 'UTC';
  const day = (ms: number) => dateOf(ms, zone, settings.language);
  const today = day(recorder.clocks.now().wall + offset);
  const timeOf = ({ at }: Plan) => {
    const ms = Date.parse(at);
    return (day(ms) === today ? '' : `${day(ms)}, `) + hourOf(ms, zone);
  };
  const plannedText = (plan: Plan) => t`Set by ${{ name: plan.by }} for ${{ time: timeOf(plan) }}`;
  const whatOf = ({ lookup1Code: lookup1, lookup2Code: lookup2, unitsPerScan }: Plan) =>
    `${jobName({ lookup1, lookup2 }, lookups)} × ${unitsShown(parseUnits(unitsPerScan) ?? 0)}`;
  return (
    <div role="status">
      {plan?.by && <p>{plannedText(plan)}</p>}
      {next && (
        <p>
          {whatOf(next)}: {plannedText(next)}
        </p>
      )}
    </div>
  );
}
