import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Alert, Checkbox, Group, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconUsb } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Device } from '#contract/intake/devices.ts';
import { MAX_USB_FILE_BYTES, type UsbFileResult } from '#contract/intake/terminals.ts';
import { listed } from '../../../lib/lists.ts';
import { translated } from '../../../lib/words.tsx';
import { PreviewedFile } from '../../../shell/PreviewedFile.tsx';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { readUsbFileMutation } from './devices.queries.ts';

type Props = { accountId: string; device: Device };

/** Reads in the file that a terminal wrote to a USB stick: first a preview, then the same with one press. */
export function UsbFile({ accountId, device }: Props) {
  const { t } = useLingui();
  const most = MAX_USB_FILE_BYTES / 1024 ** 2;
  const [file, setFile] = useState<File | null>(null);
  const [isSure, setIsSure] = useState(false);
  const preview = useMutation(readUsbFileMutation(accountId, device._id));
  const commit = useMutation(readUsbFileMutation(accountId, device._id));
  const { data: found, variables: previewed } = preview;

  return (
    <section aria-label={t`USB file`}>
      <Stack gap="sm">
        <PreviewedFile
          label={t`Read in a file`}
          description={t`The file attlog.dat that the terminal wrote to a USB stick. You see what it holds before anything is stored.`}
          accept=".dat,.txt"
          icon={<IconUsb size={18} aria-hidden />}
          value={file}
          onChange={(chosen) => {
            setIsSure(false);
            setFile(chosen);
          }}
          problemOf={({ size }) => (size > MAX_USB_FILE_BYTES ? t`The file is too large: at most ${most} MB.` : null)}
          onPreview={async (chosen) =>
            preview.mutate({ text: await chosen.text(), fileName: chosen.name.slice(0, 200), commit: false })
          }
          preview={preview}
          commit={commit}
        />
        {commit.data ? (
          <Alert color="teal" icon={<IconCircleCheck aria-hidden />} title={t`Read in`} role="status">
            <Trans>
              {plural(commit.data.added, { one: '# punch stored', other: '# punches stored' })},{' '}
              {plural(commit.data.known, { other: '# known already' })}.
            </Trans>
          </Alert>
        ) : (
          found &&
          previewed && (
            <>
              <Found found={found} />
              {isAsked(found) && (
                <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={t`Another terminal’s file?`}>
                  <Stack gap="xs">
                    <Text size="sm">
                      {found.otherSerial &&
                        t`The file is named after terminal ${found.otherSerial}; this one is ${device.serialNumber}.`}{' '}
                      {found.otherNumbers && t`Its lines are of device number ${found.otherNumbers}.`}
                    </Text>
                    <Checkbox
                      label={t`It is from ${device.description}`}
                      checked={isSure}
                      onChange={({ currentTarget }) => setIsSure(currentTarget.checked)}
                    />
                  </Stack>
                </Alert>
              )}
              <Group justify="flex-end">
                <ServerButton
                  disabled={found.added === 0 || (isAsked(found) && !isSure)}
                  loading={commit.isPending}
                  onClick={() => commit.mutate({ ...previewed, commit: true, isSure })}
                >
                  <Plural value={found.added} one="Store # punch" other="Store # punches" />
                </ServerButton>
              </Group>
            </>
          )
        )}
      </Stack>
    </section>
  );
}

/** True for a file that may be another terminal's. */
const isAsked = ({ otherSerial, otherNumbers }: UsbFileResult) => otherSerial !== null || otherNumbers !== null;

function Found({ found }: { found: UsbFileResult }) {
  const { t } = useLingui();
  const { added, known, waiting, unmatched, refused, lines, first, last } = found;
  const pins = listed(unmatched.pins);
  const unread = listed(lines.slice(0, 5).map(({ line, reason }) => t`line ${line} (${translated(reason)})`));
  return (
    <List size="sm" role="status" aria-label={t`What the file holds`}>
      <List.Item>
        {listed([
          t`${plural(added, { one: '# new punch', other: '# new punches' })}`,
          t`${plural(known, { other: '# known already' })}`,
          ...(first && last ? [t`from ${first.slice(0, 16)} to ${last.slice(0, 16)}`] : []),
        ])}
      </List.Item>
      {waiting > 0 && (
        <List.Item>
          <Plural
            value={waiting}
            one="# older than 45 days: it waits until it is accepted"
            other="# older than 45 days: they wait until they are accepted"
          />
        </List.Item>
      )}
      {unmatched.punches > 0 && (
        <List.Item>
          <Plural
            value={unmatched.punches}
            one={`# punch of a PIN that no employee has: ${pins}`}
            other={`# punches of PINs that no employee has: ${pins}`}
          />
        </List.Item>
      )}
      {refused > 0 && (
        <List.Item>
          <Plural
            value={refused}
            one={`# line cannot be read: ${unread}`}
            other={`# lines cannot be read: ${unread}`}
          />
        </List.Item>
      )}
    </List>
  );
}
