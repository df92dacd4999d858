import { Alert, Checkbox, Group, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconUsb } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Device } from '#contract/devices.ts';
import { MAX_USB_FILE_BYTES, type UsbFileResult } from '#contract/terminals.ts';
import { messageOf } from '../../api/errors.ts';
import { count, counted } from '../../lib/figures.ts';
import { ServerButton } from '../../shell/ServerButton.tsx';
import { DropFile } from '../../ui/DropFile.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { readUsbFileMutation } from './devices.queries.ts';

type Props = { accountId: string; device: Device };

/** Reads in the file that a terminal wrote to a USB stick: first a preview, then the same with one press. */
export function UsbFile({ accountId, device }: Props) {
  const [chosen, setChosen] = useState<{ file: File; text: string } | null>(null);
  const [refused, setRefused] = useState<string>();
  const [isSure, setIsSure] = useState(false);
  const preview = useMutation(readUsbFileMutation(accountId, device._id));
  const commit = useMutation(readUsbFileMutation(accountId, device._id));

  const choose = async (file: File | null) => {
    preview.reset();
    commit.reset();
    setIsSure(false);
    setChosen(null);
    setRefused(undefined);
    if (!file) return;
    if (file.size > MAX_USB_FILE_BYTES) return setRefused(`${file.name}: The file is too large: at most 10 MB.`);
    const next = { file, text: await file.text() };
    setChosen(next);
    preview.mutate({ text: next.text, fileName: nameOf(file), commit: false });
  };
  const failure = preview.error ?? commit.error;
  const problem = refused ?? (failure && chosen && `${chosen.file.name}: ${messageOf(failure)}`);
  const found = preview.data;

  return (
    <section aria-label="USB file">
      <Stack gap="sm">
        <DropFile
          label="Read in a file"
          description="The file attlog.dat that the terminal wrote to a USB stick. You see what it holds before anything is stored."
          accept=".dat,.txt"
          icon={<IconUsb size={18} aria-hidden />}
          value={chosen?.file ?? null}
          onChange={(file) => void choose(file)}
        />
        {problem && <ErrorNote text={problem} />}
        {preview.isPending && (
          <Text size="sm" role="status">
            Looking at every line
          </Text>
        )}
        {commit.data ? (
          <Alert color="teal" icon={<IconCircleCheck aria-hidden />} title="Read in" role="status">
            {counted(commit.data.added, 'punch', 'punches')} stored, {count(commit.data.known)} known already.
          </Alert>
        ) : (
          found &&
          chosen && (
            <>
              <Found found={found} />
              {found.otherSerial && (
                <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="Another terminal’s file?">
                  <Stack gap="xs">
                    <Text size="sm">
                      The file is named after terminal {found.otherSerial}; this one is {device.serialNumber}.
                    </Text>
                    <Checkbox
                      label={`It is from ${device.description}`}
                      checked={isSure}
                      onChange={({ currentTarget }) => setIsSure(currentTarget.checked)}
                    />
                  </Stack>
                </Alert>
              )}
              <Group justify="flex-end">
                <ServerButton
                  disabled={found.added === 0 || (found.otherSerial !== null && !isSure)}
                  loading={commit.isPending}
                  onClick={() =>
                    commit.mutate({ text: chosen.text, fileName: nameOf(chosen.file), commit: true, isSure })
                  }
                >
                  Store {counted(found.added, 'punch', 'punches')}
                </ServerButton>
              </Group>
            </>
          )
        )}
      </Stack>
    </section>
  );
}

const nameOf = (file: File) => file.name.slice(0, 200);

function Found({ found }: { found: UsbFileResult }) {
  const { added, known, waiting, unmatched, refused, lines, first, last } = found;
  return (
    <List size="sm" role="status" aria-label="What the file holds">
      <List.Item>
        {counted(added, 'new punch', 'new punches')}, {count(known)} known already
        {first && last && `, from ${first.slice(0, 16)} to ${last.slice(0, 16)}`}
      </List.Item>
      {waiting > 0 && <List.Item>{count(waiting)} older than 45 days: they wait until they are accepted</List.Item>}
      {unmatched.punches > 0 && (
        <List.Item>
          {counted(unmatched.punches, 'punch', 'punches')} of PINs that no employee has: {unmatched.pins.join(', ')}
        </List.Item>
      )}
      {refused > 0 && (
        <List.Item>
          {counted(refused, 'line', 'lines')} cannot be read:{' '}
          {lines
            .slice(0, 5)
            .map(({ line, reason }) => `line ${line} (${reason})`)
            .join(', ')}
        </List.Item>
      )}
    </List>
  );
}
