import { Button, Menu, Text, useMantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDeviceMobile, IconDownload, IconLogout, IconUser } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { logOutNow } from '../session/lifecycle.ts';
import { useSession } from '../session/session.ts';
import classes from './AreaShell.module.css';
import { useInstall } from './install.ts';
import { useWakeLock } from './wakeLock.ts';

const ContinueDialog = lazy(() => import('./ContinueDialog.tsx'));
const InstallSheet = lazy(() => import('./InstallSheet.tsx'));

const SCHEMES = [
  { value: 'auto', label: 'System colours' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;
const readScheme = (value: string) => SCHEMES.find((scheme) => scheme.value === value)?.value ?? 'auto';

/** Who is signed in, and what belongs to this browser: colours, install, another device, the screen, log out. */
export function UserMenu({ children }: { children?: ReactNode }) {
  const session = useSession();
  // Without them it would write a style element, which the policy of the page refuses.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const [continuing, transfer] = useDisclosure();
  const [showingSteps, steps] = useDisclosure();
  const install = useInstall();
  const wakeLock = useWakeLock();
  const fullName = [session?.info.firstName, session?.info.lastName].filter(Boolean).join(' ') || 'Unknown User';
  const account = session?.info.accountName === 'system' ? 'System Account' : session?.info.accountName;

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
            aria-label={`User menu, ${fullName}`}
          >
            <IconUser size={20} aria-hidden />
            <Text component="span" className={classes.user} ml={8} size="sm">
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
              {account}
            </Text>
          </div>
          <Menu.Divider />
          {children}
          <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(readScheme(value))}>
            {SCHEMES.map(({ value, label }) => (
              <Menu.RadioItem key={value} value={value}>
                {label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          {wakeLock.supported && (
            <Menu.CheckboxItem checked={wakeLock.on} onChange={wakeLock.toggle}>
              Keep screen awake{wakeLock.on && !wakeLock.held ? ' (waiting)' : ''}
            </Menu.CheckboxItem>
          )}
          {install.offered && (
            <Menu.Item
              leftSection={<IconDownload size={18} aria-hidden />}
              onClick={() => (install.needsSteps ? steps.open() : install.prompt())}
            >
              Install Tallyboard
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconDeviceMobile size={18} aria-hidden />} onClick={transfer.open}>
            Continue on another device
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={() => void logOutNow()}>
            Log Out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {continuing && <ContinueDialog onClose={transfer.close} />}
        {showingSteps && <InstallSheet onClose={steps.close} />}
      </Suspense>
    </>
  );
}
