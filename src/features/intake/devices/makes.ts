import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { PUSH_MAKES, type TerminalMake } from '#contract/intake/makes.ts';

type Words = {
  label: MessageDescriptor;
  /** In titles: 'Add ADMS Device'. */
  name: string;
  /** The words below the serial number, where it is not printed on the device. */
  serialHint?: MessageDescriptor;
  /** Software that takes a whole address, and calls it from the internet. */
  isSoftware?: true;
  /** Tells the place at which the device or its software takes the address. */
  menu: MessageDescriptor;
  /** Other settings of that place. */
  also?: MessageDescriptor;
};
/** The makes of terminals with the words for "Add device". */
export const MAKES: Record<TerminalMake, Words> = {
  adms: {
    label: msg`ZKTeco and other ADMS terminals`,
    name: 'ADMS',
    menu: msg`It needs no code: in its menu, under Communication, Cloud server (ADMS), enter:`,
  },
  hikvision: {
    label: msg`Hikvision`,
    name: 'Hikvision',
    menu: msg`It needs no code: in its menu, under Network, Advanced settings, HTTP listening, enter:`,
    also: msg`Protocol HTTP, format JSON, heartbeat every 30 s. Leave a listening host that the maker’s cloud uses as it is.`,
  },
  dahua: {
    label: msg`Dahua, Intelbras`,
    name: 'Dahua',
    menu: msg`It needs no code: in its menu, under Network, Auto upload (event server, PictureHttpUpload), enter:`,
    also: msg`Mode 1, events of access control. It needs the address as a number.`,
  },
  controlid: {
    label: msg`Control iD`,
    name: 'Control iD',
    menu: msg`It needs no code: in its menu, under Configuration, Monitor, enter:`,
    also: msg`It adds /api/notifications/dao to the path itself.`,
  },
  bioconnect: {
    label: msg`BioConnect (cloud of devices)`,
    name: 'BioConnect',
    isSoftware: true,
    menu: msg`It needs no code: as the webhook of its portal, which its support sets, enter:`,
    also: msg`Each call has one event. It tells no direction: in and out alternate.`,
  },
  json: {
    label: msg`Another device, by JSON`,
    name: 'JSON',
    serialHint: msg`The serial number of the device; of a program, any name that no other device has.`,
    isSoftware: true,
    menu: msg`It needs no code: as the webhook or HTTP push of the device or its software, enter:`,
    also: msg`One event or a list, with id, pin or card, time and direction. Where it has other names, set them in its connection log.`,
  },
};
export const MAKE_CHOICES = ['adms', ...PUSH_MAKES] as const;
