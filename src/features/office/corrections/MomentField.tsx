import { useLingui } from '@lingui/react/macro';
import { Group, NativeSelect, Radio } from '@mantine/core';
import { useState } from 'react';
import { spanLabel } from '../../../lib/spans.ts';
import { wallTimeIn } from '../../../lib/typed.ts';
import { daysAround, instantsOf } from '../../../lib/wallClock.ts';
import { dateOf, secondOf } from '../../../lib/zoned.ts';
import { TimeField } from '../../../ui/TimeField.tsx';
import classes from './corrections.module.css';

type Props = {
  /** The label, such as 'Time' or 'Start'. */
  label: string;
  /** The local date that is corrected: the moment may also be on the day before or after. */
  day: string;
  timeZone: string;
  /** The initial value, epoch ms. */
  initial: number | undefined;
  /** Called with undefined for a time that does not exist, because clocks skip it. */
  onChange: (at: number | undefined) => void;
  optional?: boolean;
  autoFocus?: boolean;
};

const clock = (at: number, timeZone: string) => secondOf(at, timeZone).replace(/:00$/, '');

/** Fields for a moment on the account's clock: day, time, and which of the two where a time exists twice. */
export function MomentField({ label, day, timeZone, initial, onChange, optional = false, autoFocus = false }: Props) {
  const { t } = useLingui();
  const [date, setDate] = useState(initial === undefined ? day : dateOf(initial, timeZone));
  const [time, setTime] = useState(initial === undefined ? '' : clock(initial, timeZone));
  const wallTime = wallTimeIn(time, true);
  const found = wallTime ? instantsOf(date, wallTime, timeZone) : [];
  const [second, setSecond] = useState(
    initial !== undefined && instantsOf(date, clock(initial, timeZone), timeZone)[1] === initial,
  );
  const pick = (next: { date?: string; time?: string; second?: boolean }) => {
    const made = { date, time, second, ...next };
    setDate(made.date);
    setTime(made.time);
    setSecond(made.second);
    const instants = instantsOf(made.date, wallTimeIn(made.time, true) ?? '', timeZone);
    onChange(made.second && instants.length > 1 ? instants[1] : instants[0]);
  };
  const days = [...new Set([...daysAround(day), date])].sort();
  return (
    <div>
      <div className={classes.moment}>
        <TimeField
          label={label}
          seconds
          required={!optional}
          value={time}
          onChange={(typed) => pick({ time: typed })}
          error={wallTime && found.length === 0 ? t`Clocks skip this time on that day` : undefined}
          data-autofocus={autoFocus || undefined}
        />
        <NativeSelect
          label={t`Day`}
          aria-label={t`${label}, day`}
          value={date}
          onChange={({ currentTarget }) => pick({ date: currentTarget.value })}
          data={days.map((value) => ({ value, label: spanLabel(value, value) }))}
        />
      </div>
      {found.length > 1 && (
        <Radio.Group
          mt="xs"
          label={t`Clocks show this time twice on that day`}
          value={second ? 'second' : 'first'}
          onChange={(value) => pick({ second: value === 'second' })}
        >
          <Group mt={4}>
            <Radio value="first" label={t`The first time`} />
            <Radio value="second" label={t`The second time`} />
          </Group>
        </Radio.Group>
      )}
    </div>
  );
}
