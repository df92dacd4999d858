import { Plural } from '@lingui/react/macro';
import { Button, List, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';

type Props = {
  title: string;
  people: readonly { employeeId: string; name: ReactNode; reason: string }[];
};

/** The number of people who are listed at once. */
const STEP = 20;

/** People, each with the reason why they are listed; nothing without any. */
export function PersonReasons({ title, people }: Props) {
  const [shown, setShown] = useState(STEP);
  if (people.length === 0) return null;
  return (
    <section aria-label={title}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <List size="sm" listStyleType="none">
        {people.slice(0, shown).map(({ employeeId, name, reason }) => (
          <List.Item key={employeeId}>
            {name}: {reason}
          </List.Item>
        ))}
      </List>
      {people.length > shown && (
        <Button variant="default" size="sm" mt="xs" onClick={() => setShown(shown + 5 * STEP)}>
          <Plural value={people.length - shown} one="Show # more" other="Show # more" />
        </Button>
      )}
    </section>
  );
}
