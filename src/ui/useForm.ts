import { type UseFormInput, type UseFormReturnType, useForm as useMantineForm } from '@mantine/form';
import { useEffect } from 'react';
import { useLingui } from '../lib/words.tsx';

/**
 * Returns a form of Mantine's, which says what is wrong in another language as soon as that is shown: its errors are stored as text. A field without an
 * error is not checked; what the server refused keeps the server's message. (The log-in's forms are Mantine's own: nothing beside them changes the
 * language.)
 */
export function useForm<Values extends Record<string, unknown>>(
  input: UseFormInput<Values>,
): UseFormReturnType<Values, Values, undefined> {
  const form = useMantineForm<Values>(input);
  const words = useLingui();
  useEffect(() => {
    for (const path of Object.keys(form.errors)) if (!form.isValid(path)) form.validateField(path);
  }, [words]);
  return form;
}
