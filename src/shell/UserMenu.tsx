import { Button, Text } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { useSession } from '../state/session.ts';
import { lazyWithRetry } from '../ui/lazyWithRetry.tsx';
import { MissingMenu } from '../ui/Missing.tsx';
import { OnPress } from '../ui/OnPress.tsx';
import classes from './AreaShell.module.css';

const OpenUserMenu = lazyWithRetry(() => import('./OpenUserMenu.tsx'), MissingMenu);

/** The user's name with a menu: colours, installation, another device, the screen, log out. */
export function UserMenu() {
  const session = useSession();
  const fullName = [session?.info.firstName, session?.info.lastName].filter(Boolean).join(' ') || 'Unknown User';
  const button = (
    <Button
      variant="subtle"
      color="gray"
      c="var(--mantine-color-text)"
      px="xs"
      h="var(--tb-target)"
      miw="var(--tb-target)"
      aria-label={`User menu, ${fullName}`}
    >
      <IconUser size={20} aria-hidden />
      <Text component="span" className={classes.user} ml={8} size="sm">
        {fullName}
      </Text>
    </Button>
  );
  return (
    <OnPress button={button} opens="menu">
      {(pressed) => <OpenUserMenu button={pressed} fullName={fullName} />}
    </OnPress>
  );
}
