import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { DateField } from './DateField.tsx';
import classes from './DateRange.module.css';

/** Local dates, both included. */
export type Dates = { from: string; to: string };

/** Returns why two dates are no range. */
export const rangeFault = ({ from, to }: Dates) => (from > to ? t`From must not be after To` : undefined);

type Props = {
  value: Dates;
  onChange: (dates: Dates) => void;
  /** The first and the last day that can be picked. */
  min: string;
  max: string;
  disabled?: boolean;
};

/** From and To, each with a month to pick from. Import it lazily: it brings the calendar along. */
export function DateRange({ value, onChange, min, max, disabled }: Props) {
  const { t } = useLingui();
  const shared = { required: true, min, max, disabled };
  return (
    <div className={classes.range}>
      <DateField label={t`From`} {...shared} value={value.from} onChange={(from) => onChange({ ...value, from })} />
      <DateField
        label={t`To`}
        {...shared}
        value={value.to}
        onChange={(to) => onChange({ ...value, to })}
        error={rangeFault(value)}
      />
    </div>
  );
}
