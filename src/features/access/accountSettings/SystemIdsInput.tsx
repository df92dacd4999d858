import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Pill, Stack, Text, TextInput } from '@mantine/core';
import { notify } from '../../../state/notices.ts';
import { addSystemId } from './systemIds.ts';

type Props = {
  ids: readonly string[];
  /** The text in the field that has not become a chip yet. */
  typed: string;
  disabled: boolean;
  onType: (typed: string) => void;
  onChange: (ids: string[]) => void;
};

/** Allowed System IDs as chips: which payroll systems may deliver data to the account. */
export function SystemIdsInput({ ids, typed, disabled, onType, onChange }: Props) {
  const { t } = useLingui();
  const add = () => {
    const added = addSystemId(ids, typed);
    if (added === null) return;
    if ('problem' in added) return notify('error', added.problem);
    onChange(added.ids);
    onType('');
  };
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          label={t`Allowed System IDs`}
          description={t`The ids that payroll systems name themselves with. Only these may deliver data.`}
          placeholder={t`Add a System ID`}
          maxLength={60}
          autoComplete="off"
          value={typed}
          disabled={disabled}
          onChange={(event) => onType(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button variant="default" onClick={add} disabled={disabled}>
          <Trans>Add</Trans>
        </Button>
      </Group>
      {ids.length === 0 ? (
        <Text size="sm" c="dimmed">
          <Trans>None yet: no payroll system can deliver data to this account.</Trans>
        </Text>
      ) : (
        <Pill.Group role="list" aria-label={t`Allowed System IDs`}>
          {ids.map((id) => (
            <Pill
              key={id}
              size="lg"
              role="listitem"
              withRemoveButton={!disabled}
              onRemove={() => onChange(ids.filter((each) => each !== id))}
              removeButtonProps={{ 'aria-label': t`Remove ${id}`, 'aria-hidden': false, tabIndex: 0 }}
            >
              {id}
            </Pill>
          ))}
        </Pill.Group>
      )}
    </Stack>
  );
}
