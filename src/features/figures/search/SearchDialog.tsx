import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Combobox, Modal, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowRight, IconSearch, IconUser } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useState } from 'react';
import type { FoundPeople } from '#contract/figures/people.ts';
import { messageOf } from '../../../api/errors.ts';
import { findPeopleQuery } from '../../../api/findPeople.ts';
import { count } from '../../../lib/figures.ts';
import { listed } from '../../../lib/lists.ts';
import { matchesText } from '../../../lib/search.ts';
import { useOnline } from '../../../state/reachability.ts';
import { DialogFrame } from '../../../ui/DialogFrame.tsx';
import classes from './search.module.css';
import { findStoredPeople } from './search.queries.ts';

/** A section, page or setting that the user may open. */
export type Place = { label: string; within?: string; open: () => void };
/** The text of the field, which is of the page around it: typing may begin before this has loaded. */
export type Typed = { query: string; onQuery: (query: string) => void };
type Props = Typed & {
  accountId: string;
  places: readonly Place[];
  /** Opens a person; absent: the user may not see people. */
  onPerson: ((employeeId: string) => void) | undefined;
  onClose: () => void;
};

const ASK_AFTER_MS = 200;

/** One box for people, sections and settings. Without a connection it searches the people who are stored on this device. */
export default function SearchDialog({ accountId, places, query, onQuery, onPerson, onClose }: Props) {
  const { t } = useLingui();
  const combobox = useCombobox({ opened: true });
  const listId = useId();
  const [term] = useDebouncedValue(query.trim(), ASK_AFTER_MS);
  const client = useQueryClient();
  const online = useOnline();
  const isAsking = onPerson !== undefined && term !== '';
  const answer = useQuery({ ...findPeopleQuery(accountId, term), enabled: online && isAsking });
  const found = isAsking ? (online ? answer.data : findStoredPeople(client, accountId, term)) : undefined;
  /** The people found are those of less than is typed. */
  const isSearching = onPerson !== undefined && (term !== query.trim() || (online && isAsking && answer.isPending));
  const shown = places.filter(({ label, within }) => matchesText(`${within ?? ''} ${label}`, query.trim()));
  const offered = [...(found?.people.map(({ _id }) => _id) ?? []), ...shown.map(keyOf)].join(' ');
  // Enter opens what the search found first.
  const { selectFirstOption, clickSelectedOption } = combobox;
  useEffect(() => void selectFirstOption(), [offered, selectFirstOption]);
  const [isEntered, setEntered] = useState(false);
  useEffect(() => {
    if (!isEntered || isSearching) return;
    setEntered(false);
    clickSelectedOption();
  }, [isEntered, isSearching, clickSelectedOption]);

  const open = (value: string) => {
    onClose();
    const place = places.find((each) => keyOf(each) === value);
    if (place) place.open();
    else onPerson?.(value);
  };
  return (
    <DialogFrame opened onClose={onClose} padding={0} size="lg" yOffset="10dvh">
      <Modal.Content aria-label={t`Search`}>
        <Modal.Body>
          <Combobox store={combobox} onOptionSubmit={open}>
            <Combobox.EventsTarget withExpandedAttribute aria-expanded aria-controls={listId}>
              <TextInput
                data-autofocus
                size="lg"
                variant="unstyled"
                aria-label={t`Search`}
                placeholder={onPerson ? t`A name, number, PIN, card or page` : t`A page`}
                maxLength={100}
                leftSection={<IconSearch size={20} aria-hidden />}
                value={query}
                onChange={({ currentTarget }) => {
                  setEntered(false);
                  onQuery(currentTarget.value);
                }}
                onKeyDownCapture={(event) => {
                  // Mantine keeps the key for a list that it would close; this one is always open.
                  if (event.key === 'Escape' && !event.nativeEvent.isComposing) onClose();
                  // Pressed too early, it waits for what is found.
                  if (event.key !== 'Enter' || !isSearching) return;
                  event.stopPropagation();
                  setEntered(true);
                }}
              />
            </Combobox.EventsTarget>
            <Combobox.Options id={listId} className={classes.list} aria-label={t`Found`}>
              {found && found.total > 0 && (
                <Combobox.Group label={online ? t`People` : t`People who are stored on this device`}>
                  {found.people.map(({ _id, number, firstName, lastName, timeId, card }) => (
                    <Option
                      key={_id}
                      value={_id}
                      icon={<IconUser size={20} aria-hidden />}
                      label={`${firstName} ${lastName}`}
                      detail={listed([number, timeId && t`PIN ${timeId}`, card && t`card ${card}`])}
                    />
                  ))}
                </Combobox.Group>
              )}
              {shown.length > 0 && (
                <Combobox.Group label={t`Pages`}>
                  {shown.map((place) => (
                    <Option
                      key={keyOf(place)}
                      value={keyOf(place)}
                      icon={<IconArrowRight size={20} aria-hidden />}
                      label={place.label}
                      detail={place.within}
                    />
                  ))}
                </Combobox.Group>
              )}
            </Combobox.Options>
            <Text size="sm" px="md" pb="xs" role="status">
              {isAsking && stateOf(found, shown.length, online && answer.error ? messageOf(answer.error) : undefined)}
            </Text>
          </Combobox>
        </Modal.Body>
      </Modal.Content>
    </DialogFrame>
  );
}

const keyOf = ({ label, within = '' }: Place) => `${within}/${label}`;

/** Returns the state of the search for people, where the list does not show it. */
function stateOf(found: FoundPeople | undefined, pages: number, failure: string | undefined) {
  if (failure) return failure;
  if (!found) return t`Looking for people`;
  if (found.total === 0) return pages === 0 ? t`No employees match this filter` : '';
  const { length } = found.people;
  return found.total > length ? t`The first ${count(length)} of ${count(found.total)} people are shown` : '';
}

type OptionProps = { value: string; icon: ReactNode; label: string; detail: string | undefined };
const Option = ({ value, icon, label, detail }: OptionProps) => (
  <Combobox.Option value={value} className={classes.option}>
    {icon}
    <span>{label}</span>
    {detail && <span className={classes.detail}>{detail}</span>}
  </Combobox.Option>
);
