import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Checkbox, Group, Stack } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { chosenOf } from '../lib/chosenColumns.ts';
import { translated } from '../lib/words.tsx';

type Choosable = { id: string; label: string };
type Props = {
  /** All columns, as they are specified. */
  columns: readonly Choosable[];
  /** The chosen ones in their order; undefined: as specified. */
  chosen: readonly string[] | undefined;
  onChoose: (ids: string[] | undefined) => void;
};

/** Chooses columns and their order: a tick for each, and arrows. At least one stays. */
export function ColumnChooser({ columns, chosen, onChoose }: Props) {
  const { t } = useLingui();
  const shown = chosenOf(columns, chosen).map(({ id }) => id);
  const others = columns.filter(({ id }) => !shown.includes(id));
  const choose = (ids: string[]) =>
    onChoose(ids.length === columns.length && ids.every((id, nth) => id === columns[nth]?.id) ? undefined : ids);
  const move = (from: number, to: number) => {
    const ids = [...shown];
    ids.splice(to, 0, ...ids.splice(from, 1));
    choose(ids);
  };
  const labelOf = (id: string) => translated(columns.find((column) => column.id === id)?.label ?? id);
  const arrow = (Icon: typeof IconArrowUp, words: string, disabled: boolean, onClick: () => void) => (
    <ActionIcon variant="default" size="lg" aria-label={words} disabled={disabled} onClick={onClick}>
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
  return (
    <Stack gap="xs">
      <Group>
        <Button size="xs" variant="default" disabled={chosen === undefined} onClick={() => onChoose(undefined)}>
          <Trans>As specified</Trans>
        </Button>
      </Group>
      <Stack gap={4} role="group" aria-label={t`Columns`}>
        {shown.map((id, nth) => (
          <Group key={id} gap="xs" wrap="nowrap">
            <Checkbox
              flex={1}
              label={labelOf(id)}
              checked
              disabled={shown.length === 1}
              onChange={() => choose(shown.filter((other) => other !== id))}
            />
            {arrow(IconArrowUp, t`${labelOf(id)} up`, nth === 0, () => move(nth, nth - 1))}
            {arrow(IconArrowDown, t`${labelOf(id)} down`, nth === shown.length - 1, () => move(nth, nth + 1))}
          </Group>
        ))}
        {others.map(({ id }) => (
          <Checkbox key={id} label={labelOf(id)} checked={false} py={8} onChange={() => choose([...shown, id])} />
        ))}
      </Stack>
    </Stack>
  );
}
