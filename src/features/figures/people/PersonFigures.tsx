import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { PersonSums, PersonTrend } from '#contract/figures/people.ts';
import { count, hours, units } from '../../../lib/figures.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { paidColumns } from './paid.ts';
import classes from './person.module.css';

const FIGURES: readonly { key: keyof PersonSums; label: MessageDescriptor; show: (value: number) => string }[] = [
  { key: 'present', label: msg`Days present`, show: count },
  { key: 'late', label: msg`Days late`, show: count },
  { key: 'absent', label: msg`Days absent`, show: count },
  { key: 'clockedMs', label: msg`Clocked`, show: hours },
  { key: 'wastedMs', label: msg`Time wasted`, show: hours },
  { key: 'units', label: msg`Units`, show: units },
];

/** The figures of one person: each with a bar, on which the median of their time group is a mark. */
export function PersonFigures({ person: { sums, paid, medians, pace } }: { person: PersonTrend }) {
  const { t } = useLingui();
  return (
    <Panel
      title={t`Figures`}
      aside={
        medians && (
          <span className={classes.legend}>
            <span className={classes.mark} aria-hidden />
            {t`${plural(medians.people, {
              one: 'Median of # person on their shift',
              other: 'Median of # people on their shift',
            })}`}
          </span>
        )
      }
    >
      <dl className={classes.figures}>
        {FIGURES.flatMap(({ key, label, show }) => {
          const own = sums[key];
          if (own === null || own === undefined) return [];
          const median = medians?.[key];
          return (
            <Figure
              key={key}
              label={t(label)}
              own={Number(own)}
              median={median == null ? null : Number(median)}
              show={show}
            />
          );
        })}
        {paid &&
          paidColumns([paid]).map(({ key, title }) => (
            <Figure key={key} label={title} own={paid[key]} median={null} show={hours} />
          ))}
        {pace.map(({ code, description, own, median }) => (
          <Figure key={`pace ${code}`} label={t`Units/hr, ${description}`} own={own} median={median} show={units} />
        ))}
      </dl>
    </Panel>
  );
}

type FigureProps = { label: string; own: number | null; median: number | null; show: (value: number) => string };
function Figure({ label, own, median, show }: FigureProps) {
  const most = Math.max(own ?? 0, median ?? 0);
  const share = (value: number) => `${most === 0 ? 0 : (value / most) * 100}%`;
  return (
    <div>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.figure}>
        <span className={classes.own}>{own === null ? '–' : show(own)}</span>
        {median !== null && (
          <>
            <span className={classes.bar} aria-hidden>
              <span className={classes.fill} style={{ width: share(own ?? 0) }} />
              <span className={classes.mark} style={{ insetInlineStart: share(median) }} />
            </span>
            <span className={classes.median}>
              <Trans>Median {show(median)}</Trans>
            </span>
          </>
        )}
      </dd>
    </div>
  );
}
