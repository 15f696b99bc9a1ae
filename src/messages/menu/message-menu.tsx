import { Menu as Base } from '@base-ui/react/menu';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isReactable } from '#contract/chat/retract.ts';
import type { MessageRow } from '#db/schema.ts';
import { useWords } from '../../i18n/more.ts';
import { menuStyles } from '../../ui/menu/menu-styles.ts';
import { useOverlay } from '../../ui/overlay.ts';
import type { MessageActions } from '../message-actions.ts';
import { isReadable, MESSAGE_ACTIONS } from './actions.ts';
import { ReactRow } from './react-row.tsx';

type Props = {
  readonly row: MessageRow;
  readonly actions: MessageActions;
  /** Bubble that the menu is anchored to. */
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
};

/** Menu of one message. */
const MessageMenu = ({ row, actions, anchor, onClose }: Props) => {
  const ready = useWords('around');
  const { t } = useTranslation(['around', 'message']);
  useOverlay(true);
  /** Whether the chosen action moves the focus itself. */
  const focused = useRef(false);
  if (!ready) return null;
  const isSent = isReadable(row) && row.state === 'success' && row.payload !== undefined && isReactable(row.payload);
  const react = isSent ? actions.react : undefined;
  const say = (word: 'copied') => t(`around:menu.${word}`);
  return (
    <Base.Root modal={false} open onOpenChange={(open) => open || onClose()}>
      <Base.Portal>
        <Base.Positioner
          css={menuStyles.positioner}
          anchor={anchor}
          align={row.out ? 'end' : 'start'}
          sideOffset={6}
          collisionPadding={12}
        >
          <Base.Popup
            css={menuStyles.popup}
            aria-label={t('message:menu')}
            finalFocus={() => !focused.current && (anchor.querySelector<HTMLElement>('[data-menu]') ?? false)}
          >
            {react ? <ReactRow row={row} react={react} /> : null}
            {MESSAGE_ACTIONS.filter(({ shows }) => shows(row, actions)).map(
              ({ key, icon: Icon, danger, takesFocus = false, run }) => (
                <Base.Item
                  key={key}
                  css={menuStyles.item}
                  data-danger={danger}
                  onClick={() => {
                    focused.current = takesFocus;
                    run(row, actions, say);
                  }}
                >
                  <Icon size={18} aria-hidden="true" />
                  {t(`around:menu.${key}`)}
                </Base.Item>
              ),
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
};
export default MessageMenu;
