import { Menu as Base } from '@base-ui/react/menu';
import { css } from '@emotion/react';
import { type HTMLAttributes, type MouseEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { isPinned } from '#contract/chat/conversation-choices.ts';
import { choicesNow } from '../../../data/settings.ts';
import { dragHandlers } from '../../../ui/input/gestures.ts';
import { menuStyles } from '../../../ui/menu/menu-styles.ts';
import { useOverlay } from '../../../ui/overlay.ts';
import { color, space } from '../../../ui/style/tokens.ts';
import {
  archiveConversation,
  type ConversationActions,
  pinConversation,
  useConversationActions,
} from './conversation-actions.tsx';

const LONG_PRESS_MS = 500;
const SLACK_PX = 12;
const SWIPE_PX = 64;
const SWIPE_MAX_PX = 88;

const styles = {
  hint: css({
    position: 'absolute',
    insetBlock: 0,
    inlineSize: `${SWIPE_MAX_PX}px`,
    display: 'grid',
    placeItems: 'center',
    paddingInline: space(2),
    color: color.soft,
    pointerEvents: 'none',
    '&[data-side="start"]': { insetInlineStart: 0 },
    '&[data-side="end"]': { insetInlineEnd: 0 },
    '&[data-armed]': { color: color.accentText },
  }),
};

/** The event handlers of the list of conversations: its rows are found by `data-tid`. */
export type RowHandlers = Pick<
  HTMLAttributes<HTMLUListElement>,
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onClickCapture'
>;

/**
 * A row that is swiped. `side`: edge at which the hint appears, opposite to the movement: `start` pins, `end` archives. `armed`: far enough
 * to do that on release.
 */
type Swipe = { readonly row: HTMLElement; readonly side: 'start' | 'end'; readonly armed: boolean };

const tidOf = (row: HTMLElement | undefined): string => row?.dataset['tid'] ?? '';

/** Returns how far a row is swiped in the direction of the text, px, negative against it; 0 if the movement is mainly vertical. */
function swipedBy(x: number, y: number): number {
  const along = document.dir === 'rtl' ? -x : x;
  return Math.abs(x) > Math.abs(y) ? Math.max(-SWIPE_MAX_PX, Math.min(SWIPE_MAX_PX, along)) : 0;
}

function slide(row: HTMLElement, px: number): void {
  const link = row.querySelector('a');
  if (link) link.style.transform = px === 0 ? '' : `translateX(${document.dir === 'rtl' ? -px : px}px)`;
}

type MenuProps = {
  readonly anchor: HTMLElement;
  readonly actions: ConversationActions;
  readonly onClose: () => void;
};

const RowMenu = ({ anchor, actions, onClose }: MenuProps) => {
  const { t } = useTranslation('common');
  useOverlay(true);
  /** Whether the chosen entry takes the row out of the list, so that the focus goes to a neighbour. */
  const isLeaving = useRef(false);
  const focusNext = () => {
    const row = isLeaving.current ? (anchor.nextElementSibling ?? anchor.previousElementSibling) : anchor;
    return row?.querySelector<HTMLElement>('a') ?? false;
  };
  return (
    <Base.Root modal={false} open onOpenChange={(open) => open || onClose()}>
      <Base.Portal>
        <Base.Positioner css={menuStyles.positioner} anchor={anchor} align="end" sideOffset={6} collisionPadding={12}>
          <Base.Popup css={menuStyles.popup} aria-label={t('more')} finalFocus={focusNext}>
            {actions.map(({ key, label, icon, run }) => (
              <Base.Item
                key={key}
                css={menuStyles.item}
                onClick={() => {
                  isLeaving.current = key === 'archive';
                  run();
                }}
              >
                {icon}
                {label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
};

type Props = {
  /** Finds the row of a conversation at an element in it. */
  readonly rowAt: (target: EventTarget) => HTMLElement | undefined;
  /** The row whose menu is open; undefined if none is. */
  readonly opened: HTMLElement | undefined;
  /** Whether the list is that of the archive: the swipe that archives then takes the conversation out of it. */
  readonly archived: boolean;
  readonly onOpen: (row: HTMLElement | undefined) => void;
  readonly onReady: (handlers: RowHandlers) => void;
};

/**
 * The menu of a row of the list of conversations, which a long press opens as well, and its swipes, which pin or archive the conversation.
 * Loaded after the list has been drawn; the menu of an open conversation has the same entries.
 */
const ThreadGestures = ({ rowAt, opened, archived, onOpen, onReady }: Props) => {
  const [swipe, setSwipe] = useState<Swipe>();
  const actions = useConversationActions(tidOf(swipe?.row ?? opened));
  const { t } = useTranslation('around');
  const last = useRef({ archived, t });
  last.current = { archived, t };

  const handlers = useMemo((): RowHandlers => {
    let held: HTMLElement | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** A long press or swipe ends with a click on the row, which must not open the conversation. */
    let ignoresClick = false;
    const drag = dragHandlers<HTMLUListElement>({
      slackPx: SLACK_PX,
      onMove({ x, y }) {
        clearTimeout(timer);
        if (!held) return;
        const px = swipedBy(x, y);
        slide(held, px);
        ignoresClick = true;
        setSwipe({ row: held, side: px > 0 ? 'start' : 'end', armed: Math.abs(px) >= SWIPE_PX });
      },
      onEnd({ x, y, moved }, _list, cancelled) {
        clearTimeout(timer);
        const row = held;
        held = undefined;
        setSwipe(undefined);
        if (!row) return;
        slide(row, 0);
        // The distance decides, not the drawn hint, as the last movement may not be drawn yet.
        const px = swipedBy(x, y);
        if (!moved || cancelled || Math.abs(px) < SWIPE_PX) return;
        const tid = tidOf(row);
        if (px > 0) pinConversation(tid, !isPinned(choicesNow(), tid));
        else {
          const { archived: isInArchive, t: say } = last.current;
          const texts = { done: say('conversation.archived'), undo: say('conversation.undo') };
          void archiveConversation(tid, !isInArchive, texts);
        }
      },
    });
    return {
      ...drag,
      onPointerDown(event: PointerEvent<HTMLUListElement>) {
        ignoresClick = false;
        const row = rowAt(event.target);
        // A mouse opens the menu by a right click.
        if (!row || event.pointerType === 'mouse' || held) return;
        held = row;
        timer = setTimeout(() => {
          // Once the menu is open, moving the pointer does not swipe the row.
          held = undefined;
          ignoresClick = true;
          onOpen(row);
        }, LONG_PRESS_MS);
        drag.onPointerDown(event);
      },
      onClickCapture(event: MouseEvent<HTMLUListElement>) {
        if (!ignoresClick) return;
        ignoresClick = false;
        event.preventDefault();
        event.stopPropagation();
      },
    };
  }, [rowAt, onOpen]);
  useEffect(() => onReady(handlers), [onReady, handlers]);

  const [pin, , archive] = actions ?? [];
  const hinted = swipe?.side === 'start' ? pin : archive;
  return (
    <>
      {opened && !swipe && actions ? (
        <RowMenu anchor={opened} actions={actions} onClose={() => onOpen(undefined)} />
      ) : null}
      {swipe && hinted
        ? createPortal(
            <span css={styles.hint} data-side={swipe.side} data-armed={swipe.armed || undefined} aria-hidden="true">
              {hinted.icon}
            </span>,
            swipe.row,
          )
        : null}
    </>
  );
};
export default ThreadGestures;
