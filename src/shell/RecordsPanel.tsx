import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { messageOf } from '../api/errors.ts';
import { Loaded } from '../ui/Loaded.tsx';
import { Panel } from '../ui/Panel.tsx';

type Props<Row extends { _id: string }> = Pick<
  ComponentProps<typeof Loaded<readonly Row[]>>,
  'query' | 'label' | 'height' | 'empty'
> & {
  title: string;
  /** Explains the records, above them. */
  about?: ReactNode;
  /** The button that adds a record; absent where none can be added. */
  add?: string;
  addIcon?: ReactNode;
  /** The table; `open` opens the dialog of a record. */
  children: (records: readonly Row[], open: (id: string) => void) => ReactNode;
  /** The dialog of a record, or of a new one (null). */
  dialog: (record: Row | null, close: () => void, records: readonly Row[]) => ReactNode;
};

/** The records of one kind in a panel: their table, a button that adds one, and the dialog that adds or changes it. */
export function RecordsPanel<Row extends { _id: string }>({
  title,
  about,
  add,
  addIcon = <IconPlus size={18} aria-hidden />,
  children,
  dialog,
  ...loaded
}: Props<Row>) {
  const [opened, setOpened] = useState<{ id: string | null }>();
  const open = (id: string | null) => setOpened({ id });
  return (
    <Panel
      title={title}
      aside={
        add && (
          <Button variant="default" leftSection={addIcon} onClick={() => open(null)}>
            {add}
          </Button>
        )
      }
    >
      {about}
      <Loaded {...loaded} failed={messageOf}>
        {(records) => children(records, open)}
      </Loaded>
      {opened &&
        dialog(
          loaded.query.data?.find(({ _id }) => _id === opened.id) ?? null,
          () => setOpened(undefined),
          loaded.query.data ?? [],
        )}
    </Panel>
  );
}
