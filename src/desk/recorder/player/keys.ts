export const pastRows = [
  {action: 'past.play', keys: ['space'], group: 'dialogs', label: 'Play, or pause', sense: 'eyes'},
  {action: 'past.previous', keys: ['left'], group: 'dialogs', label: 'The message before', sense: 'eyes'},
  {action: 'past.next', keys: ['right'], group: 'dialogs', label: 'The next message', sense: 'eyes'},
  {action: 'past.minuteBack', keys: ['['], group: 'dialogs', label: 'A minute back', sense: 'eyes'},
  {action: 'past.minuteOn', keys: [']'], group: 'dialogs', label: 'A minute on', sense: 'eyes'},
  {action: 'past.nextEvent', keys: ['n'], group: 'dialogs', label: 'To the next event', sense: 'eyes'},
  {action: 'past.previousEvent', keys: ['N'], group: 'dialogs', label: 'To the event before', sense: 'eyes'},
  {action: 'past.find', keys: ['/'], group: 'dialogs', label: 'Find a text on the screen', sense: 'eyes'},
  {action: 'past.findOn', keys: ['>'], group: 'dialogs', label: 'Find it again, later on', sense: 'eyes'},
  {
    action: 'past.findBack',
    keys: ['<'],
    group: 'dialogs',
    label: 'Find it again, before this',
    sense: 'eyes',
  },
  {action: 'past.time', keys: ['g'], group: 'dialogs', label: 'Go to a time', sense: 'eyes'},
  {action: 'past.start', keys: ['home'], group: 'dialogs', label: 'To the beginning', sense: 'eyes'},
  {action: 'past.end', keys: ['end'], group: 'dialogs', label: 'To the end', sense: 'eyes'},
  {action: 'past.faster', keys: ['+'], group: 'dialogs', label: 'Play faster', sense: 'eyes'},
  {action: 'past.slower', keys: ['-'], group: 'dialogs', label: 'Play slower', sense: 'eyes'},
] as const;

type PastAction = (typeof pastRows)[number]['action'];

export const pastKeys = [
  ...pastRows.map((each): PastAction => each.action),
  'leave',
  'help',
] as const satisfies readonly (PastAction | 'leave' | 'help')[];
