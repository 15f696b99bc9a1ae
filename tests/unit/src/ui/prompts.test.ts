import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createPrompts, type Prompt } from '../../../../src/ui/dialog/prompts.ts';

function makePrompts() {
  const closed = new Set<Prompt>();
  const page = { busy: false };
  return {
    closed,
    page,
    ...createPrompts({
      isClosedToday: (prompt) => closed.has(prompt),
      keepClosed: (prompt) => closed.add(prompt),
      isBusy: () => page.busy,
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
  page.busy = true;
  ask('installGuide');
  expect(current()).toBeUndefined();
  page.busy = false;
  update();
  expect(current()).toBe('installGuide');
  page.busy = true;
  ask('completeInfo');
  expect(current()).toBe('installGuide');
  page.busy = false;
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
  const { ask, suspend, current } = makePrompts();
  ask('completeInfo');
  const endCall = suspend();
  const closeConversation = suspend();
  expect(current()).toBeUndefined();
  endCall();
  expect(current()).toBeUndefined();
  closeConversation();
  expect(current()).toBe('completeInfo');
});

test('one banner is shown at a time, the more important first', () => {
  const { askBanner, currentBanner } = makePrompts();
  const demo = askBanner('publicDemo');
  expect(currentBanner()).toBe('publicDemo');
  const endStorage = askBanner('storage');
  const endOutage = askBanner('connection');
  expect(currentBanner()).toBe('connection');
  endOutage();
  expect(currentBanner()).toBe('storage');
  endStorage();
  expect(currentBanner()).toBe('publicDemo');
  demo();
  expect(currentBanner()).toBeUndefined();
});

test('a card waits for a banner about a fault, and other banners wait for the card', () => {
  const { ask, askBanner, close, current, currentBanner } = makePrompts();
  ask('consent');
  askBanner('update');
  expect([current(), currentBanner()]).toEqual(['consent', undefined]);
  const endOutage = askBanner('connection');
  expect([current(), currentBanner()]).toEqual([undefined, 'connection']);
  endOutage();
  expect([current(), currentBanner()]).toEqual(['consent', undefined]);
  close('consent');
  expect([current(), currentBanner()]).toEqual([undefined, 'update']);
});

test('a dialog that the user fills in stays when a banner appears', () => {
  const { ask, askBanner, current, currentBanner } = makePrompts();
  ask('completeInfo');
  askBanner('connection');
  expect([current(), currentBanner()]).toEqual(['completeInfo', 'connection']);
});

test('an update is not announced while the user types', () => {
  const { askBanner, update, page, currentBanner } = makePrompts();
  page.busy = true;
  askBanner('update');
  expect(currentBanner()).toBeUndefined();
  page.busy = false;
  update();
  expect(currentBanner()).toBe('update');
  page.busy = true;
  update();
  expect(currentBanner()).toBe('update');
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
  // move-portrait.ts skips covered portraits, use-stage.ts finds the toolbar under a tap; the others keep or give back the focus.
  const exceptions = [
    'app/move-portrait.ts',
    'features/calls/call/stage/use-stage.ts',
    'messages/insert-text.ts',
    'prerender/take-over.ts',
    'ui/dialog/popup.tsx',
  ];
  expect(found.filter((name) => !exceptions.includes(name))).toEqual([]);
});
