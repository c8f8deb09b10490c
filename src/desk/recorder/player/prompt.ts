import type {Key} from '../../model/vocabulary.ts';

/** A line that is typed while the picture is one of the past. */
export type Prompt = {
  readonly of: 'find' | 'time';
  readonly text: string;
  /** Which way a text is looked for. */
  readonly direction: 1 | -1;
};

/** What a key makes of it: `enter` and `leave` end it. */
export function typedInPrompt(prompt: Prompt, key: Key): Prompt | 'enter' | 'leave' {
  if (key.pasted || (key.text !== '' && !key.ctrl && !key.alt))
    return withText(prompt, prompt.text + key.text);
  const name = `${key.ctrl ? 'ctrl+' : ''}${key.name}`;
  switch (name) {
    case 'enter':
      return 'enter';
    case 'escape':
      return 'leave';
    case 'backspace':
      return prompt.text === '' ? 'leave' : withText(prompt, [...prompt.text].slice(0, -1).join(''));
    case 'ctrl+u':
      return withText(prompt, '');
    case 'ctrl+w':
      return withText(prompt, prompt.text.trimEnd().replace(/(?<!\S)\S+$/, ''));
    default:
      return prompt;
  }
}

/** Nobody looks for more than a line of the screen. */
const longest = 200;

function withText(prompt: Prompt, text: string): Prompt {
  const line = text.replace(/\s/g, ' ');
  return {...prompt, text: [...line].slice(0, longest).join('')};
}
