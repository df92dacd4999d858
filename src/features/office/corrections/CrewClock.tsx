import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { NativeSelect, SegmentedControl, Stack, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CORRECTION_REASONS, type CorrectionReason, correctionReason } from '#contract/figures/corrections.ts';
import type { CrewPunch } from '#contract/office/crewSheets.ts';
import { issueText } from '../../../api/errors.ts';
import { wallTimeIn } from '../../../lib/typed.ts';
import { DateField } from '../../../ui/DateField.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import { TableScroll } from '../../../ui/TableScroll.tsx';
import { TimeField } from '../../../ui/TimeField.tsx';
import { CrewField } from './CrewField.tsx';
import classes from './corrections.module.css';
import { addCrewPunchMutation, previewCrewPunchQuery } from './corrections.queries.ts';
import { Refused } from './Refused.tsx';
import { useJustDone } from './useJustDone.ts';
import { useOffline } from './useOffline.ts';
import { choicesOf, nameOf } from './words.ts';

type Props = { accountId: string; today: string };

const REST_MS = 350;
/** People drawn at most. */
const MOST_SHOWN = 12;

/** 'Everybody of this crew IN 07:00', where the terminal was dead. */
export function CrewClock({ accountId, today }: Props) {
  const { t } = useLingui();
  const [day, setDay] = useState(today);
  const [group, setGroup] = useState<string | null>(null);
  const [typedTime, setTypedTime] = useState('');
  const time = wallTimeIn(typedTime);
  const [direction, setDirection] = useState<'in' | 'out'>('in');
  const [reason, setReason] = useState<CorrectionReason>('device-failed');
  const [note, setNote] = useState('');
  const offline = useOffline();
  const unexplained = reason === 'other' && note.trim() === '';
  const order: CrewPunch | null =
    group && time ? { reason: 'device-failed', day, time, direction, employeeGroups: [group] } : null;
  const [rested] = useDebouncedValue(JSON.stringify(order), REST_MS, { leading: true });
  const request: CrewPunch | null = JSON.parse(rested); // written by the line above
  const preview = useQuery({ ...previewCrewPunchQuery(request), enabled: !offline && request !== null });
  const isCurrent = rested === JSON.stringify(order) && preview.isSuccess && !preview.isPlaceholderData;
  const { add, undo } = useJustDone();
  const save = useMutation(addCrewPunchMutation(add, undo.mutate));
  const failure = save.error ?? (order && preview.error);
  const shown = order && !preview.error ? preview.data : undefined;
  return (
    <Stack gap="md">
      <Panel form title={t`Clock a crew in or out`}>
        <SegmentedControl
          aria-label={t`Direction`}
          value={direction}
          onChange={(value) => setDirection(value === 'in' ? 'in' : 'out')}
          data={[
            { value: 'in', label: t`IN` },
            { value: 'out', label: t`OUT` },
          ]}
        />
        <div className={classes.moment}>
          <DateField label={t`Day`} required max={today} value={day} onChange={setDay} />
          <TimeField label={t`Time`} required value={typedTime} onChange={setTypedTime} />
          <CrewField accountId={accountId} value={group} onChange={setGroup} required />
          <NativeSelect
            className={classes.wide}
            label={t`Reason`}
            value={reason}
            onChange={({ currentTarget }) => setReason(correctionReason.parse(currentTarget.value))}
            data={choicesOf(CORRECTION_REASONS)}
          />
        </div>
        <TextInput
          label={t`Note`}
          required={reason === 'other'}
          maxLength={200}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
          error={unexplained ? t`Say why` : undefined}
        />
        <div aria-live="polite">
          {failure && <Refused error={failure} />}
          {shown && (
            <Text size="sm">
              {direction === 'in'
                ? t`${plural(shown.added, { one: `# person gets IN ${time}.`, other: `# people get IN ${time}.` })}`
                : t`${plural(shown.added, { one: `# person gets OUT ${time}.`, other: `# people get OUT ${time}.` })}`}
              {shown.leftOutCount > 0 &&
                ` ${t`${plural(shown.leftOutCount, { one: '# is left out.', other: '# are left out.' })}`}`}
            </Text>
          )}
        </div>
        <div>
          <ReasonButton
            reason={offline}
            disabled={!shown || !isCurrent || shown.added === 0 || unexplained}
            loading={save.isPending}
            onClick={() => order && save.mutate({ ...order, reason, ...(note.trim() && { note: note.trim() }) })}
          >
            {!shown
              ? t`Clock them`
              : direction === 'in'
                ? t`IN ${time} for ${plural(shown.added, { one: '# person', other: '# people' })}`
                : t`OUT ${time} for ${plural(shown.added, { one: '# person', other: '# people' })}`}
          </ReasonButton>
        </div>
        {shown && shown.leftOut.length > 0 && (
          <TableScroll label={t`Left out`} fit>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th scope="col">
                    <Trans>Left out</Trans>
                  </Table.Th>
                  <Table.Th scope="col">
                    <Trans>Why</Trans>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {shown.leftOut.slice(0, MOST_SHOWN).map(({ employee, ...issue }) => (
                  <Table.Tr key={employee._id}>
                    <Table.Th scope="row" fw={400}>
                      <bdi>{nameOf(employee)}</bdi>, {employee.number}
                    </Table.Th>
                    <Table.Td>{issueText(issue)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
            {shown.leftOutCount > MOST_SHOWN && (
              <Text size="sm" c="dimmed" mt="xs">
                <Plural value={shown.leftOutCount - MOST_SHOWN} one="And # person more." other="And # people more." />
              </Text>
            )}
          </TableScroll>
        )}
      </Panel>
    </Stack>
  );
}
