import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { drawQr } from '../../../lib/qrCode.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import classes from './badges.module.css';
import { LabelPages, type PrintedLabel } from './LabelPages.tsx';
import { SHEETS, type Sheet, type SheetName } from './sheets.ts';

type Props = {
  title: string;
  labels: readonly PrintedLabel[];
  accountName: string;
  /** Says what is printed, and how many. */
  button: string;
  /** Called before it is printed; what fails prints nothing. */
  onPrint?: () => Promise<unknown>;
  onClose: () => void;
  /** The fields that say which labels are printed. */
  children: ReactNode;
};
const isSheet = (name: string | null): name is SheetName => name !== null && name in SHEETS;
const whole = (value: string | number, otherwise: number) => (typeof value === 'number' ? value : otherwise);

/** Prints labels: on which sheet or roll, from which label on it, and moved by how much. */
export function PrintDialog({ title, labels, accountName, button, onPrint, onClose, children }: Props) {
  const { t } = useLingui();
  const [encoder, setEncoder] = useState<{ drawQr: typeof drawQr }>();
  useEffect(() => {
    // The encoder is loaded only here; without it nothing can be printed.
    import('../../../lib/qrCode.ts').then(
      (loaded) => setEncoder(loaded),
      () => undefined,
    );
  }, []);
  const [sheetName, setSheetName] = useState<SheetName>('a4');
  const [firstLabel, setFirstLabel] = useState(1);
  const [offset, setOffset] = useState({ x: 0, y: 0 });
  const sheet: Sheet = SHEETS[sheetName];
  const perPage = sheet.columns * sheet.rows;
  const start = async () => {
    await onPrint?.();
    print();
  };
  return (
    <Dialog opened onClose={onClose} title={title} size="lg">
      <Stack gap="md">
        {children}
        <Select
          label={t`Labels`}
          data={Object.entries(SHEETS).map(([value, { name }]) => ({ value, label: t(name) }))}
          value={sheetName}
          onChange={(name) => isSheet(name) && setSheetName(name)}
          allowDeselect={false}
        />
        <Group grow align="flex-end">
          {!sheet.isRoll && (
            <NumberField
              label={t`First label`}
              min={1}
              max={perPage}
              value={firstLabel}
              onChange={(value) => setFirstLabel(Math.min(perPage, Math.max(1, whole(value, 1))))}
            />
          )}
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
          {/* What fails has been said already. */}
          <Button disabled={labels.length === 0 || !encoder} onClick={() => void start().catch(() => undefined)}>
            {button}
          </Button>
        </Group>
      </Stack>
      {encoder &&
        createPortal(
          <div className={classes.sheets}>
            <LabelPages
              sheet={sheet}
              labels={labels}
              accountName={accountName}
              firstLabel={sheet.isRoll ? 1 : firstLabel}
              offset={offset}
              draw={encoder.drawQr}
            />
          </div>,
          document.body,
        )}
    </Dialog>
  );
}
