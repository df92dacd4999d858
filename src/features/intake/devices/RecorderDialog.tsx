import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Group, Stack, Table, Text } from '@mantine/core';
import { IconArrowRight, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { PIN_OF_CARD } from '#contract/attendance/cards.ts';
import type { AccountDevice } from '#contract/intake/devices.ts';
import type { DeviceRecorder } from '#contract/intake/terminals.ts';
import { messageOf } from '../../../api/errors.ts';
import { count } from '../../../lib/figures.ts';
import { moment } from '../../../lib/moments.ts';
import { translated } from '../../../lib/words.tsx';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { useMay } from '../../../state/session.ts';
import { EditingDialog } from '../../../ui/EditingDialog.tsx';
import { ListTable } from '../../../ui/ListTable.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { drift } from './deviceRules.ts';
import classes from './devices.module.css';
import { recorderQuery, updateOptionsMutation } from './devices.queries.ts';
import { Networks, Quarantine } from './Quarantine.tsx';
import { SavedRecords } from './SavedRecords.tsx';
import { TerminalCommands } from './TerminalCommands.tsx';
import { TerminalOptions } from './TerminalOptions.tsx';
import { UsbFile } from './UsbFile.tsx';

type Props = { accountId: string; device: AccountDevice; onClose: () => void };

/** Connection log: what happened to a device, what is missing and the next step; refreshed while it is open. */
export function RecorderDialog({ accountId, device, onClose }: Props) {
  const { t } = useLingui();
  const recorder = useQuery(recorderQuery(accountId, device._id));
  const mayUpdate = useMay('Device.UPDATE');
  return (
    <EditingDialog opened onClose={onClose} title={t`Connection log: ${device.description}`} size="xl">
      {() => (
        <Stack gap="lg">
          <Loaded query={recorder} failed={messageOf} height={320} label={t`the connection log`}>
            {(recorded) => (
              <>
                <Recorded recorder={recorded} deviceId={device._id} />
                <TrustedKeys
                  accountId={accountId}
                  deviceId={device._id}
                  since={recorded.trustsKeysSince ?? null}
                  doubted={recorded.doubtsKeysSince ?? null}
                />
              </>
            )}
          </Loaded>
          {device.kind !== 'adms' && <SavedRecords accountId={accountId} deviceId={device._id} />}
          {device.kind === 'adms' && (
            <>
              <TerminalCommands accountId={accountId} device={device} commands={recorder.data?.commands ?? []} />
              <TerminalOptions accountId={accountId} device={device} />
              {mayUpdate && (device.make ?? 'adms') === 'adms' && <UsbFile accountId={accountId} device={device} />}
            </>
          )}
        </Stack>
      )}
    </EditingDialog>
  );
}

const pinOrCard = (timeId: string) =>
  timeId.startsWith(PIN_OF_CARD) ? t`Card ${timeId.slice(PIN_OF_CARD.length)}` : timeId;

function Recorded({ recorder, deviceId }: { recorder: DeviceRecorder; deviceId: string }) {
  const { t } = useLingui();
  return (
    <>
      {recorder.nextStep ? (
        <Alert color="yellow" icon={<IconArrowRight aria-hidden />} title={t`Next step`}>
          {translated(recorder.nextStepWords ?? recorder.nextStep)}
        </Alert>
      ) : (
        <Alert color="teal" icon={<IconCircleCheck aria-hidden />} title={t`All is well`}>
          <Trans>Nothing is waiting for you.</Trans>
        </Alert>
      )}
      <Quarantine groups={recorder.quarantine} deviceId={deviceId} />
      <ol className={classes.steps} aria-label={t`Steps`}>
        {recorder.steps.map(({ name, at }) => (
          <li key={name} data-done={at !== null || undefined}>
            {at ? <IconCircleCheck size={18} aria-hidden /> : <IconCircleDashed size={18} aria-hidden />}
            <span>{translated(name)}</span>
            <time dateTime={at ?? undefined}>{moment(at, t`Not yet`)}</time>
          </li>
        ))}
      </ol>
      <dl className={classes.figures}>
        <Figure label={t`Accepted`} value={count(recorder.accepted)} />
        <Figure label={t`Duplicates`} value={count(recorder.duplicates)} />
        {recorder.quarantine.length > 0 && (
          <Figure
            label={t`Waiting for a decision`}
            value={count(recorder.quarantine.reduce((sum, each) => sum + each.punches + each.entries, 0))}
          />
        )}
        <Figure label={t`Rejected`} value={count(recorder.rejected.reduce((sum, each) => sum + each.count, 0))} />
        {typeof recorder.backlog === 'number' && <Figure label={t`Backlog`} value={count(recorder.backlog)} />}
        <Figure label={t`Commands waiting`} value={count(recorder.pendingCommands)} />
        <Figure label={t`Clock`} value={drift(recorder.driftMs)} />
      </dl>
      <Networks networks={recorder.networks} deviceId={deviceId} />
      {recorder.waiting && recorder.waiting.count > 0 && (
        <Text>
          <Trans>
            {count(recorder.waiting.count)} waiting when last heard ({moment(recorder.waiting.at)})
          </Trans>
        </Text>
      )}
      <Rows
        title={t`Rejected by reason`}
        head={[t`Reason`, t`Records`]}
        rows={recorder.rejected.map((each) => [translated(each.reason), count(each.count)])}
      />
      <Rows
        title={t`Unmatched time id`}
        head={[t`PIN or card`, t`Punches waiting`]}
        rows={recorder.unmatchedPins.map((pin) => [pinOrCard(pin.timeId), count(pin.count)])}
      />
      <Rows
        title={t`Last refused records`}
        head={[t`When`, t`Reason`, t`As received`]}
        rows={recorder.recentRejects.map(({ at, reason, raw }) => [moment(at), translated(reason), raw])}
        raw={2}
      />
    </>
  );
}

type KeysProps = { accountId: string; deviceId: string; since: string | null; doubted: string | null };
/** Tells since when a terminal's keys are trusted, or trusted no longer, with a button that ends it; nothing where neither was found. */
function TrustedKeys({ accountId, deviceId, since, doubted }: KeysProps) {
  const update = useMutation(updateOptionsMutation(accountId, deviceId));
  const mayUpdate = useMay('Device.UPDATE');
  const { t } = useLingui();
  if (since === null && doubted === null) return null;
  return (
    <Group justify="space-between">
      <Text>
        {doubted === null
          ? t`Its in and out keys are trusted since ${moment(since)}.`
          : t`Its in and out keys are not trusted since ${moment(doubted)}.`}
      </Text>
      {mayUpdate && (
        <ServerButton
          variant="default"
          loading={update.isPending}
          onClick={() => update.mutate({ directions: doubted === null ? 'alternate' : 'trust' })}
        >
          {doubted === null ? t`Alternate in and out` : t`Trust its in and out keys`}
        </ServerButton>
      )}
    </Group>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** A small table; renders nothing without rows. `raw`: the column that is shown as received. */
function Rows(props: { title: string; head: readonly string[]; rows: readonly (readonly string[])[]; raw?: number }) {
  const { title, head, rows, raw } = props;
  if (rows.length === 0) return null;
  return (
    <section aria-label={title}>
      <Text fw={600}>{title}</Text>
      <ListTable label={title} stacked columns={head}>
        {rows.map((row) => (
          <Table.Tr key={row.join('\n')}>
            {row.map((cell, column) => (
              <Table.Td key={head[column]} className={column === raw ? classes.raw : undefined}>
                {cell}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </ListTable>
    </section>
  );
}
