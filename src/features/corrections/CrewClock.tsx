import { NativeSelect, SegmentedControl, Stack, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CORRECTION_REASONS, type CorrectionReason, correctionReason } from '#contract/corrections.ts';
import type { CrewPunch } from '#contract/crewSheets.ts';
import { counted } from '../../lib/figures.ts';
import { useOnline } from '../../state/reachability.ts';
import { Panel } from '../../ui/Panel.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { TableScroll } from '../../ui/TableScroll.tsx';
import { CrewField } from './CrewField.tsx';
import classes from './corrections.module.css';
import { addCrewPunchMutation, previewCrewPunchQuery } from './corrections.queries.ts';
import { DayField, TimeField } from './DayField.tsx';
import { Refused } from './Refused.tsx';
import { useJustDone } from './useJustDone.ts';
import { nameOf, OFFLINE } from './words.ts';

type Props = { accountId: string; today: string };

const REST_MS = 350;
/** People drawn at most. */
const MOST_SHOWN = 12;

/** 'Everybody of this crew IN 07:00' (spec/office.md 2), where the terminal was dead. */
export function CrewClock({ accountId, today }: Props) {
  const [day, setDay] = useState(today);
  const [group, setGroup] = useState<string | null>(null);
  const [time, setTime] = useState('');
  const [direction, setDirection] = useState<'in' | 'out'>('in');
  const [reason, setReason] = useState<CorrectionReason>('device-failed');
  const [note, setNote] = useState('');
  const online = useOnline();
  const unexplained = reason === 'other' && note.trim() === '';
  const order: CrewPunch | null =
    group && time ? { reason: 'device-failed', day, time, direction, employeeGroups: [group] } : null;
  const [rested] = useDebouncedValue(JSON.stringify(order), REST_MS, { leading: true });
  const asked: CrewPunch | null = JSON.parse(rested); // written by the line above
  const preview = useQuery({ ...previewCrewPunchQuery(asked), enabled: online && asked !== null });
  const isCurrent = rested === JSON.stringify(order) && preview.isSuccess && !preview.isPlaceholderData;
  const { add, undo } = useJustDone();
  const save = useMutation(addCrewPunchMutation(add, undo.mutate));
  const failure = save.error ?? (order && preview.error);
  const shown = order && !preview.error ? preview.data : undefined;
  return (
    <Stack gap="md">
      <Panel title="Clock a crew in or out">
        <SegmentedControl
          aria-label="Direction"
          value={direction}
          onChange={(value) => setDirection(value === 'in' ? 'in' : 'out')}
          data={[
            { value: 'in', label: 'IN' },
            { value: 'out', label: 'OUT' },
          ]}
        />
        <div className={classes.moment}>
          <DayField value={day} today={today} onChange={setDay} />
          <TimeField label="Time" value={time} onChange={setTime} />
          <CrewField accountId={accountId} value={group} onChange={setGroup} required />
          <NativeSelect
            label="Reason"
            value={reason}
            onChange={({ currentTarget }) => setReason(correctionReason.parse(currentTarget.value))}
            data={Object.entries(CORRECTION_REASONS).map(([value, label]) => ({ value, label }))}
          />
        </div>
        <TextInput
          label="Note"
          required={reason === 'other'}
          maxLength={200}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
          error={unexplained ? 'Say why' : undefined}
        />
        <div aria-live="polite">
          {failure && <Refused error={failure} />}
          {shown && (
            <Text size="sm">
              {counted(shown.added, 'person gets', 'people get')} {direction.toUpperCase()} {time}.
              {shown.leftOutCount > 0 && ` ${counted(shown.leftOutCount, 'is', 'are')} left out.`}
            </Text>
          )}
        </div>
        <div>
          <ReasonButton
            reason={online ? undefined : OFFLINE}
            disabled={!shown || !isCurrent || shown.added === 0 || unexplained}
            loading={save.isPending}
            onClick={() => order && save.mutate({ ...order, reason, ...(note.trim() && { note: note.trim() }) })}
          >
            {shown
              ? `${direction.toUpperCase()} ${time} for ${counted(shown.added, 'person', 'people')}`
              : 'Clock them'}
          </ReasonButton>
        </div>
        {shown && shown.leftOut.length > 0 && (
          <TableScroll label="Left out" fit>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th scope="col">Left out</Table.Th>
                  <Table.Th scope="col">Why</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {shown.leftOut.slice(0, MOST_SHOWN).map(({ employee, message }) => (
                  <Table.Tr key={employee._id}>
                    <Table.Th scope="row" fw={400}>
                      <bdi>{nameOf(employee)}</bdi>, {employee.number}
                    </Table.Th>
                    <Table.Td>{message}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
            {shown.leftOutCount > MOST_SHOWN && (
              <Text size="sm" c="dimmed" mt="xs">
                And {counted(shown.leftOutCount - MOST_SHOWN, 'person', 'people')} more.
              </Text>
            )}
          </TableScroll>
        )}
      </Panel>
    </Stack>
  );
}
