import { PUSH_MAKES, type TerminalMake } from '#contract/makes.ts';

type Words = {
  label: string;
  /** In titles: 'Add ADMS Device'. */
  name: string;
  /** The words below the serial number, where it is not printed on the device. */
  serialHint?: string;
  /** Software that takes a whole address, and calls it from the internet. */
  isSoftware?: true;
  /** The place at which the device or its software takes the address. */
  menu: string;
  /** Other settings of that place. */
  also?: string;
};
/** The makes of terminals with the words for "Add device" (spec/terminals.md D6). */
export const MAKES: Record<TerminalMake, Words> = {
  adms: {
    label: 'ZKTeco and other ADMS terminals',
    name: 'ADMS',
    menu: 'in its menu, under Communication, Cloud server (ADMS)',
  },
  hikvision: {
    label: 'Hikvision',
    name: 'Hikvision',
    menu: 'in its menu, under Network, Advanced settings, HTTP listening',
    also: 'Protocol HTTP, format JSON, heartbeat every 30 s. Leave a listening host that the maker’s cloud uses as it is.',
  },
  dahua: {
    label: 'Dahua, Intelbras',
    name: 'Dahua',
    menu: 'in its menu, under Network, Auto upload (event server, PictureHttpUpload)',
    also: 'Mode 1, events of access control. It needs the address as a number.',
  },
  controlid: {
    label: 'Control iD',
    name: 'Control iD',
    menu: 'in its menu, under Configuration, Monitor',
    also: 'It adds /api/notifications/dao to the path itself.',
  },
  bioconnect: {
    label: 'BioConnect (cloud of devices)',
    name: 'BioConnect',
    isSoftware: true,
    menu: 'as the webhook of its portal, which its support sets',
    also: 'Each call has one event. It tells no direction: in and out alternate.',
  },
  json: {
    label: 'Another device, by JSON',
    name: 'JSON',
    serialHint: 'The serial number of the device; of a program, any name that no other device has.',
    isSoftware: true,
    menu: 'as the webhook or HTTP push of the device or its software',
    also: 'One event or a list, with id, pin or card, time and direction. Where it has other names, set them in its flight recorder.',
  },
};
export const MAKE_CHOICES = (['adms', ...PUSH_MAKES] as const).map((value) => ({ value, label: MAKES[value].label }));
