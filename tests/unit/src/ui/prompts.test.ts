import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createPrompts, type Prompt } from '../../../../src/ui/dialog/prompts.ts';

function makePrompts() {
  const closed = new Set<Prompt>();
  const page = { covered: false };
  return {
    closed,
    page,
    ...createPrompts({
      isClosedToday: (prompt) => closed.has(prompt),
      keepClosed: (prompt) => closed.add(prompt),
      isCovered: () => page.covered,
    }),
  };
}

test('one prompt is shown at a time, the more important first', () => {
  const { ask, close, current } = makePrompts();
  const end = ask('suggestion');
  expect(current()).toBe('suggestion');
  ask('installGuide');
  ask('completeInfo');
  ask('giftPack');
  expect(current()).toBe('completeInfo');
  close('completeInfo');
  expect(current()).toBe('giftPack');
  close('giftPack');
  expect(current()).toBe('installGuide');
  close('installGuide');
  expect(current()).toBe('suggestion');
  end();
  expect(current()).toBeUndefined();
});

test('a prompt starts only when no layer is open, and one that is shown stays under a layer', () => {
  const { ask, update, page, current } = makePrompts();
  page.covered = true;
  ask('installGuide');
  expect(current()).toBeUndefined();
  page.covered = false;
  update();
  expect(current()).toBe('installGuide');
  page.covered = true;
  ask('completeInfo');
  expect(current()).toBe('installGuide');
  page.covered = false;
  update();
  expect(current()).toBe('completeInfo');
});

test('a prompt that is a dialog is not replaced by a more important one', () => {
  const { ask, close, current } = makePrompts();
  ask('giftPack');
  ask('completeInfo');
  ask('share');
  expect(current()).toBe('giftPack');
  close('giftPack');
  expect(current()).toBe('share');
});

test('a closed layer cancels only its own prompt', () => {
  const { ask, close, current } = makePrompts();
  const below = ask('share');
  const above = ask('share');
  above();
  above();
  expect(current()).toBe('share');
  below();
  expect(current()).toBeUndefined();
  const last = ask('suggestion');
  ask('suggestion');
  close('suggestion');
  last();
  expect(current()).toBeUndefined();
});

test('no prompt is shown during a call, and waiting ones follow it', () => {
  const { ask, setInCall, current } = makePrompts();
  ask('completeInfo');
  setInCall(true);
  expect(current()).toBeUndefined();
  setInCall(false);
  expect(current()).toBe('completeInfo');
});

test('a prompt closed today is not shown again, and one that is only marked stays until it is closed', () => {
  const { ask, close, closed, current } = makePrompts();
  ask('suggestion');
  closed.add('suggestion');
  expect(current()).toBe('suggestion');
  close('suggestion');
  ask('suggestion');
  expect(current()).toBeUndefined();
});

test('a panel replaces another', async () => {
  const { closePanel, openPanel, panelNow } = await import('../../../../src/ui/dialog/panel.ts');
  openPanel('report', { uid: 7, name: 'Amber', mid: '' });
  openPanel('block', { uid: 8, name: 'Iris' });
  expect(panelNow()).toEqual({ name: 'block', props: { uid: 8, name: 'Iris' } });
  closePanel();
  expect(panelNow()).toBeUndefined();
});

test('no code asks the page whether a dialog is open, and every z-index has a name', () => {
  const src = fileURLToPath(new URL('../../../../src/', import.meta.url));
  const found = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      /\.tsx?$/.test(name) &&
      /(querySelector|closest)[^;]*(role=|inert)|activeElement|zIndex: -?\d/.test(readFileSync(src + name, 'utf8')),
  );
  // move-portrait.ts skips covered portraits, use-stage.ts finds the toolbar under a tap, insert-text.ts gives the focus back.
  const exceptions = ['app/move-portrait.ts', 'features/calls/call/stage/use-stage.ts', 'messages/insert-text.ts'];
  expect(found.filter((name) => !exceptions.includes(name))).toEqual([]);
});
