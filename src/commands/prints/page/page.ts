import {createHash} from 'node:crypto';
import type {Millis} from '../../../api/wire/records.ts';
import {grounds} from '../colours.ts';
import {escaped} from '../markup.ts';
import type {PageFrame} from './frames.ts';
import {pageScript} from './script.ts';

/** What a page plays. */
export type Played = {
  readonly from: Millis;
  /** ms; where it stands at first is one of them. */
  readonly length: number;
  readonly at: number;
  /** Minutes ahead of UTC, and what that is called. */
  readonly zone: number;
  readonly zoneName: string;
  readonly frames: readonly PageFrame[];
  /** When something happened, in ms from the beginning. */
  readonly events: readonly number[];
};

type Told = {
  /** Whose session it is: `paper, 127.0.0.1:4711`. */
  readonly title: string;
  /** Of the cells. */
  readonly css: string;
  /** Where it stands at first, for who runs no scripts. */
  readonly text: string;
};

const {dark, light} = grounds;

/** What does not change with a recording. Cells are as high as wide lines of frames need to touch. */
const style = `:root{color-scheme:dark light;--g:${dark.ground};--i:${dark.ink};--e:${dark.edge};--r:#af87ff;--t:#000}
@media (prefers-color-scheme: light){:root{--g:${light.ground};--i:${light.ink};--e:${light.edge};--r:#5f0087;--t:#fff}}
body{margin:0;background:var(--g);color:var(--i);font:14px/17px 'DejaVu Sans Mono',Menlo,Consolas,monospace}
header{position:sticky;top:0;z-index:1;background:var(--g);border-bottom:1px solid var(--e);padding:8px;display:flex;flex-wrap:wrap;gap:8px;align-items:center}
h1{font-size:14px;margin:0;font-weight:normal}
h1 b{background:var(--r);color:var(--t);padding:0 1ch}
input{flex:1 1 20ch}
button,select{font:inherit}
#screen,noscript pre{margin:8px;white-space:pre;font:inherit;overflow-x:auto}
#screen div{height:17px}
#screen span{display:inline-block;height:17px;vertical-align:top}
.w1,.w2{width:1ch;text-align:center;overflow:hidden}
.w2{width:2ch}
footer{padding:0 8px;color:var(--i)}
`;

/**
 * One file that plays by itself. Nothing on it can ask for anything or run but its own script, whatever text
 * the recording holds: that is data, and becomes text and never markup.
 */
export function pageText(played: Played, {title, css, text}: Told): string {
  const styles = style + css;
  const policy = `default-src 'none'; script-src '${hashOf(pageScript)}'; style-src '${hashOf(styles)}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<title>REPLAY ${escaped(title)}</title>
<style>${styles}</style>
</head>
<body>
<header>
<h1><b>REPLAY</b> <output id="time" aria-live="off"></output> ${escaped(title)}</h1>
<button id="play" type="button">Play</button>
<input id="slider" type="range" min="0" max="${played.length}" step="1" value="${played.at}" aria-label="Time">
<label>Speed <select id="speed"><option value="1">1x</option><option value="4">4x</option><option value="16">16x</option><option value="60">60x</option></select></label>
</header>
<main id="screen" tabindex="0" aria-label="The screen at that time"></main>
<noscript><pre>${escaped(text)}</pre></noscript>
<footer>Space plays and pauses. ← → a picture, [ ] a minute, n N an event, Home End. Nothing here is of now, and nothing is sent.</footer>
<script type="application/json" id="frames">${data(played)}</script>
<script>${pageScript}</script>
</body>
</html>
`;
}

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** JSON in which nothing ends the element that it stands in. */
function data(played: Played): string {
  return JSON.stringify(played).replace(
    /[<>&\u2028\u2029]/g,
    sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
