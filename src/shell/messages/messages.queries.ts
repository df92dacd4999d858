import { type MessageAbout, openMessage } from '#contract/office/messages.ts';
import { mutationOf } from '../../api/query.ts';

/** The numbers stay in memory, for as long as the dialog is open. */
export const openMessageMutation = () => mutationOf(openMessage, {}, (body: MessageAbout) => ({ body }));
