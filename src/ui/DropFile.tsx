import { useLingui } from '@lingui/react/macro';
import { FileInput } from '@mantine/core';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
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
  const [isOneOfMany, setIsOneOfMany] = useState(false);
  const resetInput = useRef<() => void>(null);
  const choose = (files: readonly File[]) => {
    setIsOneOfMany(files.length > 1);
    onChange(files.at(-1) ?? null);
    // A file that was saved again under its name is chosen again.
    resetInput.current?.();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const files = [...event.dataTransfer.files];
    // A text that is dragged has none.
    if (!disabled && files.length > 0) choose(files);
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
        description={isOneOfMany && value ? t`One file at a time: only ${value.name} is read.` : description}
        placeholder={t`Choose a file`}
        accept={accept}
        leftSection={icon}
        value={value}
        onChange={(file) => choose(file ? [file] : [])}
        resetRef={resetInput}
        disabled={disabled}
        clearable
      />
    </div>
  );
}
