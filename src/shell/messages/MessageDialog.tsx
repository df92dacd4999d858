import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { openMessage } from '#contract/office/messages.ts';
import type { ResponseOf } from '#contract/platform/endpoint.ts';
import { smsLink, whatsAppLink } from '#contract/platform/phoneNumber.ts';
import { listed } from '../../lib/lists.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { isIos } from '../install.ts';

const MAX_LENGTH = 500;
type Props = ResponseOf<typeof openMessage> & { onClose: () => void };

/** A text that the user's own device sends to some people, by SMS to all or by WhatsApp one by one. */
export default function MessageDialog({ text: given, people, onClose }: Props) {
  const { t } = useLingui();
  const [text, setText] = useState(given);
  const reachable = people.flatMap(({ phoneNumber, ...person }) => (phoneNumber ? { ...person, phoneNumber } : []));
  const without = people.filter(({ phoneNumber }) => !phoneNumber);
  const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
    `${firstName} ${lastName}`.trim();
  const numbers = reachable.map(({ phoneNumber }) => phoneNumber);
  const isNational = numbers.some((number) => whatsAppLink(number, text) === null);
  return (
    <Dialog opened onClose={onClose} title={t`Message`} size="lg">
      <Stack gap="md">
        <Textarea
          label={t`Text`}
          description={t`Your own device sends it: its application opens with the numbers and this text.`}
          maxLength={MAX_LENGTH}
          autosize
          minRows={3}
          data-autofocus
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {reachable.length > 0 && (
          <>
            <Group>
              <Button component="a" href={smsLink(numbers, text, isIos())}>
                {t`${plural(reachable.length, { one: 'SMS to # person', other: 'SMS to # people' })}`}
              </Button>
            </Group>
            <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
              {reachable.map((person) => {
                const link = whatsAppLink(person.phoneNumber, text);
                const name = nameOf(person);
                return (
                  <Group component="li" key={person._id} justify="space-between" wrap="nowrap" mih={44}>
                    <Text>
                      <bdi>{name}</bdi>
                    </Text>
                    {link && (
                      <Anchor
                        href={link}
                        target="_blank"
                        rel="noreferrer"
                        p="sm"
                        aria-label={t`Write to ${name} by WhatsApp`}
                      >
                        {t`WhatsApp`}
                      </Anchor>
                    )}
                  </Group>
                );
              })}
            </Stack>
            {isNational && (
              <Text size="sm" c="dimmed">
                <Trans>WhatsApp needs a number that begins with + and the code of its country.</Trans>
              </Text>
            )}
          </>
        )}
        {without.length > 0 && <Text>{t`Without a phone number: ${listed(without.map(nameOf))}`}</Text>}
      </Stack>
    </Dialog>
  );
}
