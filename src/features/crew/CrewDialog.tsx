import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { MAX_FILTER_IDS } from '#contract/limits.ts';
import { type Crew, type CrewFilter, idsOf } from '../../api/crew.ts';
import type { Selection } from '../../lib/selection.ts';
import { CREW_FILTERS } from '../../start/crew.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogFoot } from '../../ui/DialogFoot.tsx';
import { GroupPicker } from '../../ui/GroupPicker.tsx';
import { FailedNote } from '../../ui/Missing.tsx';
import { useCrewChoices } from './useCrewChoices.ts';

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
const crewOfSelections = (selections: Selections): Crew =>
  Object.fromEntries(
    CREW_FILTERS.flatMap((filter) => {
      const chosen = selections[filter];
      return chosen?.size ? [[filter, [...chosen].join(',')]] : [];
    }),
  );
const faultOf = (selection: Selection | undefined) => {
  if (selection?.size === 0) return 'Select at least one, or all';
  return selection && selection.size > MAX_FILTER_IDS ? `At most ${MAX_FILTER_IDS}, or all` : undefined;
};

/** 'My crew': chooses the people whom every figure of the page covers. */
export default function CrewDialog({ accountId, crew, onApply, onClose }: Props) {
  const { pickers, failed, retry } = useCrewChoices(accountId);
  const [selections, setSelections] = useState(() => selectionsOf(crew));
  const [tried, setTried] = useState(false);
  const apply = () => {
    setTried(true);
    if (pickers.every(({ filter }) => faultOf(selections[filter]) === undefined)) onApply(crewOfSelections(selections));
  };
  return (
    <Dialog opened onClose={onClose} title="Filter" size="lg">
      <Stack gap="md">
        <Text size="sm">Every figure is then for these people only. Alerts stay as they are.</Text>
        {failed && <FailedNote text="Failed to load groups" onRetry={retry} />}
        <div>
          {pickers.map(({ filter, label, choices }) => (
            <GroupPicker
              key={filter}
              label={label}
              choices={choices}
              hasDeleted={filter !== 'devices'}
              selection={selections[filter] ?? null}
              onSelect={(selection) => setSelections((before) => ({ ...before, [filter]: selection }))}
              error={tried ? faultOf(selections[filter]) : undefined}
            />
          ))}
        </div>
        <DialogFoot>
          <Button variant="default" onClick={() => onApply({})}>
            Show everybody
          </Button>
          <Button onClick={apply}>Apply</Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  );
}
