import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import type { Employee } from '#contract/masterData/employees.ts';
import { count } from '../../../lib/figures.ts';
import { matchesPerson } from '../../../lib/search.ts';
import { FilterBox } from '../../../ui/FilterBox.tsx';
import classes from './devices.module.css';

const ROW = 44;

type Props = {
  employees: readonly Employee[];
  chosen: readonly string[];
  onChange: (employeeIds: string[]) => void;
};

/** Picks the employees of a device: of thousands, only those in view are rendered. */
export function EmployeePicker({ employees, chosen, onChange }: Props) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const [onlyChosen, setOnlyChosen] = useState(false);
  const scroller = useRef<HTMLFieldSetElement>(null);
  const ticked = useMemo(() => new Set(chosen), [chosen]);
  const shown = useMemo(
    () => employees.filter((employee) => matchesPerson(employee, typed) && (!onlyChosen || ticked.has(employee._id))),
    [employees, typed, onlyChosen, ticked],
  );
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
    initialRect: { width: 400, height: 320 },
  });

  const selected = count(chosen.length);
  const toggle = (id: string) => onChange(ticked.has(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  const addShown = () => onChange([...new Set([...chosen, ...shown.map(({ _id }) => _id)])]);
  const dropShown = () => {
    const dropped = new Set(shown.map(({ _id }) => _id));
    onChange(chosen.filter((id) => !dropped.has(id)));
  };

  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Text fw={600} size="sm" id="employee-picker">
          <Trans>Employees</Trans>
        </Text>
        <Text size="sm" c="dimmed" aria-live="polite">
          <Plural
            value={employees.length}
            one={`${selected} of # employee selected`}
            other={`${selected} of # employees selected`}
          />
        </Text>
      </Group>
      <FilterBox label={t`Search employees`} value={typed} onChange={setTyped} />
      <Group gap="xs">
        <Button variant="default" size="xs" onClick={addShown} disabled={shown.length === 0}>
          {typed ? t`Select all found` : t`Select all`}
        </Button>
        <Button variant="default" size="xs" onClick={dropShown} disabled={shown.length === 0}>
          {typed ? t`Deselect all found` : t`Deselect all`}
        </Button>
        <Checkbox
          label={t`Show selected only`}
          checked={onlyChosen}
          onChange={(event) => setOnlyChosen(event.currentTarget.checked)}
        />
      </Group>
      <fieldset className={classes.picker} ref={scroller} aria-labelledby="employee-picker">
        {shown.length === 0 ? (
          <Text c="dimmed" p="md" ta="center">
            {employees.length === 0 ? t`The account has no employees yet.` : t`No employees match this filter`}
          </Text>
        ) : (
          <div className={classes.people} style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start }) => {
              const employee = shown[index];
              if (!employee) return null;
              return (
                <div key={employee._id} className={classes.person} style={{ transform: `translateY(${start}px)` }}>
                  <Checkbox
                    label={<PersonLabel {...employee} />}
                    checked={ticked.has(employee._id)}
                    onChange={() => toggle(employee._id)}
                  />
                </div>
              );
            })}
          </div>
        )}
      </fieldset>
    </Stack>
  );
}

const PersonLabel = ({ number, firstName, lastName, isActive, timeId }: Employee) => {
  const { t } = useLingui();
  return (
    <>
      {number} <bdi>{`${firstName} ${lastName}`}</bdi>
      {!isActive && ` ${t`(inactive)`}`}
      {!timeId && ` ${t`(no time id)`}`}
    </>
  );
};
