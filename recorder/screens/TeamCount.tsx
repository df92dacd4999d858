import { t } from '@lingui/core/macro';
import { countForTeam } from '../app/teams.ts';
import type { Means } from '../core/record.ts';
import type { Job } from '../store/jobs.ts';
import type { ToldTeam } from '../store/meta.ts';
import { unitsShown } from '../words/words.ts';
import { useRecorder } from './parts.tsx';
import { Result } from './Result.tsx';
import { ScanBox } from './ScanBox.tsx';
import { useOutcome } from './useOutcome.ts';

/** Counts what a team of the office makes, by the badge of a member or without one. */
export function TeamCount({ team, jobNow }: { team: ToldTeam | undefined; jobNow: () => Job }) {
  const recorder = useRecorder();
  const { outcome, show } = useOutcome(false);
  const count = (means: Means, badge: string | null) =>
    void countForTeam(recorder, team, { job: jobNow(), means, badge }).then(show);
  return (
    <>
      <p>
        {team
          ? t`Scan the badge of a member, or count without one.`
          : t`Choose a team: this one is not offered any more.`}
      </p>
      {team && (
        <button type="button" className="main" onClick={() => count('list', null)}>
          {t`Count ${{ units: unitsShown(jobNow().perScan) }} for ${{ team: team.name }}`}
        </button>
      )}
      <Result outcome={outcome} onOutcome={show} />
      <ScanBox onText={(text, means) => count(means, text)} mayType />
    </>
  );
}
