import {expect, it} from 'vitest';
import {panes} from '../../../src/account/model/vocabulary.ts';
import {isOfPanes} from '../../../src/desk/keys.ts';
import {bindings} from '../../helpers/bindings.ts';
import {card, easyOption, order, startDesk} from '../../helpers/desk.ts';

const rows = {cards: [card('7')], easyOptions: [easyOption('7')], orders: [order('7')]};

it.each(panes)(
  'an action on a pane without it is refused from the palette as from the keyboard, on %s',
  pane => {
    for (const {action, label, on} of bindings.filter(isOfPanes)) {
      if (on === undefined || on.includes(pane)) continue;
      const desk = startDesk().open(rows);
      desk.send({type: 'ran', action: `pane.${pane}`});
      desk.asked();
      desk.send({type: 'ran', action});
      expect(desk.state.overlay.kind, action).toBe('none');
      expect(desk.asked(), action).toEqual([]);
      expect(desk.said(), action).toContain(`${label}: only on `);
    }
  },
);
