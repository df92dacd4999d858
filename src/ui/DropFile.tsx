import { useLingui } from '@lingui/react/macro';
import { FileInput } from '@mantine/core';
import { type DragEvent, type ReactNode, useState } from 'react';
import classes from './DropFile.module.css';

type Props = {
  label: string;
  description: string;
  /** The file types and endings that the browser offers; `onChange` also receives others. */
  accept: string;
  icon: ReactNode;
  value: File | null;
  onChange: (file: File | null) => void;
  disabled?: boolean;
};

/** A file that is chosen, or dropped on the field. */
export function DropFile({ label, description, accept, icon, value, onChange, disabled = false }: Props) {
  const { t } = useLingui();
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    if (!disabled) onChange(event.dataTransfer.files[0] ?? null);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the file input is the accessible one
    <div
      className={classes.drop}
      data-over={(isOver && !disabled) || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <FileInput
        label={label}
        description={description}
        placeholder={t`Choose a file`}
        accept={accept}
        leftSection={icon}
        value={value}
        onChange={onChange}
        disabled={disabled}
        clearable
      />
    </div>
  );
}
