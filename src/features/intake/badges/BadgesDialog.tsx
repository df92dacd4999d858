import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, MultiSelect, Select, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Employee } from '#contract/masterData/employees.ts';
import type { drawQr } from '../../../lib/qrCode.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { BadgePages } from './BadgePages.tsx';
import classes from './badges.module.css';
import { SHEETS, type SheetName } from './sheets.ts';

type Printed = Pick<Employee, '_id' | 'number' | 'firstName' | 'lastName' | 'isActive'>;
type Props = { employees: readonly Printed[]; accountName: string; onClose: () => void };
const MOST = 2_000;
const isSheet = (name: string | null): name is SheetName => name !== null && name in SHEETS;

/** Badges to print for the people of an account: all of them, or those that are picked. */
export function BadgesDialog({ employees, accountName, onClose }: Props) {
  const { t } = useLingui();
  const [encoder, setEncoder] = useState<{ drawQr: typeof drawQr }>();
  useEffect(() => {
    // The encoder is loaded only here; without it nothing can be printed.
    import('../../../lib/qrCode.ts').then(
      (loaded) => setEncoder(loaded),
      () => undefined,
    );
  }, []);
  const [picked, setPicked] = useState<string[]>([]);
  const [sheetName, setSheetName] = useState<SheetName>('a4');
  const [firstLabel, setFirstLabel] = useState(1);
  const [offset, setOffset] = useState({ x: 0, y: 0 });
  const sheet = SHEETS[sheetName];
  const everybody = employees.filter(({ isActive }) => isActive);
  const chosen = (picked.length > 0 ? everybody.filter(({ _id }) => picked.includes(_id)) : everybody).slice(0, MOST);
  const badges = chosen.map(({ _id, number, firstName, lastName }) => ({
    _id,
    number,
    name: `${firstName} ${lastName}`.trim(),
  }));
  const whole = (value: string | number, otherwise: number) => (typeof value === 'number' ? value : otherwise);

  return (
    <Dialog opened onClose={onClose} title={t`Print badges`} size="lg">
      <Stack gap="md">
        <MultiSelect
          label={t`Employees`}
          placeholder={picked.length === 0 ? t`All ${everybody.length}` : undefined}
          data={everybody.slice(0, 5_000).map(({ _id, number, firstName, lastName }) => ({
            value: _id,
            label: `${number} ${firstName} ${lastName}`,
          }))}
          value={picked}
          onChange={setPicked}
          searchable
          clearable
          limit={50}
        />
        <Select
          label={t`Labels`}
          data={Object.entries(SHEETS).map(([value, { name }]) => ({ value, label: t(name) }))}
          value={sheetName}
          onChange={(name) => isSheet(name) && setSheetName(name)}
          allowDeselect={false}
        />
        <Group grow>
          <NumberField
            label={t`First label`}
            min={1}
            max={sheet.columns * sheet.rows}
            value={firstLabel}
            onChange={(value) => setFirstLabel(Math.min(sheet.columns * sheet.rows, Math.max(1, whole(value, 1))))}
          />
          <NumberField
            label={t`Offset across (mm)`}
            min={-10}
            max={10}
            step={0.5}
            value={offset.x}
            onChange={(value) => setOffset({ ...offset, x: whole(value, 0) })}
          />
          <NumberField
            label={t`Offset down (mm)`}
            min={-10}
            max={10}
            step={0.5}
            value={offset.y}
            onChange={(value) => setOffset({ ...offset, y: whole(value, 0) })}
          />
        </Group>
        <Text size="sm" c="dimmed">
          <Trans>
            Print at 100 %, without fitting to the page: the line at the foot is 100 mm long then. Use matte film.
          </Trans>
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          <Button disabled={badges.length === 0 || !encoder} onClick={() => print()}>
            {t`${plural(badges.length, { one: `Print ${badges.length} badge`, other: `Print ${badges.length} badges` })}`}
          </Button>
        </Group>
      </Stack>
      {encoder &&
        createPortal(
          <div className={classes.sheets}>
            <BadgePages
              sheet={sheet}
              badges={badges}
              accountName={accountName}
              firstLabel={firstLabel}
              offset={offset}
              draw={encoder.drawQr}
            />
          </div>,
          document.body,
        )}
    </Dialog>
  );
}
