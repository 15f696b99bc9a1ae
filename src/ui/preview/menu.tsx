import { Bell, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx';
import { Button } from '../input/button.tsx';
import { Menu } from '../menu/menu.tsx';

const MenuPreview = () => {
  const [isConfirming, setConfirming] = useState(false);
  const actions = [
    { key: 'mute', label: 'Mute', icon: <Bell size={18} />, run: () => {} },
    { key: 'off', label: 'Not now', icon: <Bell size={18} />, disabled: true, run: () => {} },
    { key: 'delete', label: 'Delete', icon: <Trash2 size={18} />, danger: true, run: () => setConfirming(true) },
  ];
  return (
    <>
      <Menu label="More" actions={actions} />
      <Button onClick={() => setConfirming(true)}>Confirm</Button>
      <ConfirmDialog
        open={isConfirming}
        title="Delete it?"
        text="This cannot be undone."
        action="Delete"
        onConfirm={() => {}}
        onClose={() => setConfirming(false)}
      />
    </>
  );
};
export default MenuPreview;
