export const sayRows = [
  {action: 'say.again', keys: ['space'], group: 'look', label: 'Repeat the last sentence', sense: 'ears'},
  {
    action: 'say.where',
    keys: ['.', 'ctrl+l'],
    group: 'look',
    isAlways: true,
    label: 'Say where you are; in a field its value',
    sense: 'ears',
  },
  {
    action: 'say.spell',
    keys: [','],
    group: 'look',
    label: 'Spell the name; once more: the id',
    sense: 'ears',
  },
  {
    action: 'say.verbosity',
    keys: ['v'],
    group: 'look',
    label: 'Verbosity: short, normal or all',
    sense: 'ears',
  },
  {
    action: 'say.profit',
    keys: ['V'],
    group: 'look',
    label: 'Say the P/L every 1, 5, 15 or 60 minutes, or not',
    sense: 'ears',
  },
] as const;
