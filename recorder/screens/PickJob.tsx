import { t } from '@lingui/core/macro';
import { type FormEvent, useState } from 'react';
import { isUnusual, parseUnits } from '../core/units.ts';
import type { Job } from '../store/jobs.ts';
import type { Lookup } from '../store/roster.ts';
import { chooseJob, chosenJobs, jobId, jobOf } from '../store/work.ts';
import { unitsShown } from '../words/words.ts';
import { Choice, Dialog, Field } from './fields.tsx';
import { Screen, useRecorder, useView } from './parts.tsx';
import { workNow } from './workNow.ts';

const NONE = '';
const describe = (lookups: readonly Lookup[], which: 1 | 2, code: string | null) =>
  code === null ? null : (lookups.find((one) => one.lookup === which && one.code === code)?.description ?? code);
/** Returns 'Apples, Block 7': the descriptions of the lookups. */
export const jobName = (job: Pick<Job, 'lookup1' | 'lookup2'>, lookups: readonly Lookup[]) =>
  [describe(lookups, 1, job.lookup1), describe(lookups, 2, job.lookup2)].filter((part) => part !== null).join(', ') ||
  t`(none)`;

/** 'What is counted?': a job that was used before, the last used first, or a new one of the lookups. */
export function PickJob({ onPicked, onCancel }: { onPicked: () => void; onCancel: (() => void) | undefined }) {
  const recorder = useRecorder();
  const view = useView();
  const chosen = chosenJobs(view.jobs);
  const { plan, instead } = workNow(recorder);
  const due = plan ?? instead;
  // What the office has set is one press away.
  const planned = due && jobOf(due, view.jobs);
  const jobs = planned ? [planned, ...chosen.filter(({ id }) => id !== planned.id)] : chosen;
  const [first, setFirst] = useState(NONE);
  const [second, setSecond] = useState(NONE);
  const [perScan, setPerScan] = useState('1');
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState<Job | null>(null);
  const id = jobId(first || null, second || null);
  const known = jobs.find((job) => job.id === id);

  const save = async (job: Job) => {
    const { wall } = recorder.clocks.now();
    await recorder.act((stores) => chooseJob(stores, job, { wall, offset: recorder.view().offset }));
    onPicked();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const units = parseUnits(perScan);
    if (units === null || units <= 0) return setError(t`A number above 0 with at most 3 decimals`);
    const made: Job = {
      id,
      kind: 'job',
      lookup1: first || null,
      lookup2: second || null,
      perScan: units,
      usual: known?.usual ?? units,
      usedAt: 0,
      timedSince: known?.timedSince ?? null,
    };
    if (isUnusual(units, known?.usual ?? jobs[0]?.usual ?? 1_000)) setPending(made);
    else void save(made);
  };
  const options = (which: 1 | 2) => [
    [NONE, t`(none)`] as const,
    ...view.lookups
      .filter(({ lookup }) => lookup === which)
      .map(({ code, description }) => [code, description || code] as const),
  ];
  return (
    <Screen title={t`What is counted?`} {...(onCancel && { onBack: onCancel })}>
      {jobs.length > 0 && (
        <ul className="picks">
          {jobs.slice(0, 8).map((job) => (
            <li key={job.id}>
              <button type="button" onClick={() => void save(job)}>
                {jobName(job, view.lookups)} × {unitsShown(job.perScan)}
              </button>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={submit}>
        <Choice label={view.sending.lookup1Name || t`Product`} value={first} options={options(1)} onChange={setFirst} />
        {options(2).length > 1 && (
          <Choice
            label={view.sending.lookup2Name || t`Product`}
            value={second}
            options={options(2)}
            onChange={setSecond}
          />
        )}
        <Field label={t`Per scan`} value={perScan} onChange={setPerScan} inputMode="decimal" error={error} />
        <button type="submit" className="main">
          {t`Start`}
        </button>
      </form>
      {pending && (
        <Dialog title={t`Really ${{ units: unitsShown(pending.perScan) }}?`} onClose={() => setPending(null)}>
          <button type="button" className="main" onClick={() => void save({ ...pending, usual: pending.perScan })}>
            {t`Yes`}
          </button>
          <button type="button" onClick={() => setPending(null)}>
            {t`No`}
          </button>
        </Dialog>
      )}
    </Screen>
  );
}
