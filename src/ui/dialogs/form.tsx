import {Box, Text} from 'ink';
import {standsWords} from '../../desk/order/replace.ts';
import type {Form, FormField} from '../../desk/order/ticket/ticket.ts';
import {type Hint, hintLine, labelOf} from '../../desk/words/keys.ts';
import {flat} from '../../desk/words/text.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {cut, width, wrapTo} from '../format.ts';
import {Line} from '../Line.tsx';
import {formCost, formIn, formLimits, formTitle, leftInForm, oldAge, saidOf, sendsOf} from '../lines/form.ts';
import type {Drawing, PanelSize} from '../panels/drawing.ts';
import {useDesk, useSurroundings} from '../store.ts';
import {StillField, TextField} from '../TextField.tsx';

export const formDrawing: Drawing<'form'> = {Panel: FormPanel};

function FormPanel({columns, rows}: PanelSize) {
  const form = useDesk(formIn);
  const oldMs = useDesk(oldAge);
  const bindings = useDesk(({settings}) => settings.bindings);
  const left = useDesk(leftInForm);
  const {paint} = useSurroundings();
  if (form === undefined) return null;
  const isTight = rows < form.fields.length * 2 + 6;
  // A tight form always has its title, fields and hint; errors come before the cost.
  const spare = rows - form.fields.length - 2;
  const errorRows = isTight ? Math.max(1, Math.min(2, spare)) : rows;
  const focused = form.fields[form.focus];
  const isWrong = focused !== undefined && saidOf(focused, true) !== undefined;
  const limits = [formLimits(form), left].filter(each => each !== '').join(', ');
  return (
    <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
      <Line text={` ${paint('strong', cut(formTitle(form), columns - 2))}`} />
      {form.replaces === undefined ? null : (
        <Line text={` ${paint('dim', cut(sanitize(standsWords(form.replaces.draft)), columns - 2))}`} />
      )}
      {isTight ? null : <Line text="" />}
      {form.fields.map((field, index) => (
        <FieldRow
          key={field.name}
          field={field}
          isFocused={index === form.focus}
          columns={columns}
          isTight={isTight}
          isMarked={form.isMarked && index === form.focus}
          errorRows={errorRows}
        />
      ))}
      {isTight ? null : <Line text="" />}
      {isTight || limits === ''
        ? null
        : wrapTo(limits, columns - 2, limitRows).map(line => (
            <Line key={line} text={` ${paint('dim', line)}`} />
          ))}
      {isTight && spare < (isWrong ? errorRows : 0) + 1 ? null : (
        <Line text={` ${paint('dim', cut(formCost(form, oldMs), columns - 2))}`} />
      )}
      <Line text={` ${paint('dim', cut(hintLine(bindings, 'form', hintsOf(form)), columns - 2))}`} />
    </Box>
  );
}

function hintsOf({fields}: Form): readonly Hint[] {
  const next: readonly Hint[] = fields.length > 1 ? [[['field.next'], 'next']] : [];
  return [[['accept'], 'review'], ...next, [['back'], 'back']];
}

/** The reason of a limit has figures that must not be cut. */
const limitRows = 4;

const labelColumns = 14;

type RowProps = {
  readonly field: FormField;
  readonly isFocused: boolean;
  readonly columns: number;
  readonly isTight: boolean;
  readonly isMarked: boolean;
  readonly errorRows: number;
};

function FieldRow({field, isFocused, columns, isTight, isMarked, errorRows}: RowProps) {
  const {paint} = useSurroundings();
  const shown = shortLabel(field);
  const label = paint(isFocused ? 'accent' : 'plain', `${isFocused ? '▌' : ' '} ${shown}`);
  const room = Math.max(8, columns - labelColumns - 3);
  const indent = isTight ? 2 : labelColumns + 2;
  const sends = sendsOf(field);
  const isBeside = width(field.value) + width(sends) + 3 <= room;
  const said = saidOf(field, isFocused);
  const below = said === undefined ? (isBeside ? '' : sends) : `! ${said}`;
  return (
    <>
      <Box height={1}>
        <Line text={label} columns={labelColumns + 2} />
        {fieldInput(field, isFocused, isMarked, isBeside && sends !== '' ? width(field.value) + 2 : room)}
        {isBeside && sends !== '' ? <Text>{paint('strong', sends)}</Text> : null}
      </Box>
      {below === '' || (isTight && !isFocused) ? (
        isTight ? null : (
          <Line text="" />
        )
      ) : (
        wrapTo(flat(below), columns - indent - 1, errorRows).map(line => (
          <Line
            key={line}
            text={`${' '.repeat(indent)}${paint(said === undefined ? 'strong' : 'warning', line)}`}
          />
        ))
      )}
    </>
  );
}

function shortLabel({label}: FormField): string {
  return width(label) <= labelColumns ? label : cut(label.replace(/ \(.*\)$/, ''), labelColumns);
}

function fieldInput(field: FormField, isFocused: boolean, isMarked: boolean, columns: number) {
  if (field.name === 'side') return <Side value={field.value} isFocused={isFocused} />;
  return isFocused ? (
    <TextField name={field.name} value={field.value} columns={columns} isMarked={isMarked} />
  ) : (
    <StillField value={field.value} columns={columns} />
  );
}

function Side({value, isFocused}: {readonly value: string; readonly isFocused: boolean}) {
  const {paint} = useSurroundings();
  const bindings = useDesk(({settings}) => settings.bindings);
  const keys = `${labelOf(bindings, 'side.buy', 'side')} / ${labelOf(bindings, 'side.sell', 'side')}`;
  const option = (side: string, sign: string) =>
    value === side ? paint('strong', `[${sign} ${side}]`) : ` ${sign} ${side} `;
  return (
    <Line
      text={`${option('BUY', '▲')} ${option('SELL', '▼')}${isFocused ? paint('dim', `  ${keys}`) : ''}`}
    />
  );
}
