import { Menu as Base } from '@base-ui/react/menu';
import { EllipsisVertical } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../input/icon-button.tsx';
import { useOverlay } from '../overlay.ts';
import type { MenuPress, MenuProps } from './menu-action.ts';
import { menuStyles } from './menu-styles.ts';

type Props = MenuProps & {
  /** The press that loaded the menu; it is repeated on the trigger. */
  readonly first: MenuPress;
};

function repeat(press: MenuPress, trigger: HTMLElement): void {
  trigger.focus();
  if (press === 'click') trigger.click();
  else trigger.dispatchEvent(new KeyboardEvent('keydown', { key: press, bubbles: true, cancelable: true }));
}

/** The menu, implemented with the widget library. */
const OpenedMenu = ({ label, variant = 'bare', actions, first }: Props) => {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  useOverlay(open);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for the press that loaded the menu
  useLayoutEffect(() => {
    if (trigger.current) repeat(first, trigger.current);
  }, []);
  return (
    <Base.Root modal={false} open={open} onOpenChange={setOpen}>
      <Base.Trigger ref={trigger} render={<IconButton label={label} variant={variant} />}>
        <EllipsisVertical size={20} />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner css={menuStyles.positioner} align="end" sideOffset={6} collisionPadding={12}>
          <Base.Popup css={menuStyles.popup}>
            {actions.map(({ key, label: words, icon, danger = false, disabled = false, run }) => (
              <Base.Item
                key={key}
                css={menuStyles.item}
                data-danger={danger || undefined}
                disabled={disabled}
                onClick={run}
              >
                {icon}
                {words}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
};
export default OpenedMenu;
