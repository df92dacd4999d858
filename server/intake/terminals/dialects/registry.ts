import type { PushMake } from '#contract/intake/makes.ts';
import { bioConnect } from './bioConnect.ts';
import { controlId } from './controlId.ts';
import { dahua } from './dahua.ts';
import type { PushDialect } from './heard.ts';
import { hikvision } from './hikvision.ts';
import { json } from './json.ts';

/** Makes that send events to an address of their own, `/t/{secret}/{make}`. A new one is a file here and a line in `PUSH_MAKES`. */
export const PUSH_DIALECTS: Record<PushMake, PushDialect> = {
  hikvision,
  dahua,
  controlid: controlId,
  bioconnect: bioConnect,
  json,
};
