import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Menu, Text, useMantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconBell,
  IconDeviceMobile,
  IconDownload,
  IconHelpCircle,
  IconKey,
  IconLanguage,
  IconLogout,
  IconShieldLock,
  IconUser,
} from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { accountName } from '../lib/accountName.ts';
import { useSession } from '../state/session.ts';
import { lazyDialog } from '../ui/lazyDialog.tsx';
import classes from './AreaShell.module.css';
import { helpPath } from './help.ts';
import { useInstall } from './install.ts';
import { OFFERED } from './languages.ts';
import { useLastFigures } from './lastFigures.ts';
import { logOutNow } from './session/lifecycle.ts';
import { useWakeLock } from './wakeLock.ts';

const ContinueDialog = lazyDialog(() => import('./ContinueDialog.tsx'));
const DeviceAlertsDialog = lazyDialog(() => import('./DeviceAlertsDialog.tsx'));
const LanguageDialog = lazyDialog(() => import('./LanguageDialog.tsx'));
const InstallSheet = lazyDialog(() => import('./InstallSheet.tsx'));

const SCHEMES = [
  { value: 'auto', label: msg`System colours` },
  { value: 'light', label: msg`Light` },
  { value: 'dark', label: msg`Dark` },
] as const;
const readScheme = (value: string) => SCHEMES.find((scheme) => scheme.value === value)?.value ?? 'auto';

/** The user's name with a menu: colours, language, installation, another device, the screen, log out. */
export function UserMenu() {
  const { t } = useLingui();
  const session = useSession();
  const fullName = [session?.info.firstName, session?.info.lastName].filter(Boolean).join(' ') || t`Unknown User`;
  // Otherwise Mantine would write a style element, which the page's policy refuses.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const [continuing, transfer] = useDisclosure();
  const [showingSteps, steps] = useDisclosure();
  const [settingAlerts, alerts] = useDisclosure();
  const [choosingLanguage, language] = useDisclosure();
  const install = useInstall();
  const wakeLock = useWakeLock();
  const lastFigures = useLastFigures();
  const router = useRouter({ warn: false });
  const leaveFor = (to: '/login/change-password' | '/login/options') =>
    void router?.navigate({ to, search: { redirect: router.history.location.href } });

  return (
    <>
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            c="var(--mantine-color-text)"
            px="xs"
            h="var(--tb-target)"
            miw="var(--tb-target)"
            aria-label={t`User menu, ${fullName}`}
          >
            <IconUser size={20} aria-hidden />
            <Text component="span" className={classes.user} ms={8} size="sm">
              {fullName}
            </Text>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <div style={{ padding: '0.5rem 0.75rem' }}>
            <Text component="div" fw={600}>
              {fullName}
            </Text>
            <Text component="div" size="sm" c="dimmed">
              {accountName(session?.info.accountName ?? '')}
            </Text>
          </div>
          <Menu.Divider />
          <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(readScheme(value))}>
            {SCHEMES.map(({ value, label }) => (
              <Menu.RadioItem key={value} value={value}>
                {t(label)}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          {OFFERED.length > 1 && (
            <Menu.Item leftSection={<IconLanguage size={18} aria-hidden />} onClick={language.open}>
              <Trans>Language</Trans>
            </Menu.Item>
          )}
          {wakeLock.supported && (
            <Menu.CheckboxItem checked={wakeLock.on} onChange={wakeLock.toggle}>
              {wakeLock.on && !wakeLock.held ? t`Keep screen awake (waiting)` : t`Keep screen awake`}
            </Menu.CheckboxItem>
          )}
          {lastFigures && (
            <Menu.CheckboxItem checked={lastFigures.isOn} onChange={lastFigures.choose}>
              <Trans>Show last figures before log-in</Trans>
            </Menu.CheckboxItem>
          )}
          {install.offered && (
            <Menu.Item
              leftSection={<IconDownload size={18} aria-hidden />}
              onClick={() => (install.needsSteps ? steps.open() : install.prompt())}
            >
              <Trans>Install Tallyboard</Trans>
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconDeviceMobile size={18} aria-hidden />} onClick={transfer.open}>
            <Trans>Continue on another device</Trans>
          </Menu.Item>
          {session?.info.deviceAlerts && (
            <Menu.Item leftSection={<IconBell size={18} aria-hidden />} onClick={alerts.open}>
              <Trans>Alerts on this device</Trans>
            </Menu.Item>
          )}
          <Menu.Item
            component="a"
            href={helpPath('')}
            target="_blank"
            leftSection={<IconHelpCircle size={18} aria-hidden />}
          >
            <Trans>Help</Trans>
          </Menu.Item>
          <Menu.Item leftSection={<IconKey size={18} aria-hidden />} onClick={() => leaveFor('/login/change-password')}>
            <Trans>Change Password</Trans>
          </Menu.Item>
          <Menu.Item leftSection={<IconShieldLock size={18} aria-hidden />} onClick={() => leaveFor('/login/options')}>
            <Trans>Log-in options</Trans>
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={() => void logOutNow()}>
            <Trans>Log Out</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {continuing && <ContinueDialog onClose={transfer.close} />}
      {choosingLanguage && <LanguageDialog onClose={language.close} />}
      {settingAlerts && <DeviceAlertsDialog onClose={alerts.close} />}
      {showingSteps && <InstallSheet onClose={steps.close} />}
    </>
  );
}
