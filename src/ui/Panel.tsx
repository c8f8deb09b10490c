import type {State} from '../desk/model/state.ts';
import {alertHints, alertLines} from './dialogs/alert.ts';
import {byHandHints, byHandLines} from './dialogs/by-hand.ts';
import {positionLines} from './dialogs/position.ts';
import {quitLines} from './dialogs/quit.ts';
import {reviewLines} from './dialogs/review.ts';
import {sortLines} from './dialogs/sort.ts';
import {takeOverLines} from './dialogs/take-over.ts';
import {AskPanel} from './panels/AskPanel.tsx';
import {DetailsPanel} from './panels/DetailsPanel.tsx';
import {FormPanel} from './panels/FormPanel.tsx';
import {HelpPanel} from './panels/HelpPanel.tsx';
import {PalettePanel} from './panels/PalettePanel.tsx';
import {TextPanel} from './panels/TextPanel.tsx';
import {useDesk} from './store.ts';
import type {Paint} from './theme.ts';

type Props = {readonly columns: number; readonly rows: number; readonly hasPictures?: boolean};

/** What stands beside the table or over it. */
export function Panel({columns, rows, hasPictures = true}: Props) {
  const kind = useDesk(({overlay}) => overlay.kind);
  const size = {columns, rows};
  switch (kind) {
    case 'form':
      return <FormPanel {...size} />;
    case 'review':
      return <TextPanel {...size} draw={hasPictures ? review : reviewInWords} />;
    case 'help':
      return <HelpPanel {...size} />;
    case 'palette':
      return <PalettePanel {...size} />;
    case 'sort':
      return <TextPanel {...size} draw={sortLines} />;
    case 'alert':
      return <AskPanel {...size} name="level" hints={alertHints} draw={alertLines} />;
    case 'byHand':
      return <AskPanel {...size} name="word" hints={byHandHints} draw={byHandLines} />;
    case 'position':
      return <TextPanel {...size} draw={positionLines} />;
    case 'takeOver':
      return <TextPanel {...size} draw={takeOverLines} />;
    case 'quit':
      return <TextPanel {...size} draw={quitLines} />;
    case 'none':
    case 'filter':
      return <DetailsPanel {...size} />;
    default:
      return kind satisfies never;
  }
}

function review(state: State, columns: number, rows: number, paint: Paint): string[] {
  return state.overlay.kind === 'review'
    ? reviewLines(state, state.overlay.review, {columns, rows}, paint)
    : [];
}

function reviewInWords(state: State, columns: number, rows: number, paint: Paint): string[] {
  const place = {columns, rows, hasPictures: false};
  return state.overlay.kind === 'review' ? reviewLines(state, state.overlay.review, place, paint) : [];
}
