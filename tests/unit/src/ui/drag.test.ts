import { expect, test, vi } from 'vitest';
import { type Drag, dragHandlers } from '../../../../src/ui/input/drag.ts';

type At = { readonly x: number; readonly y?: number; readonly ms: number; readonly id?: number };
type Event = Parameters<ReturnType<typeof dragHandlers<HTMLElement>>['onPointerDown']>[0];

function makeDrag(slackPx = 0) {
  const capture = vi.fn();
  const [moves, ends]: [Drag[], (Drag & { cancelled: boolean })[]] = [[], []];
  const handlers = dragHandlers<HTMLElement>({
    slackPx,
    onMove: (drag) => moves.push(drag),
    onEnd: (drag, _element, cancelled) => ends.push({ ...drag, cancelled }),
  });
  const event = ({ x, y = 0, ms, id = 1 }: At) =>
    ({
      button: 0,
      pointerId: id,
      clientX: x,
      clientY: y,
      timeStamp: ms,
      currentTarget: { setPointerCapture: capture },
    }) as unknown as Event;
  return { handlers, event, moves, ends, capture };
}

test('a drag follows the one pointer that started it', () => {
  const { handlers, event, moves, ends } = makeDrag();
  handlers.onPointerDown(event({ x: 10, y: 5, ms: 0 }));
  handlers.onPointerMove(event({ x: 30, y: 9, ms: 10 }));
  handlers.onPointerMove(event({ x: 900, ms: 11, id: 2 }));
  handlers.onPointerUp(event({ x: 900, ms: 12, id: 2 }));
  expect(moves).toMatchObject([{ x: 20, y: 4 }]);
  expect(ends).toEqual([]);
  handlers.onPointerUp(event({ x: 30, ms: 20 }));
  expect(ends).toMatchObject([{ x: 20, y: 4, moved: true, cancelled: false, elapsedMs: 20 }]);
  expect(ends[0]?.speed).toBeCloseTo(1.2);
});

test('a press that hardly moves is a tap and is not captured', () => {
  const { handlers, event, moves, ends, capture } = makeDrag(6);
  handlers.onPointerDown(event({ x: 0, ms: 0 }));
  handlers.onPointerMove(event({ x: 5, ms: 10 }));
  handlers.onPointerUp(event({ x: 5, ms: 20 }));
  expect([moves.length, capture.mock.calls.length]).toEqual([0, 0]);
  expect(ends).toMatchObject([{ moved: false, x: 0 }]);
});

test('a drag released at rest has no speed, and a cancelled pointer keeps its position', () => {
  const { handlers, event, ends } = makeDrag();
  handlers.onPointerDown(event({ x: 0, ms: 0 }));
  handlers.onPointerMove(event({ x: 50, ms: 10 }));
  handlers.onPointerUp(event({ x: 50, ms: 200 }));
  handlers.onPointerDown(event({ x: 0, ms: 300 }));
  handlers.onPointerMove(event({ x: 40, ms: 310 }));
  handlers.onPointerCancel(event({ x: 0, ms: 311 }));
  expect(ends).toMatchObject([
    { speed: 0, cancelled: false },
    { x: 40, cancelled: true },
  ]);
});
