import { useLingui } from '@lingui/react/macro';
import { moment } from '../lib/moments.ts';
import classes from './Activity.module.css';

type Props = {
  createdAt: string | null;
  createdBy: string | null;
  modifiedAt: string | null;
  modifiedBy: string | null;
};

/** When and by whom a document was created and last changed; unknown for older documents. */
export function Activity({ createdAt, createdBy, modifiedAt, modifiedBy }: Props) {
  const { t } = useLingui();
  return (
    <dl className={classes.activity}>
      <Line label={t`Created`} at={createdAt} by={createdBy} />
      <Line label={t`Modified`} at={modifiedAt} by={modifiedBy} />
    </dl>
  );
}

function Line({ label, at, by }: { label: string; at: string | null; by: string | null }) {
  const { t } = useLingui();
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {moment(at, t`Not recorded`)}
        {by && t` by ${by}`}
      </dd>
    </div>
  );
}
