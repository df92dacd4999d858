import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { MAX_FILTER_IDS } from '#contract/platform/limits.ts';
import { type Crew, type CrewFilter, idsOf } from '../../../api/crew.ts';
import type { Selection } from '../../../lib/selection.ts';
import { CREW_FILTERS } from '../../../start/crew.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogFoot } from '../../../ui/DialogFoot.tsx';
import { GroupPicker } from '../../../ui/GroupPicker.tsx';
import { FailedNote } from '../../../ui/Missing.tsx';
import { CREW_NAME_LENGTH, isSameCrew, nameCrew, namedCrewsOf, namedCrewsText } from './myCrew.ts';
import { type Picker, useCrewChoices } from './useCrewChoices.ts';

type Props = {
  accountId: string;
  crew: Crew;
  onApply: (crew: Crew) => void;
  onClose: () => void;
};

type Selections = Partial<Record<CrewFilter, Selection>>;

const selectionsOf = (crew: Crew): Selections =>
  Object.fromEntries(
    CREW_FILTERS.filter((filter) => crew[filter]).map((filter) => [filter, new Set(idsOf(crew, filter))]),
  );
/** Nothing ticked, or everything, is everybody. */
const crewOfSelections = (selections: Selections, pickers: readonly Picker[]): Crew =>
  Object.fromEntries(
    pickers.flatMap(({ filter, choices }) => {
      const chosen = selections[filter];
      return chosen?.size && chosen.size !== choices.length ? [[filter, [...chosen].join(',')]] : [];
    }),
  );
const faultOf = (crew: Crew, filter: CrewFilter) =>
  idsOf(crew, filter).length > MAX_FILTER_IDS ? t`At most ${MAX_FILTER_IDS}, or none for everybody` : undefined;

/** 'My crew': chooses the people whom every figure of the page covers. */
export default function CrewDialog({ accountId, crew, onApply, onClose }: Props) {
  const { t } = useLingui();
  const { pickers, failed, retry } = useCrewChoices(accountId);
  const [selections, setSelections] = useState(() => selectionsOf(crew));
  const [tried, setTried] = useState(false);
  const named = namedCrewsOf(namedCrewsText.get(), accountId).find((one) => isSameCrew(one.crew, crew));
  const [name, setName] = useState(named?.name ?? '');
  const next = crewOfSelections(selections, pickers);
  const isEverybody = Object.keys(next).length === 0;
  const apply = () => {
    setTried(true);
    if (pickers.some(({ filter }) => faultOf(next, filter))) return;
    if (named) nameCrew(accountId, { name: '', crew });
    if (!isEverybody) nameCrew(accountId, { name: name.trim(), crew: next });
    onApply(next);
  };
  return (
    <Dialog opened onClose={onClose} title={t`Filter`} size="lg">
      <Stack gap="md">
        <Text size="sm">
          <Trans>
            Every figure is then for the people that are ticked, or for everybody where nothing is. Alerts stay as they
            are.
          </Trans>
        </Text>
        {failed && <FailedNote text={t`Failed to load groups`} onRetry={retry} />}
        <div>
          {pickers.map(({ filter, label, choices }) => (
            <GroupPicker
              key={filter}
              label={label}
              choices={choices}
              hasDeleted={filter !== 'devices'}
              none={t`Everybody`}
              selection={selections[filter] ?? new Set()}
              onSelect={(selection) =>
                setSelections((before) => ({ ...before, [filter]: selection ?? new Set(choices.map(({ id }) => id)) }))
              }
              error={tried ? faultOf(next, filter) : undefined}
            />
          ))}
        </div>
        <TextInput
          label={t`Name`}
          description={t`With a name these people are a button above the figures of this device.`}
          placeholder={t`My crew`}
          maxLength={CREW_NAME_LENGTH}
          disabled={isEverybody}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <DialogFoot>
          <Button variant="default" onClick={() => onApply({})}>
            <Trans>Show everybody</Trans>
          </Button>
          <Button onClick={apply}>
            <Trans>Apply</Trans>
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  );
}
